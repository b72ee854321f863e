// Staff create a partner (rules §3): a distributor, approved at once, or a member; its main account chooses its password by the mailed
// link.
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { newPartnerForms } from '../../../../domain/account-forms.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { send } from '../../../call.ts';
import { load } from '../../../load.ts';
import { FormEnd } from '../../../parts/account/form-end.tsx';
import { PartnerContactFields, PlaceFields } from '../../../parts/account/partner-fields.tsx';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { LanguageChoice } from '../../../parts/form/choose-language.tsx';
import { ChoiceField, RadioField } from '../../../parts/form/fields.tsx';
import { GuardForm } from '../../../parts/form/guard-form.tsx';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { type Form, useForm } from '../../../parts/form/use-form.ts';
import { BackTo } from '../../../parts/page/back-to.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/create-partner';

type Registrant = keyof typeof newPartnerForms;
const registrants: Registrant[] = ['corporate', 'personal', 'individual'];

export const loader = async () => {
  const { levelNames, defaultLevel } = await load('consolePartners', { size: 1 });
  return { levelNames, defaultLevel };
};

/** The values of the form, and how they are sent. */
function useNewPartner(defaultLevel: number) {
  const { language } = useWords();
  const navigate = useNavigate();
  const [registrant, setRegistrant] = useState<Registrant>('corporate');
  const [spoken, setSpoken] = useState(language);
  const [level, setLevel] = useState(defaultLevel);
  const form = useForm({}, newPartnerForms[registrant]);
  const distributor = registrant !== 'individual';
  const typed = (name: string) => form.values[name] ?? '';
  const create = form.submit(async () => {
    const others = Object.fromEntries(Object.keys(form.rules).map((name) => [name, typed(name)]));
    const input = {
      ...others,
      ...{ registrant, language: spoken, email: typed('email'), name: typed('name') },
      ...(distributor && { level }),
    };
    const { id } = await send('consolePartnerCreate', input);
    await navigate(consolePaths.partner(id), { state: { invited: typed('email') } });
  });
  return { registrant, setRegistrant, spoken, setSpoken, level, setLevel, form, distributor, create };
}

export default function CreatePartner({ loaderData: { levelNames, defaultLevel } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { registrant, form, distributor, create, ...chosen } = useNewPartner(defaultLevel);
  return (
    <>
      <BackTo to={consolePaths.partners()} text={say('partner.title')} />
      <PageHeading className="mb-4 text-2xl font-bold" text={say('partner.new')} />
      <form ref={form.ref} noValidate onSubmit={create} className="grid max-w-3xl gap-4">
        <GuardForm form={form} />
        <Card>
          <RadioField
            legend={say('partner.kind')}
            name="registrant"
            value={registrant}
            options={registrants}
            word="partner.registrant"
            onValue={chosen.setRegistrant}
          />
        </Card>
        {distributor && (
          <CompanyFields form={form} named={registrant === 'corporate'}>
            <ChoiceField
              name="level"
              label={say('partner.levelLabel')}
              value={String(chosen.level)}
              options={levelOptions(words, levelNames, priceLevels)}
              onValue={(one) => chosen.setLevel(Number(one))}
            />
          </CompanyFields>
        )}
        <PersonFields form={form}>
          <LanguageChoice
            name="language"
            label={say('partner.mailLanguage')}
            value={chosen.spoken}
            onValue={chosen.setSpoken}
          />
        </PersonFields>
        {distributor && (
          <PartnerContactFields form={form} contact="orderContact" hint={say('partner.orderContactHint')} />
        )}
        <FormEnd form={form} act={say('partner.createAct')} back={consolePaths.partners()} />
      </form>
    </>
  );
}

function CompanyFields({ form, named, children }: { form: Form; named: boolean; children: ReactNode }) {
  return (
    <Card className="grid gap-4 sm:grid-cols-2">
      {named && <RuledField wide form={form} name="companyName" autoComplete="off" />}
      <PlaceFields form={form} />
      {children}
    </Card>
  );
}

function PersonFields({ form, children }: { form: Form; children: ReactNode }) {
  const { say } = useWords();
  return (
    <Card>
      <fieldset>
        <legend className="mb-1 text-lg font-bold">{say('partner.mainAccount')}</legend>
        <p className="mb-3 text-sm text-quiet">{say('partner.mainAccountHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {['name', 'email', 'areaCode', 'mobile'].map((name) => (
            <RuledField key={name} form={form} name={name} autoComplete="off" />
          ))}
          {children}
        </div>
      </fieldset>
    </Card>
  );
}
