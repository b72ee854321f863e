// The people of a supplier: added and removed, each with name, e-mail and phone.
import { IconPlus } from '@tabler/icons-react';
import { AreaCodeField } from '../../../parts/form/area-code-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import type { SupplierDraft } from './supplier-draft.ts';
import { blankContact } from './supplier-draft.ts';

type Contacts = SupplierDraft['contacts'];
type Contact = Contacts[number];

type SupplierContactsProps = {
  contacts: Contacts;
  problems: Record<string, string>;
  onContacts(contacts: Contacts, field: string): void;
};

const most = 10;

export function SupplierContacts({ contacts, problems, onContacts }: SupplierContactsProps) {
  const { say } = useWords();
  return (
    <>
      {contacts.map((contact, at) => (
        <OneContact
          // biome-ignore lint/suspicious/noArrayIndexKey: a contact is known by its place in the list
          key={at}
          at={at}
          contact={contact}
          problems={problems}
          onChange={(part, value) =>
            onContacts(
              contacts.map((contact, place) => (place === at ? { ...contact, [part]: value } : contact)),
              `contacts.${at}.${part}`,
            )
          }
          onRemove={() =>
            onContacts(
              contacts.filter((_, place) => place !== at),
              'contacts',
            )
          }
        />
      ))}
      {contacts.length < most && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          data-adds="contacts"
          onClick={() => onContacts([...contacts, { ...blankContact }], 'contacts')}
        >
          <IconPlus aria-hidden="true" className="size-4" />
          {say('supplier.addContact')}
        </Button>
      )}
    </>
  );
}

type OneContactProps = {
  at: number;
  contact: Contact;
  problems: Record<string, string>;
  onChange(part: keyof Contact, value: string): void;
  onRemove(): void;
};

function OneContact({ at, contact, problems, onChange, onRemove }: OneContactProps) {
  const { say } = useWords();
  const field = (part: keyof Contact) => ({
    name: `contacts.${at}.${part}`,
    value: contact[part],
    error: problems[`contacts.${at}.${part}`],
    autoComplete: 'off',
    onValue: (value: string) => onChange(part, value),
  });
  return (
    <fieldset className="grid min-w-0 items-start gap-4 rounded-card border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">{say('supplier.contact', { number: at + 1 })}</legend>
      <InputField {...field('name')} label={say('account.detail.name')} required maxLength={50} />
      <InputField
        {...field('email')}
        label={say('account.detail.email')}
        required
        type="email"
        inputMode="email"
        maxLength={120}
      />
      <AreaCodeField label={say('account.detail.areaCode')} {...field('areaCode')} />
      <InputField {...field('phone')} label={say('account.detail.contactPhone')} inputMode="numeric" maxLength={20} />
      <Button variant="quiet" className="justify-self-start sm:col-span-2" {...removesRow('contacts', onRemove)}>
        {say('supplier.dropContact', { number: at + 1 })}
      </Button>
    </fieldset>
  );
}
