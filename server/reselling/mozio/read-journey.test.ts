// An order's journey as Mozio asks for it, and Mozio's answers as they are understood (decision 0685).
import { describe, expect, it } from 'vitest';
import { findEnds, readJourney } from './read-journey.ts';
import { readComplaint, readRides } from './read-mozio.ts';

const stays = { '402': '1 Beach Road', '403': 'Hotel Sentral' };
const hotel = 'Hotel Sentral, 1 Beach Road';

describe('the ends of a journey', () => {
  it.each([
    [{ from: 'KUL', to: '' }, stays, 'KUL', hotel],
    [{ from: '', to: 'KUL' }, stays, hotel, 'KUL'],
    [{ from: 'KUL', to: 'Ipoh' }, { ...stays, direction: 'fromHotel' }, 'KUL', 'Ipoh'],
    [{ from: 'KUL', to: '' }, { ...stays, direction: 'fromHotel' }, hotel, 'KUL'],
    [{ from: '', to: 'KUL' }, { ...stays, direction: 'toHotel' }, 'KUL', hotel],
    [{ from: 'KUL', to: '' }, { '402': 'Here', dropOffAddress: 'There', direction: 'pointToPoint' }, 'KUL', 'There'],
    [{ from: 'KUL', to: '' }, {}, 'KUL', ''],
  ])('%j with %j is %s to %s', (tie, fields, start, end) => {
    expect(findEnds(tie, fields as Record<string, string>)).toEqual({ start, end });
  });
});

const tie = { from: 'KUL', to: '', currency: 'MYR', skus: {} } as const;
const contact = { name: 'Mei Ling Tan', email: 'mei@example.com', areaCode: '60', phone: '123' };
const journeyOf = (fields: Record<string, string>, more: object = {}, travellers: Record<string, string>[] = []) =>
  readJourney(
    tie,
    { fields, contact: { ...contact, ...more }, remark: '', order_no: 'X' },
    { play_on: '2026-12-01', session: '', travellers },
  );

describe('a journey', () => {
  it('has the time of the landing, the flight in two parts, and who travels', () => {
    const fields = { ...stays, '406': 'mh123', flightArrivalTime: '23:50:00', passengerCount: '3', terminal: '1' };
    expect(journeyOf(fields)).toMatchObject({
      people: 3,
      search: { pickup_datetime: '2026-12-01 23:50', end_address: hotel, num_passengers: 3 },
      guest: {
        ...{ first_name: 'Mei', last_name: 'Ling Tan', country_code_name: 'MY', phone_number: '123' },
        ...{ airline_iata_code: 'MH', flight_number: '123', customer_special_instructions: '1' },
      },
    });
  });

  it('takes the first traveller’s name where there is one, and shared telephone codes by the usual country', () => {
    const found = journeyOf({ ...stays, '407': '08:00' }, { areaCode: '44' }, [{ '102': 'John Fox' }, {}]);
    expect(found).toMatchObject({
      people: 2,
      guest: { first_name: 'John', last_name: 'Fox', country_code_name: 'GB' },
    });
  });

  it('names what is missing instead of guessing it', () => {
    expect(journeyOf({}, { phone: '', email: '' })).toEqual({ missing: ['time', 'addresses', 'telephone', 'e-mail'] });
    // When a guest leaves by air, the time of departure is no time to be picked up.
    expect(journeyOf({ ...stays, flightDepartureTime: '18:00' })).toEqual({ missing: ['time'] });
  });
});

describe('what Mozio says', () => {
  const result = (value: unknown, vehicle: unknown) => ({
    result_id: 'r',
    total_price: { total_price: { value } },
    steps: [{ details: null }, { details: { provider: 'P', vehicle } }],
  });

  it('leaves out a vehicle without a name, or with a price that its currency does not have', () => {
    const body = {
      more_coming: false,
      results: [
        result('95.50', { vehicle_type: 'Sedan', max_passengers: 3 }),
        result(80, { vehicle_class: { display_name: 'Van' } }),
        ...[result('95.505', { vehicle_type: 'Sedan' }), result('-1', { vehicle_type: 'Sedan' })],
        ...[result('1', {}), result('1', null), { result_id: 'x' }, 'nonsense'],
      ],
    };
    expect(readRides(body, 'MYR')?.rides).toEqual([
      { id: 'r', vehicle: 'Sedan', provider: 'P', people: 3, bags: null, minor: 9550 },
      { id: 'r', vehicle: 'Van', provider: 'P', people: null, bags: null, minor: 8000 },
    ]);
    expect(readRides({ results: [] }, 'MYR')).toBeUndefined();
  });

  it('is a complaint by field, in general, or in detail', () => {
    expect(readComplaint({ email: ['Wrong.', 'Long.'], phone_number: ['Short.'] })).toBe(
      'email: Wrong. Long. · phone_number: Short.',
    );
    expect(readComplaint({ non_field_errors: ['Too late.'] })).toBe('Too late.');
    expect(readComplaint({ detail: 'Not found.' })).toBe('Not found.');
    for (const other of [{ status: 'pending' }, [], 'text', null]) expect(readComplaint(other)).toBeUndefined();
  });
});
