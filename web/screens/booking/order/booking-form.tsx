// The fields of the booking form asked once per order (§5): contact with area code, and the fields of the product; a pick-up in an
// area can be found on the map.

import { fieldsNow } from '../../../../domain/asked-fields.ts';
import { isFlightBefore, isNeeded } from '../../../../domain/directions.ts';
import { fieldRow, pairs } from '../../../../domain/traveller-fields.ts';
import { countriesFor } from '../../../parts/booking/freight-for.ts';
import { NearestTimes } from '../../../parts/booking/nearest-times.tsx';
import { OneField } from '../../../parts/booking/one-field.tsx';
import { AreaCodeField } from '../../../parts/form/area-code-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { NumberField } from '../../../parts/form/number-input.tsx';
import { useLocalCountry } from '../../../parts/form/use-local-country.ts';
import { RangeChecker } from '../../../parts/map/range-checker.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { RecentList } from './recent-list.tsx';
import type { Booking, TypedBooking } from './use-booking.ts';

export function ContactFields({ booking: { typed, errors, change, leave } }: { booking: Booking }) {
  const { say } = useWords();
  const { contact } = typed;
  useLocalCountry(!contact.areaCode && !contact.phone, (_, areaCode) =>
    change('contact.areaCode', (known) => ({ ...known, contact: { ...known.contact, areaCode } })),
  );
  const common = (field: keyof TypedBooking['contact']) => ({
    name: `contact.${field}`,
    value: contact[field],
    onValue: (value: string) =>
      change(`contact.${field}`, (known) => ({ ...known, contact: { ...known.contact, [field]: value } })),
    onBlur: () => leave(`contact.${field}`),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <InputField
        label={say('order.booking.name')}
        error={errors['contact.name']}
        required
        autoComplete="name"
        {...common('name')}
      />
      <InputField
        label={say('account.login.email')}
        hint={say('order.booking.emailHint')}
        error={errors['contact.email']}
        required
        type="email"
        autoComplete="email"
        {...common('email')}
      />
      <AreaCodeField
        label={say('order.booking.areaCode')}
        error={errors['contact.areaCode']}
        autoComplete="tel-country-code"
        {...common('areaCode')}
      />
      <NumberField
        label={say('order.booking.phone')}
        error={errors['contact.phone']}
        autoComplete="tel-national"
        {...common('phone')}
      />
    </div>
  );
}

/** Fields with an address that can be found on a map, with the position that belongs to it. */
const onMap: Record<string, 'pickup' | 'dropOff'> = { '402': 'pickup', dropOffAddress: 'dropOff' };

export function OrderFields({ booking }: { booking: Booking }) {
  const { say } = useWords();
  const { form, change } = booking;
  const takeHotel = (values: Record<string, string>) =>
    change('orderFields.403', (known) => ({
      ...known,
      orderFields: { ...known.orderFields, ...pickAsked(values, form.orderFields) },
    }));
  const takeTime = (name: string, time: string) =>
    change(`orderFields.${name}`, (known) => ({ ...known, orderFields: { ...known.orderFields, [name]: time } }));
  const shown = fieldsNow(form.orderFields, booking.typed.orderFields);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {shown.map((name) =>
        name in onMap && form.areaIds.length > 0 ? (
          <PlaceField key={name} name={name} booking={booking} />
        ) : (
          <div key={name} className="grid content-start gap-1">
            <OrderField name={name} booking={booking} />
            {booking.errors[`orderFields.${name}`] && (
              <NearestTimes name={name} times={booking.nearest} onTake={(time) => takeTime(name, time)} />
            )}
            {name === 'flightDepartureTime' && (
              <p role="status" className="text-sm text-warn empty:hidden">
                {isFlightBefore(booking.typed.orderFields) && say('order.booking.flightBefore')}
              </p>
            )}
            {name === '403' && (
              <div className="justify-self-start">
                <RecentList kind="hotels" onTake={(item) => takeHotel(item.values)} />
              </div>
            )}
          </div>
        ),
      )}
    </div>
  );
}

export function pickAsked(values: Record<string, string>, fieldNames: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fieldNames.includes(name)));
}

/** Both fields of a pair are shown: each may stay empty. */
const isPaired = (name: string, fieldNames: readonly string[]) =>
  pairs.some((pair) => pair.includes(name) && pair.every((item) => fieldNames.includes(item)));

/** For a pair, it is enough if one may follow later. */
function mayFollow(name: string, { orderFields, laterOrderFields }: Booking['form']): boolean {
  const pair = pairs.find((item) => item.includes(name) && item.every((each) => orderFields.includes(each))) ?? [name];
  return pair.some((each) => laterOrderFields.includes(each));
}

/** The note under a field that may follow later (§4 booking completion). */
export function sayMayFollow({ say, instant }: Words, form: Pick<Booking['form'], 'completeBy' | 'zone'>): string {
  return say('order.booking.mayFollow', { when: instant(form.completeBy, form.zone) });
}

function OrderField({ name, booking }: { name: string; booking: Booking }) {
  const words = useWords();
  const { say } = words;
  const { form, typed, errors, change, leave } = booking;
  const path = `orderFields.${name}`;
  const paired = isPaired(name, fieldsNow(form.orderFields, typed.orderFields));
  const follows = mayFollow(name, form);
  const hint = () => {
    if (follows && !fieldRow(name)?.optional) return sayMayFollow(words, form);
    if (paired) return say(name === '402' || name === '403' ? 'order.booking.oneIsEnough' : 'order.booking.oneTime');
    if (name === 'passengerCount' && form.seats !== null) return say('order.booking.seatsHint', { count: form.seats });
    if (name === 'luggageCount' && form.luggage !== null)
      return say('order.booking.luggageHint', { count: form.luggage });
    return undefined;
  };
  return (
    <OneField
      name={name}
      path={path}
      value={typed.orderFields[name] ?? ''}
      choices={form.choices[name]}
      error={errors[path]}
      hint={hint()}
      {...countriesFor(name, form, say)}
      label={labelOf(name, booking, say)}
      required={paired || follows ? false : isNeeded(name, typed.orderFields.direction) || undefined}
      onChange={(value) =>
        change(path, (known) => ({ ...known, orderFields: { ...known.orderFields, [name]: value } }))
      }
      onLeave={() => leave(path)}
    />
  );
}

/** The pick-up of an address; between two points both are needed. */
function isRequired(name: string, { form, typed }: Booking): boolean {
  const { orderFields: values } = typed;
  if (isNeeded(name, values.direction)) return true;
  return !fieldRow(name)?.optional && !isPaired(name, fieldsNow(form.orderFields, values));
}

/** On the way to the hotel its address is the end of the drive. */
function labelOf(name: string, { typed }: Booking, say: Words['say']): string {
  return say(`order.traveller.${name === '402' && typed.orderFields.direction === 'toHotel' ? 'hotelAddress' : name}`);
}

function PlaceField({ name, booking }: { name: string; booking: Booking }) {
  const words = useWords();
  const { say } = words;
  const { form, typed, errors, change } = booking;
  const place = onMap[name] ?? 'pickup';
  const path = `orderFields.${name}`;
  const text = typed.orderFields[name];
  const row = fieldRow(name);
  const follows = mayFollow(name, form);
  return (
    <div className="grid gap-1 sm:col-span-2">
      <RangeChecker
        areaIds={form.areaIds}
        label={labelOf(name, booking, say)}
        value={typed[place] ?? (text ? { address: text, lat: null, lng: null, inside: false } : null)}
        error={errors[path]}
        required={isRequired(name, booking) && !follows}
        onChange={(value) =>
          change(path, (known) => ({
            ...known,
            [place]: value,
            orderFields: { ...known.orderFields, [name]: value.address.slice(0, row?.max ?? 127) },
          }))
        }
      />
      {follows && <p className="text-sm text-quiet">{sayMayFollow(words, form)}</p>}
    </div>
  );
}
