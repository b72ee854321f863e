// Recently seen products, kept in this browser for seven days (§9 local storage) and read after the page has come.
import { useEffect, useState } from 'react';
import { type CardData, CardRow } from './product-card.tsx';
import { useWords } from './use-words.ts';

const key = 'seen-products';
const lifeMilliseconds = 604_800_000;
const most = 4;

type Seen = { at: number; card: CardData };

function readSeen(): Seen[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? '[]') as Seen[];
    return list.filter((one) => Date.now() - one.at < lifeMilliseconds);
  } catch {
    return [];
  }
}

/** Notes that a product was looked at; the newest comes first. */
export function noteSeen(card: CardData): void {
  try {
    const rest = readSeen().filter((one) => one.card.id !== card.id);
    localStorage.setItem(key, JSON.stringify([{ at: Date.now(), card }, ...rest].slice(0, most + 1)));
  } catch {
    // Storage may be full or forbidden; the row is a comfort, not a promise.
  }
}

export function SeenRow() {
  const words = useWords();
  const [cards, setCards] = useState<CardData[]>([]);
  useEffect(
    () =>
      setCards(
        readSeen()
          .slice(0, most)
          .map((one) => one.card),
      ),
    [],
  );
  return <CardRow title={words.say('home.seen')} cards={cards} words={words} />;
}
