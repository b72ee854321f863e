// The fields of the booking form (§5): contact, what the product asks for, travellers as cards with "copy from above".
import { IconCopy } from '@tabler/icons-react';
import { areaCodes } from '../../../domain/area-codes.ts';
import { languageTags } from '../../../domain/languages.ts';
import { isTravellerField, travellerFields } from '../../../domain/traveller-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectInput, TextInput } from '../../ui/field.tsx';
import { useWords } from '../use-words.ts';

export type Typed = {
  contact: { name: string; email: string; areaCode: string; phone: string };
  orderFields: Record<string, string>;
  travellers: Record<string, string>[];
  remark: string;
  agentReference: string;
  promoCode: string;
};

type PartProps = { typed: Typed; errors: Record<string, string>; onChange(next: Typed): void };

export function ContactFields({ typed, errors, onChange }: PartProps) {
  const { say, language } = useWords();
  const { contact } = typed;
  const set = (more: Partial<Typed['contact']>) => onChange({ ...typed, contact: { ...contact, ...more } });
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={say('booking.name')} error={errors['contact.name']} required>
        {(ids) => (
          <TextInput
            ids={ids}
            autoComplete="name"
            maxLength={50}
            value={contact.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={say('login.email')} hint={say('booking.emailHint')} error={errors['contact.email']} required>
        {(ids) => (
          <TextInput
            ids={ids}
            type="email"
            autoComplete="email"
            maxLength={120}
            value={contact.email}
            onChange={(event) => set({ email: event.target.value })}
          />
        )}
      </Field>
      <Field label={say('booking.areaCode')} error={errors['contact.areaCode']}>
        {(ids) => (
          <SelectInput
            ids={ids}
            autoComplete="tel-country-code"
            value={contact.areaCode}
            onChange={(event) => set({ areaCode: event.target.value })}
          >
            <option value="">–</option>
            {areaCodes.map((one) => (
              <option key={one.country} value={one.code} suppressHydrationWarning>
                {names.of(one.country)} +{one.code}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label={say('booking.phone')} error={errors['contact.phone']}>
        {(ids) => (
          <TextInput
            ids={ids}
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={20}
            value={contact.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

export function OrderFields({ codes, typed, errors, onChange }: PartProps & { codes: number[] }) {
  const { say } = useWords();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {codes.filter(isTravellerField).map((code) => (
        <Field key={code} label={say(`traveller.${code}`)} error={errors[`orderFields.${code}`]} required>
          {(ids) => (
            <TextInput
              ids={ids}
              maxLength={travellerFields[code].max}
              value={typed.orderFields[code] ?? ''}
              onChange={(event) =>
                onChange({ ...typed, orderFields: { ...typed.orderFields, [code]: event.target.value } })
              }
            />
          )}
        </Field>
      ))}
    </div>
  );
}

export function TravellerFields({
  codes,
  count,
  typed,
  errors,
  onChange,
}: PartProps & { codes: number[]; count: number }) {
  const { say } = useWords();
  const set = (at: number, value: Record<string, string>) => {
    const travellers = Array.from({ length: count }, (_, place) =>
      place === at ? value : (typed.travellers[place] ?? {}),
    );
    onChange({ ...typed, travellers });
  };
  return (
    <div className="grid gap-4">
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <fieldset key={at} className="rounded-lg border border-line p-4">
          <legend className="px-2 font-semibold">{say('booking.traveller', { number: at + 1 })}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            {codes.filter(isTravellerField).map((code) => (
              <Field
                key={code}
                label={say(`traveller.${code}`)}
                hint={code === 102 ? say('booking.latinHint') : undefined}
                error={errors[`travellers.${at}.${code}`]}
                required
              >
                {(ids) => (
                  <TextInput
                    ids={ids}
                    maxLength={travellerFields[code].max}
                    autoCapitalize="words"
                    spellCheck={false}
                    value={typed.travellers[at]?.[code] ?? ''}
                    onChange={(event) => set(at, { ...typed.travellers[at], [code]: event.target.value })}
                  />
                )}
              </Field>
            ))}
          </div>
          {at > 0 && (
            <Button variant="quiet" size="sm" className="mt-2" onClick={() => set(at, { ...typed.travellers[at - 1] })}>
              <IconCopy aria-hidden="true" className="size-4" />
              {say('booking.copyAbove')}
            </Button>
          )}
        </fieldset>
      ))}
    </div>
  );
}
