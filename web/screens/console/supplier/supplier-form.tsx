// The data of a supplier (rules §1): name, people, language, zone, address, a note, and its permissions.
import { checkValue } from '../../../../domain/account-forms.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import type { Language } from '../../../../domain/languages.ts';
import { currentZone } from '../../../../domain/time-zones.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { LanguageChoice } from '../../../parts/form/choose-language.tsx';
import { AreaField, ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { SupplierContacts } from './supplier-contacts.tsx';
import type { SupplierDraft, SupplierView } from './supplier-draft.ts';
import { blankContact } from './supplier-draft.ts';

type SupplierFormProps = {
  /** Null for a new one. */
  supplier: SupplierView | null;
  language: Language;
  zone: string;
  zones: string[];
  saved: boolean;
};

export function SupplierForm({ supplier, language, zone, zones, saved: isSaved }: SupplierFormProps) {
  const words = useWords();
  const { say } = words;
  const id = supplier?.id;
  const form = useDraft({
    initial: supplier ? draftOf(supplier) : blankDraft(language, zone),
    revision: supplier?.revision ?? 0,
    isSaved,
    needs: ['name'],
    judge: (draft) => judge(draft, words),
    save: (draft, revision) => send('consoleSupplierSave', { ...(id && { id, revision: Number(revision) }), ...draft }),
    ...(id && {
      async read() {
        const newest = await send('consoleSupplier', { id });
        return { draft: draftOf(newest), revision: newest.revision };
      },
    }),
    saved: say('supplier.saved'),
    leaveTo: (made) => (id ? undefined : consolePaths.supplier(made.id, { saved: 1 })),
  });
  return (
    <PageForm form={form}>
      <FormSection title={say('supplier.about')}>
        <About form={form} zones={zones} />
      </FormSection>
      <FormSection title={say('supplier.contacts')} hint={say('supplier.contactsHint')}>
        <SupplierContacts
          contacts={form.draft.contacts}
          problems={form.fields}
          onContacts={(contacts, field) => form.change({ contacts }, field)}
        />
      </FormSection>
      <FormSection title={say('supplier.may')}>
        <Switches form={form} />
      </FormSection>
    </PageForm>
  );
}

const blankDraft = (language: Language, zone: string): SupplierDraft => ({
  ...{ name: '', contacts: [{ ...blankContact }], language, zone, address: '', note: '' },
  ...{ active: true, keepsStock: false, getsMails: true },
});

const draftOf = ({ id, revision, staff, products, log, zone, ...draft }: SupplierView): SupplierDraft => ({
  ...draft,
  zone: currentZone(zone),
});

function judge(draft: SupplierDraft, { say }: Words): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = {};
  draft.contacts.forEach((contact, at) => {
    if (!Object.values(contact).some((text) => text.trim())) return;
    if (!contact.name.trim()) found[`contacts.${at}.name`] = say('ui.field.required');
    const email = checkValue(contact.email, { kind: 'email', max: 120, required: true });
    found[`contacts.${at}.email`] = email && say(`ui.field.${email}`, { max: 120 });
    if (contact.phone.trim()) found[`contacts.${at}.areaCode`] = contact.areaCode ? undefined : say('ui.field.choose');
  });
  return found;
}

type PartProps = { form: DraftForm<SupplierDraft> };

function About({ form: { field }, zones }: PartProps & { zones: string[] }) {
  const { say } = useWords();
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <InputField {...field('name')} label={say('account.detail.partnerName')} maxLength={120} autoComplete="off" />
        <LanguageChoice
          {...field('language')}
          label={say('site.header.language')}
          hint={say('supplier.languageHint')}
        />
        <ChoiceField {...field('zone')} label={say('places.city.zone')} options={zones} />
      </div>
      <AreaField {...field('address')} label={say('supplier.address')} maxLength={300} rows={2} />
      <AreaField
        {...field('note')}
        label={say('supplier.note')}
        hint={say('supplier.noteHint')}
        maxLength={2000}
        rows={3}
      />
    </>
  );
}

function Switches({ form: { tick, draft } }: PartProps) {
  const { say } = useWords();
  const hintOf = (name: string) => {
    if (name === 'getsMails' && draft.contacts.length === 0) return say('supplier.getsMailsNoOne');
    return say(`supplier.${name}Hint`);
  };
  return (
    <>
      {(['active', 'getsMails', 'keepsStock'] as const).map((name) => (
        <div key={name}>
          <Checkbox label={say(`supplier.${name}`)} {...tick(name)} />
          <p className="max-w-prose pl-8 text-sm text-quiet">{hintOf(name)}</p>
        </div>
      ))}
    </>
  );
}
