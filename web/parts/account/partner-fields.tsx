// The data of a partner as a form (§1, §5): name, place, tax number, three contacts; for the partner itself and for the owner's staff.
import type { InputOf, OutputOf } from '../../../contract/index.ts';
import { partnerForm } from '../../../domain/account-forms.ts';
import { Card } from '../../ui/pieces.tsx';
import { RuledField } from '../form/ruled-field.tsx';
import type { Form } from '../form/use-form.ts';
import { useWords } from '../use-words.ts';

type PartnerData = OutputOf<'partnerUpdate'>;

export const partnerContacts = ['orderContact', 'businessContact', 'settlementContact'] as const;
const parts = ['name', 'areaCode', 'phone', 'email'] as const;

/** `orderContact.areaCode` is the field `orderContactAreaCode`. */
const fieldOf = (contact: (typeof partnerContacts)[number], part: (typeof parts)[number]) =>
  `${contact}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** The initial values of the form: one text for each field. */
export function flattenPartner(partner: PartnerData): Record<string, string> {
  const { name, country, city, address, taxNumber } = partner;
  const people = partnerContacts.flatMap((contact) =>
    parts.map((part) => [fieldOf(contact, part), partner[contact][part]]),
  );
  return { name, country, city, address, taxNumber, ...Object.fromEntries(people) };
}

/** The input that the form sends. */
export function readPartner(values: Record<string, string>): Omit<InputOf<'partnerUpdate'>, 'revision'> {
  const typed = Object.keys(partnerForm).map((field) => [field, values[field] ?? '']);
  return Object.fromEntries(typed) as Omit<InputOf<'partnerUpdate'>, 'revision'>;
}

type FieldsProps = { form: Form; registrant: PartnerData['registrant'] };

export function PartnerFields({ form, registrant }: FieldsProps) {
  const { say } = useWords();
  return (
    <>
      <Card className="grid gap-4 sm:grid-cols-2">
        <RuledField
          wide
          form={form}
          name="name"
          label={say(registrant === 'corporate' ? 'account.detail.companyName' : 'account.detail.partnerName')}
          autoComplete="organization"
        />
        <PlaceFields form={form} />
      </Card>
      {partnerContacts.map((contact) => (
        <PartnerContactFields key={contact} {...{ form, contact }} />
      ))}
    </>
  );
}

export function PlaceFields({ form }: { form: Form }) {
  return (
    <>
      <RuledField form={form} name="country" autoComplete="country" />
      <RuledField form={form} name="city" autoComplete="address-level2" />
      <RuledField wide form={form} name="address" autoComplete="street-address" />
      <RuledField form={form} name="taxNumber" autoComplete="off" />
    </>
  );
}

export function PartnerContactFields({ form, contact, hint }: { form: Form; contact: string; hint?: string }) {
  const { say } = useWords();
  return (
    <Card>
      <fieldset>
        <legend className="mb-3 text-lg font-bold">{say(`account.detail.${contact}`)}</legend>
        {hint && <p className="mb-3 text-sm text-quiet">{hint}</p>}
        <div className="grid gap-4 sm:grid-cols-2">
          {parts.map((part) => (
            <RuledField
              key={part}
              form={form}
              name={fieldOf(contact as (typeof partnerContacts)[number], part)}
              autoComplete="off"
            />
          ))}
        </div>
      </fieldset>
    </Card>
  );
}
