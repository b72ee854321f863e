// The edits of a product stay in the browser's tab while they differ from the saved state, over reloads and after signing in again.
import { useEffect, useRef, useState } from 'react';
import type { ProductDraft } from './product-draft.ts';

export type StoredDraft = { base: ProductDraft; draft: ProductDraft; revision: number | string };

/** Restores the stored draft once; the returned function deletes it. */
export function useStoredDraft(
  key: string,
  present: StoredDraft,
  dirty: boolean,
  restore: (stored: StoredDraft) => void,
): () => void {
  const [ready, setReady] = useState(false);
  const dropped = useRef(false);
  const restoring = useRef(restore);
  useEffect(() => {
    try {
      const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredDraft | null;
      if (stored) restoring.current(stored);
    } catch {
      sessionStorage.removeItem(key);
    }
    setReady(true);
  }, [key]);
  useEffect(() => {
    if (!ready || dropped.current) return;
    if (!dirty) return sessionStorage.removeItem(key);
    const write = () => {
      if (!dropped.current) storeText(key, JSON.stringify(present));
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
