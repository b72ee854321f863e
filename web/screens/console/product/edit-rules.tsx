// Cancellation fees, and the fields that a booking asks for (§3 field codes in their fixed order).
import { fieldName, fieldOrder, fitsIn } from '../../../../domain/traveller-fields.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { SectionFigures, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { usualFieldsOf } from '../../../parts/console/catalogue/product-draft.ts';
import { Ticks } from '../../../parts/form/ticks.tsx';
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
      <FormSection title={say('editing.bookingFields')}>
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
  const { join, say } = useWords();
  const { draft } = useEditor();
  const usual = usualFieldsOf(draft)[field];
  const offered = fieldOrder.filter((item) => fitsIn(item, field === 'orderFields' ? 'order' : 'traveller'));
  const namesOf = (codes: readonly number[]) =>
    join(fieldOrder.filter((item) => codes.includes(item)).map((item) => say(`order.traveller.${fieldName(item)}`))) ||
    say('editing.noBookingFields');
  return <ChooseFields {...{ field, offered, usual }} unset={say('editing.asTheType', { fields: namesOf(usual) })} />;
}

/** The fields that may follow after the booking, among those that are asked (§4 booking completion). */
function LaterFields({ field }: { field: 'laterOrderFields' | 'laterTravellerFields' }) {
  const { say } = useWords();
  const { draft } = useEditor();
  const otherField = field === 'laterOrderFields' ? 'orderFields' : 'travellerFields';
  const usual = usualFieldsOf(draft)[otherField];
  const all = draft[otherField] ?? usual;
  const offered = fieldOrder.filter((item) => all.includes(item));
  if (!offered.length) return null;
  const unset = say(field === 'laterOrderFields' ? 'editing.laterNone' : 'editing.laterAgents');
  return <ChooseFields {...{ field, offered, unset }} usual={[]} />;
}

type ChooseFieldsProps = {
  field: 'orderFields' | 'travellerFields' | 'laterOrderFields' | 'laterTravellerFields';
  /** The text of the choice that sets no fields for this product; without it the choice starts with `usual`. */
  unset: string;
  usual: readonly number[];
  offered: readonly number[];
};

function ChooseFields({ field, unset, usual, offered }: ChooseFieldsProps) {
  const { say } = useWords();
  const { draft, change } = useEditor();
  const chosen = draft[field];
  const inOrder = (codes: number[]) => fieldOrder.filter((item) => codes.includes(item));
  return (
    <fieldset data-path={field} tabIndex={-1} className="grid gap-1">
      <legend className="text-sm font-medium">{say(`editing.field.${field}`)}</legend>
      <Checkbox label={unset} checked={chosen === null} onValue={(on) => change(field, on ? null : [...usual])} />
      {chosen && (
        <div className="grid gap-x-6 pl-8 sm:grid-cols-2 xl:grid-cols-3">
          <Ticks
            options={offered.map((item) => [item, say(`order.traveller.${fieldName(item)}`)])}
            chosen={chosen}
            onChosen={(next) => change(field, inOrder(next))}
          />
        </div>
      )}
    </fieldset>
  );
}
