// The edits of a product stay in the browser's tab while they differ from the saved state, over reloads and after signing in again. Those
// of another person are deleted unread (decision 0766).
import { useEffect, useRef, useState } from 'react';
import type { ProductDraft } from './product-draft.ts';

export type StoredDraft = { base: ProductDraft; draft: ProductDraft; revision: number | string };

/** Restores the draft that `person` stored, once; the returned function deletes it. */
export function useStoredDraft(
  { key, person }: { key: string; person: string },
  present: StoredDraft,
  dirty: boolean,
  restore: (stored: StoredDraft) => void,
): () => void {
  const [ready, setReady] = useState(false);
  const dropped = useRef(false);
  const restoring = useRef(restore);
  useEffect(() => {
    try {
      const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as (StoredDraft & { person?: string }) | null;
      if (stored?.person === person) restoring.current(stored);
      else sessionStorage.removeItem(key);
    } catch {
      sessionStorage.removeItem(key);
    }
    setReady(true);
  }, [key, person]);
  useEffect(() => {
    if (!ready || dropped.current) return;
    if (!dirty) return sessionStorage.removeItem(key);
    const write = () => {
      if (!dropped.current) storeText(key, JSON.stringify({ ...present, person }));
    };
    const timer = setTimeout(write, 250);
    addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', write);
    };
  });
  return () => {
    dropped.current = true;
    sessionStorage.removeItem(key);
  };
}

/** A browser without free storage keeps the older state. */
function storeText(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {}
}
