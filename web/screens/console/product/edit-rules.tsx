// What may be cancelled at what cost, and what is asked of those who book (§3 field codes in their fixed order).
import { rulesInForce } from '../../../../domain/cancellation.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import { isProductType, usualFields } from '../../../../domain/product-types.ts';
import { fieldName, fieldOrder, fitsIn } from '../../../../domain/traveller-fields.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { rowKey } from '../../../parts/console/catalogue/change-paths.ts';
import { CellField, FiguresOf, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import type { RefundDraft } from '../../../parts/console/catalogue/product-draft.ts';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { type FreightChoice, FreightField } from './freight-field.tsx';
import { AddRow, RowActions } from './row-actions.tsx';

export function EditRules({ freight }: { freight: FreightChoice[] }) {
  const { say } = useWords();
  return (
    <>
      <FormSection title={say('editing.cancelling')}>
        <Cancelling />
      </FormSection>
      <FormSection title={say('editing.asked')}>
        <AskedFields field="orderFields" />
        <AskedFields field="travellerFields" />
      </FormSection>
      <FreightField freight={freight} />
      <FormSection title={say('editing.later')}>
        <p className="text-sm text-quiet">{say('editing.laterHint')}</p>
        <LaterFields field="laterOrderFields" />
        <LaterFields field="laterTravellerFields" />
        <FiguresOf section="completion" />
      </FormSection>
    </>
  );
}

function Cancelling() {
  const words = useWords();
  const { say } = words;
  const { draft, change } = useEditor();
  const rows = draft.refundRules;
  const first: RefundDraft = { daysBefore: '7', feePercent: '50' };
  return (
    <>
      <FiguresOf section="cancelling" />
      <Checkbox
        label={say('editing.ownFees')}
        checked={rows !== null}
        onChange={(event) => change('refundRules', event.target.checked ? [first] : null)}
      />
      {rows?.map((row, at) => {
        const name = say('editing.one.refundRules', { number: at + 1 });
        return (
          <div key={rowKey(row)} className="flex flex-wrap items-end gap-3">
            {(['daysBefore', 'feePercent'] as const).map((item) => (
              <div key={item} className="grid gap-1 text-sm font-medium">
                <span aria-hidden="true">{say(`editing.field.${item}`)}</span>
                <CellField
                  path={`refundRules.${at}.${item}`}
                  label={`${name}, ${say(`editing.field.${item}`)}`}
                  className="!w-32"
                />
              </div>
            ))}
            <RowActions rows={rows} at={at} name={name} onRows={(next) => change('refundRules', next)} />
          </div>
        );
      })}
      {rows && (
        <AddRow
          label={say('editing.addFee')}
          disabled={rows.length >= productFields.refundRules.most}
          onAdd={() => change('refundRules', [...rows, { daysBefore: '', feePercent: '' }])}
        />
      )}
      <div className="rounded-lg bg-canvas p-4 text-sm" aria-live="polite">
        <p className="font-medium">{say('editing.inWords')}</p>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {tellRules(words, draft.freeCancelDays, rows).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** The rule of the nearest day decides (domain/cancellation.ts); without any, the free days alone. */
function tellRules({ say }: Words, freeDays: string, rows: RefundDraft[] | null): string[] {
  const whole = (value: string) => /^\d{1,3}$/.test(value.trim());
  const read = (rows ?? [])
    .filter((row) => whole(row.daysBefore) && whole(row.feePercent))
    .map((row) => ({ daysBefore: Number(row.daysBefore), feePercent: Number(row.feePercent) }));
  const rules = rulesInForce(read, null);
  const widest = rules[0];
  if (!widest)
    return [whole(freeDays) ? say('catalog.policy.free', { days: Number(freeDays) }) : say('catalog.policy.none')];
  if (rules.every((rule) => rule.feePercent === 0)) return [say('editing.refund.always')];
  const lines = rules.map(({ daysBefore: days, feePercent: percent }) =>
    say(percent >= 100 ? 'editing.refund.nothing' : 'editing.refund.kept', { days, percent }),
  );
  return [say('editing.refund.free', { days: widest.daysBefore }), ...lines];
}

function AskedFields({ field }: { field: 'orderFields' | 'travellerFields' }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const own = draft[field];
  const type = Number(draft.type);
  const usual = isProductType(type) ? usualFields(type, Number(draft.subtype))[field] : [];
  const offered = fieldOrder.filter((item) => fitsIn(item, field === 'orderFields' ? 'order' : 'traveller'));
  const namesOf = (codes: readonly number[]) =>
    fieldOrder
      .filter((item) => codes.includes(item))
      .map((item) => say(`order.traveller.${fieldName(item)}`))
      .join(', ') || say('editing.nothingAsked');
  const set = (code: number, on: boolean) => {
    const chosen = new Set(own ?? []);
    if (on) chosen.add(code);
    else chosen.delete(code);
    change(
      field,
      fieldOrder.filter((item) => chosen.has(item)),
    );
  };
  return (
    <fieldset data-path={field} tabIndex={-1} className="grid gap-1">
      <legend className="text-sm font-medium">{say(`editing.field.${field}`)}</legend>
      <Checkbox
        label={say('editing.asTheType', { fields: namesOf(usual) })}
        checked={own === null}
        onChange={(event) => change(field, event.target.checked ? null : [...usual])}
      />
      {own && (
        <div className="grid gap-x-6 pl-8 sm:grid-cols-2 xl:grid-cols-3">
          {offered.map((item) => (
            <Checkbox
              key={item}
              label={say(`order.traveller.${fieldName(item)}`)}
              checked={own.includes(item)}
              onChange={(event) => set(item, event.target.checked)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Of the fields that are asked, the ones that may follow after the booking (§4 booking completion). */
function LaterFields({ field }: { field: 'laterOrderFields' | 'laterTravellerFields' }) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const asked = field === 'laterOrderFields' ? 'orderFields' : 'travellerFields';
  const type = Number(draft.type);
  const usual = isProductType(type) ? usualFields(type, Number(draft.subtype))[asked] : [];
  const all = draft[asked] ?? usual;
  const offered = fieldOrder.filter((item) => all.includes(item));
  const chosen = draft[field];
  const set = (code: number, on: boolean) => {
    const next = on ? [...(chosen ?? []), code] : (chosen ?? []).filter((item) => item !== code);
    change(
      field,
      fieldOrder.filter((item) => next.includes(item)),
    );
  };
  if (!offered.length) return null;
  return (
    <fieldset data-path={field} tabIndex={-1} className="grid gap-1">
      <legend className="text-sm font-medium">{say(`editing.field.${field}`)}</legend>
      <Checkbox
        label={say(field === 'laterOrderFields' ? 'editing.laterNone' : 'editing.laterAgents')}
        checked={chosen === null}
        onChange={(event) => change(field, event.target.checked ? null : [])}
      />
      {chosen && (
        <div className="grid gap-x-6 pl-8 sm:grid-cols-2 xl:grid-cols-3">
          {offered.map((item) => (
            <Checkbox
              key={item}
              label={say(`order.traveller.${fieldName(item)}`)}
              checked={chosen.includes(item)}
              onChange={(event) => set(item, event.target.checked)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
