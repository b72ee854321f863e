// A month at a time with the price and the stock of each day; days come from `inventories` as the month is opened. One day takes part
// in the order of tabs, arrows lead to the others.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useState } from 'react';
import { addDays, formatWeekday, weekdayOf } from '../../../domain/dates.ts';
import { send } from '../../call.ts';
import { type Shown, useWords } from '../../parts/use-words.ts';
import { type CalendarDay, DayCell } from './calendar-day.tsx';
import { useArrowKeys } from './use-arrow-keys.ts';

type CalendarProps = {
  packageId: string;
  skuId: string | undefined;
  shown: Shown;
  chosen: string | undefined;
  /** Check-out of a stay; days between are marked. */
  until?: string | undefined;
  /** Whether a day may be the check-out now, although nothing is sold on it. */
  mayEnd?(day: string): boolean;
  first: string;
  onChoose(day: string): void;
  onDays(days: CalendarDay[]): void;
};

export function PriceCalendar(props: CalendarProps) {
  const { packageId, skuId, shown, chosen, until, mayEnd, first, onChoose, onDays } = props;
  const words = useWords();
  const [month, setMonth] = useState((chosen ?? first).slice(0, 7));
  const { days, askedAt, failed, retry } = useMonth(packageId, month, onDays);
  const weekStart = firstWeekday(words.locale);
  const weeks = weeksOf(month, weekStart);
  const inMonth = weeks.flat().filter((day) => day !== undefined);
  const starts = [chosen, inMonth.find((day) => days?.get(day)?.some((row) => row.left > 0)), inMonth[0]];
  const { grid, active, onKeyDown } = useArrowKeys({
    start: starts.find((day) => day?.startsWith(month)) ?? '',
    month,
    weekStart,
    earliest: `${first.slice(0, 7)}-01`,
    onMonth: setMonth,
  });
  const heading = useId();
  const isChosen = (day: string) =>
    day === chosen || (chosen !== undefined && until !== undefined && day > chosen && day <= until);
  return (
    <div>
      <MonthBar month={month} first={first} headingId={heading} onMonth={setMonth} />
      {failed && <Failed onRetry={retry} />}
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is a grid (ARIA practices)
        role="grid"
        aria-labelledby={heading}
        aria-busy={!days || undefined}
        onKeyDown={onKeyDown}
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
                    {...{ day, skuId, shown, words, onChoose }}
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
      {askedAt && <AskedAt at={askedAt} />}
    </div>
  );
}

/** Of what a supplier's system told: when it did, by the reader's own clock. */
function AskedAt({ at }: { at: string }) {
  const { say, instant } = useWords();
  const when = instant(at, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return <p className="mt-1 text-xs text-quiet">{say('catalog.calendar.askedAt', { when })}</p>;
}

type MonthBarProps = { month: string; first: string; headingId: string; onMonth(month: string): void };

function MonthBar({ month, first, headingId, onMonth }: MonthBarProps) {
  const words = useWords();
  const arrow = 'grid size-11 place-items-center rounded-lg border border-line hover:border-brand disabled:opacity-40';
  const start = `${month}-01`;
  return (
    <div className="mb-2 flex items-center justify-between">
      <button
        type="button"
        className={arrow}
        disabled={month <= first.slice(0, 7)}
        onClick={() => onMonth(addDays(start, -1).slice(0, 7))}
        aria-label={words.say('catalog.calendar.previous')}
      >
        <IconChevronLeft className="size-5" />
      </button>
      <h3 id={headingId} className="text-lg font-semibold" aria-live="polite">
        {words.day(start, 'month')}
      </h3>
      <button
        type="button"
        className={arrow}
        onClick={() => onMonth(addDays(start, 31).slice(0, 7))}
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

/** Days of a month, asked for when the month is opened and again every half minute while it is looked at. */
function useMonth(packageId: string, month: string, onDays: (days: CalendarDay[]) => void) {
  const [known, setKnown] = useState<{ key: string; days: Map<string, CalendarDay[]>; askedAt: string | null }>();
  const [failed, setFailed] = useState(false);
  const key = `${packageId} ${month}`;
  const ask = useCallback(
    function read(isAgain?: true) {
      const from = `${month}-01`;
      send('inventories', {
        packageId,
        from,
        to: addDays(from, 30 + (addDays(from, 30).slice(0, 7) === month ? 1 : 0)),
      }).then(
        (answer) => {
          const days = new Map<string, CalendarDay[]>();
          for (const row of answer.days) days.set(row.on, [...(days.get(row.on) ?? []), row]);
          setFailed(false);
          setKnown({ key: `${packageId} ${month}`, days, askedAt: answer.askedAt });
          onDays(answer.days);
          // A supplier's system is asked anew, at most once a minute; what it changed is read again.
          if (answer.askedAt && !isAgain)
            send('askPlaces', { packageId, month }).then(
              ({ fresh }) => fresh && read(true),
              () => undefined,
            );
        },
        () => setFailed(true),
      );
    },
    [packageId, month, onDays],
  );
  useEffect(() => {
    ask();
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), 30_000);
    return () => clearInterval(timer);
  }, [ask]);
  const current = known?.key === key ? known : undefined;
  return { days: current?.days, askedAt: current?.askedAt, failed, retry: () => ask() };
}

/** 0 Sunday, 1 Monday: where the reader's week begins. */
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
