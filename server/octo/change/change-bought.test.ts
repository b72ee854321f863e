// PATCH of what was bought (decision 0610): day, units and product of a paid booking change with its places and its money, or not at all.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { depositOf, type OctoAnswered, openOcto, placesOn } from '../../../tests/build/ask-octo.ts';
import { findBreaches } from '../../../tests/build/check-octo.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { closeOverdue } from '../../order/close-order.ts';
import { sql } from '../../platform/db.ts';

const next = addDays(playOn, 1);
const contact = { fullName: 'Mei Tan', emailAddress: 'mei@example.com' };

let test: TestHouse;
let octo: Awaited<ReturnType<typeof openOcto>>;
let main: string;
let admin: string;

beforeAll(async () => {
  test = await openTestHouse();
  octo = await openOcto(test);
  main = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

async function buy(name: string, count = 2, key = octo.key): Promise<OctoAnswered['body']> {
  const { productId, optionId, units } = await octo.find(name);
  const unitItems = Array.from({ length: count }, () => ({ unitId: units[0] }));
  const body = { productId, optionId, availabilityId: playOn, unitItems };
  const held = await octo.get('Booking', '/bookings', { body, key });
  return octo.get('Booking', `/bookings/${held.uuid}/confirm`, { body: { contact }, key });
}

const patch = (uuid: string, body: object, key = octo.key) =>
  octo.ask(`/bookings/${uuid}`, { method: 'PATCH', body, capabilities: 'octo/pricing', key });
const show = (uuid: string) => octo.get('Booking', `/bookings/${uuid}`, { capabilities: 'octo/pricing' });
const cancel = (uuid: string) => octo.get('Booking', `/bookings/${uuid}/cancel`, { body: {} });
const refused = ({ status, body }: OctoAnswered) => [status, body.error];
const wrong = [400, 'UNPROCESSABLE_ENTITY'];
const countRefundJobs = async () => {
  const { rows } =
    await sql`SELECT 1 FROM pgboss.job WHERE name LIKE 'refund.%' AND state IN ('created', 'active', 'retry')`.execute(
      test.database.house,
    );
  return rows.length;
};
const tower = (on: string) => placesOn(test, 'Silver Tower', on);
const codeOf = (booking: OctoAnswered['body'], at = 0): string =>
  booking.unitItems[at].ticket.deliveryOptions[0].deliveryValue;

describe('a confirmed booking', () => {
  it('of a test key changes without a row of the shop', async () => {
    const wish = { name: 'Tests', scopes: ['octo'] as ['octo'], test: true };
    const { key } = (await test.call('apiKeyCreate', wish, { token: main })).data;
    const before = [await tower(playOn), await tower(next), await depositOf(test)];
    const booking = await buy('Silver Tower', 2, key);
    const changed = await patch(booking.uuid, { availabilityId: next }, key);
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { testMode: true, status: 'CONFIRMED', availabilityId: next },
    ]);
    expect([await tower(playOn), await tower(next), await depositOf(test)]).toEqual(before);
  });

  it('goes to another day and another number of units at today’s price, and gets new tickets (§4 amend)', async () => {
    const before = [await tower(playOn), await tower(next), await depositOf(test)] as const;
    const booking = await buy('Silver Tower');
    const [first] = booking.unitItems;
    const unitItems = [{ uuid: first.uuid, unitId: first.unitId }, { unitId: first.unitId }, { unitId: first.unitId }];
    const changed = await patch(booking.uuid, { availabilityId: next, unitItems });
    expect([changed.status, findBreaches(changed.body, 'Booking')]).toEqual([200, []]);
    expect(changed.body).toMatchObject({
      uuid: booking.uuid,
      status: 'CONFIRMED',
      availabilityId: next,
      cancellable: true,
    });
    expect(changed.body.unitItems[0].uuid).toBe(first.uuid);
    expect(changed.body.supplierReference).not.toBe(booking.supplierReference);
    expect(codeOf(changed.body)).not.toBe(codeOf(booking));
    expect(await tower(playOn)).toEqual(before[0]);
    expect(await tower(next)).toEqual({ held: before[1].held, sold: before[1].sold + 3 });
    expect(await depositOf(test)).toBe(before[2] - changed.body.pricing.net);
    // The former order ended with everything back; its ticket opens nothing.
    const old = await test.call('consoleOrder', { id: booking.supplierReference } as never, { token: admin });
    expect((old.data as { status: number }).status).toBe(4005);
    // Each of the two names the other, and no reason is made up.
    const renewed = await test.call('consoleOrder', { id: changed.body.supplierReference } as never, { token: admin });
    const saidBy = ({ data }: typeof old) =>
      (data as { events: { action: string; why: string }[] }).events.flatMap(({ action, why }) =>
        why ? [[action, why]] : [],
      );
    expect(saidBy(old)).toEqual([['replaced', changed.body.supplierReference]]);
    expect(saidBy(renewed)).toEqual([['replaces', booking.supplierReference]]);
    expect(JSON.stringify(old.data)).not.toContain(booking.uuid);
    expect(await cancel(booking.uuid)).toMatchObject({ status: 'CANCELLED', cancellation: { refund: 'FULL' } });
    await until(
      () => depositOf(test),
      (now) => now === before[2],
    );
    expect(await tower(next)).toEqual(before[1]);
  });

  it('that staff moved says its new day, and goes on from there (§4 amend)', async () => {
    const deposit = await depositOf(test);
    const booking = await buy('Silver Tower', 1);
    const orderNo = booking.supplierReference;
    const place = { session: '', quantity: 1 };
    const moved = await test.call(
      'consoleLineMove',
      {
        ...{ id: orderNo, subOrderNo: `${orderNo}-1`, differenceMinor: 0, settle: 'settle', reason: 'A day later' },
        to: { ...place, playOn: next, untilOn: null },
        seen: { ...place, playOn, untilOn: null },
      },
      { token: admin },
    );
    expect(moved.code).toBe(200);
    const shown = await show(booking.uuid);
    expect(shown).toMatchObject({ availabilityId: next, availability: { id: next, allDay: true } });
    const later = (text: string) => addDays(text.slice(0, 10), 1) + text.slice(10);
    for (const name of ['localDateTimeStart', 'localDateTimeEnd', 'utcCutoffAt'])
      expect(shown.availability[name]).toBe(later(booking.availability[name]));
    const patched = await patch(booking.uuid, { notes: 'By the window' });
    expect(patched.body).toMatchObject({ supplierReference: orderNo, availabilityId: next });
    const back = await patch(booking.uuid, { availabilityId: playOn });
    expect(back.body).toMatchObject({ status: 'CONFIRMED', availabilityId: playOn });
    expect(back.body.supplierReference).not.toBe(orderNo);
    await cancel(booking.uuid);
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('that staff moved at a difference costs what was paid for it in all, and less once some of it came back', async () => {
    const deposit = await depositOf(test);
    const booking = await buy('Silver Tower', 2);
    const id = booking.supplierReference;
    const subOrderNo = `${id}-1`;
    const costs = (priceMinor: number) =>
      sql`UPDATE sku SET price_minor = ${priceMinor} WHERE sku_id = ${booking.unitItems[0].unitId}`.execute(
        test.database.house,
      );
    const move = async (from: string, to: string, differenceMinor: number) => {
      const place = { session: '', quantity: 1, untilOn: null };
      const what = { id, subOrderNo, differenceMinor, settle: 'settle' as const, reason: 'As asked' };
      const seen = { ...place, playOn: from };
      const moved = { ...what, seen, to: { ...place, playOn: to } };
      return (await test.call('consoleLineMove', moved, { token: admin })).data.supplementNo;
    };
    const pricing = async () => {
      const { pricing, unitItems } = await show(booking.uuid);
      const { retail, net } = pricing;
      return [retail, net, ...unitItems.map((item: { pricing: { net: number } }) => item.pricing.net)];
    };
    await costs(12_000);
    const supplement = await move(playOn, next, 2_000);
    // What is not paid yet is not part of it.
    expect(await pricing()).toEqual([20_000, 20_000, 10_000, 10_000]);
    const paying = { id, channel: 'deposit', supplement: supplement ?? '' };
    expect((await test.call('paying', paying, { token: main, key: newKey() })).code).toBe(200);
    expect(await pricing()).toEqual([22_000, 22_000, 12_000, 10_000]);
    await costs(10_000);
    await move(next, playOn, -2_000);
    expect(await pricing()).toEqual([20_000, 20_000, 10_000, 10_000]);
    await cancel(booking.uuid);
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('needs no second sum on the account: the first one is back before the new order is paid (§8 balance)', async () => {
    const deposit = await depositOf(test);
    const booking = await buy('Silver Tower', 6);
    expect(await depositOf(test)).toBe(deposit - 60_000);
    const changed = await patch(booking.uuid, { availabilityId: next });
    expect([changed.status, changed.body.status]).toEqual([200, 'CONFIRMED']);
    expect(await depositOf(test)).toBe(deposit - 60_000);
    const [unit] = booking.unitItems;
    const more = await patch(booking.uuid, { unitItems: Array(15).fill({ unitId: unit.unitId }) });
    expect(refused(more)).toEqual(wrong);
    const { supplierReference } = changed.body;
    expect(await show(booking.uuid)).toMatchObject({ status: 'CONFIRMED', supplierReference, availabilityId: next });
    expect([await depositOf(test), (await tower(next)).sold]).toEqual([deposit - 60_000, 6]);
    expect((await patch(booking.uuid, { availabilityId: next })).body.supplierReference).toBe(supplierReference);
    await cancel(booking.uuid);
  });

  it('stays as it is where cancelling costs something, where staff changed it, and without room (§4 cancellation)', async () => {
    const kept = await buy('Few Seats', 1);
    const never = await patch(kept.uuid, { unitItems: Array(2).fill({ unitId: kept.unitItems[0].unitId }) });
    expect(refused(never)).toEqual(wrong);
    expect(never.body.errorMessage).toContain('free');
    const booking = await buy('Silver Tower', 2);
    const { supplierReference: id } = booking;
    const few = await octo.find('Few Seats');
    const full = { ...{ productId: few.productId, optionId: few.optionId }, availabilityId: playOn };
    const unitItems = Array(5).fill({ unitId: few.units[0] });
    expect(refused(await patch(booking.uuid, { ...full, unitItems }))).toEqual(wrong);
    expect(await placesOn(test, 'Few Seats', playOn)).toEqual({ held: 0, sold: 1 });
    const part = { id, subOrderNo: `${id}-2`, refundNum: 1, remark: 'ill', refund: 'full' } as const;
    const asked = await test.call('consoleCancelApply', part, { token: admin });
    const request = { id: asked.data.requests[0]?.id ?? '', approve: true, text: 'ok' };
    expect((await test.call('consoleCancelDecide', request, { token: admin })).code).toBe(200);
    expect(refused(await patch(booking.uuid, { availabilityId: next }))).toEqual(wrong);
    expect(await show(booking.uuid)).toMatchObject({ supplierReference: id, availabilityId: playOn });
    await cancel(booking.uuid);
  });

  it('never goes where it would wait for a person again; what waits may change and goes on waiting (§4 pending)', async () => {
    const hills = await octo.find('Green Hills Day Tour');
    const wish = { ...{ productId: hills.productId, optionId: hills.optionId }, availabilityId: playOn };
    const all = 'octo/pricing, octo/pickups, octo/questions';
    const unit = { unitId: hills.units[0] };
    const unitItems = [unit, unit];
    const ask = (path: string, body: object, method = 'POST') =>
      octo.ask(path, { method, body: { ...body, pickupHotel: 'Hotel 1' }, capabilities: all });
    const sure = await buy('Silver Tower', 1);
    const waiting = await ask(`/bookings/${sure.uuid}`, { ...wish, unitItems }, 'PATCH');
    expect([refused(waiting), waiting.body.errorMessage]).toEqual([wrong, expect.stringContaining('confirm')]);
    expect(await show(sure.uuid)).toMatchObject({ status: 'CONFIRMED', supplierReference: sure.supplierReference });
    const held = await ask('/bookings', { ...wish, unitItems });
    expect((await ask(`/bookings/${held.body.uuid}/confirm`, { contact })).body.status).toBe('PENDING');
    const two = await ask(`/bookings/${held.body.uuid}`, { unitItems: [...unitItems, unit] }, 'PATCH');
    expect([two.status, two.body.status, two.body.pickupHotel]).toEqual([200, 'PENDING', 'Hotel 1']);
    expect(two.body.unitItems).toHaveLength(3);
    await cancel(sure.uuid);
    await cancel(held.body.uuid);
  });

  it('keeps what the traveller filled in, and the platform’s number goes with it (§4 completion)', async () => {
    const booking = await buy('Silver Tower', 2);
    await sql`UPDATE sub_order SET travellers = '[{"202": "P1"}]' WHERE sub_order_no = ${`${booking.supplierReference}-2`}`.execute(
      test.database.house,
    );
    await sql`WITH p AS (UPDATE purchase SET source = 14 WHERE order_no = ${booking.supplierReference} RETURNING *)
      INSERT INTO channel_order (owner_id, source, reference, partner_id, order_no)
      SELECT owner_id, source, 'GYG-1', partner_id, order_no FROM p`.execute(test.database.house);
    const [, second] = booking.unitItems;
    const { body } = await patch(booking.uuid, { unitItems: [{ uuid: second.uuid, unitId: second.unitId }] });
    const { rows } = await sql<{
      travellers: unknown;
    }>`SELECT s.travellers, c.reference, p.source FROM sub_order s JOIN purchase p USING (owner_id, order_no)
      LEFT JOIN channel_order c USING (owner_id, order_no) WHERE s.order_no = ${body.supplierReference}`.execute(
      test.database.house,
    );
    expect(rows).toEqual([{ travellers: [{ '202': 'P1' }], reference: 'GYG-1', source: 14 }]);
    await cancel(booking.uuid);
  });
});

describe('races', () => {
  it('confirmed ten times at the second of its expiry a booking is paid once or over, never both (§4 deadline)', async () => {
    const { productId, optionId, units } = await octo.find('Silver Tower');
    for (let round = 0; round < 4; round += 1) {
      const places = await tower(playOn);
      const body = { productId, optionId, availabilityId: playOn, unitItems: [{ unitId: units[0] }] };
      const { uuid, supplierReference: orderNo } = await octo.get('Booking', '/bookings', { body });
      await sql`UPDATE purchase SET pay_by = now() + interval '300 milliseconds' WHERE order_no = ${orderNo}`.execute(
        test.database.house,
      );
      const confirm = async (_: unknown, at: number) => {
        await new Promise((resolve) => setTimeout(resolve, at * 60));
        return octo.ask(`/bookings/${uuid}/confirm`, { body: { contact } });
      };
      const answers = await Promise.all(Array.from({ length: 10 }, confirm));
      await closeOverdue(test.database, () => new Date());
      const { status } = await show(uuid);
      const isPaid = status === 'CONFIRMED';
      const said = new Set(answers.map(({ body: one }) => one.status ?? one.error));
      expect([status, ...said]).toEqual(isPaid ? ['CONFIRMED', 'CONFIRMED'] : ['EXPIRED', 'INVALID_BOOKING_UUID']);
      expect(await tower(playOn)).toEqual({ held: places.held, sold: places.sold + Number(isPaid) });
      const paid = sql`SELECT 1 FROM ledger_journal WHERE cause LIKE ${`${orderNo}P%`} AND deal_type = 2`;
      expect((await paid.execute(test.database.house)).rows).toHaveLength(Number(isPaid));
      if (isPaid) await cancel(uuid);
    }
  });

  it('ten changes and two cancellations of one booking leave places and money as they were (rules §8)', async () => {
    // Refunds of earlier cases are jobs.
    await until(countRefundJobs, (count) => count === 0);
    const before = [await tower(playOn), await tower(next), await depositOf(test)];
    const booking = await buy('Silver Tower', 2);
    const [{ unitId }] = booking.unitItems;
    const changes = Array.from({ length: 10 }, (_, at) =>
      patch(booking.uuid, at % 2 ? { availabilityId: next } : { unitItems: Array(1 + (at % 3)).fill({ unitId }) }),
    );
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    const ends = [1, 2].map(() => octo.ask(`/bookings/${booking.uuid}/cancel`, { body: {} }));
    await Promise.all([...ends, patch(booking.uuid, { availabilityId: playOn })]);
    expect((await show(booking.uuid)).status).toBe('CANCELLED');
    await until(
      () => depositOf(test),
      (now) => now === before[2],
    );
    expect([await tower(playOn), await tower(next)]).toEqual([before[0], before[1]]);
  });

  it('six paid bookings want the last two places of another day: two go there, four stay, nobody loses both (rules §6)', async () => {
    const bookings = [];
    for (let count = 0; count < 6; count += 1) bookings.push(await buy('Silver Tower', 1));
    const before = [await tower(playOn), await tower(next), await depositOf(test)] as const;
    await sql`UPDATE departure d SET capacity = d.sold + d.held + 2 FROM package k JOIN product p USING (owner_id, product_id)
      WHERE d.owner_id = 1 AND k.owner_id = 1 AND k.package_id = d.package_id AND p.names ->> 'en' = 'Silver Tower'
        AND d.play_on = ${next}::date`.execute(test.database.house);
    const answers = await Promise.all(bookings.map(({ uuid }) => patch(uuid, { availabilityId: next })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.error === 'UNPROCESSABLE_ENTITY')).toHaveLength(4);
    expect(await tower(playOn)).toEqual({ held: 0, sold: before[0].sold - 2 });
    expect(await tower(next)).toEqual({ held: 0, sold: before[1].sold + 2 });
    expect(await depositOf(test)).toBe(before[2]);
    const states = await Promise.all(bookings.map(({ uuid }) => show(uuid)));
    expect(states.map(({ status }) => status)).toEqual(Array(6).fill('CONFIRMED'));
  });

  it('has the name of its contact on one line, as orders of the form', async () => {
    const { productId, optionId, units } = await octo.find('Silver Tower');
    const body = { productId, optionId, availabilityId: playOn, unitItems: [{ unitId: units[0] }] };
    const held = await octo.get('Booking', '/bookings', { body });
    const named = { fullName: ' Mei\r\nBcc:  Tan', emailAddress: ' mei@example.com ' };
    const booking = await octo.get('Booking', `/bookings/${held.uuid}/confirm`, { body: { contact: named } });
    const { data } = await test.call('orderDetail', { id: booking.supplierReference }, { token: main });
    expect(data.contact).toMatchObject({ name: 'Mei Bcc: Tan', email: 'mei@example.com' });
    await cancel(booking.uuid);
  });
});
