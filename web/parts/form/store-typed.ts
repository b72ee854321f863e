// Stores the typed values of a booking per product for an hour (§9 book data 3,600 s): back, refresh
// and signing in lose nothing. `person` is the signed-in buyer, '' for none: what was typed before signing in is there afterwards, and what
// another buyer typed is not read (decision 0766).
import { useEffect, useRef, useState } from 'react';
import { browserNow } from '../../ui/browser-now.ts';
import { randomName } from '../../ui/random-name.ts';

const lifeMilliseconds = 3_600_000;

type Place = { key: string; person: string };
type Stored<Value> = { at: number; person?: string; value: Value };

/** The values typed within the hour; null if there are none, or if they are older or another person's. */
export function readTyped<Value>({ key, person }: Place): Value | null {
  const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Stored<Value> | null;
  if (!stored || browserNow() - stored.at >= lifeMilliseconds) return null;
  return !stored.person || stored.person === person ? stored.value : null;
}

function store({ key, person }: Place, value: unknown): void {
  sessionStorage.setItem(key, JSON.stringify({ at: browserNow(), person, value }));
}

/** Moves the typed values from one key to another. */
export function moveTyped({ key, person }: Place, to: string, value: unknown): void {
  store({ key: to, person }, value);
  if (key !== to) sessionStorage.removeItem(key);
}

/** The key under which an order's form is stored until it is paid. */
export const typedKeyOfOrder = (orderNo: string): string => `ordered ${orderNo}`;

type Change<Value> = Value | ((known: Value) => Value);

/**
 * A change may be a function of the newest value, so that late answers overwrite nothing. `adapt` fits a stored value to the page that
 * finds it; the last result forgets it.
 */
export function useStoredValue<Value extends object>(
  { key, person }: Place,
  start: Value,
  adapt: (stored: Value) => Value = (stored) => stored,
): [Value, (change: Change<Value>) => void, () => void] {
  const [value, setValue] = useState(start);
  const newest = useRef(start);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page reads what is stored once
  useEffect(() => {
    try {
      const stored = readTyped<Value>({ key, person });
      if (!stored) return;
      const typed = adapt(stored);
      newest.current = typed;
      setValue(typed);
    } catch {
      sessionStorage.removeItem(key);
    }
  }, [key]);
  const keep = (change: Change<Value>) => {
    const next = typeof change === 'function' ? change(newest.current) : change;
    newest.current = next;
    setValue(next);
    store({ key, person }, next);
  };
  return [value, keep, () => sessionStorage.removeItem(key)];
}

/** An idempotency key that stays the same until the call was answered (rules §2). */
export function heldKey(name: string): string {
  const stored = sessionStorage.getItem(`key ${name}`) ?? randomName();
  sessionStorage.setItem(`key ${name}`, stored);
  return stored;
}

export function dropKey(name: string): void {
  sessionStorage.removeItem(`key ${name}`);
}
