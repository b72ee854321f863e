// What delivery costs is said before anyone decides (§3 additional freight, decisions 0305 and 0768): on the product's page, from the table
// of the moment, and to staff who change the address of an order.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceFreight } from '../../domain/freight/freight.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let content: string;
let editor: Editor;

const zone = {
  ...{
    countries: ['MY'],
    postcodes: [] as string[],
    by: 'weight' as 'weight' | 'piece',
    freeFromMinor: 20_000 as number | null,
  },
  ...{ firstUnits: 500, firstMinor: 800, stepUnits: 500, stepMinor: 300, daysFrom: 2, daysUntil: 4 },
};
const abroad = {
  ...zone,
  countries: ['SG', 'BN'],
  by: 'piece' as const,
  freeFromMinor: null,
  firstUnits: 1,
  firstMinor: 1200,
};
const table = {
  name: 'By post',
  currency: 'MYR' as const,
  zones: [zone, { ...zone, postcodes: ['87'], firstMinor: 1500 }, abroad],
};

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  editor = makeEditor(test, { token: content });
});
afterAll(() => test.close());

async function saveTable(change: Partial<typeof table>): Promise<string> {
  const saved = await test.call('consoleFreightSave', { ...table, ...change }, { token: content });
  expect(saved.code).toBe(200);
  return saved.data.id;
}

type Change = Parameters<typeof newDocument>[0];
let count = 0;
async function sell(change: Change, sku: Parameters<typeof newSku>[0] = {}) {
  count += 1;
  const card = { ticketType: null, minAge: 0, names: { en: 'Card' }, weightGrams: 600, priceMinor: 2000, ...sku };
  const id = await editor.create(
    newDocument({
      key: `shown-${count}`,
      type: 10,
      subtype: 1002,
      packages: [newPackage({ skus: [newSku(card)] })],
      ...change,
    }),
  );
  const pack = (await editor.open(id)).document.packages[0];
  const day = { on: playOn, session: '', capacity: 10, wasCapacity: null, prices: [], limits: [] };
  expect((await editor.calendar(pack?.id ?? '', [day])).code).toBe(200);
  expect((await editor.state(id, 'published')).code).toBe(200);
  return { id, skuId: pack?.skus[0]?.id ?? '' };
}
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');
const pageOf = async (id: string, language = 'en', currency = 'MYR') => {
  const { data } = await test.call('productDetail', { id }, { language, currency });
  return { way: data.keyFacts[0], lines: data.delivery.map(plain) };
};

describe('the page of a card or device', () => {
  it('says whether it is collected or sent, and what each region costs in the reader’s language and currency (§2 product)', async () => {
    const freightId = await saveTable({});
    const { id } = await sell({ redemption: 'collect', freightId });
    expect(await pageOf(id)).toEqual({
      way: 'Collect it or have it sent to you',
      lines: [
        'Malaysia: from MYR 11.00 · free for orders of MYR 200.00 or more · Delivery takes 2–4 days',
        'Singapore, Brunei: from MYR 12.00 · Delivery takes 2–4 days',
      ],
    });
    const chinese = await pageOf(id, 'zh_CN', 'CNY');
    expect(chinese.way).toBe('可自取，也可配送到您的地址');
    expect(chinese.lines[0]).toMatch(/^马来西亚：CNY [\d.]+ 起 · 订单满 CNY [\d.]+ 免费 · 配送需要 2–4 天$/);
    // A change of the table is on the page with the next request.
    const [saved] = (await test.call('consoleFreight', {}, { token: content })).data.list.filter(
      (row) => row.id === freightId,
    );
    if (!saved) throw new Error('no table');
    const { products: _, ...rest } = saved;
    const dearer = { ...rest, zones: [{ ...zone, countries: [], freeFromMinor: null, firstMinor: 0, stepMinor: 0 }] };
    expect((await test.call('consoleFreightSave', dearer, { token: content })).code).toBe(200);
    expect((await pageOf(id)).lines).toEqual(['Any country: free · Delivery takes 2–4 days']);
  });

  it('says what can be had only one way, and nothing of delivery where nothing is sent', async () => {
    const only = await sell({ redemption: 'eVoucher' });
    expect(await pageOf(only.id)).toEqual({
      way: 'Sent to your address',
      lines: ['Delivery is included in the price.'],
    });
    const collected = await sell({ redemption: 'collect' });
    expect(await pageOf(collected.id)).toEqual({ way: 'Collect on arrival', lines: [] });
    const mailed = await sell({ redemption: 'eVoucher' }, { planKind: 'eSim', planSku: 'plan-1' });
    expect((await pageOf(mailed.id)).lines).toEqual([]);
    const elsewhere = await sell({
      redemption: 'eVoucher',
      freightId: await saveTable({
        zones: [
          { ...zone, postcodes: ['5'] },
          { ...abroad, countries: [] },
        ],
      }),
    });
    expect((await pageOf(elsewhere.id)).lines).toEqual([
      'Malaysia (some postcodes): from MYR 11.00 · free for orders of MYR 200.00 or more · Delivery takes 2–4 days',
      'Other countries: from MYR 12.00 · Delivery takes 2–4 days',
    ]);
  });
});

describe('staff who change an address (§4; decision 0768)', () => {
  it('have what was charged, and the figures by which another place is priced', async () => {
    const { id, skuId } = await sell({ redemption: 'collect', freightId: await saveTable({}) });
    const lines = [{ skuId, playOn, session: '', quantity: 2 }];
    const form = (await test.call('bookProducts', { lines: `${skuId}:${playOn}::2` }, { token: agent })).data;
    const orderFields = {
      handOver: 'delivery',
      deliveryCountry: 'MY',
      deliveryPostcode: '50450',
      '401': '1 Beach Road',
    };
    const seenTotal = { ...form.total, amountMinor: form.total.amountMinor + 1400 };
    const contact = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '', phone: '' };
    const placed = await test.call(
      'createOrder',
      { id, lines, orderFields, contact, seenTotal, agreed: true },
      { token: agent, key: newKey() },
    );
    expect(placed.code).toBe(200);
    const { orderNo } = placed.data;
    const freightOf = async () =>
      (await test.call('consoleOrder', { id: orderNo }, { token: staff })).data.change?.freight;
    const freight = await freightOf();
    if (!freight) throw new Error('no freight');
    expect(freight.charged).toEqual({ amountMinor: 1400, currency: 'MYR' });
    const priced = (country: string) =>
      priceFreight(freight.terms, { country, postcode: '' }, freight.parts)?.total.amountMinor;
    expect([priced('MY'), priced('SG'), priced('JP')]).toEqual([1400, 1500, undefined]);
    // What was sent has been paid for and has arrived.
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const sent = { id: orderNo, subOrderNo: `${orderNo}-1`, carrier: 'Pos Laju', trackingNumber: 'PL-1' };
    expect((await test.call('consoleLineSend', sent, { token: staff })).code).toBe(200);
    expect(await freightOf()).toBeNull();
  });
});
