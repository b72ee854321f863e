// Buyers move a paid booking themselves (decision 0709): all its lines together, only while cancelling is free, only to times at which an
// order would be taken and nothing more is to pay, and once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenFree } from '../../demo/call-house.ts';
import { addDays } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
const nextDay = addDays(playOn, 1);
const at = (playOn: string, more: object = {}) => ({ playOn, session: '', untilOn: null, ...more });

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const id = await findAgency(test, finance);
  await adjust(test, finance, { id, dealType: 9, amountMinor: 400_000 });
});
afterAll(() => test.close());

const house = () => test.database.house;
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const days = (id: string, more: { from?: string; token?: string } = {}) =>
  test.call(
    'bookingDays',
    { id: `${id}-1`, ...(more.from ? { from: more.from } : {}) },
    { token: more.token ?? agent },
  );
type Move = { to?: ReturnType<typeof at>; seen?: ReturnType<typeof at>; returnedMinor?: number };
const move = (id: string, { to = at(nextDay), seen = at(playOn), returnedMinor = 0 }: Move = {}, as: object = {}) =>
  test.call('bookingMove', { id: `${id}-1`, to, seen, returnedMinor }, { token: agent, key: newKey(), ...as });
const soldOn = async (id: string, on: string) =>
  (
    await sql<{ sold: number }>`SELECT coalesce(sum(d.sold), 0)::int AS sold FROM departure d
      WHERE (d.owner_id, d.package_id) = (SELECT owner_id, package_id FROM sub_order WHERE sub_order_no = ${`${id}-1`})
        AND d.play_on = ${on}::date`.execute(house())
  ).rows[0]?.sold ?? 0;
const setPrice = (orderNo: string, on: string, minor: number) =>
  sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
    SELECT owner_id, sku_id, ${on}::date, ${minor} FROM sub_order WHERE sub_order_no = ${`${orderNo}-1`}
    ON CONFLICT (owner_id, sku_id, play_on, session) DO UPDATE SET price_minor = excluded.price_minor`.execute(house());
const usualPrices = () => sql`DELETE FROM sku_price`.execute(house());
const vouchersOf = async (id: string) =>
  (
    await sql<{ code: string }>`SELECT voucher_code AS code FROM sub_order WHERE order_no = ${id} ORDER BY 1`.execute(
      house(),
    )
  ).rows.map(({ code }) => code);

/** Ten percent off. */
async function buyWithCode(): Promise<string> {
  const input = await fillOrder(test, agent, { promoCode: 'TEN' });
  const seenTotal = { ...input.seenTotal, amountMinor: 9000 };
  const id = (await test.call('createOrder', { ...input, seenTotal }, { token: agent, key: newKey() })).data.orderNo;
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  return id;
}

/** Adults and children of one day, paid. */
async function buyFamily(): Promise<string> {
  const input = await fillOrder(test, agent);
  const [adult] = input.lines;
  const product = (await test.call('productDetail', { id: input.id }, { token: agent })).data;
  const child = { ...(adult as NonNullable<typeof adult>), skuId: product.packages[0]?.skus[1]?.id ?? '' };
  const lines = [{ ...child, skuId: adult?.skuId ?? '', quantity: 2 }, child];
  const asked = lines.map((line) => `${line.skuId}:${line.playOn}::${line.quantity}`).join(',');
  const form = await test.call('bookProducts', { lines: asked }, { token: agent });
  const order = { ...input, lines, ...fillFields(form.data), seenTotal: form.data.total };
  const id = (await test.call('createOrder', order, { token: agent, key: newKey() })).data.orderNo;
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  return id;
}

describe('a buyer moves a paid booking', () => {
  it('to a day that is offered: places, vouchers, mail and history change, once for each key', async () => {
    const id = await buy(test, agent);
    const offered = (await days(id)).data;
    expect(offered).toMatchObject({ seen: at(playOn), subOrderNos: [`${id}-1`], isFirst: true });
    expect(offered.days).toEqual([
      { ...at(nextDay), returned: { amountMinor: 0, currency: 'MYR' }, freeUntil: playOn, freeUntilAt: null },
    ]);
    const [first, second] = [await soldOn(id, playOn), await soldOn(id, nextDay)];
    const [code = ''] = await vouchersOf(id);
    const key = newKey();
    expect((await move(id, {}, { key })).data).toEqual({ returned: { amountMinor: 0, currency: 'MYR' } });
    expect((await move(id, {}, { key })).code).toBe(200);
    expect([await soldOn(id, playOn), await soldOn(id, nextDay)]).toEqual([first - 1, second + 1]);
    const order = await detail(id);
    expect(order.lines[0]?.playOn).toBe(nextDay);
    expect(order.events.filter(({ action }) => action === 'move')).toMatchObject([{ actor: 'buyer' }]);
    expect((await test.call('consoleVoucherRedeem', { text: code }, { token: staff })).code).toBe(200307);
    await until(
      () => test.mails('mei@example.com'),
      (list) => list.some((mail) => mail.subject.includes(id) && /changed/.test(mail.subject)),
    );
    expect((await move(id)).code).toBe(200009);
    const unkeyed = await move(id, { to: at(playOn), seen: at(nextDay) }, { key: undefined });
    expect(unkeyed.data).toMatchObject({ fields: { 'Idempotency-Key': {} } });
  });

  it('to a cheaper day gets the difference back, less the part that a code had paid', async () => {
    const plain = await buy(test, agent);
    const coded = await buyWithCode();
    await setPrice(plain, nextDay, 5000);
    const paid = (await detail(coded)).lines[0]?.amount.amountMinor ?? 0;
    expect(paid).toBe(9000);
    expect((await days(plain)).data.days).toMatchObject([{ returned: { amountMinor: 5000 } }]);
    expect((await days(coded)).data.days).toMatchObject([{ returned: { amountMinor: 4500 } }]);
    expect((await move(coded)).code).toBe(200203);
    expect((await move(coded, { returnedMinor: 4500 })).data.returned.amountMinor).toBe(4500);
    await until(
      () => detail(coded),
      ({ refundTotal }) => refundTotal.amountMinor === 4500,
    );
    const rest = await test.call('calculateRefund', { subOrderNo: `${coded}-1`, refundNum: 1 }, { token: agent });
    expect(rest.data.share.amountMinor).toBe(4500);
    await usualPrices();
  });

  it('reads on where one answer cannot hold all times, and past the last day there is nothing', async () => {
    const id = await buy(test, agent);
    await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
      SELECT s.owner_id, s.package_id, ${addDays(playOn, 2)}::date + d, to_char(time '00:00' + m * interval '15 minutes', 'HH24:MI'), 5
      FROM sub_order s, generate_series(0, 4) d, generate_series(0, 95) m WHERE s.sub_order_no = ${`${id}-1`}`.execute(
      house(),
    );
    const first = (await days(id)).data;
    const second = (await days(id, { from: addDays(first.to, 1) })).data;
    expect(first.to).toBe(addDays(playOn, 4));
    expect(new Set(first.days.map((day) => day.playOn))).toEqual(
      new Set([1, 2, 3, 4].map((day) => addDays(playOn, day))),
    );
    expect(second.days).toHaveLength(2 * 96);
    expect((await days(id, { from: '9999-12-31' })).data.days).toEqual([]);
    await sql`DELETE FROM departure WHERE owner_id = 1 AND play_on > ${nextDay}::date AND session <> ''
      AND package_id = (SELECT package_id FROM sub_order WHERE sub_order_no = ${`${id}-1`})`.execute(house());
  });

  it('is not offered a day that costs more, and cannot move to it', async () => {
    const id = await buy(test, agent);
    await setPrice(id, nextDay, 12_500);
    expect((await days(id)).data.days).toEqual([]);
    const refused = await move(id);
    expect(refused).toMatchObject({ code: 200203, data: { total: { amountMinor: 2500 } } });
    expect((await detail(id)).lines[0]?.playOn).toBe(playOn);
    await usualPrices();
  });

  it('with all lines of the outing, or with none', async () => {
    const id = await buyFamily();
    expect((await days(id)).data.subOrderNos).toEqual([`${id}-1`, `${id}-2`]);
    const limit = (left: number) =>
      sql`UPDATE departure SET capacity = sold + held + ${left} WHERE play_on = ${nextDay}::date AND package_id =
        (SELECT package_id FROM sub_order WHERE sub_order_no = ${`${id}-1`})`.execute(house());
    await limit(2);
    expect((await days(id)).data.days).toEqual([]);
    expect((await move(id)).code).toBe(200202);
    expect(new Set((await detail(id)).lines.map((line) => line.playOn))).toEqual(new Set([playOn]));
    await limit(3);
    expect((await move(id)).code).toBe(200);
    expect(new Set((await detail(id)).lines.map((line) => line.playOn))).toEqual(new Set([nextDay]));
    expect(await soldOn(id, nextDay)).toBeGreaterThanOrEqual(3);
    await limit(20);
  });

  it('keeps the nights of a stay, and the nights that both stays share', async () => {
    const input = await fillOrder(test, agent, { product: 'Silver Tower' });
    const inn = await test.call('searchProducts', { query: 'Harbour Inn' }, { token: agent });
    const product = (await test.call('productDetail', { id: inn.data.list[0]?.id ?? '' }, { token: agent })).data;
    const untilOn = addDays(playOn, 2);
    const line = { skuId: product.packages[0]?.skus[0]?.id ?? '', playOn, session: '', quantity: 3, untilOn };
    await sql`UPDATE sku SET price_minor = 100 WHERE sku_id = ${line.skuId}`.execute(house());
    const form = await test.call('bookProducts', { lines: `${line.skuId}:${playOn}::3:${untilOn}` }, { token: agent });
    const order = { ...input, id: product.id, lines: [line], ...fillFields(form.data), seenTotal: form.data.total };
    const id = (await test.call('createOrder', order, { token: agent, key: newKey() })).data.orderNo;
    await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
    const offered = (await days(id)).data.days;
    expect(offered[0]).toMatchObject({ playOn: nextDay, untilOn: addDays(playOn, 3) });
    const to = at(nextDay, { untilOn: addDays(playOn, 3) });
    expect((await move(id, { to, seen: at(playOn, { untilOn }) })).code).toBe(200);
    const held = await Promise.all([0, 1, 2].map((days) => soldOn(id, addDays(playOn, days))));
    expect(held).toEqual([0, 3, 3]);
  });
});

describe('a person moves a booking that', () => {
  const refused = async (id: string, code: number) => {
    expect((await days(id)).code).toBe(code);
    expect((await move(id)).code).toBe(code);
  };

  it('costs something to cancel by now, or never was free', async () => {
    const id = await buy(test, agent);
    const terms = (days: number) =>
      sql`UPDATE sub_order SET terms = terms || ${JSON.stringify({ refundRules: [{ daysBefore: days, feePercent: 1 }] })}::jsonb
        WHERE order_no = ${id}`.execute(house());
    await terms(30);
    await refused(id, 200302);
    await terms(1);
    expect((await days(id)).code).toBe(200);
    await refused(await buy(test, agent, { product: 'Free Walk' }), 200302);
  });

  it('somebody confirmed, drives, or asked more money for', async () => {
    const confirmed = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
    await refused(confirmed, 200302);
    await test.call('consoleConfirm', { id: confirmed }, { token: staff });
    await refused(confirmed, 200302);
    const charged = await buy(test, agent);
    const more = { id: charged, kind: 'extraTime' as const, amountMinor: 100, reason: 'later' };
    expect((await test.call('consoleSupplementAdd', more, { token: staff })).code).toBe(200);
    await refused(charged, 200302);
    const driven = await buy(test, agent);
    await sql`INSERT INTO driver (owner_id, sub_order_no, position, name, area_code, phone)
      VALUES (1, ${`${driven}-1`}, 1, 'Ahmad', '60', '12345678')`.execute(house());
    await refused(driven, 200302);
  });

  it('was used, is not paid, is being cancelled, or belongs to somebody else', async () => {
    const used = await buy(test, agent);
    const [code = ''] = await vouchersOf(used);
    await test.call('consoleVoucherRedeem', { text: code }, { token: staff });
    await refused(used, 200305);
    await refused(await placeOrder(test, agent), 200302);
    const asked = await buy(test, agent);
    await test.call('cancelOrder', { orderNo: asked, remark: 'ill' }, { token: agent, key: newKey() });
    await refused(asked, 200302);
    const member = await test.signIn('member@one.example', 'member-2026');
    const own = await buy(test, agent);
    expect((await days(own, { token: member })).code).toBe(421);
    expect((await move(own, {}, { token: member })).code).toBe(421);
    expect((await move(own, { to: at(playOn) })).data).toMatchObject({ fields: { playOn: {} } });
    expect((await move(own, { to: at(addDays(playOn, 5)) })).code).toBe(200204);
  });
});

describe('several at once', () => {
  it('share the last place of a day among one of them', async () => {
    const ids: string[] = [];
    await sql`UPDATE sku SET price_minor = 10 WHERE price_minor = 10000`.execute(house());
    for (let count = 0; count < 8; count += 1) ids.push(await buy(test, agent));
    const before = await soldOn(ids[0] ?? '', nextDay);
    await sql`UPDATE departure SET capacity = sold + held + 1 WHERE play_on = ${nextDay}::date AND package_id =
      (SELECT package_id FROM sub_order WHERE sub_order_no = ${`${ids[0]}-1`})`.execute(house());
    const codes = await Promise.all(ids.map(async (id) => (await whenFree(() => move(id))).code));
    expect(codes.sort()).toEqual([200, ...Array.from({ length: 7 }, () => 200202)]);
    expect(await soldOn(ids[0] ?? '', nextDay)).toBe(before + 1);
  });

  it('of one booking move it once, and money comes back once', async () => {
    const [id = ''] = [await buy(test, agent)];
    await sql`UPDATE departure SET capacity = 40 WHERE play_on = ${nextDay}::date AND capacity < 40`.execute(house());
    await setPrice(id, nextDay, 4);
    const codes = await Promise.all(
      Array.from({ length: 6 }, async () => (await whenFree(() => move(id, { returnedMinor: 6 }))).code),
    );
    expect(codes.sort()).toEqual([200, ...Array.from({ length: 5 }, () => 200009)]);
    await until(
      () => detail(id),
      ({ refundTotal }) => refundTotal.amountMinor === 6,
    );
    await usualPrices();
  });
});
