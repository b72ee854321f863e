// A booking's typed values are stored for the hour of the booking (§9 book data 3,600 s), per set of lines: back, refresh
// and signing in lose nothing.
import { useEffect, useRef, useState } from 'react';
import { browserNow } from '../../ui/browser-now.ts';

const lifeMilliseconds = 3_600_000;

/** What was typed within the hour; null when there is nothing, or when it is older. */
export function readTyped<Value>(key: string): Value | null {
  const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { at: number; value: Value } | null;
  return stored && browserNow() - stored.at < lifeMilliseconds ? stored.value : null;
}

/** A change may be a function of the newest value: late answers then overwrite nothing. */
export function useStoredValue<Value extends object>(
  key: string,
  start: Value,
): [Value, (change: Value | ((known: Value) => Value)) => void, () => void] {
  const [value, setValue] = useState(start);
  const newest = useRef(start);
  useEffect(() => {
    try {
      const typed = readTyped<Value>(key);
      if (!typed) return;
      newest.current = typed;
      setValue(typed);
    } catch {
      sessionStorage.removeItem(key);
    }
  }, [key]);
  const keep = (change: Value | ((known: Value) => Value)) => {
    const next = typeof change === 'function' ? change(newest.current) : change;
    newest.current = next;
    setValue(next);
    sessionStorage.setItem(key, JSON.stringify({ at: browserNow(), value: next }));
  };
  return [value, keep, () => sessionStorage.removeItem(key)];
}

/** An idempotency key that stays the same until the call was answered (rules §2). */
export function heldKey(name: string): string {
  const stored = sessionStorage.getItem(`key ${name}`) ?? crypto.randomUUID();
  sessionStorage.setItem(`key ${name}`, stored);
  return stored;
}

export function dropKey(name: string): void {
  sessionStorage.removeItem(`key ${name}`);
}
