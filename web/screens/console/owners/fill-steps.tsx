// The form steps of setting up an owner (decision 0315): names, the shop's addresses, its first admin, the bank
// account, and the agreements.
import { currencies } from '../../../../domain/currencies.ts';
import { type Language, languageNames, languages, languageTags } from '../../../../domain/languages.ts';
import { isHostname, longestLegalAddress, readHostnames } from '../../../../domain/owner-setup.ts';
import { isEmail } from '../../../../domain/passwords.ts';
import { currentZone } from '../../../../domain/time-zones.ts';
import { transferRules } from '../../../../domain/transfer-rules.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { LanguageField } from '../../../console-kit/form-fields.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { BeginWithDraft } from '../../../parts/console/begin-with-draft.tsx';
import { judgeEnglish } from '../../../parts/console/judge-english.ts';
import { judgeWritten, TextFields } from '../../../parts/console/text-fields.tsx';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { InviteFields } from './invite-fields.tsx';
import { type SetupPart, useStep } from './setup-draft.ts';

export function NamesStep({ setup }: SetupPart) {
  const { say } = useWords();
  const form = useStep({
    ...{ setup, step: 'names' },
    initial: setup.steps.names ?? { code: '', name: '', legalName: '', legalAddress: '', taxNumber: '' },
    needs: ['name', 'code', 'legalName', 'legalAddress'],
    write: (draft) => draft,
  });
  const { field } = form;
  return (
    <PageForm form={form} act={say('house.saveNext')}>
      <FormSection title={say('house.step.names')}>
        <InputField
          {...field('name')}
          label={say('site.company.name')}
          hint={say('site.company.nameHint')}
          maxLength={120}
        />
        <InputField
          {...field('code')}
          label={say('house.code')}
          hint={say('house.codeHint')}
          maxLength={30}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <InputField
          {...field('legalName')}
          label={say('site.company.legalName')}
          hint={say('site.company.legalHint')}
          maxLength={200}
        />
        <AreaField
          {...field('legalAddress')}
          label={say('site.company.legalAddress')}
          maxLength={longestLegalAddress}
        />
        <InputField {...field('taxNumber')} label={say('site.company.taxNumber')} maxLength={60} autoComplete="off" />
      </FormSection>
    </PageForm>
  );
}

function useReach({ setup }: SetupPart) {
  const { say } = useWords();
  const { reach } = setup.steps;
  return useStep({
    ...{ setup, step: 'reach' },
    initial: {
      hostnames: reach?.hostnames.join('\n') ?? '',
      languages: Object.fromEntries((reach?.languages ?? languages).map((each) => [each, true])) as Partial<
        Record<Language, boolean>
      >,
      currency: reach?.currency ?? '',
      zone: currentZone(reach?.zone ?? ''),
    },
    judge: ({ hostnames, currency, zone, languages: chosen }) => {
      const hosts = readHostnames(hostnames);
      const problem = hosts.length ? (hosts.every(isHostname) ? undefined : 'hostForm') : 'required';
      return {
        hostnames: problem && say(`ui.field.${problem}`),
        currency: currency ? undefined : say('ui.field.choose'),
        zone: zone ? undefined : say('ui.field.zone'),
        languages: Object.values(chosen).some(Boolean) ? undefined : say('ui.field.choose'),
      };
    },
    write: (draft) => ({
      hostnames: readHostnames(draft.hostnames),
      languages: languages.filter((each) => draft.languages[each]),
      currency: draft.currency as (typeof currencies)[number],
      zone: draft.zone,
    }),
  });
}

export function ReachStep({ setup, zones }: SetupPart & { zones: string[] }) {
  const { say, locale } = useWords();
  const form = useReach({ setup });
  const { field } = form;
  const names = new Intl.DisplayNames([locale], { type: 'currency' });
  return (
    <PageForm form={form} act={say('house.saveNext')}>
      <FormSection title={say('house.step.reach')}>
        <AreaField
          {...field('hostnames')}
          label={say('site.setting.hosts')}
          hint={say('house.hostnamesHint')}
          required
          rows={3}
          placeholder="shop.example.com"
          autoCapitalize="none"
          spellCheck={false}
        />
        <ChoiceField
          {...field('currency')}
          label={say('site.company.currency')}
          required
          none=""
          options={currencies.map((code) => [code, `${code} · ${names.of(code) ?? code}`] as const)}
        />
        <ChoiceField
          {...field('zone')}
          label={say('site.company.zone')}
          hint={say('site.company.zoneHint')}
          required
          none=""
          options={zones}
        />
      </FormSection>
      <Offered form={form} />
    </PageForm>
  );
}

function Offered({ form: { fields, draft, change } }: { form: ReturnType<typeof useReach> }) {
  const { say } = useWords();
  return (
    <FormSection title={say('site.setting.languages')} problem={fields.languages}>
      <fieldset className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        <legend className="sr">{say('site.setting.languages')}</legend>
        {languages.map((language) => (
          <Checkbox
            key={language}
            label={<span lang={languageTags[language]}>{languageNames[language]}</span>}
            checked={draft.languages[language] ?? false}
            onValue={(on) => change({ languages: { ...draft.languages, [language]: on } })}
          />
        ))}
      </fieldset>
    </FormSection>
  );
}

export function AdminStep({ setup }: SetupPart) {
  const { say, language } = useWords();
  const form = useStep({
    ...{ setup, step: 'admin' },
    initial: setup.steps.admin ?? { name: '', email: '', language },
    needs: ['name'],
    judge: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : say('ui.field.emailFormat') }),
    write: (draft) => draft,
  });
  return (
    <PageForm form={form} act={say('house.saveNext')}>
      <FormSection title={say('house.step.admin')} {...(setup.sendsMails && { hint: say('house.adminHint') })}>
        {!setup.sendsMails && <Notice tone="warn" title={say('house.noMailServer')} />}
        <InviteFields form={form} />
      </FormSection>
    </PageForm>
  );
}

export function TransferStep({ setup }: SetupPart) {
  const words = useWords();
  const { say } = words;
  const currency = setup.steps.reach?.currency ?? '';
  const form = useStep({
    ...{ setup, step: 'transfer' },
    initial: { texts: { ...(setup.steps.transfer?.texts ?? {}) } as Record<string, string> },
    judge: ({ texts }) => ({ 'texts.en': judgeEnglish(words, texts) }),
    write: (draft) => draft,
  });
  const { draft, language, text } = form;
  return (
    <PageForm form={form} act={say('house.saveNext')}>
      <FormSection title={say('house.step.transfer')} hint={say('payment.channelSetting.whereHint')}>
        <LanguageField form={form} texts={draft.texts} />
        <AreaField
          {...text('texts')}
          label={say('payment.channelSetting.whereIn', { currency })}
          hint={say('payment.channelSetting.whereLines')}
          required={language === 'en'}
          rows={6}
          maxLength={transferRules.instructionsLength}
        />
      </FormSection>
    </PageForm>
  );
}

export function AgreementStep({ setup, kind }: SetupPart & { kind: 'registration' | 'booking' | 'privacy' }) {
  const words = useWords();
  const { say } = words;
  const { titles = {}, texts = {} } = setup.steps[kind] ?? {};
  const form = useStep({
    ...{ setup, step: kind },
    initial: { titles: { ...titles } as Record<string, string>, texts: { ...texts } as Record<string, string> },
    judge: (draft) => judgeWritten(draft, words, false),
    write: (draft) => draft,
  });
  return (
    <PageForm form={form} act={say('house.saveNext')}>
      <h2 className="text-lg font-bold">{say(`site.agreement.kind.${kind}`)}</h2>
      {!setup.steps[kind] && (
        <BeginWithDraft form={form} read={async () => (await send('houseSetupDrafts', { id: setup.id }))[kind]} />
      )}
      <TextFields form={form} plain />
    </PageForm>
  );
}
