// What is read of a booking's fields before their rules judge them (§5): full-width letters and digits (decision 0772), and telephone
// numbers as people write them (decision 0412).
import { fieldRow } from '../traveller-fields.ts';
import { contactPhone, loadReader } from './phone-fields.ts';
import { hasWideCharacters, plainWidth } from './plain-width.ts';
import type { PhoneField } from './strip-number.ts';

/** Of a booking, by the names of its fields. */
const bookingPhones: readonly PhoneField[] = [
  ['301', 'areaCode'],
  ['302', 'foreignAreaCode'],
  ['405', ''],
];

type Values = Record<string, string>;
type Booking = {
  contact: Values;
  orderFields: Values;
  travellers: readonly Values[];
  notify?: readonly { email: string }[] | undefined;
};

const mapValues = (values: Values, change: (name: string, text: string) => string): Values =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, change(name, text)]));

/** Addresses and remarks stay as they were typed. */
const readField = (name: string, text: string) => {
  const rule = fieldRow(name)?.rule;
  return rule === undefined || rule === 'text' || rule === 'chinese' ? text : plainWidth(text);
};

const readWidths = <Given extends Booking>(booking: Given): Given => ({
  ...booking,
  contact: mapValues(booking.contact, (name, text) => (name === 'name' ? text : plainWidth(text))),
  orderFields: mapValues(booking.orderFields, readField),
  travellers: booking.travellers.map((values) => mapValues(values, readField)),
  ...(booking.notify ? { notify: booking.notify.map((one) => ({ ...one, email: plainWidth(one.email) })) } : {}),
});

const isWide = ({ contact, orderFields, travellers, notify = [] }: Booking) =>
  [contact, orderFields, ...travellers].some((values) => Object.values(values).some(hasWideCharacters)) ||
  notify.some(({ email }) => hasWideCharacters(email));

/**
 * Reads every field of a booking; undefined where nothing has to be read. In a browser the values may have changed while the reader was
 * loaded: it is used on the newest.
 */
export async function loadBookingReader(booking: Booking) {
  const others = [booking.orderFields, ...booking.travellers];
  const read = await loadReader(
    [booking.contact, contactPhone],
    ...others.map((values) => [values, bookingPhones] as [Values, typeof bookingPhones]),
  );
  if (!read && !isWide(booking)) return undefined;
  return <Given extends Booking>(typed: Given): Given => {
    const plain = readWidths(typed);
    if (!read) return plain;
    return {
      ...plain,
      contact: { ...plain.contact, ...read(plain.contact, contactPhone) },
      orderFields: read(plain.orderFields, bookingPhones),
      travellers: plain.travellers.map((values) => read(values, bookingPhones)),
    };
  };
}
