// A supplier reads guests only of bookings that it has to decide or to serve (rules §7 and §10, decision 0803).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let supplier: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
}, 60_000);
afterAll(() => test.close());

/** A word in every place of an order that names its guests. */
async function mark(orderNo: string, word: string) {
  await sql`WITH lines AS (UPDATE sub_order SET travellers = ${JSON.stringify([{ '102': `${word} Guest` }])}::jsonb WHERE order_no = ${orderNo})
    UPDATE purchase SET remark = ${`${word} remark`}, fields = ${JSON.stringify({ '402': `${word} Road` })}::jsonb,
      pickup = ${JSON.stringify({ address: `${word} Hotel`, lat: 9, lng: 9 })}::jsonb,
      contact = ${JSON.stringify({ name: `${word} Contact`, email: 'x@contact.example', areaCode: '60', phone: '777' })}::jsonb
    WHERE order_no = ${orderNo}`.execute(test.database.house);
}

/** How often the supplier reads the word: in its list, in the order, and when it searches for the name. */
async function readsOf(orderNo: string, word: string) {
  const as = { token: supplier };
  const list = (await test.call('consoleOrders', { query: orderNo }, as)).data;
  expect(list.total).toBe(1);
  const order = (await test.call('consoleSupply', { id: orderNo }, as)).data;
  const found = (await test.call('consoleOrders', { query: `${word} Contact` }, as)).data.total;
  return { list: JSON.stringify(list).includes(word), order: JSON.stringify(order).split(word).length - 1, found };
}
const nothing = { list: false, order: 0, found: 0 };
const everything = { list: true, order: 5, found: 1 };

it('an unpaid order names no guest to its supplier, a paid one does (rules §10)', async () => {
  const id = await placeOrder(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
  await mark(id, 'Wren');
  expect(await readsOf(id, 'Wren')).toEqual(nothing);
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(await readsOf(id, 'Wren')).toEqual(everything);
  expect((await test.call('consoleConfirm', { id }, { token: supplier })).code).toBe(200);
  expect(await readsOf(id, 'Wren')).toEqual(everything);
});

it('a rejected order and one that its buyer cancelled before it was confirmed name their guests no more', async () => {
  const [rejected = '', cancelled = ''] = await buyPending(test, agent, 2);
  await mark(rejected, 'Robin');
  await mark(cancelled, 'Heron');
  expect(await readsOf(rejected, 'Robin')).toEqual(everything);
  expect((await test.call('consoleReject', { id: rejected, why: 'No guide' }, { token: supplier })).code).toBe(200);
  const asked = { orderNo: cancelled, subOrderNo: `${cancelled}-1`, refundNum: 2, remark: 'Rain' };
  expect((await test.call('cancelOrder', asked, { token: agent })).code).toBe(200);
  expect(await readsOf(rejected, 'Robin')).toEqual(nothing);
  expect(await readsOf(cancelled, 'Heron')).toEqual(nothing);
  // The company's staff go on reading both.
  const operations = { token: await test.signIn('operations@one.example', 'operations-2026') };
  expect((await test.call('consoleOrders', { query: 'Robin Contact' }, operations)).data.total).toBe(1);
});

it('the link of a mail names no guest either once the order is not to be served', async () => {
  const [id = ''] = await buyPending(test, agent, 1);
  await mark(id, 'Plover');
  const mail = await until(
    async () => (await test.mails('supplier@one.example')).find((item) => item.occasion.includes(`${id} toConfirm:`)),
    Boolean,
  );
  const token = /supply\?token=([\w-]+)&/.exec(mail?.body ?? '')?.[1] ?? '';
  expect(JSON.stringify((await test.call('supplyOpened', { token })).data)).toContain('Plover');
  const asked = { orderNo: id, subOrderNo: `${id}-1`, refundNum: 2, remark: 'Rain' };
  expect((await test.call('cancelOrder', asked, { token: agent })).code).toBe(200);
  const seen = (await test.call('supplyOpened', { token })).data;
  expect(seen).toMatchObject({ orderNo: id, waits: false, contact: { name: '' } });
  expect(JSON.stringify(seen)).not.toContain('Plover');
});
