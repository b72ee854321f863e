// Round buttons on a product's picture: add it to the wish list, and share it. Their code is loaded with the click.
import { IconShare2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../use-words.ts';
import { useWish } from './use-wish.ts';

const round =
  'grid size-11 shrink-0 place-items-center rounded-full bg-surface/90 text-xl leading-none text-brand shadow-card hover:bg-surface';

export function WishButton({ id }: { id: string }) {
  const { say } = useWords();
  const { saved = false, toggle } = useWish(id);
  return (
    <button type="button" className={round} aria-pressed={saved} aria-label={say('wish.keep')} onClick={toggle}>
      <span aria-hidden="true">{saved ? '♥' : '♡'}</span>
    </button>
  );
}

type ShareProps = {
  title: string;
  /** Without the host. */
  path: string;
  /** An icon alone, for a place on a picture. */
  isRound?: boolean;
};

export function ShareButton({ title, path, isRound = false }: ShareProps) {
  const { say } = useWords();
  const { origin } = useRoot();
  const [message, setMessage] = useState('');
  const share = async () => {
    const { sharePage } = await import('./share-page.ts');
    const result = await sharePage(title, origin + path);
    setMessage(result === 'shared' ? '' : say(result === 'copied' ? 'wish.copied' : 'wish.notCopied'));
  };
  return (
    <>
      {isRound ? (
        <button type="button" className={round} aria-label={say('wish.share')} onClick={() => void share()}>
          <IconShare2 className="size-5" />
        </button>
      ) : (
        <Button variant="quiet" onClick={() => void share()}>
          {say('wish.share')}
        </Button>
      )}
      <span
        role="status"
        className={`content-center text-sm empty:hidden ${isRound ? 'order-first rounded-lg bg-surface px-3 text-ink' : 'text-quiet'}`}
      >
        {message}
      </span>
    </>
  );
}
