// Cancellation fees, and the fields that a booking asks for (§3 field codes in their fixed order).
import { isProductType, usualFields } from '../../../../domain/product-types.ts';
import { fieldName, fieldOrder, fitsIn } from '../../../../domain/traveller-fields.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { SectionFigures, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { EditParts } from './edit-parts.tsx';
import { type FreightChoice, FreightField } from './freight-field.tsx';
import { RefundRules, RulesInWords } from './refund-rules.tsx';

export function EditRules({ freight }: { freight: FreightChoice[] }) {
  const { say } = useWords();
  return (
    <>
      <FormSection title={say('editing.cancelling')}>
        <Cancelling />
      </FormSection>
      <EditParts />
      <FormSection title={say('editing.asked')}>
        <AskedFields field="orderFields" />
        <AskedFields field="travellerFields" />
      </FormSection>
      <FreightField freight={freight} />
      <FormSection title={say('editing.later')}>
        <p className="text-sm text-quiet">{say('editing.laterHint')}</p>
        <LaterFields field="laterOrderFields" />
        <LaterFields field="laterTravellerFields" />
        <SectionFigures section="completion" />
      </FormSection>
    </>
  );
}

function Cancelling() {
  const { say } = useWords();
  const { draft } = useEditor();
  return (
    <>
      <SectionFigures section="cancelling" />
      <RefundRules path="refundRules" rows={draft.refundRules} label={say('editing.ownFees')} />
      <RulesInWords rows={draft.refundRules} freeDays={draft.freeCancelDays} />
    </>
  );
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
        onValue={(on) => change(field, on ? null : [...usual])}
      />
      {own && (
        <div className="grid gap-x-6 pl-8 sm:grid-cols-2 xl:grid-cols-3">
          {offered.map((item) => (
            <Checkbox
              key={item}
              label={say(`order.traveller.${fieldName(item)}`)}
              checked={own.includes(item)}
              onValue={(on) => set(item, on)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** The fields that may follow after the booking, among those that are asked (§4 booking completion). */
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
        onValue={(on) => change(field, on ? null : [])}
      />
      {chosen && (
        <div className="grid gap-x-6 pl-8 sm:grid-cols-2 xl:grid-cols-3">
          {offered.map((item) => (
            <Checkbox
              key={item}
              label={say(`order.traveller.${fieldName(item)}`)}
              checked={chosen.includes(item)}
              onValue={(on) => set(item, on)}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
