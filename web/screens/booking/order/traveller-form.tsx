// Travellers as cards (§5): each with "copy from above" and travellers of earlier bookings; groups come from a list.
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { daysOf } from '../../../../domain/booking-rules.ts';
import { expiresSoon, isShared, pickShared } from '../../../../domain/traveller-fields.ts';
import { OneField } from '../../../parts/booking/one-field.tsx';
import { nameSku, useWords, type Words } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { pickAsked, sayMayFollow } from './booking-form.tsx';
import { NameList } from './name-list.tsx';
import { RecentList } from './recent-list.tsx';
import type { Booking } from './use-booking.ts';

/** The number of cards shown at first. */
const atFirst = 10;

export function TravellerFields({ booking }: { booking: Booking }) {
  const { say } = useWords();
  const [all, setAll] = useState(false);
  const { form, change } = booking;
  const count = form.travellerCount;
  const shown = all || booking.tried ? count : Math.min(count, atFirst);
  const lineOf = form.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  const take = (persons: Record<string, string>[]) => {
    setAll(true);
    change('travellers', (known) => ({
      ...known,
      travellers: Array.from({ length: count }, (_, at) => persons[at] ?? known.travellers[at] ?? {}),
    }));
  };
  return (
    <div className="grid gap-4">
      {form.agent && form.travellersMayFollow && (
        <Checkbox
          label={say('order.booking.travellersLater')}
          checked={booking.typed.travellersLater}
          onValue={(on) => change('travellersLater', (known) => ({ ...known, travellersLater: on }))}
        />
      )}
      {booking.typed.travellersLater && form.travellersMayFollow && (
        <p className="text-sm text-quiet">{say('order.booking.travellersLaterHint')}</p>
      )}
      {count > 1 && <NameList fields={form.travellerFields} count={count} onTake={take} />}
      {lineOf.slice(0, shown).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a traveller is known by the place in the booking
        <TravellerCard key={at} at={at} line={line} several={form.lines.length > 1} booking={booking} />
      ))}
      {shown < count && (
        <Button variant="outline" onClick={() => setAll(true)}>
          {say('order.booking.showAll', { count })}
        </Button>
      )}
    </div>
  );
}

type CardProps = { at: number; line: Booking['form']['lines'][number]; several: boolean; booking: Booking };

function TravellerCard({ at, line, several, booking }: CardProps) {
  const words = useWords();
  const { say } = words;
  const { form, typed, errors, change, leave } = booking;
  const values = typed.travellers[at] ?? {};
  const set = (path: string, make: (known: Record<string, string>, before: Record<string, string>) => typeof values) =>
    change(path, (known) => ({
      ...known,
      travellers: Array.from({ length: form.travellerCount }, (_, place) => {
        const person = known.travellers[place] ?? {};
        return place === at ? make(person, known.travellers[at - 1] ?? {}) : person;
      }),
    }));
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-4">
      <legend className="px-2 font-semibold">
        {say(form.room ? 'order.booking.roomGuest' : 'order.booking.traveller', { number: at + 1 })}
        {several && <span className="font-normal text-quiet"> · {nameSku(words, line)}</span>}
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {form.travellerFields.map((name) => {
          const path = `travellers.${at}.${name}`;
          const value = values[name] ?? '';
          const follows = form.laterTravellerFields.includes(name);
          return (
            <OneField
              key={name}
              {...{ name, path, value }}
              isWholeName={!form.travellerFields.includes('lastname')}
              required={follows || (typed.travellersLater && form.travellersMayFollow) ? false : undefined}
              error={errors[path]}
              hint={hintOf(words, form, line, name, value)}
              onChange={(next) => set(path, (known) => ({ ...known, [name]: next }))}
              onLeave={() => leave(path)}
            />
          );
        })}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        {at > 0 && form.travellerFields.some((name) => isShared(name)) && (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => set('travellers', (known, before) => ({ ...known, ...pickShared(before) }))}
          >
            <IconCopy aria-hidden="true" className="size-4" />
            {say('order.booking.copyAbove')}
          </Button>
        )}
        <RecentList
          kind="persons"
          onTake={(item) =>
            set('travellers', (known) => ({ ...known, ...pickAsked(item.values, form.travellerFields) }))
          }
        />
      </div>
    </fieldset>
  );
}

function hintOf(words: Words, form: Booking['form'], line: CardProps['line'], name: string, value: string) {
  if (name === '206' && expiresSoon(value, daysOf(form, line))) return words.say('order.booking.expiresSoon');
  return form.laterTravellerFields.includes(name) ? sayMayFollow(words, form) : undefined;
}
