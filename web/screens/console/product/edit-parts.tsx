// Paying in parts (decision 0380): the first part, the deadline of the rest, and what happens if it is not paid; the rule as text below.
import { isCurrency } from '../../../../domain/currencies.ts';
import { readAmount } from '../../../../domain/money.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { describePartPayment } from '../../../parts/booking/describe-part-payment.ts';
import { CheckField, FigureField, PickField, useEditor } from '../../../parts/console/catalogue/draft-fields.tsx';
import { useWords } from '../../../parts/use-words.ts';

export function EditParts() {
  const { say } = useWords();
  const { draft } = useEditor();
  const cancels = draft.restMissed === 'cancel';
  return (
    <FormSection title={say('editing.part')}>
      <FigureField path="firstPercent" unit="%" />
      <FigureField path="firstMinor" unit={draft.currency} />
      <FigureField path="restDays" />
      <PickField
        path="restMissed"
        options={(['staff', 'cancel'] as const).map((one) => [one, say(`editing.restMissed.${one}`)] as const)}
      />
      {cancels && <CheckField path="restKeeps" />}
      <CheckField path="restVoucher" />
      <InWords />
    </FormSection>
  );
}

function InWords() {
  const words = useWords();
  const { draft } = useEditor();
  const { currency } = draft;
  const read = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : null);
  const amount = isCurrency(currency) ? readAmount(draft.firstMinor, currency) : undefined;
  const rule = {
    ...{ firstPercent: read(draft.firstPercent), firstMinor: amount?.amountMinor ?? null },
    ...{ restDays: read(draft.restDays), currency },
  };
  return (
    <div className="rounded-lg bg-canvas p-4 text-sm" aria-live="polite">
      <p className="font-medium">{words.say('editing.inWords')}</p>
      <p className="mt-1">{describePartPayment(words, rule) || words.say('editing.part.none')}</p>
    </div>
  );
}
