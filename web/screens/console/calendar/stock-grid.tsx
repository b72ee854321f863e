// A month of price and stock as a sheet (rules §10): changed cells are marked, held and sold places are shown below the places.
import { memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Currency } from '../../../../domain/currencies.ts';
import { formatWeekday, weekdayOf } from '../../../../domain/dates.ts';
import { writePrice } from '../../../parts/console/catalogue/read-figures.ts';
import { useWords } from '../../../parts/use-words.ts';
import { capacity, findSku, isOfSession, kindOf, nameCell, usualMinor } from './cell-kinds.ts';
import { CellText } from './cell-text.tsx';
import { RowHead } from './row-head.tsx';
import {
  type Calendar,
  cellKey,
  cellText,
  type Edits,
  judgeCell,
  type KnownDays,
  limitIn,
  marginOn,
  plainOf,
  type SheetRow,
} from './stock-cells.ts';
import { type CellPosition, useSheet } from './use-sheet.ts';
import type { Stock } from './use-stock.ts';

type GridProps = {
  stock: Stock;
  rows: SheetRow[];
  days: string[];
  skus: Calendar['skus'];
  today: string;
  /** A label for a column that is not a day. */
  only?: string;
  label: string;
};

export function StockGrid({ stock, rows, days, skus, today, only, label }: GridProps) {
  const { known, edits, onSale, currency, conflicts } = stock;
  const keyAt = ({ row, col }: CellPosition) => cellKey(days[col] ?? '', rows[row] ?? { session: '', what: capacity });
  const todayCol = days.indexOf(today);
  const sheet = useSheet({
    rows: rows.length,
    cols: days.length,
    startCol: Math.max(todayCol, 0),
    read: (spot) => cellText(known, edits, keyAt(spot), currency),
    write: (cells) => stock.type(cells.map(([spot, text]) => [keyAt(spot), text] as const)),
    undo: stock.undo,
    redo: stock.redo,
  });
  const hands = useHands(sheet);
  const { at, block, table } = sheet;
  // Late in a month the days that can still be sold would lie beyond the right edge.
  useLayoutEffect(() => {
    const column = todayCol > 0 && table.current?.querySelectorAll<HTMLElement>('thead th')[todayCol + 1];
    if (column) column.scrollIntoView({ inline: 'start', block: 'nearest' });
  }, [todayCol, table]);
  const marked = useMemo(() => new Set(conflicts.map((conflict) => conflict.key)), [conflicts]);
  return (
    <div className="relative overflow-x-auto rounded-card border border-line bg-surface [scroll-padding-left:11rem]">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid on a table, as ARIA describes it
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        className="border-separate border-spacing-0 text-sm select-none"
        onKeyDown={sheet.keys}
        onCopy={sheet.copy}
        onCut={sheet.copy}
        onPaste={sheet.paste}
      >
        <DayHeads days={days} today={today} only={only} />
        <tbody>
          {rows.map((row, number) => (
            <GridRow
              key={`${row.session} ${row.what}`}
              {...{ row, number, days, known, edits, onSale, currency, today, hands, marked }}
              session={stock.nameSession(row.session)}
              sku={findSku(skus, row.what)}
              from={number >= block.top && number <= block.bottom ? block.left : -1}
              to={number >= block.top && number <= block.bottom ? block.right : -1}
              at={at.row === number ? at.col : -1}
              typing={at.row === number ? sheet.typing : undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function DayHeads({ days, today, only }: Pick<GridProps, 'days' | 'today' | 'only'>) {
  const words = useWords();
  return (
    <thead>
      <tr>
        <th scope="col" className="sticky left-0 z-10 min-w-40 border-r border-b border-line bg-surface px-3 py-2">
          <span className="sr">{words.say('inventory.row')}</span>
        </th>
        {days.map((day) => (
          <th
            key={day}
            scope="col"
            className={[
              'border-b border-line px-1 py-2 text-center font-medium whitespace-nowrap',
              `${[0, 6].includes(weekdayOf(day)) ? 'bg-canvas' : ''} ${day < today ? 'text-quiet' : ''}`,
            ].join(' ')}
          >
            {only ?? (
              <>
                <span className="block text-xs text-quiet">{formatWeekday(weekdayOf(day), words.locale)}</span>
                <span className="sr">{words.day(day, 'short')}</span>
                <span aria-hidden="true">{Number(day.slice(8))}</span>
              </>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type Hands = {
  press(spot: CellPosition, event: React.PointerEvent): void;
  drag(spot: CellPosition, event: React.PointerEvent): void;
  tap(spot: CellPosition): void;
  /** The focus came from outside the sheet. */
  focus(spot: CellPosition): void;
  open(spot: CellPosition): void;
  type(text: string): void;
  leave(): void;
};

/** The same callbacks in every render, so that unchanged rows are not rendered again. */
function useHands(sheet: ReturnType<typeof useSheet>): Hands {
  const newest = useRef(sheet);
  const mouse = useRef(false);
  // Runs before the sheet moves the focus, which is handled below.
  useLayoutEffect(() => {
    newest.current = sheet;
  });
  return useMemo(
    () => ({
      press: (spot, event) => {
        mouse.current = event.pointerType === 'mouse';
        if (!mouse.current || event.button !== 0) return;
        newest.current.commit();
        newest.current.go(spot, event.shiftKey);
      },
      drag: (spot, event) => {
        if (event.pointerType === 'mouse' && event.buttons === 1) newest.current.go(spot, true);
      },
      tap: (spot) => {
        if (!mouse.current) newest.current.go(spot);
      },
      focus: (spot) => {
        const { at, typing, go } = newest.current;
        if (typing === undefined && (at.row !== spot.row || at.col !== spot.col)) go(spot);
      },
      open: (spot) => newest.current.open(spot),
      type: (text) => newest.current.type(text),
      leave: () => newest.current.commit(),
    }),
    [],
  );
}

type RowProps = {
  row: SheetRow;
  session: string;
  number: number;
  /** The SKU of the limit, price or cost. */
  sku: Calendar['skus'][number] | undefined;
  days: string[];
  known: KnownDays;
  edits: Edits;
  onSale: ReadonlySet<string>;
  currency: Currency;
  today: string;
  marked: Set<string>;
  hands: Hands;
  from: number;
  to: number;
  at: number;
  typing: string | undefined;
};

const GridRow = memo(function GridRow(props: RowProps) {
  const { row, session, sku, days, currency } = props;
  const usual = usualMinor(row.what, sku);
  const usualText = usual === null ? '' : writePrice(usual, currency);
  return (
    <tr>
      <RowHead {...{ row, session, sku, currency, plainText: usualText }} />
      {days.map((day, col) => (
        <GridCell key={day} {...props} day={day} col={col} />
      ))}
    </tr>
  );
});

function GridCell(props: RowProps & { day: string; col: number }) {
  const { row, number, sku, known, edits, onSale, currency } = props;
  const { today, marked, hands, from, to, at, typing, day, col } = props;
  const { say } = useWords();
  const key = cellKey(day, row);
  const spot = { row: number, col };
  const text = cellText(known, edits, key, currency);
  const changed = edits.has(key);
  const wrong = judgeCell(edits, onSale, key, currency);
  const kind = kindOf(row.what);
  const departure = kind === 'places' ? known.get(day)?.find((item) => item.session === row.session) : undefined;
  const found = kind === 'limit' ? limitIn(known, key) : departure;
  const open = at === col && typing !== undefined;
  const sold = onSale.has(isOfSession(row.what) ? `${day}|${row.session}` : day);
  const plain = kind === 'places' ? '–' : sold ? plainOf(known, edits, key, sku, currency) : '';
  const margin = kind === 'price' && sku && sold ? marginOn(known, edits, day, sku, currency) : null;
  const look = [
    wrong || marked.has(key) ? 'ring-2 ring-inset ring-bad' : '',
    col >= from && col <= to ? 'bg-tint' : changed ? 'bg-[color-mix(in_oklab,var(--warn)_14%,var(--surface))]' : '',
    at === col ? 'outline-2 -outline-offset-2 outline-brand' : '',
    day < today ? 'text-quiet' : '',
  ].join(' ');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the whole grid
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
      role="gridcell"
      tabIndex={at === col ? 0 : -1}
      data-spot={`${number} ${col}`}
      data-cell={key}
      aria-selected={col >= from && col <= to}
      aria-invalid={Boolean(wrong) || undefined}
      className={`h-12 min-w-17 border-r border-b border-line px-1.5 py-1 text-right align-top tabular-nums ${look}`}
      onPointerDown={(event) => hands.press(spot, event)}
      onPointerEnter={(event) => hands.drag(spot, event)}
      onClick={() => hands.tap(spot)}
      onFocus={() => hands.focus(spot)}
      onDoubleClick={() => hands.open(spot)}
    >
      {open ? (
        <OpenCell label={nameCell(say, row.what, sku)} text={typing} hands={hands} />
      ) : (
        <CellText {...{ text, plain, changed, wrong, found, margin, currency }} />
      )}
    </td>
  );
}

function OpenCell({ label, text, hands }: { label: string; text: string; hands: Hands }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <input
      ref={input}
      aria-label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      className="w-16 bg-transparent text-right outline-none select-text"
      onChange={(event) => hands.type(event.target.value)}
      onBlur={hands.leave}
      onPointerDown={(event) => event.stopPropagation()}
    />
  );
}
