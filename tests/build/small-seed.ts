// A small catalogue for tests: two owners, a day tour, a ticket with few places, a manual product, one that may oversell.
import { type SeedFile, seedFile } from '../../contract/seed.ts';
import { addDays } from '../../domain/dates.ts';

export const today = new Date().toISOString().slice(0, 10);
/** A day far enough ahead to be sold in every zone. */
export const playOn = addDays(today, 10);

const base = {
  city: 'testville',
  lat: 3.15,
  lng: 101.7,
  currency: 'MYR',
  scene: { kind: 'skyline', time: 'dusk' },
  playValue: 2,
  playUnit: 2,
  redemption: 'eVoucher',
};
const overview = { en: 'A quiet place with a view.', zh_CN: '安静而有景色的地方。' };
const adult = { ticketType: 10001, minAge: 13, priceMinor: 10_000 };
const child = { ticketType: 10002, minAge: 4, maxAge: 12, priceMinor: 4050 };

const pack = (key: string, more: object = {}) => ({
  key,
  names: { en: key },
  maxQuantity: 20,
  maxNights: 30,
  skus: [adult, child],
  ...more,
});
const stockOf = (key: string, more: object = {}) => ({
  stock: { [key]: { capacity: 20, departures: { [playOn]: 20, [addDays(playOn, 1)]: 20 }, ...more } },
});

const products = [
  {
    ...base,
    key: 'tower',
    type: 3,
    subtype: 301,
    names: { en: 'Silver Tower', zh_CN: '银塔观景台', vi: 'Tháp Bạc' },
    overviews: overview,
    popular: 90,
    freeCancelDays: 1,
    packages: [pack('standard')],
    ...stockOf('standard'),
  },
  {
    ...base,
    key: 'few-seats',
    type: 3,
    subtype: 301,
    names: { en: 'Few Seats', zh_CN: '少量座位' },
    overviews: overview,
    packages: [pack('standard')],
    ...stockOf('standard', { departures: { [playOn]: 5 } }),
  },
  {
    ...base,
    key: 'hills',
    type: 1,
    subtype: 101,
    names: { en: 'Green Hills Day Tour', zh_CN: '青山一日游' },
    overviews: overview,
    instant: false,
    popular: 50,
    packages: [pack('small-group', { minQuantity: 2, maxQuantity: 6 })],
    ...stockOf('small-group'),
  },
  {
    ...base,
    key: 'overbook',
    type: 2,
    subtype: 205,
    names: { en: 'Popular Hike' },
    overviews: overview,
    packages: [pack('standard', { oversell: true })],
    ...stockOf('standard', { departures: { [playOn]: 1 } }),
  },
  {
    ...base,
    key: 'yen-show',
    type: 4,
    subtype: 401,
    currency: 'JPY',
    names: { en: 'Evening Show' },
    overviews: overview,
    packages: [pack('seat', { skus: [{ ticketType: 10001, priceMinor: 3500 }] })],
    ...stockOf('seat', { sessions: ['18:00', '20:30'] }),
  },
  {
    ...base,
    key: 'free-walk',
    type: 3,
    subtype: 301,
    names: { en: 'Free Walk' },
    overviews: overview,
    packages: [pack('standard', { skus: [{ ticketType: 10001, priceMinor: 0 }] })],
    ...stockOf('standard'),
  },
  {
    ...base,
    key: 'inn',
    type: 16,
    subtype: 1601,
    names: { en: 'Harbour Inn' },
    overviews: overview,
    freeCancelDays: 3,
    packages: [pack('room', { maxNights: 14, skus: [{ names: { en: 'Double room' }, priceMinor: 20_000 }] })],
    ...stockOf('room', {
      departures: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [addDays(playOn, at), 3])),
    }),
  },
  {
    ...base,
    key: 'open-pass',
    type: 14,
    subtype: 1401,
    names: { en: 'Open Rail Pass' },
    overviews: overview,
    packages: [pack('pass', { openDays: 90, skus: [{ ticketType: 10001, priceMinor: 6000 }] })],
    ...stockOf('pass', { capacity: 10 }),
  },
  {
    ...base,
    key: 'car',
    type: 11,
    subtype: 1102,
    names: { en: 'Airport Car' },
    overviews: overview,
    redemption: 'pickup',
    cutOffHours: 24,
    addOns: [{ names: { en: 'Child seat' }, priceMinor: 2500, most: 2 }],
    packages: [
      pack('one-way', {
        skus: [
          { carType: 8001, seatClass: 15001, priceMinor: 9000, seats: 4, luggage: 2 },
          { carType: 8005, seatClass: 15004, priceMinor: 14_000, seats: 7, luggage: 5 },
        ],
      }),
    ],
    ...stockOf('one-way'),
  },
];

const people = (code: string) => ({
  partners: [
    {
      name: 'Member',
      kind: 'individual',
      users: [{ kind: 'member', email: `member@${code}.example`, name: 'Mei Tan', password: 'member-2026' }],
    },
    {
      name: 'Agency',
      kind: 'corporate',
      deposit: 1000,
      level: 2,
      users: [
        { kind: 'main', email: `agent@${code}.example`, name: 'Arif', password: 'agent-2026' },
        { kind: 'sub', email: `sub@${code}.example`, name: 'Sub', password: 'sub-2026', orderVisibility: 2 },
        { kind: 'sub', email: `open@${code}.example`, name: 'Open', password: 'open-2026', orderVisibility: 1 },
      ],
    },
  ],
  staff: [
    { email: `admin@${code}.example`, name: 'Grace', password: 'admin-2026', roles: ['admin'] },
    { email: `operations@${code}.example`, name: 'Daniel', password: 'operations-2026', roles: ['operations'] },
    { email: `content@${code}.example`, name: 'Noor', password: 'content-2026', roles: ['content'] },
    { email: `finance@${code}.example`, name: 'Farah', password: 'finance-2026', roles: ['finance'] },
    { email: `supplier@${code}.example`, name: 'Suda', password: 'supplier-2026', roles: ['supplier'] },
  ],
});

const owner = (code: string, host: string) => ({
  code,
  name: `Owner ${code}`,
  currency: 'MYR',
  zone: 'Asia/Kuala_Lumpur',
  hostnames: [{ host }],
  address: `http://${host}`,
  title: { en: `Shop ${code}`, zh_CN: `商店 ${code}` },
  description: { en: 'Things to do' },
  exchangeRates: { CNY: 0.62, IDR: 0.000228, USD: 4.42, JPY: 0.0292, THB: 0.131 },
  channels: [
    { channel: 'deposit' },
    { channel: 'sandbox', merchant: `shop-${code}`, secret: `secret-of-${code}-0001`, baseUrl: 'http://127.0.0.1:9' },
  ],
  announcements: [{ title: { en: 'Hello' } }],
  promoCodes: [
    { code: 'TEN', type: 2, value: '10', currency: 'MYR' },
    { code: 'OVER', type: 2, value: '15', currency: 'MYR', validDays: -1 },
    { code: 'ONCE', type: 1, value: 5, currency: 'MYR', useLimit: 1 },
  ],
  priceRules: [{ level: 2, percent: 10, product: 'inn' }],
  promotions: [{ title: { en: 'This month' }, products: ['tower'] }],
  products,
  ...people(code),
});

export function smallSeed(): SeedFile {
  return seedFile.parse({
    countries: [{ code: 'MY', key: 'malaysia', names: { en: 'Malaysia', zh_CN: '马来西亚' } }],
    cities: [
      {
        key: 'testville',
        country: 'MY',
        zone: 'Asia/Kuala_Lumpur',
        lat: 3.1,
        lng: 101.6,
        names: { en: 'Testville', zh_CN: '试城', ja_JP: 'テストビル', th: 'เมืองทดสอบ' },
      },
    ],
    owners: [owner('one', 'one.test'), owner('two', 'two.test')],
  });
}
