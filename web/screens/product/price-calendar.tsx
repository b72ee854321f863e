// A month at a time, two on a desktop and where the first one is nearly over, with the price and the stock of each day; `inventories`
// loads the days when the month is opened. One day is in the tab order, the arrow keys reach the others.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { addDays, formatWeekday, weekdayOf } from '../../../domain/dates.ts';
import { send } from '../../call.ts';
import { type Shown, useWords } from '../../parts/use-words.ts';
import { type CalendarDay, DayCell, priceOf } from './calendar-day.tsx';
import type { Counted } from './say-left.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import type { Span } from './use-choice.ts';

type CalendarProps = {
  packageId: string;
  stockBy: Counted;
  skuId: string | undefined;
  shown: Shown;
  chosen: string | undefined;
  /** Check-out of a stay; the days before it are marked. */
  until?: string | undefined;
  /** Whether a day may be the check-out now, although no night is sold on it. */
  mayEnd?(day: string): boolean;
  first: string;
  onChoose(day: string): void;
  onDays(days: CalendarDay[], span: Span): void;
};

export function PriceCalendar(props: CalendarProps) {
  const { packageId, skuId, chosen, first, onDays } = props;
  const { locale } = useWords();
  const [month, setMonth] = useState((chosen ?? first).slice(0, 7));
  const next = monthAfter(month);
  const wide = useWide();
  const left = useMonth(packageId, month, onDays);
  const two = wide || month < addDays(first, 7).slice(0, 7);
  const right = useMonth(packageId, two ? next : undefined, onDays);
  const weekStart = firstWeekday(locale);
  const months = two ? [month, next] : [month];
  const shownDays = [...(left.days ?? []), ...(right.days ?? [])];
  const open = shownDays.find(([, rows]) => rows.some((row) => row.left > 0))?.[0];
  const starts = [chosen, open, `${month}-01` < first ? first : `${month}-01`];
  const keys = useArrowKeys({
    start: starts.find((day) => day && months.includes(day.slice(0, 7))) ?? '',
    months,
    weekStart,
    earliest: firstShown(first, weekStart),
    onMonth: (other) => setMonth(other > month && wide ? monthAfter(other, -1) : other),
  });
  const cheapest = cheapestOf(shownDays, skuId);
  const grid = (of: string, days: typeof left.days) => (
    <MonthGrid {...props} month={of} days={days} weekStart={weekStart} active={keys.active} cheapest={cheapest} />
  );
  return (
    <div>
      {(left.failed || right.failed) && <Failed onRetry={left.failed ? left.retry : right.retry} />}
      <div ref={keys.grid} onKeyDown={keys.onKeyDown} className="relative grid items-start gap-6 lg:grid-cols-2">
        <Turn first={first} month={month} onMonth={setMonth} />
        {grid(month, left.days)}
        {two && grid(next, right.days)}
      </div>
      {cheapest !== undefined && <Legend />}
      {left.askedAt && <AskedAt at={left.askedAt} />}
    </div>
  );
}

/** Two months side by side on a desktop, once it is known to be one. */
function useWide(): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const query = matchMedia('(min-width: 64rem)');
    const follow = () => setWide(query.matches);
    follow();
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return wide;
}

const monthAfter = (month: string, count = 1): string => addDays(`${month}-01`, count > 0 ? 31 : -1).slice(0, 7);

/** The first day of the week of the first sold day: earlier weeks are over, or closed. */
const firstShown = (first: string, weekStart: number): string => {
  const monday = addDays(first, -((weekdayOf(first) - weekStart + 7) % 7));
  return monday.slice(0, 7) < first.slice(0, 7) ? `${first.slice(0, 7)}-01` : monday;
};

/** The lowest price of the shown days in minor units; undefined if all cost the same. */
function cheapestOf(days: [string, CalendarDay[]][], skuId: string | undefined): number | undefined {
  const prices = days.flatMap(([, rows]) =>
    rows.some((row) => row.left > 0) ? (priceOf(rows, skuId)?.amountMinor ?? []) : [],
  );
  const lowest = Math.min(...prices);
  return prices.some((price) => price !== lowest) ? lowest : undefined;
}

function Legend() {
  const { say } = useWords();
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-quiet">
      <span aria-hidden="true" className="size-2 rounded-full bg-good" />
      {say('catalog.calendar.cheapest')}
    </p>
  );
}

type MonthGridProps = CalendarProps & {
  month: string;
  days: Map<string, CalendarDay[]> | undefined;
  weekStart: number;
  active: string;
  cheapest: number | undefined;
};

function MonthGrid(props: MonthGridProps) {
  const { month, days, weekStart, active, cheapest, skuId, stockBy, shown, chosen, until, mayEnd, first, onChoose } =
    props;
  const words = useWords();
  const heading = useId();
  const isChosen = (day: string) =>
    day === chosen || (chosen !== undefined && until !== undefined && day > chosen && day <= until);
  const begins = month === first.slice(0, 7) ? firstShown(first, weekStart) : '';
  const weeks = weeksOf(month, weekStart).filter((week) => week.some((day) => day && day >= begins));
  return (
    <div className="min-w-0">
      <h3 id={heading} className="mb-2 grid h-11 place-items-center text-lg font-semibold" aria-live="polite">
        {words.day(`${month}-01`, 'month')}
      </h3>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is a grid (ARIA practices)
        role="grid"
        aria-labelledby={heading}
        aria-busy={!days || undefined}
        className="-mx-1 w-[calc(100%+0.5rem)] table-fixed border-separate border-spacing-1 text-center"
      >
        <Weekdays weekStart={weekStart} />
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, at) =>
                day === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty place is known by its column
                  <td key={at} />
                ) : (
                  <DayCell
                    key={day}
                    {...{ day, skuId, stockBy, shown, words, cheapest, onChoose }}
                    rows={days?.get(day) ?? []}
                    waits={!days}
                    chosen={isChosen(day)}
                    endsStay={day === until || (mayEnd?.(day) ?? false)}
                    focusable={day === active}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The time of the data from a supplier's system, by the reader's own clock. */
function AskedAt({ at }: { at: string }) {
  const { say, instant } = useWords();
  const when = instant(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return <p className="mt-1 text-xs text-quiet">{say('catalog.calendar.asOf', { when })}</p>;
}

type TurnProps = { month: string; first: string; onMonth(month: string): void };

/** Beside the names of the months. */
function Turn({ month, first, onMonth }: TurnProps) {
  const words = useWords();
  const arrow =
    'pointer-events-auto grid size-11 place-items-center rounded-lg border border-line hover:border-brand disabled:opacity-40';
  return (
    <div className="pointer-events-none absolute inset-x-0 top-0 flex justify-between">
      <button
        type="button"
        className={arrow}
        disabled={month <= first.slice(0, 7)}
        onClick={() => onMonth(monthAfter(month, -1))}
        aria-label={words.say('catalog.calendar.previous')}
      >
        <IconChevronLeft className="size-5" />
      </button>
      <button
        type="button"
        className={arrow}
        onClick={() => onMonth(monthAfter(month))}
        aria-label={words.say('catalog.calendar.next')}
      >
        <IconChevronRight className="size-5" />
      </button>
    </div>
  );
}

/** The days of a month in rows of seven; undefined before the first and after the last. */
function weeksOf(month: string, weekStart: number): (string | undefined)[][] {
  const first = `${month}-01`;
  const lead = (weekdayOf(first) - weekStart + 7) % 7;
  const length = Number(addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1).slice(8));
  return Array.from({ length: Math.ceil((lead + length) / 7) }, (_, row) =>
    Array.from({ length: 7 }, (_, at) => {
      const place = row * 7 + at - lead;
      return place >= 0 && place < length ? addDays(first, place) : undefined;
    }),
  );
}

/**
 * The days of a month, loaded when the month is opened and again every half minute while it is shown. Answers about a month or package
 * that was left are dropped.
 */
function useMonth(packageId: string, month: string | undefined, onDays: CalendarProps['onDays']) {
  const [known, setKnown] = useState<{ key: string; days: Map<string, CalendarDay[]>; askedAt: string | null }>();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const key = `${packageId} ${month}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds package and month; another try asks again
  useEffect(() => {
    if (!month) return;
    let isOver = false;
    const from = `${month}-01`;
    const to = addDays(from, 30 + (addDays(from, 30).slice(0, 7) === month ? 1 : 0));
    const read = (isAgain?: true) => {
      send('inventories', { packageId, from, to }).then(
        (answer) => {
          if (isOver) return;
          const days = new Map<string, CalendarDay[]>();
          for (const row of answer.days) days.set(row.on, [...(days.get(row.on) ?? []), row]);
          setFailed(false);
          setKnown({ key, days, askedAt: answer.askedAt });
          onDays(answer.days, { from, to });
          // The server asks a supplier's system at most once a minute; then the changed days are loaded again.
          if (answer.askedAt && !isAgain)
            send('askPlaces', { packageId, month }).then(
              ({ fresh }) => fresh && read(true),
              () => undefined,
            );
        },
        () => {
          setFailed(!isOver);
          if (!isOver) onDays([], { from, to });
        },
      );
    };
    read();
    const timer = setInterval(() => document.visibilityState === 'visible' && read(), 30_000);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [key, onDays, tries]);
  const current = known?.key === key ? known : undefined;
  return { days: current?.days, askedAt: current?.askedAt, failed, retry: () => setTries(tries + 1) };
}

/** 0 Sunday, 1 Monday: the first day of the reader's week. */
function firstWeekday(locale: string): number {
  const weekLocale = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
  return (weekLocale.getWeekInfo?.().firstDay ?? 1) % 7;
}

function Weekdays({ weekStart }: { weekStart: number }) {
  const { locale } = useWords();
  return (
    <thead>
      <tr>
        {Array.from({ length: 7 }, (_, at) => formatWeekday((weekStart + at) % 7, locale)).map((name) => (
          <th key={name} scope="col" className="py-1 text-xs font-medium text-quiet">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  const { say } = useWords();
  return (
    <p role="alert" className="mb-2 text-sm text-bad">
      {say('ui.problem.network')}{' '}
      <button type="button" className="font-semibold underline" onClick={onRetry}>
        {say('ui.problem.again')}
      </button>
    </p>
  );
}
