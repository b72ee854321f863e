// Fills many days at once: a range, its weekdays, one session or all, places or a price; or takes over a month into the next.

import { useState } from 'react';
import { formatWeekday, weekdayOf } from '../../../../domain/dates.ts';
import { ActFoot } from '../../../console-kit/act-dialog.tsx';
import { InputField } from '../../../console-kit/form-fields.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Field, SelectInput } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import {
  type Calendar,
  capacity,
  cellKey,
  daysFrom,
  daysOnSale,
  hasLimits,
  isPlaces,
  type Known,
  lastDay,
  limitOf,
  monthOf,
  nextMonth,
  readCell,
  sheetRows,
  type Typed,
  textIn,
  twinOf,
} from './stock-cells.ts';
import type { Stock } from './use-stock.ts';

type Filling = { from: string; to: string; weekdays: number[]; session: string; what: string; value: string };

const everySession = '*';
const longest = 366;
const week = [1, 2, 3, 4, 5, 6, 0];

type FillDaysProps = {
  stock: Stock;
  month: string;
  sessions: string[];
  skus: Calendar['skus'];
  onDone(): void;
};

export function FillDays({ stock, month, sessions, skus, onDone }: FillDaysProps) {
  const words = useWords();
  const { say } = words;
  const [form, setForm] = useState<Filling>({
    from: `${month}-01`,
    to: lastDay(month),
    weekdays: week,
    session: everySession,
    what: capacity,
    value: '',
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<Filling>) => {
    setForm({ ...form, ...part });
    setErrors({});
    setProblem('');
  };
  const fill = async (event: React.FormEvent) => {
    event.preventDefault();
    const days = form.from && form.to ? daysFrom(form.from, form.to) : [];
    const found: Record<string, string> = {};
    if (!days.length || days.length > longest) found.to = say('inventory.fill.range', { max: longest });
    if (readCell(form.what, form.value, stock.currency) === undefined) found.value = say('inventory.problem.format');
    setErrors(found);
    if (Object.keys(found).length) return;
    setBusy(true);
    try {
      const known = await stock.lookUp([...new Set(days.map(monthOf))]);
      const typed = cellsToFill(form, days, sessions, known, stock);
      if (typed.length) {
        stock.type(typed, known);
        onDone();
      } else setProblem(say('inventory.fill.none'));
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
    setBusy(false);
  };
  return (
    <form noValidate onSubmit={fill} className="grid gap-4">
      <FillRange form={form} errors={errors} set={set} />
      <FillWhat {...{ form, errors, set, sessions, skus, stock }} />
      {problem && <Notice tone="bad" title={problem} />}
      <ActFoot act={say('inventory.fill.go')} busy={busy} onClose={onDone} />
    </form>
  );
}

/** Prices and limits of SKUs only where places are on sale: a day that is not sold has none. */
function cellsToFill(form: Filling, days: string[], sessions: string[], known: Known, { edits }: Stock): Typed[] {
  const chosen = days.filter((day) => form.weekdays.includes(weekdayOf(day)));
  const onSale = daysOnSale(known, edits);
  if (!isPlaces(form.what))
    return chosen
      .filter((day) => onSale.has(day))
      .map((day) => [cellKey(day, { session: '', what: form.what }), form.value] as const);
  const wanted = form.session === everySession ? sessions : [form.session];
  return chosen.flatMap((day) =>
    wanted
      .filter((session) => form.what === capacity || onSale.has(`${day}|${session}`))
      .map((session) => [cellKey(day, { session, what: form.what }), form.value] as const),
  );
}

type PartProps = { form: Filling; errors: Record<string, string>; set(part: Partial<Filling>): void };

function FillRange({ form, errors, set }: PartProps) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'to'] as const).map((one) => (
          <InputField
            key={one}
            label={say(`inventory.fill.${one}`)}
            error={errors[one]}
            type="date"
            value={form[one]}
            onValue={(text) => set({ [one]: text })}
          />
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
                checked={form.weekdays.includes(day)}
                onChange={(event) =>
                  set({
                    weekdays: event.target.checked
                      ? [...form.weekdays, day]
                      : form.weekdays.filter((one) => one !== day),
                  })
                }
              />
              {formatWeekday(day, words.locale)}
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}

type FillWhatProps = PartProps & Pick<FillDaysProps, 'sessions' | 'skus' | 'stock'>;

function FillWhat({ form, errors, set, sessions, skus, stock }: FillWhatProps) {
  const { say } = useWords();
  const places = isPlaces(form.what);
  const empty = places
    ? form.what === capacity
      ? 'inventory.emptyPlaces'
      : 'inventory.emptyLimit'
    : 'inventory.emptyPrice';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={say('inventory.fill.what')}>
        {(ids) => (
          <SelectInput ids={ids} value={form.what} onChange={(event) => set({ what: event.target.value })}>
            <option value={capacity}>{say('inventory.places')}</option>
            {skus.map((sku) => (
              <option key={sku.id} value={limitOf(sku.id)}>
                {say('inventory.placesOf', { name: sku.name })}
              </option>
            ))}
            {skus.map((sku) => (
              <option key={sku.id} value={sku.id}>
                {say('inventory.priceOf', { name: sku.name })}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {places && sessions.length > 1 && (
        <Field label={say('catalog.product.session')}>
          {(ids) => (
            <SelectInput ids={ids} value={form.session} onChange={(event) => set({ session: event.target.value })}>
              <option value={everySession}>{say('inventory.everySession')}</option>
              {sessions.map((one) => (
                <option key={one} value={one}>
                  {one || say('catalog.product.wholeDay')}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
      )}
      <InputField
        label={places ? say('inventory.fill.value') : `${say('inventory.fill.value')} (${stock.currency})`}
        hint={say(empty)}
        error={errors.value}
        inputMode="decimal"
        maxLength={20}
        className="tabular-nums"
        value={form.value}
        onValue={(text) => set({ value: text })}
      />
    </div>
  );
}

/** What a month shows, on the same weekdays of the next one. What is not sold here closes nothing there. */
export async function copyOn(stock: Stock, month: string, sessions: string[], skus: Calendar['skus']): Promise<number> {
  const next = nextMonth(month);
  const known = await stock.lookUp([month, next]);
  const onSale = daysOnSale(known, stock.edits);
  const typed: Typed[] = [];
  for (const day of daysFrom(`${next}-01`, lastDay(next))) {
    const twin = twinOf(day, month);
    if (!onSale.has(twin)) continue;
    for (const row of sheetRows(sessions, skus, hasLimits(known, stock.edits))) {
      const text = textIn(known, stock.edits, cellKey(twin, row), stock.currency);
      if (text || row.what !== capacity) typed.push([cellKey(day, row), text]);
    }
  }
  stock.type(typed, known);
  return typed.length;
}
