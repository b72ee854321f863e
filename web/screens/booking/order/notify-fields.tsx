// The recipients of the order's messages, each with a language (§5: at least one).

import { languageNames, languages } from '../../../../domain/languages.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox, SelectInput } from '../../../ui/field.tsx';
import { Card } from '../../../ui/pieces.tsx';
import type { Booking, To, TypedBooking } from './use-booking.ts';

type One = TypedBooking['notify'][number];

export function NotifyFields({ booking }: { booking: Booking }) {
  const { say } = useWords();
  const { typed, errors, change, leave, form } = booking;
  const labels: Record<To, string> = {
    contact: say('order.booking.notifyContact'),
    account: say(form.agent ? 'order.booking.notifyMain' : 'order.booking.notifyOwn'),
    other: say('order.booking.notifyOther'),
  };
  const set = (path: string, to: To, more: Partial<One>) =>
    change(path, (known) => ({
      ...known,
      notify: known.notify.map((one) => (one.to === to ? { ...one, ...more } : one)),
    }));
  const error = errors.notify;
  return (
    <Card>
      <fieldset className="grid gap-2" aria-describedby={error ? 'notify-error' : undefined}>
        <legend className="mb-2 text-lg font-bold">{say('order.booking.notify')}</legend>
        {typed.notify.map((one, at) => {
          const path = `notify.${typed.notify.slice(0, at).filter((other) => other.on).length}.email`;
          return (
            <Recipient
              key={one.to}
              {...{ one, path, label: labels[one.to], error: errors[path], wrong: Boolean(error) && at === 0 }}
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
  one: One;
  /** Where in the form its address is. */
  path: string;
  label: string;
  error: string | undefined;
  wrong: boolean;
  onSet(path: string, to: To, more: Partial<One>): void;
  onLeave(): void;
};

function Recipient({ one, path, label, error, wrong, onSet, onLeave }: RecipientProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Checkbox
          label={label}
          checked={one.on}
          onChange={(event) => onSet('notify', one.to, { on: event.target.checked })}
          {...(wrong ? { 'aria-invalid': true } : {})}
        />
        {one.on && (
          <SelectInput
            aria-label={say('order.booking.notifyLanguage', { who: label })}
            className="!w-auto"
            value={one.language}
            onChange={(event) => onSet('notify', one.to, { language: event.target.value as One['language'] })}
          >
            {languages.map((language) => (
              <option key={language} value={language}>
                {languageNames[language]}
              </option>
            ))}
          </SelectInput>
        )}
      </div>
      {one.on && one.to === 'other' && (
        <InputField
          label={say('order.booking.notifyEmail')}
          error={error}
          required
          name="notify.other"
          type="email"
          maxLength={120}
          value={one.email}
          onValue={(text) => onSet(path, 'other', { email: text })}
          onBlur={() => onLeave()}
        />
      )}
    </div>
  );
}
