// What a booking asks follows from how it reaches its buyer (§3 fields, decision 0750), over HTTP: where guests are picked up, how a
// card or device is received; and what vouchers, pages and mails then say about it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductDocument } from '../../contract/editing.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { readPdf } from '../../tests/build/read-pdf.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
let agent: string;
let editor: Editor;
const counter = 'KLIA2 arrivals, counter 5';

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
});
afterAll(() => test?.close());

type Change = Partial<ProductDocument>;
type Sold = { id: string; skuId: string };
let count = 0;

/** On the shelf, with ten places on one day. */
async function sell(change: Change, sku: Parameters<typeof newSku>[0] = {}): Promise<Sold> {
  count += 1;
  const packages = [newPackage({ skus: [newSku(sku)] })];
  const id = await editor.create(newDocument({ key: `by-way-${count}`, packages, ...change }));
  const pack = (await editor.open(id)).document.packages[0];
  const day = { on: playOn, session: '', capacity: 10, wasCapacity: null, prices: [], limits: [] };
  expect((await editor.calendar(pack?.id ?? '', [day])).code).toBe(200);
  expect((await editor.state(id, 'published')).code).toBe(200);
  return { id, skuId: pack?.skus[0]?.id ?? '' };
}

const device = { ticketType: null, minAge: 0, names: { en: 'Card' } };
const sellCard = (change: Change, sku: Parameters<typeof newSku>[0] = {}) =>
  sell({ type: 10, subtype: 1002, ...change }, { ...device, ...sku });

const formOf = async ({ skuId }: Sold) =>
  (await test.call('bookProducts', { lines: `${skuId}:${playOn}::1` }, { token: agent })).data;
const asksOf = async (sold: Sold) => (await formOf(sold)).orderFields;

async function place(sold: Sold, orderFields: Record<string, string>) {
  const form = await formOf(sold);
  const travellers = form.travellerCount ? [{ '102': 'Mei Tan' }] : [];
  return test.call(
    'createOrder',
    {
      ...{ id: sold.id, orderFields, travellers, agreed: true, seenTotal: form.total },
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '', phone: '' },
      lines: [{ skuId: sold.skuId, playOn, session: '', quantity: 1 }],
    },
    { token: agent, key: newKey(), language: 'en' },
  );
}

async function buy(sold: Sold, orderFields: Record<string, string>): Promise<string> {
  const placed = await place(sold, orderFields);
  expect([placed.code, placed.data]).toMatchObject([200, {}]);
  const { orderNo } = placed.data;
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}

async function readVoucher(orderNo: string): Promise<string> {
  const path = `/api/order/download/voucher?subOrderNo=${orderNo}-1&lang=en`;
  const answer = await test.fetch(path, { headers: { l: 'en', token: agent } });
  return readPdf(Buffer.from(await answer.arrayBuffer()))
    .map(({ text }) => text.replaceAll('\u00a0', ' '))
    .join('\n');
}

describe('where guests are picked up (§3 fields)', () => {
  it('is asked for whatever picks them up, and not where they come to a meeting point', async () => {
    expect(await asksOf(await sell({ type: 2, subtype: 205, redemption: 'pickup' }))).toEqual(['403', '402']);
    expect(await asksOf(await sell({ type: 2, subtype: 205, redemption: 'meetingPoint' }))).toEqual([]);
    expect(await asksOf(await sell({ type: 1, subtype: 101, redemption: 'meetingPoint' }))).toEqual([]);
    expect(await asksOf(await sell({ type: 1, subtype: 101 }))).toEqual(['403', '402']);
  });

  it('is as the product’s own list says where there is one', async () => {
    expect(await asksOf(await sell({ type: 2, subtype: 205, redemption: 'pickup', orderFields: [] }))).toEqual([]);
  });

  it('is on the voucher', async () => {
    const hike = await sell({ type: 2, subtype: 205, redemption: 'pickup' });
    expect(await readVoucher(await buy(hike, { '403': 'Sea Hotel' }))).toContain('Sea Hotel');
  });
});

describe('how a card or device is received (§3 fields; §1 Wi-Fi)', () => {
  const address = ['deliveryCountry', 'deliveryPostcode', '401'];
  const collectPoints = [{ en: counter }];

  it('is chosen only where there are both ways', async () => {
    expect(await asksOf(await sellCard({}))).toEqual(address);
    expect(await asksOf(await sellCard({ collectPoints }))).toEqual(['handOver', ...address, 'collectPoint']);
    expect(await asksOf(await sellCard({ redemption: 'collect', collectPoints }))).toEqual(['collectPoint']);
    expect(await asksOf(await sellCard({ redemption: 'exchange' }))).toEqual([]);
  });

  it('may be named where it is the only way, and no other may', async () => {
    const card = await sellCard({ redemption: 'collect' });
    await buy(card, { handOver: 'collect' });
    expect((await place(card, { handOver: 'delivery' })).data).toMatchObject({
      fields: { 'orderFields.handOver': 'This is not asked for with this product' },
    });
  });

  it('is not asked for plans that are sent by mail', async () => {
    expect(await asksOf(await sellCard({}, { planKind: 'eSim', planSku: 'plan-1' }))).toEqual([]);
    expect(await asksOf(await sellCard({}, { planKind: 'card', planSku: 'plan-1' }))).toEqual(address);
  });

  it('is what order, voucher and page say: a card that is sent is not collected (§3 vouchers; §7 journey)', async () => {
    const card = await sellCard({ redemption: 'exchange', collectPoints, orderFields: [922, 401] });
    const sent = await buy(card, { handOver: 'delivery', deliveryCountry: 'MY', '401': '1 Beach Road' });
    const { data: journey } = await test.call('journeyOf', { orderNo: sent }, { token: agent });
    const { data: pass } = await test.call('pass', { orderNo: sent }, { token: agent });
    expect([journey.stops[0]?.redemption, pass.stops[0]?.redemption]).toEqual(['delivery', 'delivery']);
    const voucher = await readVoucher(sent);
    expect(voucher).toContain('Sent to your address');
    expect(voucher).not.toContain('Exchange the voucher');
    // The home of a person is not handed on.
    expect(voucher).not.toContain('1 Beach Road');
  });

  it('and where it is collected is on voucher and page', async () => {
    const card = await sellCard({ redemption: 'collect', collectPoints });
    const collected = await buy(card, { collectPoint: counter });
    const { data: pass } = await test.call('pass', { orderNo: collected }, { token: agent });
    expect([pass.stops[0]?.redemption, pass.fields]).toEqual(['collect', { collectPoint: counter }]);
    const voucher = await readVoucher(collected);
    expect(voucher).toContain('Collect on arrival');
    expect(voucher).toContain(counter);
  });
});
