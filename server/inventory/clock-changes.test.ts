// In the hour that a zone's clock shows twice, and in the one that it skips, lists and searches offer what can be booked and no more (rules
// §5, security rule 64), and each order is on one day of the reports.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let now: Date | undefined;
let staff: string;
let tower: string;
let bought: string;
const run = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
beforeAll(async () => {
  test = await openTestHouse({ clock: () => now ?? new Date() });
  await run(sql`UPDATE owner SET zone = 'America/Havana' WHERE owner_id = 1`);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  const { list } = (await test.call('searchProducts', { query: 'silver tower' })).data;
  tower = list[0]?.id ?? '';
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 100_000 });
  bought = await buy(test, agent, { product: 'Few Seats' });
});
afterAll(() => test.close());

/** The product has this one session, in this zone. */
async function sell(zone: string, on: string, session: string) {
  await run(sql`UPDATE city SET zone = ${zone} WHERE city = 'testville'`);
  await run(
    sql`DELETE FROM departure WHERE package_id IN (SELECT package_id FROM package WHERE product_id = ${tower})`,
  );
  await run(sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT owner_id, package_id, ${on}::date, ${session}, 5 FROM package WHERE product_id = ${tower}`);
}

let queries = 0;
/** Found lists are cached for seconds, each under its query. */
function newQuery(): string {
  queries += 1;
  return `${'silver'.slice(0, 3 + (queries % 4))} ${'tower'.slice(0, 3 + (Math.floor(queries / 4) % 3))}`;
}

/** Whether its page, the search by days and its calendar, which goes by the rule for orders, offer it at a moment. */
async function offered(on: string, at: string) {
  now = new Date(at);
  try {
    const { packages } = (await test.call('productDetail', { id: tower })).data;
    const { list } = (await test.call('searchProducts', { query: newQuery(), from: on, to: on })).data;
    const { days } = (await test.call('inventories', { packageId: packages[0]?.id ?? '', from: on, to: on })).data;
    return [packages[0]?.nextOn === on, list.length > 0, days.length > 0];
  } finally {
    now = undefined;
  }
}
const yes = [true, true, true];
const no = [false, false, false];

describe('a session while the clock changes', () => {
  it.each([
    [
      'repeated, 02:00 comes again',
      'Europe/Berlin',
      '2027-10-31',
      '02:30',
      '2027-10-31T00:29:00Z',
      '2027-10-31T00:31:00Z',
    ],
    [
      'repeated, in the second hour',
      'Europe/Berlin',
      '2027-10-31',
      '02:30',
      '2027-10-31T00:29:00Z',
      '2027-10-31T01:20:00Z',
    ],
    ['after the repeated hour', 'Europe/Berlin', '2027-10-31', '03:00', '2027-10-31T01:59:00Z', '2027-10-31T02:00:00Z'],
    ['skipped', 'Europe/Berlin', '2027-03-28', '02:30', '2027-03-28T00:59:00Z', '2027-03-28T01:00:00Z'],
    ['after the skipped hour', 'Europe/Berlin', '2027-03-28', '03:10', '2027-03-28T01:09:00Z', '2027-03-28T01:10:00Z'],
    [
      'in half an hour that is repeated',
      'Australia/Lord_Howe',
      '2027-04-04',
      '01:45',
      '2027-04-03T14:44:00Z',
      '2027-04-03T15:10:00Z',
    ],
    [
      'after half an hour that is repeated',
      'Australia/Lord_Howe',
      '2027-04-04',
      '02:15',
      '2027-04-03T15:40:00Z',
      '2027-04-03T15:45:00Z',
    ],
    [
      'in two hours that are repeated',
      'Antarctica/Troll',
      '2027-10-31',
      '01:30',
      '2027-10-30T23:29:00Z',
      '2027-10-31T01:10:00Z',
    ],
    [
      'just after midnight, which is repeated',
      'America/Havana',
      '2027-11-07',
      '00:30',
      '2027-11-07T04:29:00Z',
      '2027-11-07T05:10:00Z',
    ],
  ])('%s: is offered until it starts, once', async (_, zone, on, session, open, over) => {
    await sell(zone, on, session);
    expect(await offered(on, open)).toEqual(yes);
    expect(await offered(on, over)).toEqual(no);
  });
});

it.each([
  ['2026-11-01', 'comes twice', 25],
  ['2026-03-08', 'is skipped', 23],
])('the day %s, whose first hour %s, has each of its orders in the reports once', async (day, _, hours) => {
  const begins = instantOf(day, '', 'America/Havana');
  expect(instantOf(addDays(day, 1), '', 'America/Havana') - begins).toBe(hours * 3_600_000);
  for (const minutes of [-90, -1, 0, 1, 59, 61, 119, hours * 60 - 1, hours * 60]) {
    const at = new Date(begins + minutes * 60_000);
    await run(sql`UPDATE purchase SET placed_at = ${at} WHERE order_no = ${bought}`);
    const wanted = addDays(day, Math.floor(minutes / 60 / hours));
    for (const one of [addDays(day, -1), day, addDays(day, 1)]) {
      const [sales, orders] = await Promise.all([
        test.call('consoleSales', { from: one, to: one }, { token: staff }),
        test.call('consoleOrders', { placedFrom: one, placedTo: one }, { token: staff }),
      ]);
      const count = one === wanted ? 1 : 0;
      const { total, byDay } = sales.data;
      expect([at, one, total.orders, byDay[0]?.orders, orders.data.total]).toEqual([at, one, count, count, count]);
    }
  }
});
