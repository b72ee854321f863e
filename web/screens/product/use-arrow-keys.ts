// The keyboard of a calendar: which day is in the order of tabs, and the focus that follows arrows, also into another month.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { moveByKey } from '../../../domain/move-in-calendar.ts';

type Keys = {
  /** Where the tab key enters. */
  start: string;
  /** Those that are shown. */
  months: string[];
  weekStart: number;
  earliest: string;
  onMonth(month: string): void;
};

export function useArrowKeys({ start, months, weekStart, earliest, onMonth }: Keys) {
  const grid = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<string>();
  const follows = useRef(false);
  const isShown = (day: string | undefined) => day !== undefined && months.includes(day.slice(0, 7));
  const active = reached && isShown(reached) ? reached : start;
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
    if (!isShown(next)) onMonth(next.slice(0, 7));
  };
  return { grid, active, onKeyDown };
}
