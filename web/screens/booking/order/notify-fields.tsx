// The recipients of the order's messages, each with a language (§5: at least one).

import { languageNames } from '../../../../domain/languages.ts';
import { useLanguagesToChoose } from '../../../parts/form/choose-language.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Checkbox, SelectInput } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Booking, To, TypedBooking } from './use-booking.ts';

type NotifiedPerson = TypedBooking['notify'][number];

export function NotifyFields({ booking }: { booking: Booking }) {
  const { say } = useWords();
  const { typed, errors, change, leave, form } = booking;
  const { user } = useRoot();
  const labels: Record<To, string> = {
    contact: say('order.booking.notifyContact'),
    account: say(form.agent ? 'order.booking.notifyMain' : 'order.booking.notifyOwn'),
    other: say('order.booking.notifyOther'),
  };
  const set = (path: string, to: To, more: Partial<NotifiedPerson>) =>
    change(path, (known) => ({
      ...known,
      notify: known.notify.map((item) => (item.to === to ? { ...item, ...more } : item)),
    }));
  const error = errors.notify;
  return (
    <Card>
      <fieldset className="grid gap-2" aria-describedby={error ? 'notify-error' : undefined}>
        <legend className="mb-2 text-lg font-bold">{say('order.booking.notify')}</legend>
        {form.agent && <p className="text-sm text-quiet">{say('order.booking.notifyAgency')}</p>}
        {typed.notify.map((item, at) => {
          // A visitor's account will have the contact's mailbox.
          if (item.to === 'account' && !user) return null;
          const path = `notify.${typed.notify.slice(0, at).filter((other) => other.on).length}.email`;
          return (
            <Recipient
              key={item.to}
              {...{
                recipient: item,
                path,
                label: labels[item.to],
                error: errors[path],
                wrong: Boolean(error) && at === 0,
              }}
              onSet={set}
              onLeave={() => leave(path)}
            />
          );
        })}
        {error && (
          <p id="notify-error" role="alert" className="text-sm text-bad">
            {error}
          </p>
        )}
      </fieldset>
    </Card>
  );
}

type RecipientProps = {
  recipient: NotifiedPerson;
  /** The part of the form that has the address. */
  path: string;
  label: string;
  error: string | undefined;
  wrong: boolean;
  onSet(path: string, to: To, more: Partial<NotifiedPerson>): void;
  onLeave(): void;
};

function Recipient({ recipient, path, label, error, wrong, onSet, onLeave }: RecipientProps) {
  const { say } = useWords();
  const offered = useLanguagesToChoose();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          label={label}
          checked={recipient.on}
          onValue={(on) => onSet('notify', recipient.to, { on })}
          {...(wrong ? { 'aria-invalid': true } : {})}
        />
        {recipient.on && (
          <SelectInput
            aria-label={say('order.booking.notifyLanguage', { who: label })}
            className="!w-auto"
            value={recipient.language}
            onChange={(event) =>
              onSet('notify', recipient.to, { language: event.target.value as NotifiedPerson['language'] })
            }
          >
            {offered.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </SelectInput>
        )}
      </div>
      {recipient.on && recipient.to === 'other' && (
        <InputField
          label={say('order.booking.notifyEmail')}
          error={error}
          required
          name="notify.other"
          type="email"
          value={recipient.email}
          onValue={(text) => onSet(path, 'other', { email: text })}
          onBlur={() => onLeave()}
        />
      )}
    </div>
  );
}
