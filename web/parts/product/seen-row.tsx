// Recently seen products (§9 local storage): this browser stores their ids for seven days; names, prices and dates are loaded again, in
// the reader's language and currency, after the page. Without such products, or if none is on sale, there is no row.
import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { browserNow } from '../../ui/browser-now.ts';
import { useWords } from '../use-words.ts';
import { type CardData, CardRow } from './product-card.tsx';

const key = 'seen-products';
const lifeMilliseconds = 604_800_000;
const most = { stored: 8, shown: 4 };

type Seen = { id: string; at: number; city?: string | undefined };

function readSeen(): Seen[] {
  try {
    // Earlier versions stored the whole card.
    const list = JSON.parse(localStorage.getItem(key) ?? '[]') as (Partial<Seen> & { card?: { id?: string } })[];
    return list.flatMap(({ id, at, card, city }) => {
      const known = id ?? card?.id ?? '';
      return /^\d{1,18}$/.test(known) && at && browserNow() - at < lifeMilliseconds ? [{ id: known, at, city }] : [];
    });
  } catch {
    return [];
  }
}

/** Records that a product was viewed; the newest comes first. */
export function noteSeen({ id, city }: { id: string; city: string }): void {
  try {
    const rest = readSeen().filter((item) => item.id !== id);
    localStorage.setItem(key, JSON.stringify([{ id, city, at: browserNow() }, ...rest].slice(0, most.stored)));
  } catch {
    // Storage may be full or forbidden; the row is a convenience, not a promise.
  }
}

/** Below it popular products in the city of the newest one, without those already on the page (`shown`). */
export function SeenRow({ shown }: { shown: string[] }) {
  const words = useWords();
  const [cards, setCards] = useState<CardData[]>([]);
  const [near, setNear] = useState<CardData[]>([]);
  const before = useRef(shown);
  useEffect(() => {
    const seen = readSeen();
    const ids = seen.map((item) => item.id);
    const city = seen[0]?.city;
    if (!ids.length) return;
    const abort = new AbortController();
    const find = async (input: InputOf<'searchProducts'>, show: (list: CardData[]) => void) => {
      try {
        show((await send('searchProducts', input, { signal: abort.signal })).list);
      } catch {
        // The page works without these rows.
      }
    };
    void find({ ids }, (list) => setCards(list.slice(0, most.shown)));
    const known = new Set([...ids, ...before.current]);
    if (city)
      void find({ city, row: 'popular', size: 40 }, (list) =>
        setNear(list.filter((card) => !known.has(card.id)).slice(0, most.shown)),
      );
    return () => abort.abort();
  }, []);
  return (
    <>
      <CardRow title={words.say('catalog.home.seen')} cards={cards} words={words} />
      <CardRow title={words.say('catalog.home.near', { city: near[0]?.city ?? '' })} cards={near} words={words} />
    </>
  );
}
