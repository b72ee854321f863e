// A booking's voucher on one page (§3 vouchers, decision 0440): for readers of the order, and by a link that its maker can end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../../tests/build/place-orders.ts';
import { buy, buyPending } from '../../../tests/build/set-up-desk.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let member: string;
let desk: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  desk = await test.signIn('operations@one.example', 'operations-2026');
  const { house } = test.database;
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(house);
  const notices = [{ en: 'Bring a passport', zh_CN: '请带护照' }];
  const itinerary = [{ day: 1, time: '08:30', title: { en: 'At the gate', zh_CN: '在门口' } }];
  await sql`UPDATE product SET content = content || ${JSON.stringify({ notices, itinerary })}::jsonb
    WHERE owner_id = 1`.execute(house);
}, 60_000);
afterAll(() => test?.close());

const keyOf = (address: string) => new URL(address).searchParams.get('key') ?? '';
async function share(orderNo: string) {
  const { data } = await test.call('passShare', { orderNo }, { token: agent });
  return { ...data, key: keyOf(data.address) };
}

/** Asked for by the buyer, approved by the owner. */
async function cancel(orderNo: string, part: { subOrderNo?: string; refundNum?: number } = {}) {
  const { data } = await test.call('cancelOrder', { orderNo, ...part }, { token: agent });
  const id = data.requests.find(({ result }) => result === 0)?.id ?? '';
  const decided = await test.call('consoleCancelDecide', { id, approve: true }, { token: desk });
  expect(decided.code).toBe(200);
}

describe('the page of a booking (§3 vouchers)', () => {
  it('has the code, the way, what to bring and every line, and no price, for readers of the order alone', async () => {
    const orderNo = await buy(test, agent, { quantity: 2 });
    await sql`UPDATE purchase SET pickup = '{"address": "Hotel Sunrise", "lat": 3.16, "lng": 101.7}'::jsonb,
      fields = fields || '{"407": "07:45", "404": "private"}'::jsonb WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const { data } = await test.call('pass', { orderNo }, { token: agent });
    expect(data).toMatchObject({
      seesOrder: true,
      link: null,
      pickupTime: '07:45',
      pickup: { address: 'Hotel Sunrise' },
    });
    const [stop] = data.stops;
    expect(stop).toMatchObject({
      productName: 'Silver Tower',
      notices: ['Bring a passport'],
      // They chose when they are picked up.
      begins: null,
      steps: [{ day: 1, time: '08:30', title: 'At the gate', text: '' }],
      lines: [{ state: 'valid' }],
    });
    expect(stop?.shown).toMatchObject({ code: stop?.lines[0]?.code });
    expect(stop?.shown?.qr).toMatch(/^data:image\/svg\+xml;base64,/);
    // A picture is random letters, among them any three.
    const said = JSON.stringify(data, (key, value) => (key === 'qr' ? '' : value));
    expect(said).not.toMatch(/amountMinor|MYR|private/);
    expect((await test.call('pass', { orderNo }, { token: member })).http).toBe(421);
    expect((await test.call('pass', { orderNo })).http).toBe(401);
  });

  it('shows what was cancelled as cancelled, and nothing to scan of it', async () => {
    const orderNo = await buy(test, agent, { quantity: 3 });
    const bought = await test.call('pass', { orderNo }, { token: agent });
    expect(bought.data.stops[0]?.begins).toEqual({ time: '08:30', title: 'At the gate' });
    await cancel(orderNo, { subOrderNo: `${orderNo}-1`, refundNum: 1 });
    const part = await test.call('pass', { orderNo }, { token: agent });
    expect(part.data.stops[0]?.lines[0]).toMatchObject({ quantity: 3, cancelledQuantity: 1, state: 'valid' });
    await cancel(orderNo);
    const whole = await test.call('pass', { orderNo }, { token: agent });
    expect(whole.data.stops[0]).toMatchObject({
      shown: null,
      lines: [{ cancelledQuantity: 3, state: 'cancelled', code: '' }],
    });
  });

  it('of two lines at one time is one thing to do, and at the gate one code leads to both', async () => {
    const input = await fillOrder(test, agent);
    const product = await test.call('productDetail', { id: input.id }, { token: agent });
    const child = product.data.packages[0]?.skus[1]?.id ?? '';
    const lines = [...input.lines, { skuId: child, playOn, session: '', quantity: 1 }];
    const query = lines.map((line) => `${line.skuId}:${line.playOn}::${line.quantity}`).join(',');
    const seenTotal = (await test.call('bookProducts', { lines: query }, { token: agent })).data.total;
    const placed = await test.call('createOrder', { ...input, lines, seenTotal }, { token: agent, key: newKey() });
    const { orderNo } = placed.data;
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const { data } = await test.call('pass', { orderNo }, { token: agent });
    expect(data.stops).toHaveLength(1);
    expect(data.stops[0]?.lines.map(({ state }) => state)).toEqual(['valid', 'valid']);
    const look = async (text: string) => (await test.call('consoleVoucher', { text }, { token: desk })).data;
    const first = await look(data.stops[0]?.shown?.code ?? '');
    expect(first.others).toMatchObject([{ subOrderNo: `${orderNo}-2`, state: 'valid', quantity: 1 }]);
    await test.call('consoleVoucherRedeem', { text: `${orderNo}-2` }, { token: desk });
    expect((await look(first.code)).others).toMatchObject([{ state: 'used' }]);
    const after = await test.call('pass', { orderNo }, { token: agent });
    expect(after.data.stops[0]?.lines.map(({ state }) => state)).toEqual(['valid', 'used']);
    const supplier = await test.signIn('supplier@one.example', 'supplier-2026');
    expect((await test.call('consoleVoucher', { text: first.code }, { token: supplier })).code).toBe(200307);
  });

  it('of an order that is not confirmed has no code', async () => {
    const [orderNo = ''] = await buyPending(test, agent, 1);
    const { data } = await test.call('pass', { orderNo }, { token: agent });
    expect(data.stops[0]).toMatchObject({ shown: null, lines: [{ state: 'waiting', code: '' }] });
    expect((await test.call('passShare', { orderNo }, { token: agent })).code).toBe(200304);
  });
});

describe('the link for fellow travellers (decision 0440)', () => {
  it('opens the page and the calendar without a session, until it is ended; a new one is another', async () => {
    const orderNo = await buy(test, agent);
    const links = await Promise.all([share(orderNo), share(orderNo), share(orderNo)]);
    expect(new Set(links.map(({ key }) => key)).size).toBe(1);
    const key = links[0]?.key ?? '';
    const { data } = await test.call('pass', { orderNo, key });
    expect(data).toMatchObject({ seesOrder: false, link: null, stops: [{ productName: 'Silver Tower' }] });
    expect((await test.call('pass', { orderNo }, { token: agent })).data.link).toContain(key);
    const path = `/api/order/pass/calendar?orderNo=${orderNo}&l=en`;
    const calendar = await test.fetch(`${path}&key=${key}`);
    expect(calendar.headers.get('content-type')).toContain('text/calendar');
    expect((await calendar.text()).match(/BEGIN:VALARM/g)?.length).toBeGreaterThan(0);
    expect((await test.fetch(path)).status).toBe(421);
    expect((await test.call('passShare', { orderNo }, { token: member })).http).toBe(421);
    expect((await test.call('passShareEnd', { orderNo }, { token: member })).http).toBe(421);
    await test.call('passShareEnd', { orderNo }, { token: agent });
    expect((await test.call('pass', { orderNo, key })).code).toBe(200107);
    const next = await share(orderNo);
    expect(next.key).not.toBe(key);
    expect((await test.call('pass', { orderNo, key })).code).toBe(200107);
    expect((await test.call('pass', { orderNo, key: next.key })).http).toBe(200);
  });

  it('of one order opens no other, and wrong keys are limited', async () => {
    const [one, other] = [await buy(test, agent), await buy(test, agent)];
    const { key } = await share(one);
    await share(other);
    expect((await test.call('pass', { orderNo: other, key })).code).toBe(200107);
    const tries = [];
    for (let at = 0; at < 31; at += 1) tries.push((await test.call('pass', { orderNo: other, key: `x${at}` })).http);
    expect(tries.at(-1)).toBe(503);
    expect((await test.call('pass', { orderNo: one, key })).http).toBe(200);
  });

  it('is of its owner alone', async () => {
    const orderNo = await buy(test, agent);
    const { key } = await share(orderNo);
    expect((await test.call('pass', { orderNo, key }, { host: 'two.test' })).code).toBe(200107);
  });
});
