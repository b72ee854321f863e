// The owner as a company (rules §10, role admin): its name on documents and mails, its zone and currency, and the sender of its mails.
import type { OutputOf } from '../../../../contract/index.ts';
import { currencies } from '../../../../domain/currencies.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { load } from '../../../load.ts';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import type { Route } from './+types/edit-company';
import { TryMail } from './try-mail.tsx';

type Company = OutputOf<'consoleCompany'>;
type CompanyDraft = Omit<Company, 'revision' | 'currencyFixed' | 'zones'>;

export async function loader() {
  const [company, me] = await Promise.all([load('consoleCompany', {}), load('consoleMe', {})]);
  return { company, email: me.email };
}

function savedCompanyOf({ revision, currencyFixed: _, zones: __, ...draft }: Company) {
  return { draft, revision };
}

export default function EditCompany({ loaderData: { company, email } }: Route.ComponentProps) {
  const { say } = useWords();
  const { draft: initial, revision } = savedCompanyOf(company);
  const form = useDraft<CompanyDraft, object>({
    ...{ initial, revision },
    read: async () => savedCompanyOf(await send('consoleCompany', {})),
    needs: ['name'],
    save: (draft, seen) => send('consoleCompanySave', { ...draft, revision: Number(seen) }),
    saved: say('site.company.saved'),
  });
  return (
    <>
      <PageHeading text={say('site.company.title')} />
      <p className="mb-4 max-w-prose text-quiet">{say('site.company.intro')}</p>
      <PageForm form={form}>
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <Names form={form} />
          <Measures form={form} company={company} />
        </div>
        <Sender form={form} email={email} />
      </PageForm>
    </>
  );
}

type PartProps = { form: DraftForm<CompanyDraft> };

function Names({ form: { field } }: PartProps) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.company.names')}>
      <InputField
        {...field('name')}
        label={say('site.company.name')}
        hint={say('site.company.nameHint')}
        maxLength={120}
      />
      <InputField
        {...field('legalName')}
        label={say('site.company.legalName')}
        hint={say('site.company.legalHint')}
        maxLength={200}
      />
      <AreaField {...field('legalAddress')} label={say('site.company.legalAddress')} maxLength={500} />
      <InputField {...field('taxNumber')} label={say('site.company.taxNumber')} maxLength={60} autoComplete="off" />
    </FormSection>
  );
}

function Measures({ form: { field, draft }, company }: PartProps & { company: Company }) {
  const { say, locale } = useWords();
  const { currencyFixed } = company;
  const names = new Intl.DisplayNames([locale], { type: 'currency' });
  return (
    <FormSection title={say('site.company.measures')}>
      <ChoiceField
        {...field('zone')}
        label={say('site.company.zone')}
        hint={say('site.company.zoneHint')}
        options={company.zones}
      />
      <ChoiceField
        {...field('currency')}
        label={say('site.company.currency')}
        hint={say(`site.company.currencyHint.${currencyFixed ?? 'free'}`, { currency: draft.currency })}
        options={currencies.map((code) => [code, `${code} · ${names.of(code) ?? code}`] as const)}
        disabled={currencyFixed !== null}
      />
    </FormSection>
  );
}

function Sender({ form: { field, dirty }, email }: PartProps & { email: string }) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.company.sender')} hint={say('site.company.senderHint')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <InputField {...field('mailName')} label={say('site.company.mailName')} maxLength={80} />
        <InputField
          {...field('mailAddress')}
          label={say('site.company.mailAddress')}
          hint={say('site.company.mailAddressHint')}
          type="email"
          maxLength={120}
        />
        <InputField
          {...field('mailReplyTo')}
          label={say('site.company.mailReplyTo')}
          hint={say('site.company.mailReplyToHint')}
          type="email"
          maxLength={120}
        />
      </div>
      <TryMail email={email} unsaved={dirty} />
    </FormSection>
  );
}
