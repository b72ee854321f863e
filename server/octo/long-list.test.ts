// A reseller that compares its bookings with ours gets all of them, however many (decision 0390, §3 order source).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOcto } from '../../tests/build/ask-octo.ts';
import { findBreaches } from '../../tests/build/check-octo.ts';
import { copyOrders } from '../../tests/build/copy-orders.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

it('the bookings of a day do not end at the two hundredth', async () => {
  const { ask, find } = await openOcto(test);
  const { productId, optionId, units } = await find('Silver Tower');
  const day = { productId, optionId, localDateStart: playOn, localDateEnd: playOn };
  const [free] = (await ask('/availability', { body: day })).body;
  const held = await ask('/bookings', {
    body: { uuid: randomUUID(), productId, optionId, availabilityId: free.id, unitItems: [{ unitId: units[0] }] },
  });
  expect(held.status).toBe(200);
  const { uuid } = held.body;
  const { rows } = await sql<{
    order_no: string;
  }>`SELECT order_no FROM octo_booking WHERE uuid = ${uuid}::uuid`.execute(test.database.house);
  await copyOrders(test.database.house, { first: rows[0]?.order_no ?? '', count: 450, texts: ['Mei'] });
  // Some of the same moment, so that a batch ends between them.
  await sql`INSERT INTO octo_booking (owner_id, partner_id, uuid, order_no, body_hash, product_id, package_id, availability, units, contact, created_at)
    SELECT b.owner_id, b.partner_id, gen_random_uuid(), p.order_no, b.body_hash, b.product_id, b.package_id, b.availability, b.units, b.contact,
      p.placed_at
    FROM octo_booking b JOIN purchase p ON p.owner_id = b.owner_id AND p.order_no LIKE 'EXP%' WHERE b.uuid = ${uuid}::uuid`.execute(
    test.database.house,
  );
  const { status, body, headers } = await ask(`/bookings?localDate=${playOn}`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const found = body.map((booking: { uuid: string }) => booking.uuid);
  expect([found.length, new Set(found).size, found.includes(uuid)]).toEqual([451, 451, true]);
  expect(findBreaches(body[300], 'Booking')).toEqual([]);
  expect((await ask('/bookings?localDate=2030-01-01')).body).toEqual([]);
});
