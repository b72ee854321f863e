// The next day that a product names is one that can be booked (§2 cards, decisions on cut-offs): the same as the rule for one day.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, isBookable, todayIn } from '../../domain/dates.ts';
import { startHouse } from '../../main.ts';
import { root } from '../../scripts/open-database.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { listOwnersOfPastDays, refreshCards } from '../editing/cards.sql.ts';
import { editingRoom } from '../editing/editing.routes.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import type { RoomParts } from '../platform/room.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const zone = 'Asia/Kuala_Lumpur';
const days = [playOn, addDays(playOn, 1)];

// Another query each time: found lists are cached for seconds.
it.each([
  [0, 'silver tower'],
  [1, 'tower silver'],
  [200, 'silver'],
  [239, 'tower'],
  [245, 'silv'],
  [263, 'towe'],
  [300, 'silve'],
])('with a cut-off of %i hours', async (hours, query) => {
  await sql`UPDATE product SET cut_off_hours = ${hours} WHERE owner_id = 1 AND key = 'tower'`.execute(
    test.database.house,
  );
  await refreshCards(test.database.forOwner(1));
  const next = days.find((day) => isBookable(day, '', zone, hours, Date.now())) ?? null;
  const { id, packages } = await findProduct(test, query);
  expect(packages[0]?.nextOn).toBe(next);
  const cards = (await test.call('searchProducts', { query })).data.list;
  expect(cards.find((one) => one.id === id)?.nextOn).toBe(next);
});

it('leaves the cards some minutes after its end, in the zone of its product, and a day that is not over stays', async () => {
  const cardDay = async (query: string) => (await test.call('searchProducts', { query })).data.list[0]?.nextOn;
  const setCard = (day: string) =>
    sql`UPDATE product SET cut_off_hours = 0, next_on = ${day}::date WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
  const parts = { database: test.database, clock: () => new Date() };
  const [round] = editingRoom.jobs(parts as RoomParts).rounds;
  const today = todayIn(zone, Date.now());
  const later = addDays(today, 3);
  await setCard(later);
  await round?.run();
  expect(await cardDay('silver towe')).toBe(later);
  await setCard(addDays(today, -1));
  expect(await listOwnersOfPastDays(test.database.house, new Date())).toEqual([1]);
  await round?.run();
  expect(await cardDay('tower silv')).toBe(days.find((day) => isBookable(day, '', zone, 0, Date.now())));
  expect(await listOwnersOfPastDays(test.database.house, new Date())).toEqual([]);
});

it('leaves the cards at once where the portal stood still beyond it', async () => {
  const { database, databaseUrl } = test;
  const setCard = sql`UPDATE product SET cut_off_hours = 0, next_on = ${addDays(todayIn(zone, Date.now()), -9)}::date
    WHERE owner_id = 1 AND key = 'tower'`;
  await setCard.execute(database.house);
  const log = makeLog('silent', { write: () => 0 });
  const mode = { databaseUrl, screens: false, log };
  const next = await startHouse({ ...readConfig({ PORT: '0', ROLE: 'both' }, root), port: 0 }, mode);
  try {
    await until(
      () => listOwnersOfPastDays(database.house, new Date()),
      (owners) => owners.length === 0,
    );
  } finally {
    await next.stop();
  }
});
