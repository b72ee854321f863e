// The fields that a card payment requires before its page (§5 Visa card).
import { RuledField } from '../form/ruled-field.tsx';
import type { Form } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';

/** The cardholder's e-mail and telephone; the card itself is typed at the channel. */
export function CardholderFields({ form }: { form: Form }) {
  const { say } = useWords();
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-bold">{say('payment.pay.cardTitle')}</legend>
      <RuledField form={form} name="email" autoComplete="email" />
      <RuledField form={form} name="phone" label={say('account.detail.contactPhone')} autoComplete="tel" />
      <p className="text-sm text-quiet sm:col-span-2">{say('payment.pay.cardHint')}</p>
    </fieldset>
  );
}
