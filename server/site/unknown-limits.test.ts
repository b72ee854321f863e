// While an upgrade goes on, a process that knows more limits may have stored one (§3 settings): processes that do not know it save the
// other settings and leave it as it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  await sql`UPDATE owner SET limits = '{"ofTomorrow": 7, "exportsPerAccountHour": 9}' WHERE owner_id = 1`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

async function save(change: (limits: Record<string, number>) => Record<string, number>) {
  const { name, currency, limitDefaults, ...settings } = (await test.call('consoleSettings', {}, { token: admin }))
    .data;
  expect([name, currency, Object.keys(limitDefaults).length > 0]).toEqual([expect.any(String), 'MYR', true]);
  const limits = change(settings.limits);
  return test.call('consoleSettingsSave', { ...settings, limits } as never, { token: admin });
}
const stored = async () =>
  (await sql<{ limits: object }>`SELECT limits FROM owner WHERE owner_id = 1`.execute(test.database.house)).rows[0]
    ?.limits;

it('a limit that this process does not know may come back as it is, and stays when it does not', async () => {
  expect((await save((limits) => limits)).code).toBe(200);
  expect(await stored()).toEqual({ ofTomorrow: 7, exportsPerAccountHour: 9 });
  expect((await save(() => ({ exportsPerAccountHour: 8 }))).code).toBe(200);
  expect(await stored()).toEqual({ ofTomorrow: 7, exportsPerAccountHour: 8 });
  expect((await save(() => ({}))).code).toBe(200);
  expect(await stored()).toEqual({ ofTomorrow: 7 });
});

it('no other one comes in, nor does it get another value', async () => {
  for (const limits of [{ ofTomorrow: 8 }, { ofTomorrow: 7, another: 1 }]) {
    const { code, data } = await save(() => limits as Record<string, number>);
    const refused = 'another' in limits ? 'limits.another' : 'limits.ofTomorrow';
    expect([code, Object.keys((data as never as { fields: object }).fields)]).toEqual([200001, [refused]]);
  }
  expect(await stored()).toEqual({ ofTomorrow: 7 });
});
