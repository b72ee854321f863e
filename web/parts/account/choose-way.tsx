// The two ways to sign in (§2 login): with an e-mailed code, or with account and password.
import { IconMail, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Card } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

type ChooseWayProps = {
  /** Shown until one is chosen. */
  first: 'guest' | 'member';
  guest: React.ReactNode;
  member: React.ReactNode;
};

export function ChooseWay({ first, guest, member }: ChooseWayProps) {
  const { say } = useWords();
  const [chosen, setWay] = useState<'guest' | 'member'>();
  const way = chosen ?? first;
  const tab =
    'flex min-h-12 items-center justify-center gap-2 rounded-lg px-3 text-center font-semibold ' +
    'aria-selected:bg-surface aria-selected:text-brand aria-selected:shadow-card';
  return (
    <>
      <div
        role="tablist"
        aria-label={say('account.login.ways')}
        className="mb-4 grid grid-cols-2 gap-1 rounded-card bg-line/60 p-1 text-sm"
      >
        <button
          type="button"
          role="tab"
          aria-selected={way === 'guest'}
          className={tab}
          onClick={() => setWay('guest')}
        >
          <IconMail aria-hidden="true" className="size-5" />
          {say('account.login.guest')}
        </button>
        <button
          type="button"
          role="tab"
          aria-selected={way === 'member'}
          className={tab}
          onClick={() => setWay('member')}
        >
          <IconUser aria-hidden="true" className="size-5" />
          {say('account.login.member')}
        </button>
      </div>
      <Card>{way === 'guest' ? guest : member}</Card>
    </>
  );
}
