// Orders for tests, placed through the same calls that screens use.
import type { OutputOf } from '../../contract/index.ts';
import type { As, TestHouse } from './open-house.ts';
import { playOn } from './small-seed.ts';

let keys = 0;
export const newKey = () => {
  keys += 1;
  return `test-key-${process.pid}-${keys}`;
};

export type Wanted = {
  product?: string;
  quantity?: number;
  sku?: number;
  on?: string;
  session?: string;
  promoCode?: string;
  host?: string;
};

/** The product's detail by a word of its name. */
export async function findProduct(test: TestHouse, query: string, as: As = {}): Promise<OutputOf<'productDetail'>> {
  const found = await test.call('searchProducts', { query }, as);
  const id = found.data.list[0]?.id;
  if (!id) throw new Error(`no product for "${query}"`);
  return (await test.call('productDetail', { id }, as)).data;
}

/** A value that fits for each field whose rule is narrower than a text. */
const samples: Record<string, string> = {
  '101': '陈美',
  '103': '2',
  '104': '1990-05-17',
  '109': 'MY',
  '201': 'A1234567',
  '205': '2020-01-01',
  '206': '2099-12-31',
  '303': 'traveller@example.com',
  '401': '1 Beach Road',
  '402': '1 Beach Road',
  '403': 'Hotel 1',
  '406': 'MH123',
  '407': '09:00',
  lastname: 'Tan',
  pinyinName: 'Chen Mei',
  areaCode: '60',
  foreignAreaCode: '60',
  returnDate: '2099-12-30',
  flightDepartureTime: '11:00',
  flightArrivalTime: '12:00',
  landingVisa: '0',
  handOver: 'collect',
};
const leftOpen = new Set([
  ...['404', '304', '305', 'alternateDate', 'alternateTime', 'serviceLanguage', 'roomPreference', 'notifyLanguage'],
  'dropOffAddress',
]);

/** Every field that a booking form asks for, filled in. */
export function fillFields(form: Partial<OutputOf<'bookProducts'>> | null) {
  const fill = (names: string[] = [], at = 0) =>
    Object.fromEntries(
      names
        .filter((name) => !leftOpen.has(name))
        .map((name) => {
          if (name === '102') return [name, `Traveller ${'ABCDEFGHIJ'[at % 10]}`];
          return [name, name === '202' ? `P${1000 + at}` : (samples[name] ?? '1')];
        }),
    );
  return {
    orderFields: fill(form?.orderFields),
    travellers: Array.from({ length: form?.travellerCount ?? 0 }, (_, at) => fill(form?.travellerFields, at)),
  };
}

/** The input of createOrder for a product, with every field it asks for filled in. */
export async function fillOrder(test: TestHouse, token: string, wanted: Wanted = {}) {
  const as = { token, host: wanted.host };
  const product = await findProduct(test, wanted.product ?? 'Silver Tower', as);
  const sku = product.packages[0]?.skus[wanted.sku ?? 0];
  if (!sku) throw new Error('no SKU');
  const line = {
    skuId: sku.id,
    playOn: wanted.on ?? playOn,
    session: wanted.session ?? '',
    quantity: wanted.quantity ?? 1,
  };
  const form = await test.call(
    'bookProducts',
    { lines: `${line.skuId}:${line.playOn}:${line.session}:${line.quantity}` },
    as,
  );
  return {
    id: product.id,
    lines: [line],
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    ...fillFields(form.data),
    promoCode: wanted.promoCode ?? '',
    agreed: true,
    seenTotal: form.data?.total ?? { amountMinor: 0, currency: 'MYR' as const },
  };
}

export async function placeOrder(test: TestHouse, token: string, wanted: Wanted = {}): Promise<string> {
  const input = await fillOrder(test, token, wanted);
  const answer = await test.call('createOrder', input, { token, key: newKey(), host: wanted.host });
  if (answer.code !== 200) throw new Error(`no order: ${answer.code} ${answer.msg}`);
  return answer.data.orderNo;
}
