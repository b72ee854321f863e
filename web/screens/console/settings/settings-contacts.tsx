// How customers reach the owner (§3 online services 1–6): up to five contacts of each kind and the service hours.
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { problemWith } from '../../../console-kit/merge-drafts.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import { PictureUpload } from '../../../parts/console/picture-upload.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { removesRow } from '../../../parts/form/remove-row.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { randomName } from '../../../ui/random-name.ts';
import { mostContacts, type ServiceContact, type SettingsPart, serviceTypes, serviceWords } from './settings-draft.ts';

export function SettingsContacts({ form: { draft, fields, change } }: SettingsPart) {
  const { say } = useWords();
  return (
    <FormSection
      title={say('site.setting.services')}
      hint={say('site.setting.servicesHint', { most: mostContacts })}
      problem={problemWith(fields, 'onlineServices')}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {serviceTypes.map((type) => (
          <ServiceFields
            key={type}
            name={say(serviceWords[type] ?? '')}
            byNumber={type === 1 || type === 3 || type === 6}
            scanned={type === 2 || type === 4 || type === 5}
            service={draft.onlineServices[type] ?? { contacts: [], times: '' }}
            problem={fields[`service.${type}`]}
            onChange={(service) =>
              change({ onlineServices: { ...draft.onlineServices, [type]: service } }, `service.${type}`)
            }
          />
        ))}
      </div>
    </FormSection>
  );
}

type Service = { contacts: ServiceContact[]; times: string };
type ServiceFieldsProps = {
  name: string;
  /** Reached by telephone number. */
  byNumber: boolean;
  /** Reached by a code that phones scan. */
  scanned: boolean;
  service: Service;
  problem?: string;
  onChange(service: Service): void;
};

function ServiceFields({ name, byNumber, scanned, service, problem, onChange }: ServiceFieldsProps) {
  const { say } = useWords();
  const { contacts, times } = service;
  const setContacts = (next: ServiceContact[]) => onChange({ contacts: next, times });
  const add = () => setContacts([...contacts, { key: randomName(), info: '', picture: null }]);
  return (
    <fieldset className="grid content-start gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">{name}</legend>
      {contacts.map((contact, at) => (
        <div key={contact.key} className="grid gap-2">
          <ContactRow
            service={name}
            label={say('site.setting.contact', { number: at + 1 })}
            type={byNumber ? 'tel' : 'text'}
            value={contact.info}
            onChange={(info) => setContacts(contacts.map((item) => (item === contact ? { ...item, info } : item)))}
            onRemove={() => setContacts(contacts.filter((item) => item !== contact))}
          />
          {scanned && (
            <PictureUpload
              label={say('site.setting.contactPicture', {
                name: contact.info.trim() || say('site.setting.contact', { number: at + 1 }),
              })}
              value={contact.picture}
              onChange={(picture) =>
                setContacts(contacts.map((item) => (item === contact ? { ...item, picture } : item)))
              }
            />
          )}
        </div>
      ))}
      {contacts.length < mostContacts && (
        <Button variant="quiet" size="sm" className="justify-self-start" onClick={add} data-adds={name}>
          <IconPlus aria-hidden="true" className="size-4" />
          {say('site.setting.addContact')}
          <span className="sr">{name}</span>
        </Button>
      )}
      <InputField
        label={say('site.setting.times')}
        error={problem}
        value={times}
        maxLength={200}
        placeholder={say('site.setting.timesExample')}
        onValue={(text) => onChange({ contacts, times: text })}
      />
    </fieldset>
  );
}

type ContactRowProps = {
  service: string;
  label: string;
  type: 'tel' | 'text';
  value: string;
  onChange(info: string): void;
  onRemove(): void;
};

function ContactRow({ service, label, type, value, onChange, onRemove }: ContactRowProps) {
  const { say } = useWords();
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 grow">
        <InputField
          label={label}
          type={type}
          value={value}
          maxLength={100}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onValue={onChange}
        />
      </div>
      <IconButton
        Icon={IconTrash}
        label={say('catalog.search.remove', { filter: `${service}, ${label}` })}
        {...removesRow(service, onRemove)}
        className="border border-line hover:border-bad hover:text-bad"
      />
    </div>
  );
}
