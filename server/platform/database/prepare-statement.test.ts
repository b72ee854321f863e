// A statement that is composed once gets the values of each request, and refuses to be composed from them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { type Db, inHouseTransaction, sql, type Trx } from '../db.ts';
import { prepareStatement } from './prepare-statement.ts';

let test: TestHouse;

beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

it('fills in values, in the shape that is asked for, and composes each shape once', async () => {
  let composed = 0;
  const add = prepareStatement(({ one, list }: { one: number; list: number[] }, shape: 'plus' | 'minus') => {
    composed += 1;
    const sign = shape === 'plus' ? sql`+` : sql`-`;
    return sql<{ is: number }>`SELECT ${one}::int ${sign} sum(n)::int AS is FROM unnest(${list}::int[]) n`;
  });
  const { house } = test.database;
  const of = async (one: number, list: number[], shape: 'plus' | 'minus') =>
    (await add(house, { one, list }, shape))[0]?.is;
  expect([await of(1, [2, 3], 'plus'), await of(5, [7], 'plus'), await of(5, [7], 'minus')]).toEqual([6, 12, -2]);
  expect(composed).toBe(2);
});

it('cannot be composed from a value that is not there yet', async () => {
  const wrong = prepareStatement(({ one }: { one: number }) => sql<{ is: number }>`SELECT ${-one}::int AS is`);
  await expect(wrong(test.database.house, { one: 1 }, 'whole')).rejects.toThrow('the value of one');
});

it('an upgrade changes a table under prepared statements: each goes on, alone and in a transaction', async () => {
  const { house } = test.database;
  await sql`CREATE TABLE upgraded (kind int)`.execute(house);
  await sql`INSERT INTO upgraded VALUES (1)`.execute(house);
  const read = async (db: Db | Trx) =>
    (await sql<object>`SELECT * FROM upgraded WHERE kind = ${1}`.execute(db)).rows[0];
  const readOften = (one: () => Promise<unknown>) => Promise.all(Array.from({ length: 12 }, one));
  await readOften(() => read(house));
  await sql`ALTER TABLE upgraded ADD COLUMN more int DEFAULT 2`.execute(house);
  expect(await readOften(() => read(house))).toEqual(Array.from({ length: 12 }, () => ({ kind: 1, more: 2 })));
  await sql`ALTER TABLE upgraded ADD COLUMN most int DEFAULT 3`.execute(house);
  const inside = await readOften(() => inHouseTransaction(house, read));
  expect(inside).toEqual(Array.from({ length: 12 }, () => ({ kind: 1, more: 2, most: 3 })));
  await sql`DROP TABLE upgraded`.execute(house);
});
