// One day of the price calendar. A day that cannot be chosen can still be reached by the arrow keys, so that it can be read.
import type { OutputOf } from '../../../contract/index.ts';
import { convertMoney, formatCell } from '../../../domain/money.ts';
import type { Shown, Words } from '../../parts/use-words.ts';
import { type Counted, sayLeft } from './say-left.ts';

export type CalendarDay = OutputOf<'inventories'>['days'][number];

const fewPlaces = 5;

/** The lowest price of a day's sessions. */
export function priceOf(rows: CalendarDay[], skuId: string | undefined) {
  const prices = rows.flatMap((row) => row.prices.filter((price) => !skuId || price.skuId === skuId));
  return prices.sort((a, b) => a.price.amountMinor - b.price.amountMinor)[0]?.price;
}

type DayCellProps = {
  day: string;
  rows: CalendarDay[];
  /** The month is not loaded yet. */
  waits: boolean;
  skuId: string | undefined;
  shown: Shown;
  chosen: boolean;
  /** The day is, or may become, the check-out of the stay: no night is sold for it. */
  endsStay: boolean;
  /** What its stock is counted in. */
  stockBy: Counted;
  focusable: boolean;
  /** The lowest price of the shown days, if they differ. */
  cheapest: number | undefined;
  words: Words;
  onChoose(day: string): void;
};

export function DayCell(props: DayCellProps) {
  const { day, rows, waits, skuId, shown, chosen, endsStay, focusable, cheapest, words, onChoose } = props;
  const left = rows.reduce((sum, row) => sum + row.left, 0);
  const price = priceOf(rows, skuId);
  const open = rows.length > 0 && left > 0 && price !== undefined;
  const isCheapest = open && price.amountMinor === cheapest;
  const may = open || endsStay;
  const spoken = () => {
    const date = words.day(day);
    if (waits) return date;
    if (endsStay) return words.say('catalog.calendar.checkOut', { date });
    if (!open) return words.say('catalog.calendar.closed', { date });
    const sold = [date, words.shown(price, shown), sayLeft(words, props.stockBy, left)];
    return words.join([...sold, ...(isCheapest ? [words.say('catalog.calendar.cheapest')] : [])]);
  };
  return (
    <td className="p-0">
      <button
        type="button"
        data-day={day}
        tabIndex={focusable ? 0 : -1}
        aria-disabled={!may || undefined}
        aria-pressed={chosen}
        onClick={() => may && onChoose(day)}
        className={[
          'grid h-16 w-full min-w-0 content-center rounded-lg border border-line bg-surface leading-tight',
          'hover:border-brand aria-disabled:cursor-default aria-disabled:border-transparent',
          'aria-disabled:bg-transparent aria-disabled:text-quiet aria-disabled:opacity-55',
          'aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-surface',
          `${waits ? 'animate-pulse' : ''}`,
        ].join(' ')}
      >
        <span className="sr">{spoken()}</span>
        <span aria-hidden="true" className="font-semibold tabular-nums">
          {Number(day.slice(8))}
        </span>
        <span
          aria-hidden="true"
          className={[
            'truncate text-[11px] tabular-nums',
            isCheapest && !chosen ? 'font-bold text-good' : '',
            // Until the prices are here a bar is shown instead: a dash would mean that nothing is sold.
            waits ? 'mx-auto my-1 h-2 w-6 rounded-full bg-line' : '',
          ].join(' ')}
        >
          {open ? formatCell(convertMoney(price, shown.currency, shown.rate), words.locale) : waits ? '' : '–'}
        </span>
        <span aria-hidden="true" className={`truncate text-[10px] ${chosen ? '' : 'text-warn'}`}>
          {open && left <= fewPlaces ? words.say('catalog.calendar.few', { left }) : ''}
        </span>
      </button>
    </td>
  );
}
