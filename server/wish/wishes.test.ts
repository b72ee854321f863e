// Wish lists of accounts (§2 home, decision 0421): merged with the device's list, changed one after another, limited to the newest fifty.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../domain/limits.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let all: string[];

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  await sql`INSERT INTO product SELECT (jsonb_populate_record(p, jsonb_build_object('product_id', 9000 + n, 'key', 'copy-' || n))).*
    FROM product p, generate_series(1, 80) n WHERE p.owner_id = 1 AND p.key = 'tower'`.execute(test.database.house);
  const { rows } = await sql<{ id: string }>`SELECT product_id::text AS id FROM product WHERE owner_id = 1
    AND product_id > 9000 ORDER BY product_id`.execute(test.database.house);
  all = rows.map(({ id }) => id);
});
afterAll(async () => {
  await sql`DELETE FROM product WHERE product_id > 9000`.execute(test.database.house);
  await test.close();
});

const change = (add: string[], remove: string[] = [], token = agent) => test.call('wishes', { add, remove }, { token });

it('§2 wish list: the device’s and the account’s are merged in the order in which they were added, without unknown products', async () => {
  const [one = '', two = '', three = ''] = all;
  expect((await change([one, two])).data.ids).toEqual([one, two]);
  expect((await change([three, two, '999999'])).data.ids).toEqual([three, one, two]);
  expect((await change([], [one])).data.ids).toEqual([three, two]);
  const member = await test.signIn('member@one.example', 'member-2026');
  expect((await change([], [], member)).data.ids).toEqual([]);
  expect((await test.call('wishes', { add: [one] })).http).toBe(401);
  await change([], [two, three]);
});

it('§2 wish list: never has more than fifty, also when twenty requests add to it at once, and would without the guard', async () => {
  const ten = (at: number) => Array.from({ length: 10 }, (_, place) => all[(at * 4 + place) % all.length] ?? '');
  await Promise.all(Array.from({ length: 20 }, (_, at) => change(ten(at))));
  expect((await change([])).data.ids).toHaveLength(limits.wishes);
  const owner = test.database.forOwner(1);
  const { rows } = await sql<{
    id: number;
  }>`SELECT account_id AS id FROM account WHERE email = 'agent@one.example' AND owner_id = 1`.execute(
    test.database.house,
  );
  const account = rows[0]?.id ?? 0;
  const fill = async (module: typeof import('./wish.sql.ts')) => {
    await sql`DELETE FROM wish`.execute(test.database.house);
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        inTransaction(owner, async (owner) => {
          await module.lockWishes(owner, account);
          await module.insertWishes(owner, account, all.slice(at * 10, at * 10 + 10), new Date());
          await module.trimWishes(owner, account, limits.wishes);
          await sql`SELECT pg_sleep(0.05)`.execute(owner);
        }),
      ),
    );
    return (await module.listWishes(owner, account)).length;
  };
  expect(await fill(await import('./wish.sql.ts'))).toBe(limits.wishes);
  await withoutGuard<typeof import('./wish.sql.ts')>('wish/wish.sql.ts', [[' FOR NO KEY UPDATE', '']], async (module) =>
    expect(await fill(module)).toBeGreaterThan(limits.wishes),
  );
});
