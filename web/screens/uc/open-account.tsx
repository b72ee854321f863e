// The account at a glance: who, what can be done from here, and the way out.
import { IconClipboardList, IconKey, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/open-account';

export const loader = () => load('getUserInfo', {});

export default function OpenAccount({ loaderData: user }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const [problem, setProblem] = useState('');
  const leave = () =>
    send('logout', {}).then(
      () => location.assign('/'),
      (error: unknown) => setProblem(tellFailure(error, words).text),
    );
  const row =
    'flex min-h-14 w-full items-center gap-3 px-4 font-medium hover:bg-canvas [&_svg]:size-6 [&_svg]:text-brand';
  return (
    <div className="mx-auto max-w-xl py-8">
      <PageTitle text={say('bar.account')} />
      <h1 className="text-2xl font-bold">{say('uc.hello', { name: user.nickName || user.name })}</h1>
      <p className="mt-1 mb-4 text-quiet">
        {[user.email, user.kind === 'main' || user.kind === 'sub' ? user.partnerName : ''].filter(Boolean).join(' · ')}
      </p>
      {problem && <Notice tone="bad" title={problem} />}
      {!user.verAuthFlag && (
        <div className="mb-4">
          <Notice tone="info" title={say('uc.codeSession')}>
            {say('uc.codeSessionHint')}
          </Notice>
        </div>
      )}
      <Card className="grid divide-y divide-line !p-0">
        <Link to="/uc/order" className={row}>
          <IconClipboardList aria-hidden="true" />
          {say('header.orders')}
        </Link>
        {!user.passwordSet && (
          <Link to="/uc/setPassword" className={row}>
            <IconKey aria-hidden="true" />
            {say('login.setPassword')}
          </Link>
        )}
        <button type="button" onClick={leave} className={row}>
          <IconLogout aria-hidden="true" />
          {say('uc.signOut')}
        </button>
      </Card>
    </div>
  );
}
