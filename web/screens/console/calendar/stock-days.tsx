// The calendar on phones: a list of days, each opened in a dialog with its places and prices.
import { useState } from 'react';
import { writePrice } from '../../../parts/console/catalogue/read-figures.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { onSend } from '../../../parts/form/on-send.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { capacity, emptyLabelOf, findSku, isOfSession, kindOf, nameCell } from './cell-kinds.ts';
import {
  type Calendar,
  cellKey,
  cellText,
  judgeCell,
  limitIn,
  marginOn,
  plainOf,
  type SheetRow,
  sessionsOn,
} from './stock-cells.ts';
import type { Stock } from './use-stock.ts';

type StockDaysProps = {
  stock: Stock;
  rows: SheetRow[];
  days: string[];
  today: string;
  skus: Calendar['skus'];
  /** A label for a row that is not a day. */
  only?: string;
};

/** Past days are folded, unless the whole month is past. */
export function StockDays({ stock, rows, days, today, skus, only }: StockDaysProps) {
  const words = useWords();
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  const nameOf = (day: string) => only ?? words.day(day);
  const coming = days.filter((day) => day >= today);
  const past = coming.length ? days.filter((day) => day < today) : [];
  const list = { stock, rows, nameOf, onOpen: setOpen };
  return (
    <>
      {past.length > 0 && (
        <details className="mb-2">
          <summary className="min-h-11 cursor-pointer content-center font-medium">
            {words.say('inventory.pastDays', { count: past.length })}
          </summary>
          <DayList {...list} days={past} />
        </details>
      )}
      <DayList {...list} days={coming.length ? coming : days} />
      <Dialog open={open !== undefined} onClose={close} title={open ? nameOf(open) : ''}>
        {open && <DayForm {...{ stock, rows, skus }} day={open} onDone={close} />}
      </Dialog>
    </>
  );
}

type DayListProps = Pick<StockDaysProps, 'stock' | 'rows' | 'days'> & {
  nameOf(day: string): string;
  onOpen(day: string): void;
};

function DayList({ stock, rows, days, nameOf, onOpen }: DayListProps) {
  return (
    <ul className="grid gap-2">
      {days.map((day) => (
        <li key={day}>
          <button
            type="button"
            className="grid w-full gap-0.5 rounded-lg border border-line bg-surface px-4 py-3 text-left hover:border-brand"
            onClick={() => onOpen(day)}
          >
            <span className="flex flex-wrap justify-between gap-2 font-medium">
              {nameOf(day)}
              <Changed stock={stock} day={day} rows={rows} />
            </span>
            <DayFacts stock={stock} day={day} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Changed({ stock, day, rows }: { stock: Stock; day: string; rows: SheetRow[] }) {
  const { say } = useWords();
  const keys = rows.map((row) => cellKey(day, row)).filter((key) => stock.edits.has(key));
  if (!keys.length) return null;
  const wrong = keys.some((key) => judgeCell(stock.edits, stock.onSale, key, stock.currency));
  return (
    <span className={`text-sm ${wrong ? 'text-bad' : 'text-warn'}`}>
      {say(wrong ? 'inventory.toMend' : 'inventory.changed')}
    </span>
  );
}

function DayFacts({ stock, day }: { stock: Stock; day: string }) {
  const { colon, say } = useWords();
  const sessions = sessionsOn(stock.known, stock.edits, day);
  if (!sessions.length) return <span className="text-sm text-quiet">{say('inventory.notSold')}</span>;
  return sessions.map((session) => {
    const found = stock.known.get(day)?.find((item) => item.session === session);
    const places = cellText(stock.known, stock.edits, cellKey(day, { session, what: capacity }), stock.currency);
    return (
      <span key={session} className="text-sm text-quiet">
        {stock.nameSession(session)} · {colon(say('inventory.places'))}
        {places}
        {found && found.sold > 0 && ` · ${say('inventory.sold', { count: found.sold })}`}
        {found && found.held > found.quoted && ` · ${say('inventory.held', { count: found.held - found.quoted })}`}
        {found && found.quoted > 0 && ` · ${say('inventory.quoted', { count: found.quoted })}`}
      </span>
    );
  });
}

type DayFormProps = Omit<StockDaysProps, 'days' | 'today' | 'only'> & { day: string; onDone(): void };

/** Changes are applied at once; the bar below sends them with the others. */
function DayForm({ stock, rows, skus, day, onDone }: DayFormProps) {
  const { say, intl } = useWords();
  const { known, edits, currency } = stock;
  const percentOf = (share: number) => intl.formatNumber(share, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <form noValidate className="grid gap-4" onSubmit={onSend(onDone)}>
      {rows.map((row) => {
        const key = cellKey(day, row);
        const sku = findSku(skus, row.what);
        const cell = nameCell(say, row.what, sku);
        const wrong = judgeCell(edits, stock.onSale, key, currency);
        const session = stock.nameSession(row.session);
        const used = kindOf(row.what) === 'limit' ? limitIn(known, key) : undefined;
        const margin = kindOf(row.what) === 'price' && sku && marginOn(known, edits, day, sku, currency);
        const plainText = plainOf(known, edits, key, sku, currency);
        const hint = [
          say(emptyLabelOf(row.what)),
          margin && `${say('inventory.margin')} ${writePrice(margin.minor, currency)} (${percentOf(margin.share)})`,
          used && used.sold > 0 && say('inventory.sold', { count: used.sold }),
          used && used.held > 0 && say('inventory.held', { count: used.held }),
        ];
        return (
          <InputField
            key={key}
            label={isOfSession(row.what) ? `${session}: ${cell}` : cell}
            hint={hint.filter(Boolean).join(' · ')}
            error={wrong && say(`inventory.problem.${wrong}`)}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            className="tabular-nums"
            placeholder={plainText || undefined}
            value={cellText(known, edits, key, currency)}
            onValue={(text) => stock.type([[key, text]])}
          />
        );
      })}
      <Button type="submit" className="justify-self-end">
        {say('account.centre.done')}
      </Button>
    </form>
  );
}
