// A paid line moved by staff (§4, decision 0292): places taken and given back together, the difference as an additional payment, a refund
// or left, the voucher renewed, never past what is left; and the same statement without its guard shown to oversell.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenFree } from '../../demo/call-house.ts';
import { addDays } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, newKey } from '../../tests/build/place-orders.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let admin: string;
let staff: string;
const nextDay = addDays(playOn, 1);

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

const house = () => test.database.house;
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const lineOf = async (id: string, at = 0) => {
  const line = (await detail(id)).lines[at];
  if (!line) throw new Error('no line');
  return line;
};
const counts = async (subOrderNo: string) =>
  (
    await sql<{
      on: string;
      sold: number;
      beyond: number;
    }>`SELECT d.play_on::text AS on, d.sold, d.oversold AS beyond FROM departure d
      WHERE (d.owner_id, d.package_id) = (SELECT owner_id, package_id FROM sub_order WHERE sub_order_no = ${subOrderNo})
        AND d.sold + d.oversold > 0 ORDER BY 1`.execute(house())
  ).rows;

type Place = { playOn: string; session: string; untilOn: string | null; quantity: number };
const quote = (id: string, to: Partial<Place> & { playOn: string }, token = staff) =>
  test.call(
    'consoleLineQuote',
    { id, subOrderNo: `${id}-1`, session: '', quantity: 1, ...to, untilOn: to.untilOn ?? '' },
    { token },
  );
async function move(id: string, to: Partial<Place>, more: object = {}, token = staff) {
  const place = { playOn: nextDay, session: '', untilOn: null, quantity: 1, ...to };
  const { seen, asked } = (await quote(id, place, token)).data;
  return test.call(
    'consoleLineMove',
    {
      id,
      subOrderNo: `${id}-1`,
      to: place,
      seen,
      differenceMinor: asked?.difference.amountMinor ?? 0,
      settle: 'settle',
      reason: 'The guest comes a day later',
      ...more,
    },
    { token },
  );
}
const setPrice = (orderNo: string, on: string, minor: number) =>
  sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
    SELECT owner_id, sku_id, ${on}::date, ${minor} FROM sub_order WHERE sub_order_no = ${`${orderNo}-1`}
    ON CONFLICT (owner_id, sku_id, play_on, session) DO UPDATE SET price_minor = excluded.price_minor`.execute(house());
/** Sum and list are read one after the other, so the list may be a moment older. */
const refunded = (id: string, minor: number) =>
  until(
    () => detail(id),
    ({ refundTotal, refunds }) =>
      refundTotal.amountMinor === minor &&
      refunds.every((refund) => refund.status === 1) &&
      refunds.reduce((sum, refund) => sum + refund.amount.amountMinor, 0) === minor,
  );
const voucherOf = async (id: string) =>
  (
    await sql<{ code: string }>`SELECT voucher_code AS code FROM sub_order WHERE sub_order_no = ${`${id}-1`}`.execute(
      house(),
    )
  ).rows[0]?.code ?? '';

describe('a line that is moved', () => {
  it('takes its new place, gives the old one back, and gets a new voucher', async () => {
    const id = await buy(test, agent);
    const before = await counts(`${id}-1`);
    const code = await voucherOf(id);
    expect((await move(id, {}, { reason: ' ' })).data).toMatchObject({ fields: { reason: {} } });
    expect((await move(id, {})).data).toEqual({ supplementNo: null, refund: null, lowered: null });
    const line = await lineOf(id);
    expect(line.playOn).toBe(nextDay);
    const sold = (list: Awaited<ReturnType<typeof counts>>, on: string) =>
      list.find((item) => item.on === on)?.sold ?? 0;
    const after = await counts(`${id}-1`);
    expect(sold(after, playOn)).toBe(sold(before, playOn) - 1);
    expect(sold(after, nextDay)).toBe(sold(before, nextDay) + 1);
    expect((await test.call('consoleVoucherRedeem', { text: code }, { token: staff })).code).toBe(200307);
    const renewed = await voucherOf(id);
    expect(renewed).not.toBe(code);
    const mails = await until(
      () => test.mails('mei@example.com'),
      (list) => list.some((mail) => mail.subject.includes(id) && /changed/.test(mail.subject)),
    );
    const { mail_id: mailId } = mails.find((mail) => /changed/.test(mail.subject)) ?? { mail_id: 0 };
    const papers = await sql<{
      n: number;
    }>`SELECT jsonb_array_length(attachments) AS n FROM mail WHERE mail_id = ${mailId}`;
    expect((await papers.execute(house())).rows).toEqual([{ n: 1 }]);
    const log = await sql<{ before: { playOn: string }; after: { playOn: string } }>`SELECT before, after FROM audit_log
      WHERE act = 'line-moved' AND subject = ${`order ${id}`}`.execute(house());
    expect(log.rows).toMatchObject([{ before: { playOn }, after: { playOn: nextDay } }]);
    expect((await test.call('consoleVoucherRedeem', { text: renewed }, { token: staff })).code).toBe(200);
    expect((await quote(id, { playOn })).code).toBe(200302);
    const seen = { playOn: nextDay, session: '', untilOn: null, quantity: 1 };
    expect((await move(id, { playOn }, { seen })).code).toBe(200305);
  });

  it('to a dearer day asks for the difference, which goes back with the line when it is cancelled', async () => {
    const id = await buy(test, agent);
    await setPrice(id, nextDay, 12_500);
    const price = (await lineOf(id)).amount.amountMinor;
    const asked = (await quote(id, { playOn: nextDay })).data;
    expect(asked).toMatchObject({ mayWaive: false, seen: { playOn, quantity: 1 } });
    const difference = asked.asked?.difference.amountMinor ?? 0;
    expect(difference).toBeGreaterThan(0);
    expect((await move(id, {}, { settle: 'waive' })).data).toMatchObject({ fields: { settle: {} } });
    const other = await move(id, {}, { differenceMinor: difference - 1 });
    expect(other.code).toBe(200203);
    const absurd = await move(id, {}, { differenceMinor: Number.MAX_SAFE_INTEGER });
    expect(absurd).toMatchObject({ code: 200001, data: { fields: { differenceMinor: expect.any(String) } } });
    const { supplementNo } = (await move(id, {})).data;
    expect(supplementNo).toBe(`${id}S1`);
    expect((await move(id, { playOn })).code).toBe(200310);
    await test.call(
      'paying',
      { id, channel: 'deposit', supplement: supplementNo ?? '' },
      { token: agent, key: newKey() },
    );
    const cancel = await test.call('calculateRefund', { subOrderNo: `${id}-1`, refundNum: 1 }, { token: agent });
    expect(cancel.data.share.amountMinor).toBe(price + difference);
    const asked2 = await test.call('cancelOrder', { orderNo: id, remark: 'no' }, { token: agent, key: newKey() });
    const request = asked2.data.requests[0]?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id: request, approve: true }, { token: staff })).code).toBe(200);
    await refunded(id, price + difference);
  });

  it('to a cheaper day gives the difference back once, and only the rest when it is cancelled', async () => {
    const id = await buy(test, agent);
    const price = (await lineOf(id)).amount.amountMinor;
    await setPrice(id, nextDay, 5000);
    const { refund } = (await move(id, {})).data;
    expect(refund?.amountMinor).toBeGreaterThan(0);
    await refunded(id, refund?.amountMinor ?? 0);
    const cancel = await test.call('calculateRefund', { subOrderNo: `${id}-1`, refundNum: 1 }, { token: agent });
    expect(cancel.data.share.amountMinor).toBe(price - (refund?.amountMinor ?? 0));
    // Back again costs what came back.
    const back = (await quote(id, { playOn })).data;
    expect(back.asked?.difference.amountMinor).toBe(refund?.amountMinor);
    await sql`DELETE FROM sku_price WHERE play_on = ${nextDay}::date`.execute(house());
  });

  it('leaves the difference where staff with the right waive it; a withdrawn payment takes the new price back', async () => {
    const id = await buy(test, agent);
    await setPrice(id, nextDay, 12_500);
    expect((await quote(id, { playOn: nextDay }, admin)).data.mayWaive).toBe(true);
    expect((await move(id, {}, { settle: 'waive' }, admin)).data).toEqual({
      supplementNo: null,
      refund: null,
      lowered: null,
    });
    expect((await quote(id, { playOn })).data.asked?.difference.amountMinor).toBe(0);
    await move(id, { playOn }, {}, admin);
    const { supplementNo } = (await move(id, {})).data;
    await test.call('consoleSupplementWithdraw', { id, supplementNo: supplementNo ?? '' }, { token: staff });
    expect((await quote(id, { playOn })).data.asked?.difference.amountMinor).toBe(0);
    await sql`DELETE FROM sku_price WHERE play_on = ${nextDay}::date`.execute(house());
  });

  it('asks for less of the difference once a part of the line is cancelled before it was paid', async () => {
    const id = await buy(test, agent, { quantity: 2 });
    await setPrice(id, nextDay, 15_000);
    const { supplementNo } = (await move(id, { quantity: 2 })).data;
    const open = async () => (await detail(id)).supplements.map((item) => [item.amount.amountMinor, item.state]);
    expect(await open()).toEqual([[10_000, 'open']]);
    const pay = { id, channel: 'deposit', supplement: supplementNo ?? '' };
    const asked = await test.call('cancelOrder', { orderNo: id, refundNum: 1 }, { token: agent });
    const request = asked.data.requests[0]?.id ?? '';
    await test.call('consoleCancelDecide', { id: request, approve: true }, { token: staff });
    await refunded(id, 10_000);
    expect(await open()).toEqual([[5000, 'open']]);
    expect((await test.call('paying', pay, { token: agent, key: newKey() })).code).toBe(200);
    const left = await test.call('calculateRefund', { subOrderNo: `${id}-1`, refundNum: 1 }, { token: agent });
    expect(left.data.share.amountMinor).toBe(15_000);
    await sql`DELETE FROM sku_price WHERE play_on = ${nextDay}::date`.execute(house());
  });

  it('moves each night of a stay, those that both stays share too', async () => {
    await sql`UPDATE sku SET price_minor = 100 WHERE package_id IN (SELECT package_id FROM package k JOIN product p USING (owner_id, product_id)
      WHERE p.key = 'inn')`.execute(house());
    const input = await test.call('searchProducts', { query: 'Harbour Inn' }, { token: agent });
    const product = (await test.call('productDetail', { id: input.data.list[0]?.id ?? '' }, { token: agent })).data;
    const line = {
      skuId: product.packages[0]?.skus[0]?.id ?? '',
      playOn,
      session: '',
      quantity: 1,
      untilOn: addDays(playOn, 2),
    };
    const form = await test.call(
      'bookProducts',
      { lines: `${line.skuId}:${playOn}::1:${line.untilOn}` },
      { token: agent },
    );
    const contact = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };
    const order = {
      id: product.id,
      lines: [line],
      contact,
      agreed: true,
      ...fillFields(form.data),
      seenTotal: form.data.total,
    };
    const id = (await test.call('createOrder', order, { token: agent, key: newKey() })).data.orderNo;
    await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
    const moved = await move(id, { playOn: nextDay, untilOn: addDays(playOn, 4) });
    expect(moved.data.supplementNo).toBe(`${id}S1`);
    expect(await counts(`${id}-1`)).toEqual(
      [1, 2, 3].map((days) => ({ on: addDays(playOn, days), sold: 1, beyond: 0 })),
    );
    const shown = await lineOf(id);
    expect(shown).toMatchObject({ playOn: nextDay, untilOn: addDays(playOn, 4) });
    expect(shown.nights.map((night) => night.on)).toEqual([1, 2, 3].map((days) => addDays(playOn, days)));
  });

  it('goes beyond what is left only where the package may, and only when staff say so', async () => {
    await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
      SELECT owner_id, package_id, ${nextDay}::date, '', 0 FROM package k JOIN product p USING (owner_id, product_id)
      WHERE p.owner_id = 1 AND p.key IN ('few-seats', 'overbook')`.execute(house());
    const seat = await buy(test, agent, { product: 'Few Seats' });
    expect((await quote(seat, { playOn: nextDay })).code).toBe(200202);
    expect((await quote(seat, { playOn: addDays(playOn, 5) })).data.asked).toBeNull();
    const hike = await buy(test, agent, { product: 'Popular Hike' });
    expect((await quote(hike, { playOn: nextDay })).data.asked?.beyond).toBe(true);
    expect((await move(hike, {})).code).toBe(200202);
    expect((await move(hike, {}, { beyond: true })).code).toBe(200);
    expect(await counts(`${hike}-1`)).toEqual([{ on: nextDay, sold: 0, beyond: 1 }]);
    // And back again it takes a place.
    expect((await move(hike, { playOn })).code).toBe(200);
    expect(await counts(`${hike}-1`)).toEqual([{ on: playOn, sold: 1, beyond: 0 }]);
  });

  it('gets more units at the price of today, with places for each', async () => {
    const id = await buy(test, agent);
    const { amount } = await lineOf(id);
    const { supplementNo } = (await move(id, { playOn, quantity: 3 })).data;
    expect(supplementNo).toBe(`${id}S1`);
    const order = await detail(id);
    expect(order.supplements[0]?.amount.amountMinor).toBe(2 * amount.amountMinor);
    expect(order.lines[0]).toMatchObject({ quantity: 3, amount });
    expect((await quote(id, { playOn, quantity: 2 })).data).toMatchObject({ fields: { quantity: {} } });
    const part = await test.call(
      'cancelOrder',
      { orderNo: id, subOrderNo: `${id}-1`, refundNum: 1, remark: 'one' },
      { token: agent, key: newKey() },
    );
    expect(part.data.requests[0]?.quantity).toBe(1);
  });
});

it('a line that got a unit at another price moves by what both cost', async () => {
  const id = await buy(test, agent);
  const paid = (await lineOf(id)).amount.amountMinor;
  await setPrice(id, playOn, 12_500);
  const { supplementNo } = (await move(id, { playOn, quantity: 2 })).data;
  const [added] = (await detail(id)).supplements;
  const more = added?.amount.amountMinor ?? 0;
  expect(more).toBeGreaterThan(paid);
  await test.call(
    'paying',
    { id, channel: 'deposit', supplement: supplementNo ?? '' },
    { token: agent, key: newKey() },
  );
  await setPrice(id, nextDay, 12_500);
  const { asked } = (await quote(id, { playOn: nextDay, quantity: 2 })).data;
  expect(asked?.difference.amountMinor).toBe(2 * more - (paid + more));
  await sql`DELETE FROM sku_price WHERE play_on IN (${playOn}::date, ${nextDay}::date)`.execute(house());
});

describe('twenty moves to the last place at once', () => {
  type Staged = { other: TestHouse; departure: number; ids: string[] };

  /** Twenty paid orders of one day, and one place left on the next. */
  async function stage(): Promise<Staged> {
    const other = await openTestHouse();
    const { house } = other.database;
    await sql`UPDATE departure SET capacity = 40 WHERE capacity = 20`.execute(house);
    await sql`UPDATE sku SET price_minor = 10 WHERE price_minor = 10000`.execute(house);
    const token = await other.signIn('agent@one.example', 'agent-2026');
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await buy(other, token));
    const { rows } = await sql<{ id: number }>`UPDATE departure SET capacity = 1 WHERE play_on = ${nextDay}::date
      AND package_id = (SELECT package_id FROM sub_order WHERE sub_order_no = ${`${ids[0]}-1`}) RETURNING departure_id AS id`.execute(
      house,
    );
    return { other, departure: rows[0]?.id ?? 0, ids };
  }

  const soldOf = async ({ other, departure }: Staged) =>
    (
      await sql<{ sold: number }>`SELECT sold FROM departure WHERE departure_id = ${departure}`.execute(
        other.database.house,
      )
    ).rows[0]?.sold;

  it('have exactly one winner; the others keep their day', async () => {
    const staged = await stage();
    const { other, departure, ids } = staged;
    const token = await other.signIn('operations@one.example', 'operations-2026');
    const client = await other.database.pool.connect();
    await client.query(`SET app.owner_id = '0'`);
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM departure WHERE departure_id = $1 FOR UPDATE', [departure]);
    const moving = ids.map((id) => {
      const place = { session: '', untilOn: null, quantity: 1 };
      const to = { ...place, playOn: nextDay };
      const input = { id, subOrderNo: `${id}-1`, to, seen: { ...place, playOn }, differenceMinor: 0 };
      return whenFree(() => other.call('consoleLineMove', { ...input, settle: 'settle', reason: 'race' }, { token }));
    });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await client.query('COMMIT');
    client.release(true);
    const codes = (await Promise.all(moving)).map((answer) => answer.code);
    expect(codes.sort()).toEqual([200, ...Array.from({ length: 19 }, () => 200202)]);
    expect(await soldOf(staged)).toBe(1);
    await other.close();
  }, 120_000);

  it('would all win without the guard: the race can fail, and the audit sees it', async () => {
    const staged = await stage();
    const { other, departure, ids } = staged;
    const source = new URL('../inventory/move-line.sql.ts', import.meta.url);
    const mutant = new URL(`../inventory/unguarded-${process.pid}.tmp.ts`, import.meta.url);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the statement's source
    const guard = ' OR ${held} + ${sold} + n.places <= ${capacity}';
    const text = readFileSync(source, 'utf8');
    expect(text.split(guard)).toHaveLength(2);
    writeFileSync(mutant, text.replace(guard, ' OR true'));
    try {
      const { moveLinePlaces } = (await import(mutant.href)) as typeof import('../inventory/move-line.sql.ts');
      await sql`ALTER TABLE departure DROP CONSTRAINT departure_check`.execute(other.database.house);
      const seen = { playOn, session: '', untilOn: null, quantity: 1, cancelled: 0 };
      const to = { departures: [departure], playOn: nextDay, session: '', untilOn: null, quantity: 1 };
      const rest = { seen, oversold: false, terms: { zone: 'Asia/Kuala_Lumpur' } };
      const moving = ids.map((id) =>
        inTransaction(other.database.forOwner(1), (owner) =>
          moveLinePlaces(owner, { subOrderNo: `${id}-1`, ...to, ...rest }),
        ),
      );
      expect((await Promise.all(moving)).every(Boolean)).toBe(true);
      expect(await soldOf(staged)).toBe(20);
    } finally {
      rmSync(mutant);
    }
    await expect(other.close()).rejects.toThrow('never more held and sold');
  }, 120_000);
});
