// The journey of an order as Mozio asks for it (decision 0685): ends, time, flight, people, and who travels. Nothing is guessed.
import { areaCodes } from '../../../domain/area-codes.ts';
import { pickupField } from '../../../domain/pickup-times.ts';
import type { LineOfOrder, OrderRow } from '../../order/read.sql.ts';
import type { RideTie } from './ride-tie.ts';

export type Journey = {
  search: {
    start_address: string;
    end_address: string;
    mode: 'one_way';
    pickup_datetime: string;
    num_passengers: number;
    currency: string;
  };
  guest: {
    email: string;
    country_code_name: string;
    phone_number: string;
    first_name: string;
    last_name: string;
    airline_iata_code?: string;
    flight_number?: string;
    customer_special_instructions?: string;
  };
  people: number;
};

type Fields = Record<string, string>;

const written = (fields: Fields, ...names: string[]): string =>
  names
    .flatMap((name) => fields[name]?.trim() || [])
    .join(', ')
    .slice(0, 250);

/** An end that the tie leaves open is the guest's; where only one end is open, the direction of the order says which end comes first. */
export function findEnds({ from, to }: Pick<RideTie, 'from' | 'to'>, fields: Fields): { start: string; end: string } {
  const [stays, drops] = [written(fields, '403', '402'), written(fields, 'dropOffAddress')];
  const fixed = from || to;
  if ((from && to) || fields.direction === 'pointToPoint')
    return { start: from || written(fields, '402'), end: to || drops || stays };
  if (fields.direction === 'toHotel') return { start: fixed, end: stays };
  if (fields.direction === 'fromHotel') return { start: stays, end: fixed };
  return { start: from || stays, end: to || drops || stays };
}

/** Telephone codes that several countries share, by the one that most people mean. */
const mostOf: Record<string, string> = {
  1: 'US',
  7: 'RU',
  39: 'IT',
  44: 'GB',
  47: 'NO',
  61: 'AU',
  212: 'MA',
  262: 'RE',
};
const countryOf = (code: string): string =>
  mostOf[code] ?? areaCodes.find((country) => country.code === code)?.country ?? '';

function nameOf(contact: OrderRow['contact'], lead: Fields): { first_name: string; last_name: string } {
  const [givenName, family] = [lead['902']?.trim(), lead['901']?.trim()];
  if (givenName && family) return { first_name: givenName, last_name: family };
  const name = lead['102']?.trim() || contact.name.trim();
  const [first = '', ...rest] = name.split(/\s+/);
  return { first_name: first, last_name: rest.join(' ') || first };
}

/** "MH123" and "MH 123"; what is written in another way goes as it is. */
function flightOf(fields: Fields) {
  const flight = fields['406']?.trim();
  if (!flight) return {};
  const [, airline, number] = /^([A-Z\d]{2})\s?(\d{1,4}[A-Z]?)$/i.exec(flight) ?? [];
  return airline && number
    ? { airline_iata_code: airline.toUpperCase(), flight_number: number }
    : { flight_number: flight };
}

const secondsCut = (time: string) => time.trim().slice(0, 5);

export type Missing = 'time' | 'addresses' | 'telephone' | 'e-mail';

/** What Mozio needs and the order does not have yet, or the journey. */
export function readJourney(
  tie: RideTie,
  order: Pick<OrderRow, 'fields' | 'contact' | 'remark' | 'order_no'>,
  line: Pick<LineOfOrder, 'play_on' | 'session' | 'travellers'>,
): Journey | { missing: Missing[] } {
  const { fields, contact } = order;
  const field = pickupField(fields);
  const time = secondsCut((field && fields[field]) || line.session);
  const { start, end } = findEnds(tie, fields);
  const [lead = {}] = line.travellers;
  const country = countryOf(contact.areaCode);
  const missing: Missing[] = [
    ...(/^\d\d:\d\d$/.test(time) ? [] : (['time'] as const)),
    ...(start && end ? [] : (['addresses'] as const)),
    ...(contact.phone.trim() && country ? [] : (['telephone'] as const)),
    ...(contact.email.trim() ? [] : (['e-mail'] as const)),
  ];
  if (missing.length) return { missing };
  const people = Math.max(1, Number(fields.passengerCount) || line.travellers.length);
  const notes = written(fields, 'terminal', 'roomNumber', '404') || order.remark.slice(0, 250);
  return {
    people,
    search: {
      ...{ start_address: start, end_address: end, mode: 'one_way', pickup_datetime: `${line.play_on} ${time}` },
      ...{ num_passengers: people, currency: tie.currency },
    },
    guest: {
      ...{ email: contact.email.trim(), country_code_name: country, phone_number: contact.phone.trim() },
      ...{ ...nameOf(contact, lead), ...flightOf(fields) },
      ...(notes ? { customer_special_instructions: notes } : {}),
    },
  };
}
