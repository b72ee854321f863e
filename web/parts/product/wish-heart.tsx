// The heart on a card's picture. Lists have twenty of them, so they are rendered by the script and cost the page nothing.
import type { Words } from '../use-words.ts';
import { useWish } from './use-wish.ts';

type WishHeartProps = {
  id: string;
  name: string;
  words: Words;
  /** On the wish list itself, where the card leaves the page. */
  onRemove?(): void;
};

export function WishHeart({ id, name, words, onRemove }: WishHeartProps) {
  const { saved, toggle } = useWish(id);
  if (saved === undefined) return null;
  return (
    <button
      type="button"
      className="heart"
      aria-pressed={saved}
      aria-label={`${words.colon(words.say('wish.keep'))}${name}`}
      onClick={onRemove ?? toggle}
    >
      {saved ? '♥' : '♡'}
    </button>
  );
}
