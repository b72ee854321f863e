// Carts of OCTO's older dialect (§1 inner API, §3 order source, decision 0570): several bookings are held, extended, paid and given up
// together.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { depositOf, type OctoAnswered, openOcto, placesOn } from '../../../tests/build/ask-octo.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { closeOverdue } from '../../order/close-order.ts';
import { inTransaction, type OwnerTrx, sql } from '../../platform/db.ts';
import { findViolations } from '../../upkeep/audit.sql.ts';
import { emptyOldCarts, lockCart } from './carts.sql.ts';

let test: TestHouse;
let octo: Awaited<ReturnType<typeof openOcto>>;
const next = addDays(playOn, 1);
const contact = { fullName: 'Mei Tan', emailAddress: 'mei@example.com', phoneNumber: '+60 12-345 678' };
const cart = 'octo/cart, octo/pricing';

beforeAll(async () => {
  test = await openTestHouse();
  octo = await openOcto(test);
});
afterAll(() => test.close());

const begin = (body: object = {}) => octo.get('Order', '/orders', { body, capabilities: cart });
const show = (id: string) => octo.get('Order', `/orders/${id}`, { capabilities: cart });
const actOn = (id: string, what: string, body: object = {}) =>
  octo.ask(`/orders/${id}/${what}`, { body, capabilities: cart });

/** Holds so many units of a product in a cart. */
async function put(
  orderId: string | undefined,
  name: string,
  { on = playOn, count = 1, ...more } = {},
): Promise<OctoAnswered> {
  const { productId, optionId, units } = await octo.find(name);
  const unitItems = Array.from({ length: count }, () => ({ unitId: units[0] }));
  const body = { productId, optionId, availabilityId: on, unitItems, ...(orderId ? { orderId } : {}), ...more };
  return octo.ask('/bookings', { body, capabilities: cart });
}

const refused = ({ status, body }: OctoAnswered) => [status, body.error];
const statusesOf = (body: { bookings: { status: string }[] }) => body.bookings.map((one) => one.status);
const tower = (on = playOn) => placesOn(test, 'Silver Tower', on);

const endTime = (id: string) =>
  sql`WITH c AS (UPDATE octo_cart SET expires_at = now() - interval '1 second' WHERE cart_id = ${id}::uuid RETURNING cart_id)
    UPDATE purchase p SET pay_by = now() - interval '1 second' FROM octo_booking b, c
    WHERE b.cart_id = c.cart_id AND p.owner_id = b.owner_id AND p.order_no = b.order_no`.execute(test.database.house);

describe('a cart', () => {
  it('holds several bookings, pays them at once from the deposit and gives them back together (§3 order source)', async () => {
    const [before, deposit] = [[await tower(), await tower(next)], await depositOf(test)];
    const { id } = await begin({ contact, resellerReference: 'C-1', expirationMinutes: 40 });
    expect(await show(id)).toMatchObject({ status: 'ON_HOLD', bookings: [], confirmable: false, cancellable: true });
    expect(refused(await actOn(id, 'confirm'))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    const first = await put(id, 'Silver Tower', { count: 2 });
    const second = await put(id, 'Silver Tower', { on: next });
    expect([first.body.primary, second.body.primary, second.body.orderId]).toEqual([true, false, id]);
    expect(second.body.orderReference).toBe(first.body.supplierReference);
    const held = await show(id);
    expect(held).toMatchObject({ status: 'ON_HOLD', confirmable: true, pricing: { retail: 30_000, net: 30_000 } });
    expect(held.bookings.map((one: { utcExpiresAt: string }) => one.utcExpiresAt)).toEqual([
      held.utcExpiresAt,
      held.utcExpiresAt,
    ]);
    const confirmed = await actOn(id, 'confirm', { contact: { country: 'MY' } });
    expect([confirmed.status, statusesOf(confirmed.body)]).toEqual([200, ['CONFIRMED', 'CONFIRMED']]);
    expect(confirmed.body).toMatchObject({ status: 'CONFIRMED', utcExpiresAt: null, confirmable: false });
    expect(confirmed.body.utcConfirmedAt).toMatch(/Z$/);
    for (const booking of confirmed.body.bookings)
      expect(booking).toMatchObject({ resellerReference: 'C-1', contact: { ...contact, country: 'MY' } });
    expect(await depositOf(test)).toBe(deposit - 30_000);
    expect((await tower()).sold - (before[0]?.sold ?? 0)).toBe(2);
    expect((await actOn(id, 'confirm')).body.status).toBe('CONFIRMED');
    expect(await depositOf(test)).toBe(deposit - 30_000);
    expect(refused(await put(id, 'Silver Tower'))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    const cancelled = await octo.ask(`/orders/${id}`, {
      method: 'DELETE',
      body: { reason: 'rain' },
      capabilities: cart,
    });
    expect([cancelled.body.status, statusesOf(cancelled.body)]).toEqual(['CANCELLED', ['CANCELLED', 'CANCELLED']]);
    expect(cancelled.body.bookings[0].cancellation).toMatchObject({ refund: 'FULL', reason: 'rain' });
    expect([await tower(), await tower(next)]).toEqual(before);
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
    const { rows } = await sql<{ contact: object }>`SELECT contact FROM octo_cart WHERE cart_id = ${id}::uuid`.execute(
      test.database.house,
    );
    expect(rows).toEqual([{ contact: {} }]);
  });

  it('is paid whole or not at all, and every booking in it is judged (§8 balance)', async () => {
    const [before, deposit] = [await tower(), await depositOf(test)];
    const { id } = await begin({ contact });
    await put(id, 'Silver Tower', { count: 6 });
    await put(id, 'Silver Tower', { on: next, count: 5 });
    expect(refused(await actOn(id, 'confirm'))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect([statusesOf(await show(id)), await depositOf(test)]).toEqual([['ON_HOLD', 'ON_HOLD'], deposit]);
    expect((await tower()).sold).toBe(before.sold);
    await actOn(id, 'cancel');
    const other = await begin({ contact });
    await put(other.id, 'Silver Tower');
    const { body: tour } = await put(other.id, 'Green Hills Day Tour', { count: 2 });
    expect(tour.error).toBe('INVALID_PRODUCT_ID');
    const hills = await octo.find('Green Hills Day Tour');
    const wish = { productId: hills.productId, optionId: hills.optionId, availabilityId: playOn, orderId: other.id };
    const made = await octo.ask('/bookings', {
      body: { ...wish, unitItems: [{ unitId: hills.units[0] }, { unitId: hills.units[0] }] },
      capabilities: `${cart}, pickups`,
    });
    expect(made.status).toBe(200);
    const missing = await actOn(other.id, 'confirm');
    expect(refused(missing)).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect(missing.body).toMatchObject({ uuid: made.body.uuid, errorMessage: expect.stringContaining('Hotel name') });
    expect([statusesOf(await show(other.id)), await depositOf(test)]).toEqual([['ON_HOLD', 'ON_HOLD'], deposit]);
    expect(refused(await octo.ask(`/bookings/${made.body.uuid}/confirm`, { body: { contact } }))).toEqual([
      400,
      'UNPROCESSABLE_ENTITY',
    ]);
    await octo.ask(`/bookings/${made.body.uuid}`, { method: 'PATCH', body: { pickupHotel: 'Hotel 1' } });
    const paid = await actOn(other.id, 'confirm');
    expect([paid.body.status, statusesOf(paid.body)]).toEqual(['PENDING', ['CONFIRMED', 'PENDING']]);
    expect((await actOn(other.id, 'cancel')).body.status).toBe('CANCELLED');
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('ends with its time, all of it at once, and is extended as one (§4 deadline)', async () => {
    const before = await tower();
    const { id } = await begin({ expirationMinutes: 5 });
    const { body: booking } = await put(id, 'Silver Tower');
    await put(id, 'Silver Tower', { on: next });
    const minutes = async () => {
      const shown = await show(id);
      const ends = [shown, ...shown.bookings].map((one: { utcExpiresAt: string }) => Date.parse(one.utcExpiresAt));
      expect(new Set(ends).size).toBe(1);
      return Math.round(((ends[0] ?? 0) - Date.now()) / 60_000);
    };
    expect(await minutes()).toBe(5);
    expect((await actOn(id, 'extend', { expirationMinutes: 50 })).status).toBe(200);
    expect(await minutes()).toBe(50);
    await octo.ask(`/bookings/${booking.uuid}/extend`, { body: { expirationMinutes: 20 } });
    expect(await minutes()).toBe(20);
    const patched = await octo.ask(`/bookings/${booking.uuid}`, { method: 'PATCH', body: { availabilityId: next } });
    expect(patched.status).toBe(200);
    expect(await minutes()).toBe(20);
    await octo.ask(`/orders/${id}`, { method: 'PATCH', body: { expirationMinutes: 60, contact }, capabilities: cart });
    expect([await minutes(), (await show(id)).contact.fullName]).toEqual([60, 'Mei Tan']);
    await endTime(id);
    expect(await show(id)).toMatchObject({ status: 'EXPIRED', utcExpiresAt: null, cancellable: false });
    for (const what of ['extend', 'confirm', 'cancel'])
      expect(refused(await actOn(id, what)), what).toEqual([400, 'INVALID_ORDER_ID']);
    expect(refused(await put(id, 'Silver Tower'))).toEqual([400, 'INVALID_ORDER_ID']);
    await closeOverdue(test.database, () => new Date());
    expect([await tower(), (await show(id)).status]).toEqual([before, 'EXPIRED']);
  });

  it('is one for each uuid, and begins with a booking that names none (security rule 8)', async () => {
    const uuid = randomUUID();
    const made = await Promise.all(Array.from({ length: 5 }, () => begin({ uuid, currency: 'MYR' })));
    expect(new Set(made.map((one) => one.id))).toEqual(new Set([uuid]));
    const other = await octo.ask('/orders', { body: { uuid, currency: 'JPY' } });
    expect(refused(other)).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect(refused(await octo.ask('/orders', { body: { currency: 'XXX' } }))).toEqual([400, 'BAD_REQUEST']);
    const show = await octo.find('Evening Show');
    const yen = { productId: show.productId, optionId: show.optionId, unitItems: [{ unitId: show.units[0] }] };
    const at = `${playOn}T18:00:00+08:00`;
    expect(refused(await octo.ask('/bookings', { body: { ...yen, availabilityId: at, orderId: uuid } }))).toEqual([
      400,
      'UNPROCESSABLE_ENTITY',
    ]);
    const before = await tower();
    const own = randomUUID();
    const [first, again] = await Promise.all([1, 2].map(() => put(undefined, 'Silver Tower', { uuid: own } as object)));
    expect([first?.body.orderId, again?.body.orderId, first?.body.primary]).toEqual([own, own, true]);
    expect((await tower()).held).toBe(before.held + 1);
    const beside = await put(own, 'Silver Tower', { on: next });
    expect(refused(await octo.ask(`/bookings/${own}/confirm`, { body: { contact } }))).toEqual([
      400,
      'UNPROCESSABLE_ENTITY',
    ]);
    await octo.ask(`/bookings/${beside.body.uuid}/cancel`, { body: {} });
    const alone = await octo.ask(`/bookings/${own}/confirm`, { body: { contact }, capabilities: cart });
    expect(alone.body).toMatchObject({ status: 'CONFIRMED', orderId: own });
    expect((await actOn(own, 'confirm')).body.status).toBe('CONFIRMED');
    await actOn(own, 'cancel');
    // Without the capability nothing is said of carts, and none begins.
    const { body: plain } = await octo.ask('/bookings', {
      body: { ...(await wishFor('Silver Tower')), uuid: randomUUID() },
    });
    expect(plain.orderId).toBeUndefined();
    expect(refused(await octo.ask(`/orders/${plain.uuid}`))).toEqual([400, 'INVALID_ORDER_ID']);
    await octo.ask(`/bookings/${plain.uuid}/cancel`, { body: {} });
  });

  it('goes into another currency with the one booking that began it, and not with one of several', async () => {
    const play = await octo.find('Evening Show');
    const change = { productId: play.productId, optionId: play.optionId, unitItems: [{ unitId: play.units[0] }] };
    const found = await octo.ask('/availability', {
      body: { productId: play.productId, optionId: play.optionId, localDate: playOn },
    });
    const goTo = (uuid: string) =>
      octo.ask(`/bookings/${uuid}`, {
        ...{ method: 'PATCH', body: { ...change, availabilityId: found.body[0].id }, capabilities: cart },
      });
    const { body: alone } = await put(undefined, 'Silver Tower');
    expect((await goTo(alone.uuid)).body).toMatchObject({ orderId: alone.uuid, pricing: { currency: 'JPY' } });
    expect(await show(alone.uuid)).toMatchObject({ pricing: { currency: 'JPY', retail: 3500 } });
    // What joins it is sold in its new currency.
    expect(refused(await put(alone.uuid, 'Silver Tower'))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    const { body: first } = await put(undefined, 'Silver Tower');
    await put(first.uuid, 'Silver Tower', { on: next });
    expect(refused(await goTo(first.uuid))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    for (const { uuid } of [alone, first]) await actOn(uuid, 'cancel');
  });

  it('of two currencies is found by the audit', async () => {
    const { id } = await begin();
    await put(id, 'Silver Tower');
    const say = (currency: string) =>
      sql`UPDATE octo_cart SET currency = ${currency} WHERE cart_id = ${id}::uuid`.execute(test.database.house);
    const find = () =>
      findViolations(test.database.house, 'octo: what lies in one cart is sold in the cart’s currency');
    expect(await find()).toEqual([]);
    await say('JPY');
    expect(await find()).toMatchObject([{ subject: `cart ${id}` }]);
    await say('MYR');
    await actOn(id, 'cancel');
  });

  it('is its partner’s alone (security rule 31)', async () => {
    const { id } = await begin();
    await sql`UPDATE octo_cart SET partner_id = (SELECT partner_id FROM partner WHERE owner_id = 1 AND name = 'Member')
      WHERE cart_id = ${id}::uuid`.execute(test.database.house);
    for (const answer of [
      await octo.ask(`/orders/${id}`),
      await actOn(id, 'confirm'),
      await actOn(id, 'extend'),
      await actOn(id, 'cancel'),
      await put(id, 'Silver Tower'),
      await octo.ask('/orders/nothing'),
    ])
      expect(refused(answer)).toEqual([400, 'INVALID_ORDER_ID']);
  });

  it('forgets what it was told of people, and an empty one is not kept (decision 0495)', async () => {
    const [full, empty] = [await begin({ contact }), await begin({ contact })];
    await put(full.id, 'Silver Tower');
    await endTime(full.id);
    await sql`UPDATE octo_cart SET expires_at = now() - interval '2 days' WHERE cart_id IN (${full.id}::uuid, ${empty.id}::uuid)`.execute(
      test.database.house,
    );
    await emptyOldCarts(test.database.house);
    const { rows } = await sql<{ id: string; contact: object }>`SELECT cart_id::text AS id, contact FROM octo_cart
      WHERE cart_id IN (${full.id}::uuid, ${empty.id}::uuid)`.execute(test.database.house);
    expect(rows).toEqual([{ id: full.id, contact: {} }]);
    await closeOverdue(test.database, () => new Date());
  });
});

async function wishFor(name: string) {
  const { productId, optionId, units } = await octo.find(name);
  return { productId, optionId, availabilityId: playOn, unitItems: [{ unitId: units[0] }] };
}

describe('races', () => {
  it('confirmed ten times at once it is paid once; cancelled ten times at once it gives back once (rules §8)', async () => {
    const [before, deposit] = [[await tower(), await tower(next)], await depositOf(test)];
    const { id } = await begin({ contact });
    await put(id, 'Silver Tower');
    await put(id, 'Silver Tower', { on: next });
    const paid = await Promise.all(Array.from({ length: 10 }, () => actOn(id, 'confirm')));
    expect(paid.map(({ body }) => body.status)).toEqual(Array(10).fill('CONFIRMED'));
    expect(await depositOf(test)).toBe(deposit - 20_000);
    const ended = await Promise.all(Array.from({ length: 10 }, () => actOn(id, 'cancel')));
    expect(ended.map(({ body }) => body.status)).toEqual(Array(10).fill('CANCELLED'));
    expect([await tower(), await tower(next)]).toEqual(before);
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('two carts take from each other’s days crosswise, and both are paid', async () => {
    const [before, deposit] = [[await tower(), await tower(next)], await depositOf(test)];
    const carts = await Promise.all(
      [
        [playOn, next],
        [next, playOn],
        [playOn, next],
        [next, playOn],
      ].map(async (days) => {
        const { id } = await begin({ contact });
        for (const on of days) await put(id, 'Silver Tower', { on });
        return id as string;
      }),
    );
    const paid = await Promise.all(carts.map((id) => actOn(id, 'confirm')));
    expect(paid.map(({ body }) => body.status)).toEqual(Array(4).fill('CONFIRMED'));
    expect(await depositOf(test)).toBe(deposit - 80_000);
    await Promise.all(carts.map((id) => actOn(id, 'cancel')));
    expect([await tower(), await tower(next)]).toEqual(before);
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('what comes in while a cart is paid is paid with it or refused: nothing is left on hold in a paid cart', async () => {
    const deposit = await depositOf(test);
    for (let round = 0; round < 4; round += 1) {
      const { id } = await begin({ contact });
      await put(id, 'Silver Tower');
      const [, ...late] = await Promise.all([
        actOn(id, 'confirm'),
        put(id, 'Silver Tower'),
        put(id, 'Silver Tower', { on: next }),
      ]);
      const after = await show(id);
      expect([after.status, new Set(statusesOf(after))]).toEqual(['CONFIRMED', new Set(['CONFIRMED'])]);
      expect(after.bookings).toHaveLength(1 + late.filter(({ status }) => status === 200).length);
      await actOn(id, 'cancel');
    }
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('a cart that is being paid is waited for, and would not be without the lock', async () => {
    const { id } = await begin();
    const owner = test.database.forOwner(1);
    const { rows } = await sql<{
      id: number;
    }>`SELECT partner_id AS id FROM octo_cart WHERE cart_id = ${id}::uuid`.execute(test.database.house);
    const partnerId = Number(rows[0]?.id);
    const passes = (lock: (owner: OwnerTrx, partnerId: number, id: string) => Promise<unknown>) =>
      inTransaction(owner, async (holding) => {
        await lockCart(holding, partnerId, id);
        const second = inTransaction(owner, async (inside) => {
          await sql`SET LOCAL lock_timeout = '300ms'`.execute(inside);
          await lock(inside, partnerId, id);
        });
        return second.then(
          () => true,
          () => false,
        );
      });
    expect(await passes(lockCart)).toBe(false);
    await withoutGuard<typeof import('./carts.sql.ts')>(
      'octo/cart/carts.sql.ts',
      [[' FOR UPDATE`', '`']],
      async (unguarded) => {
        expect(await passes(unguarded.lockCart)).toBe(true);
      },
    );
  });
});
