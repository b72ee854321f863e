// Every field that a booking form asks for, filled in with something that fits: for the demo's history and for tests.
import type { OutputOf } from '../contract/index.ts';

/** A value that fits for each field whose rule is narrower than a text. */
const samples: Record<string, string> = {
  '101': '陈美',
  '103': '2',
  '104': '1990-05-17',
  '109': 'MY',
  '201': 'A1234567',
  '205': '2020-01-01',
  '206': '2099-12-31',
  '301': '123456789',
  '302': '123456789',
  '303': 'traveller@example.com',
  '401': '1 Beach Road',
  '402': '1 Beach Road',
  '403': 'Hotel 1',
  '405': '0721234567',
  '406': 'MH123',
  '407': '09:00',
  direction: 'toHotel',
  lastname: 'Tan',
  pinyinName: 'Chen Mei',
  areaCode: '60',
  foreignAreaCode: '60',
  returnDate: '2099-12-30',
  flightDepartureTime: '11:00',
  flightArrivalTime: '12:00',
  landingVisa: '0',
  handOver: 'collect',
  deliveryCountry: 'MY',
  deliveryPostcode: '50450',
};
const leftOpen = new Set([
  ...['404', '304', '305', 'alternateDate', 'alternateTime', 'serviceLanguage', 'roomPreference', 'notifyLanguage'],
  'dropOffAddress',
]);

/** Every field that a booking form asks for, filled in. */
export function fillFields(form: Partial<OutputOf<'bookProducts'>> | null, people: string[] = []) {
  const fill = (names: string[] = [], at = 0) =>
    Object.fromEntries(
      names
        .filter((name) => !leftOpen.has(name))
        .map((name) => {
          if (name === '102') return [name, people[at] ?? `Traveller ${'ABCDEFGHIJ'[at % 10]}`];
          const [chosen] = form?.choices?.[name] ?? [];
          if (chosen) return [name, chosen];
          return [name, name === '202' ? `P${1000 + at}` : (samples[name] ?? '1')];
        }),
    );
  return {
    orderFields: fill(form?.orderFields),
    travellers: Array.from({ length: form?.travellerCount ?? 0 }, (_, at) => fill(form?.travellerFields, at)),
  };
}
