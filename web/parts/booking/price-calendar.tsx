// A month at a time with the price and the stock of each day; days come from `inventories` as the month is opened.
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { addDays, formatWeekday, weekdayOf } from '../../../domain/dates.ts';
import { convertMoney, formatCell } from '../../../domain/money.ts';
import { send } from '../../call.ts';
import { Skeleton } from '../../ui/pieces.tsx';
import { type Shown, useWords } from '../use-words.ts';

export type CalendarDay = OutputOf<'inventories'>['days'][number];

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

const fewPlaces = 5;

export function PriceCalendar({
  packageId,
  skuId,
  shown,
  chosen,
  until,
  mayEnd,
  first,
  onChoose,
  onDays,
}: CalendarProps) {
  const words = useWords();
  const [month, setMonth] = useState((chosen ?? first).slice(0, 7));
  const { days, failed, retry } = useMonth(packageId, month, onDays);
  const firstOfMonth = `${month}-01`;
  const last = addDays(`${addDays(firstOfMonth, 31).slice(0, 7)}-01`, -1);
  const startsOn = firstWeekday(words.locale);
  const lead = (weekdayOf(firstOfMonth) - startsOn + 7) % 7;
  const all = Array.from({ length: Number(last.slice(8)) }, (_, at) => addDays(firstOfMonth, at));
  const weekdays = Array.from({ length: 7 }, (_, at) => formatWeekday((startsOn + at) % 7, words.locale));
  const arrow = 'grid size-11 place-items-center rounded-lg border border-line hover:border-brand disabled:opacity-40';
  return (
    <div>
      <div className="mb-2 flex items-center justify-between">
        <button
          type="button"
          className={arrow}
          disabled={month <= first.slice(0, 7)}
          onClick={() => setMonth(addDays(firstOfMonth, -1).slice(0, 7))}
          aria-label={words.say('calendar.previous')}
        >
          <IconChevronLeft className="size-5" />
        </button>
        <h3 className="text-lg font-semibold" aria-live="polite">
          {words.day(firstOfMonth, 'month')}
        </h3>
        <button
          type="button"
          className={arrow}
          onClick={() => setMonth(addDays(last, 1).slice(0, 7))}
          aria-label={words.say('calendar.next')}
        >
          <IconChevronRight className="size-5" />
        </button>
      </div>
      {failed && (
        <p role="alert" className="mb-2 text-sm text-bad">
          {words.say('problem.network')}{' '}
          <button type="button" className="font-semibold underline" onClick={retry}>
            {words.say('problem.again')}
          </button>
        </p>
      )}
      <div className="grid grid-cols-7 gap-1 text-center">
        {weekdays.map((name) => (
          <span key={name} aria-hidden="true" className="py-1 text-xs font-medium text-quiet">
            {name}
          </span>
        ))}
        {all.slice(0, lead).map((day) => (
          <span key={`before ${day}`} />
        ))}
        {all.map((day) =>
          days ? (
            <DayCell
              key={day}
              {...{ day, skuId, shown, words, onChoose }}
              rows={days.get(day) ?? []}
              chosen={day === chosen || (chosen !== undefined && until !== undefined && day > chosen && day <= until)}
              mayEnd={mayEnd?.(day) ?? false}
            />
          ) : (
            <Skeleton key={day} className="h-16" />
          ),
        )}
      </div>
    </div>
  );
}

type CellProps = {
  day: string;
  rows: CalendarDay[];
  skuId: string | undefined;
  shown: Shown;
  chosen: boolean;
  mayEnd: boolean;
  words: ReturnType<typeof useWords>;
  onChoose(day: string): void;
};

function DayCell({ day, rows, skuId, shown, chosen, mayEnd, words, onChoose }: CellProps) {
  const left = rows.reduce((sum, row) => sum + row.left, 0);
  const prices = rows.flatMap((row) => row.prices.filter((one) => !skuId || one.skuId === skuId));
  const price = prices.sort((a, b) => a.price.amountMinor - b.price.amountMinor)[0]?.price;
  const open = rows.length > 0 && left > 0 && price !== undefined;
  const told = open
    ? words.say('calendar.day', { date: words.day(day), price: words.shown(price, shown), left })
    : words.say('calendar.closed', { date: words.day(day) });
  return (
    <button
      type="button"
      disabled={!open && !mayEnd}
      aria-pressed={chosen}
      onClick={() => onChoose(day)}
      className="grid h-16 min-w-0 content-center rounded-lg border border-line bg-surface leading-tight hover:border-brand disabled:border-transparent disabled:bg-transparent disabled:text-quiet disabled:opacity-55 aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-surface"
    >
      <span className="sr">{told}</span>
      <span aria-hidden="true" className="font-semibold tabular-nums">
        {Number(day.slice(8))}
      </span>
      <span aria-hidden="true" className="truncate text-[11px] tabular-nums">
        {open ? formatCell(convertMoney(price, shown.currency, shown.rate), words.locale) : '–'}
      </span>
      <span aria-hidden="true" className={`truncate text-[10px] ${chosen ? '' : 'text-warn'}`}>
        {open && left <= fewPlaces ? words.say('calendar.few', { left }) : ''}
      </span>
    </button>
  );
}

/** Days of a month, asked for when the month is opened and again every half minute while it is looked at. */
function useMonth(packageId: string, month: string, onDays: (days: CalendarDay[]) => void) {
  const [known, setKnown] = useState<{ key: string; days: Map<string, CalendarDay[]> }>();
  const [failed, setFailed] = useState(false);
  const key = `${packageId} ${month}`;
  const ask = useCallback(() => {
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
        setKnown({ key: `${packageId} ${month}`, days });
        onDays(answer.days);
      },
      () => setFailed(true),
    );
  }, [packageId, month, onDays]);
  useEffect(() => {
    ask();
    const timer = setInterval(() => document.visibilityState === 'visible' && ask(), 30_000);
    return () => clearInterval(timer);
  }, [ask]);
  return { days: known?.key === key ? known.days : undefined, failed, retry: ask };
}

/** 0 Sunday, 1 Monday: where the reader's week begins. */
function firstWeekday(locale: string): number {
  const told = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
  return (told.getWeekInfo?.().firstDay ?? 1) % 7;
}
