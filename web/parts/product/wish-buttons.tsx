// Buttons beside a product's name: add it to the wish list, and share it. Their code is loaded with the click.
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { useRoot } from '../../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../use-words.ts';
import { useWish } from './use-wish.ts';

export function WishButton({ id }: { id: string }) {
  const { say } = useWords();
  const { kept = false, toggle } = useWish(id);
  return (
    <>
      <Button variant="quiet" aria-pressed={kept} onClick={toggle}>
        <span aria-hidden="true">{kept ? '♥' : '♡'}</span>
        {say('wish.keep')}
      </Button>
      {kept && (
        <Link to={paths.wishes()} className="min-h-11 content-center font-semibold text-brand underline">
          {say('wish.title')}
        </Link>
      )}
    </>
  );
}

/** `path`: without the host. */
export function ShareButton({ title, path }: { title: string; path: string }) {
  const { say } = useWords();
  const { origin } = useRoot();
  const [told, setTold] = useState('');
  const share = async () => {
    const { sharePage } = await import('./share-page.ts');
    const result = await sharePage(title, origin + path);
    setTold(result === 'shared' ? '' : say(result === 'copied' ? 'wish.copied' : 'wish.notCopied'));
  };
  return (
    <>
      <Button variant="quiet" onClick={() => void share()}>
        {say('wish.share')}
      </Button>
      <span role="status" className="content-center text-sm text-quiet empty:hidden">
        {told}
      </span>
    </>
  );
}
