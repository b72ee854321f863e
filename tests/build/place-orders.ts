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
  const travellers = Array.from({ length: form.data?.travellerCount ?? 0 }, (_, at) => ({
    '102': `Traveller ${'ABCDEFGHIJ'[at % 10]}`,
    '202': `P${1000 + at}`,
  }));
  return {
    id: product.id,
    lines: [line],
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    orderFields: Object.fromEntries((form.data?.orderFields ?? []).map((code) => [String(code), 'Hotel 1'])),
    travellers,
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
