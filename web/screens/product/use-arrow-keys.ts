// The keyboard of a calendar: the day in the tab order, and the focus that follows the arrow keys, also into another month.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { moveByKey } from '../../../domain/move-in-calendar.ts';

type Keys = {
  /** The day that the tab key reaches. */
  start: string;
  /** The shown days. */
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
