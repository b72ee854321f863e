// Recently seen products (§9 local storage): this browser remembers which for seven days; names, prices and dates are read anew, in
// the reader's language and currency, after the page has come. Nothing seen, or nothing of it on the shelf: no row.
import { useEffect, useState } from 'react';
import { send } from '../../call.ts';
import { browserNow } from '../../ui/browser-now.ts';
import { useWords } from '../use-words.ts';
import { type CardData, CardRow } from './product-card.tsx';

const key = 'seen-products';
const lifeMilliseconds = 604_800_000;
const most = { stored: 8, shown: 4 };

type Seen = { id: string; at: number };

function readSeen(): Seen[] {
  try {
    // Earlier versions stored the whole card.
    const list = JSON.parse(localStorage.getItem(key) ?? '[]') as (Partial<Seen> & { card?: { id?: string } })[];
    return list.flatMap(({ id, at, card }) => {
      const known = id ?? card?.id ?? '';
      return /^\d{1,18}$/.test(known) && at && browserNow() - at < lifeMilliseconds ? [{ id: known, at }] : [];
    });
  } catch {
    return [];
  }
}

/** Notes that a product was looked at; the newest comes first. */
export function noteSeen({ id }: { id: string }): void {
  try {
    const rest = readSeen().filter((item) => item.id !== id);
    localStorage.setItem(key, JSON.stringify([{ id, at: browserNow() }, ...rest].slice(0, most.stored)));
  } catch {
    // Storage may be full or forbidden; the row is a comfort, not a promise.
  }
}

export function SeenRow() {
  const words = useWords();
  const [cards, setCards] = useState<CardData[]>([]);
  useEffect(() => {
    const ids = readSeen().map((item) => item.id);
    if (!ids.length) return;
    const abort = new AbortController();
    send('searchProducts', { ids }, { signal: abort.signal }).then(
      ({ list }) => setCards(list.slice(0, most.shown)),
      () => undefined,
    );
    return () => abort.abort();
  }, []);
  return <CardRow title={words.say('catalog.home.seen')} cards={cards} words={words} />;
}
