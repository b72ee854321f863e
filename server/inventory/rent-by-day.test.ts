// Pieces that are rented by the day (§1 Wi-Fi abroad, §6 oversell, decision 0307) over HTTP: each day from the first to the last has its price
// and its stock; one day that is sold out refuses the whole time; where it is collected and returned is chosen from the product's lists.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let id: string;
let packageId: string;
let skuId: string;
const days = Array.from({ length: 6 }, (_, at) => addDays(playOn, at));
const [first = '', second = '', third = ''] = days;
const counter = {
  en: 'KLIA2 arrivals, counter 5 · daily 08:00–22:00',
  zh_CN: 'KLIA2 到达厅 5 号柜台 · 每日 08:00–22:00',
};

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const pack = newPackage({
    ...{ key: 'wifi', names: { en: 'Wi-Fi' }, byDay: true, minNights: 1, maxNights: 4 },
    skus: [newSku({ ticketType: null, minAge: 0, names: { en: 'Device' }, priceMinor: 1000 })],
  });
  id = await editor.create(
    newDocument({
      ...{
        key: 'pocket-wifi',
        type: 10,
        subtype: 1001,
        names: { en: 'Pocket Wi-Fi', zh_CN: '随身 Wi-Fi' },
        freeCancelDays: 2,
      },
      ...{ collectPoints: [counter], returnPoints: [counter, { en: 'Drop box, level 1' }] },
      ...{ deposits: { en: 'MYR 200 in cash, given back with the device' }, packages: [pack] },
    }),
  );
  const saved = (await editor.open(id)).document.packages[0];
  packageId = saved?.id ?? '';
  skuId = saved?.skus[0]?.id ?? '';
  const cell = (on: string, at: number) => ({
    ...{ on, session: '', capacity: on === third ? 2 : 5, wasCapacity: null, limits: [] },
    prices: at === 1 ? [{ skuId, priceMinor: 1500, wasMinor: null }] : [],
  });
  expect((await editor.calendar(packageId, days.map(cell))).code).toBe(200);
  expect((await editor.state(id, 'published')).code).toBe(200);
});
afterAll(() => test.close());

const points = { handOver: 'collect', collectPoint: counter.en, returnPoint: 'Drop box, level 1' };
type Wish = {
  from?: string;
  to?: string | undefined;
  quantity?: number;
  fields?: Record<string, string>;
  seenMinor?: number;
};

function order({ from = first, to = second, quantity = 1, fields = points, seenMinor = 2500 * quantity }: Wish) {
  const input: InputOf<'createOrder'> = {
    ...{ id, orderFields: fields, agreed: true, seenTotal: { amountMinor: seenMinor, currency: 'MYR' } },
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '', phone: '' },
    lines: [{ skuId, playOn: from, session: '', quantity, ...(to ? { untilOn: to } : {}) }],
  };
  return test.call('createOrder', input, { token: agent, key: newKey() });
}
const fieldsOf = (told: { data: unknown }) => (told.data as { fields?: Record<string, string> }).fields;
const held = async () =>
  (
    await sql<{ held: number }>`SELECT d.held FROM departure d JOIN package k USING (owner_id, package_id)
      WHERE k.product_id = ${id} ORDER BY d.play_on`.execute(test.database.house)
  ).rows.map((row) => row.held);

describe('pieces rented by the day (§1 Wi-Fi)', () => {
  it('cost each day’s price for each piece, first and last day included, and hold every day', async () => {
    const form = (await test.call('bookProducts', { lines: `${skuId}:${first}::2:${second}` }, { token: agent })).data;
    expect([form.total.amountMinor, form.lines[0]?.byDay, form.deposit]).toEqual([
      5000,
      true,
      'MYR 200 in cash, given back with the device',
    ]);
    expect(form.choices).toEqual({ collectPoint: [counter.en], returnPoint: [counter.en, 'Drop box, level 1'] });
    const placed = await order({ quantity: 2 });
    expect(placed.code).toBe(200);
    expect(await held()).toEqual([2, 2, 0, 0, 0, 0]);
    const detail = (await test.call('orderDetail', { id: placed.data.orderNo }, { token: agent })).data;
    expect(detail.lines[0]).toMatchObject({ untilOn: second, byDay: true, unit: { amountMinor: 2500 } });
    expect(detail.lines[0]?.nights.map((one) => [one.on, one.price.amountMinor])).toEqual([
      [first, 1000],
      [second, 1500],
    ]);
    expect(detail.orderFields).toMatchObject({ collectPoint: counter.en, returnPoint: 'Drop box, level 1' });
    expect(detail.lines[0]?.deposit).toBe('MYR 200 in cash, given back with the device');
    await test.call('cancelOrder', { orderNo: placed.data.orderNo }, { token: agent, key: newKey() });
    expect(await held()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are held for a quotation from the first to the last day (§2 onlinequotation)', async () => {
    const line = { productId: id, packageId, skuId, playOn: first, untilOn: second, quantity: 2 };
    const draft: InputOf<'quotationSave'> = {
      language: 'en',
      currency: 'MYR',
      validUntil: addDays(today, 5),
      title: 'Rental',
      lines: [line],
    };
    const { id: quoteId, revision } = (await test.call('quotationSave', draft, { token: agent })).data;
    // Staff hold for what was sent (decision 0812).
    await test.call('quotationSend', { id: quoteId, revision }, { token: agent });
    const quote = (await test.call('quotation', { id: quoteId }, { token: agent })).data;
    const token = await test.signIn('operations@one.example', 'operations-2026');
    const asked = { id: quote.id, revision: quote.revision };
    const told = await test.call('consoleQuotationHold', asked, { token });
    expect([told.code, await held()]).toEqual([200, [2, 2, 0, 0, 0, 0]]);
    const back = { id: quote.id, revision: told.data.revision };
    expect((await test.call('consoleQuotationRelease', back, { token })).code).toBe(200);
    expect(await held()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('may be rented for one day, and not for fewer or more days than the package has', async () => {
    expect((await order({ to: first, seenMinor: 1000 })).code).toBe(200);
    expect(fieldsOf(await order({ to: '' }))).toEqual({ 'lines.0.untilOn': 'This field is required' });
    expect(fieldsOf(await order({ from: second, to: first }))).toEqual({
      'lines.0.untilOn': 'The last day cannot be before the first',
    });
    const long = await order({ to: days[4] });
    expect([long.code, long.msg]).toEqual([200215, 'It is rented for at most 4 days.']);
  });

  it('are refused where one of the days has too few left: of twenty buyers at once two get the two devices', async () => {
    expect((await order({ to: third, quantity: 3, seenMinor: 10_500 })).code).toBe(200202);
    const wishes = Array.from({ length: 20 }, () => order({ from: third, to: days[3], seenMinor: 2000 }));
    const codes = (await Promise.all(wishes)).map((one) => one.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(2);
    expect((await held())[2]).toBe(2);
  });

  it('are collected and returned where the product says, named by field', async () => {
    expect(fieldsOf(await order({ fields: { ...points, collectPoint: 'My hotel' } }))).toEqual({
      'orderFields.collectPoint': 'Please choose one',
    });
    expect(fieldsOf(await order({ fields: { handOver: 'collect' } }))).toEqual({
      'orderFields.collectPoint': 'This field is required',
      'orderFields.returnPoint': 'This field is required',
    });
    const sent = { handOver: 'delivery', deliveryCountry: 'MY', '401': '1 Beach Road', returnPoint: counter.en };
    expect((await order({ fields: sent })).code).toBe(200);
  });

  it('are in the guest list until their last day (rules §10)', async () => {
    const [from = '', amid = '', to = ''] = days.slice(3);
    const { data } = await order({ from, to, seenMinor: 3000 });
    await test.call('paying', { id: data.orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const token = await test.signIn('operations@one.example', 'operations-2026');
    for (const [on, phase] of [
      [from, 'begins'],
      [amid, 'goesOn'],
      [to, 'ends'],
    ] as const) {
      const guests = (await test.call('consoleGuests', { on }, { token })).data;
      expect(guests.list).toMatchObject([{ phase, byDay: true, bookings: [{ orderNo: data.orderNo }] }]);
    }
  });
});
