// What a distributor changes of itself (§1, §5): name, place, three contacts. A disapproved application is sent again with it.
import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { partnerForm } from '../../../../domain/account-forms.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { FormProblem } from '../../../parts/account/tell-problem.tsx';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';

export type Partner = OutputOf<'partner'>;
type PartnerChange = Omit<InputOf<'partnerUpdate'>, 'revision'>;

export const contacts = ['orderContact', 'businessContact', 'settlementContact'] as const;
const parts = ['name', 'areaCode', 'phone', 'email'] as const;

/** `orderContact.areaCode` is the field `orderContactAreaCode`. */
const fieldOf = (contact: (typeof contacts)[number], part: (typeof parts)[number]) =>
  `${contact}${part.charAt(0).toUpperCase()}${part.slice(1)}`;

function flatten(partner: Partner): Record<string, string> {
  const { name, country, city, address } = partner;
  const people = contacts.flatMap((contact) => parts.map((part) => [fieldOf(contact, part), partner[contact][part]]));
  return { name, country, city, address, ...Object.fromEntries(people) };
}

/** Starts anew with the newest data when somebody else saved meanwhile. */
export function FillPartner({ partner }: { partner: Partner }) {
  const { revalidate } = useRevalidator();
  const [round, setRound] = useState(0);
  const reload = async () => {
    await revalidate();
    setRound(round + 1);
  };
  return <PartnerForm key={round} partner={partner} onReload={reload} />;
}

function PartnerForm({ partner, onReload }: { partner: Partner; onReload(): void }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const form = useForm(flatten(partner), partnerForm);
  const again = partner.approval === 'disapproved';
  const save = form.submit(async () => {
    const typed = Object.fromEntries(Object.keys(partnerForm).map((field) => [field, form.values[field] ?? '']));
    await send('partnerUpdate', { ...(typed as PartnerChange), revision: partner.revision });
    await navigate(paths.partner(), { state: { saved: true } });
  });
  return (
    <form method="post" ref={form.ref} onSubmit={save} noValidate className="grid gap-4">
      <Card className="grid gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <RuledField
            form={form}
            name="name"
            label={say(
              partner.registrant === 'corporate' ? 'account.detail.companyName' : 'account.detail.partnerName',
            )}
            autoComplete="organization"
          />
        </div>
        <RuledField form={form} name="country" autoComplete="country" />
        <RuledField form={form} name="city" autoComplete="address-level2" />
        <div className="sm:col-span-2">
          <RuledField form={form} name="address" autoComplete="street-address" />
        </div>
      </Card>
      {contacts.map((contact) => (
        <Card key={contact}>
          <fieldset>
            <legend className="mb-3 text-lg font-bold">{say(`account.detail.${contact}`)}</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              {parts.map((part) => (
                <RuledField key={part} form={form} name={fieldOf(contact, part)} autoComplete="off" />
              ))}
            </div>
          </fieldset>
        </Card>
      ))}
      {again && <p className="text-quiet">{say('account.centre.sendAgainHint')}</p>}
      <FormProblem form={form} onReload={onReload} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={form.busy}>
          {say(again ? 'account.centre.sendAgain' : 'account.centre.save')}
        </Button>
        <LinkButton to={paths.partner()} variant="outline" size="lg">
          {say('account.centre.cancel')}
        </LinkButton>
      </div>
    </form>
  );
}
