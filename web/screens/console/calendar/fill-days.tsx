// Fills many days at once: a range, its weekdays, one session or all, places or a price; or copies a month into the next.

import { formatWeekday, weekdayOf } from '../../../../domain/dates.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';
import { capacity, costOf, emptyLabelOf, isOfSession, isPlaces, limitOf, sessionPriceOf } from './cell-kinds.ts';
import {
  type Calendar,
  cellKey,
  cellText,
  daysFrom,
  daysOnSale,
  type KnownDays,
  lastDay,
  monthOf,
  nextMonth,
  readCell,
  rowsOf,
  sameWeekdayBefore,
  sheetRows,
  type TypedCell,
} from './stock-cells.ts';
import type { Stock } from './use-stock.ts';

type Filling = { from: string; to: string; weekdays: number[]; session: string; what: string; value: string };

const everySession = '*';
const longest = 366;
const week = [1, 2, 3, 4, 5, 6, 0];

type FillDaysProps = {
  stock: Stock;
  month: string;
  today: string;
  sessions: string[];
  skus: Calendar['skus'];
  onDone(): void;
};

export function FillDays({ stock, month, today, sessions, skus, onDone }: FillDaysProps) {
  const { say } = useWords();
  const daysOf = ({ from, to }: Filling) => (from && to ? daysFrom(from, to) : []);
  const initial: Filling = {
    // Nothing is sold on a day that is over.
    ...{ from: monthOf(today) === month ? today : `${month}-01`, to: lastDay(month), weekdays: week },
    ...{ session: everySession, what: capacity, value: '' },
  };
  const form = useDraft({
    initial,
    judge(draft) {
      const { length } = daysOf(draft);
      return {
        to: length === 0 || length > longest ? say('inventory.fill.range', { max: longest }) : undefined,
        value:
          readCell(draft.what, draft.value, stock.currency) === undefined ? say('inventory.problem.format') : undefined,
      };
    },
    async save(draft) {
      const days = daysOf(draft);
      const known = await stock.lookUp([...new Set(days.map(monthOf))]);
      const typed = cellsToFill(draft, days, sessions, known, stock);
      if (typed.length) stock.type(typed, known);
      return typed.length;
    },
    onDone: (count) => count > 0 && onDone(),
    saved: (count) => (count ? '' : say('inventory.fill.none')),
    reloads: false,
  });
  return (
    <DialogForm form={form} act={say('inventory.fill.go')} onClose={onDone}>
      <FillRange form={form} />
      <FillWhat {...{ form, sessions, skus, stock }} />
      {form.done?.text && <Notice tone="bad" title={form.done.text} />}
    </DialogForm>
  );
}

/** Prices and limits of SKUs only on days with places: a day that is not sold has none. */
function cellsToFill(
  draft: Filling,
  days: string[],
  sessions: string[],
  known: KnownDays,
  { edits }: Stock,
): TypedCell[] {
  const chosen = days.filter((day) => draft.weekdays.includes(weekdayOf(day)));
  const onSale = daysOnSale(known, edits);
  if (!isOfSession(draft.what))
    return chosen
      .filter((day) => onSale.has(day))
      .map((day) => [cellKey(day, { session: '', what: draft.what }), draft.value] as const);
  const wanted = draft.session === everySession ? sessions : [draft.session];
  return chosen.flatMap((day) =>
    wanted
      .filter((session) => draft.what === capacity || onSale.has(`${day}|${session}`))
      .map((session) => [cellKey(day, { session, what: draft.what }), draft.value] as const),
  );
}

type PartProps = { form: DraftForm<Filling> };

function FillRange({ form: { draft, field, change } }: PartProps) {
  const { say, locale } = useWords();
  const { weekdays } = draft;
  const toggle = (day: number, on: boolean) =>
    change({ weekdays: on ? [...weekdays, day] : weekdays.filter((chosen) => chosen !== day) });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'to'] as const).map((name) => (
          <InputField key={name} {...field(name)} label={say(`inventory.fill.${name}`)} type="date" />
        ))}
      </div>
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{say('inventory.fill.weekdays')}</legend>
        <div className="flex flex-wrap gap-2">
          {week.map((day) => (
            <label
              key={day}
              className={
                'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg border border-line px-3 ' +
                'has-checked:border-brand has-checked:bg-tint'
              }
            >
              <input
                type="checkbox"
                className="accent-brand"
                checked={weekdays.includes(day)}
                onChange={({ target }) => toggle(day, target.checked)}
              />
              {formatWeekday(day, locale)}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

type FillWhatProps = PartProps & Pick<FillDaysProps, 'sessions' | 'skus' | 'stock'>;

function FillWhat({ form: { draft, field }, sessions, skus, stock }: FillWhatProps) {
  const { say } = useWords();
  const places = isPlaces(draft.what);
  const timed = sessions.some(Boolean);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceField
        {...field('what')}
        label={say('inventory.fill.what')}
        options={[
          [capacity, say('inventory.places')] as const,
          ...skus.map(({ id, name }) => [limitOf(id), say('inventory.placesOf', { name })] as const),
          ...skus.map(({ id, name }) => [id, say('inventory.priceOf', { name })] as const),
          ...(timed ? skus : []).map(
            ({ id, name }) => [sessionPriceOf(id), say('inventory.sessionPriceOf', { name })] as const,
          ),
          ...skus.map(({ id, name }) => [costOf(id), say('inventory.costOf', { name })] as const),
        ]}
      />
      {isOfSession(draft.what) && sessions.length > 1 && (
        <ChoiceField
          {...field('session')}
          label={say('catalog.product.session')}
          options={[
            [everySession, say('inventory.everySession')] as const,
            ...sessions.map((session) => [session, stock.nameSession(session)] as const),
          ]}
        />
      )}
      <InputField
        {...field('value')}
        label={places ? say('inventory.fill.value') : `${say('inventory.fill.value')} (${stock.currency})`}
        hint={say(emptyLabelOf(draft.what))}
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
      />
    </div>
  );
}

type Copying = { stock: Stock; month: string; today: string; sessions: string[]; skus: Calendar['skus'] };

/**
 * Copies the values of a month to the same weekdays of the next one. A day that is not sold here closes no day there, and one that is over
 * stays as it was.
 */
export async function copyOn({ stock, month, today, sessions, skus }: Copying): Promise<number> {
  const next = nextMonth(month);
  const known = await stock.lookUp([month, next]);
  const onSale = daysOnSale(known, stock.edits);
  const shown = rowsOf(skus, known, stock.edits);
  const typed: TypedCell[] = [];
  for (const day of daysFrom(`${next}-01`, lastDay(next)).filter((day) => day >= today)) {
    const twin = sameWeekdayBefore(day, month);
    if (!onSale.has(twin)) continue;
    for (const row of sheetRows(sessions, skus, shown)) {
      const text = cellText(known, stock.edits, cellKey(twin, row), stock.currency);
      if (text || row.what !== capacity) typed.push([cellKey(day, row), text]);
    }
  }
  stock.type(typed, known);
  return typed.length;
}
