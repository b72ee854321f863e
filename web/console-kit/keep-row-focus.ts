// The focus of keyboards and screen readers in a list, once an action has taken the pressed button away: it goes to the first link or
// button of the same row, or to the heading if the row has left the list as well.
import { useEffect, useRef } from 'react';
import { focusHeading } from '../ui/move-focus.ts';

/** `list`: the rows, another array each time they are loaded. */
export function useRowFocus(list: readonly unknown[]): void {
  const last = useRef<{ element: Element; row: string | undefined }>(undefined);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last.current = { element: target, row: target.closest<HTMLElement>('[data-row]')?.dataset.row };
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are loaded
  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return;
    const { row } = last.current;
    const rows = row === undefined ? [] : [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const next = rows.find((element) => element.dataset.row === row)?.querySelector<HTMLElement>('a, button');
    if (next) next.focus();
    else focusHeading();
  }, [list]);
}
