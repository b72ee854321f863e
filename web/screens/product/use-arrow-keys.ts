// The keyboard of a calendar: which day is in the order of tabs, and the focus that follows arrows, also into another month.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { moveByKey } from '../../../domain/move-in-calendar.ts';

type Keys = {
  /** Where the tab key enters. */
  start: string;
  month: string;
  weekStart: number;
  earliest: string;
  onMonth(month: string): void;
};

export function useArrowKeys({ start, month, weekStart, earliest, onMonth }: Keys) {
  const grid = useRef<HTMLTableElement>(null);
  const [reached, setReached] = useState<string>();
  const follows = useRef(false);
  const active = reached?.startsWith(month) ? reached : start;
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).dataset.day;
    const next =
      from && !event.altKey && !event.ctrlKey && !event.metaKey && moveByKey(from, event.key, weekStart, earliest);
    if (!next) return;
    event.preventDefault();
    follows.current = next !== active;
    setReached(next);
    if (!next.startsWith(month)) onMonth(next.slice(0, 7));
  };
  return { grid, active, onKeyDown };
}
