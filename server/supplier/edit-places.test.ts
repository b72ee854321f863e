// Places that a supplier keeps itself (rules §10): where the owner lets it, of its own packages, never below what is held and sold.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let first: string;
let second: string;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  await giveToSupplier(test, 'hills');
  const other = await makeSecondSupplier(test);
  await addPackageOf(test, other.id);
  second = other.token;
  first = await test.signIn('supplier@one.example', 'supplier-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
}, 60_000);
afterAll(() => test.close());

const month = playOn.slice(0, 7);
const letKeep = (on: boolean) =>
  sql`UPDATE supplier SET keeps_stock = ${on} WHERE owner_id = 1`.execute(test.database.house);
const look = async (token = first) => (await test.call('consolePlaces', { month }, { token })).data;
const cellOf = async (token = first) => (await look(token)).list.find((item) => item.on === playOn);
const save = (input: InputOf<'consolePlacesSave'>, token = first) => test.call('consolePlacesSave', input, { token });
const change = (was: number, capacity: number) => [{ on: playOn, session: '', was, capacity }];

describe('places of a supplier', () => {
  it('are not here until the owner lets it, and then its own alone', async () => {
    expect((await test.call('consolePlaces', {}, { token: first })).http).toBe(421);
    expect((await test.call('consoleMe', {}, { token: first })).data.keepsPlaces).toBe(false);
    await letKeep(true);
    expect((await test.call('consoleMe', {}, { token: first })).data.keepsPlaces).toBe(true);
    const own = await look();
    expect(own.packages).toHaveLength(1);
    const other = await look(second);
    expect(other.packages.map((pack) => pack.name)).toEqual(['Green Hills Day Tour · Boat']);
    const foreign = { package: other.package, changes: change(40, 50) };
    expect((await save(foreign)).http).toBe(421);
    expect((await test.call('consolePlaces', { package: other.package }, { token: first })).http).toBe(421);
    expect((await save(foreign, second)).code).toBe(200);
    expect((await cellOf(second))?.capacity).toBe(50);
  });

  it('change under what was seen, and are in the log', async () => {
    const { package: id } = await look();
    const was = (await cellOf())?.capacity ?? 0;
    expect((await save({ package: id, changes: change(was, was + 5) })).code).toBe(200);
    expect((await save({ package: id, changes: change(was, was + 9) })).code).toBe(200009);
    expect((await cellOf())?.capacity).toBe(was + 5);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const { list } = (await test.call('consoleLog', { act: 'calendar-changed' }, { token: admin })).data;
    expect(list[0]).toMatchObject({ staffName: 'Suda' });
  });

  it('never fall below what is held, while twenty buy and the supplier takes places away', async () => {
    const { package: id } = await look();
    const cell = await cellOf();
    const taken = cell?.taken ?? 0;
    expect((await save({ package: id, changes: change(cell?.capacity ?? 0, taken + 40) })).code).toBe(200);
    const orders = Array.from({ length: 20 }, () =>
      placeOrder(test, agent, { product: 'Green Hills', quantity: 2 }).catch(() => 'none'),
    );
    const cuts = Array.from({ length: 20 }, () => save({ package: id, changes: change(taken + 40, taken + 10) }));
    const [placed, saved] = await Promise.all([Promise.all(orders), Promise.all(cuts)]);
    const sold = placed.filter((value) => value !== 'none').length;
    const done = saved.filter((answer) => answer.code === 200).length;
    expect(done).toBeLessThanOrEqual(1);
    for (const answer of saved) expect([200, 200009, 200209]).toContain(answer.code);
    const after = await cellOf();
    expect(after).toMatchObject({ capacity: done ? taken + 10 : taken + 40, taken: taken + 2 * sold });
    expect(after?.taken ?? 0).toBeLessThanOrEqual(after?.capacity ?? 0);
    expect((await save({ package: id, changes: change(after?.capacity ?? 0, taken) })).code).toBe(200209);
  });
});
