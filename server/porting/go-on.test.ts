// An import continues without anyone's help when the installation it ran in stopped or died (rules §10): one process takes it over, the one
// that lost it writes nothing more, and every product ends up stored once, logged once, under the name of the person who started it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHouse } from '../../main.ts';
import { root } from '../../scripts/open-database.ts';
import { newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { goOnWithImports } from './go-on.ts';

let test: TestHouse;
let token: string;
let porter: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  porter = makePorter(test, { token });
});
afterAll(() => test.close());

const quiet = makeLog('silent');
const fileOf = (name: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => newDocument({ key: `${name}-${at}` })));
const view = async (id: string) => (await test.call('consoleImport', { id }, { token })).data;
const start = (id: string, mode: 'each' | 'all' = 'each') => test.call('consoleImportRun', { id, mode }, { token });
const written = async (name: string) =>
  (await sql`SELECT 1 FROM product WHERE owner_id = 1 AND key LIKE ${`${name}-%`}`.execute(test.database.house)).rows
    .length;
const isAtWork = async (id: string) =>
  (await sql`SELECT 1 FROM import_job WHERE import_id = ${id} AND state = 'running'`.execute(test.database.house)).rows
    .length > 0;
/** As a process leaves it that died in the middle of it, some seconds ago. */
const leave = (id: string, secondsAgo: number, { tries }: { tries?: number } = {}) =>
  sql`UPDATE import_job SET state = 'running', run = 'of a process that died', tries = coalesce(${tries ?? null}, tries),
      touched_at = now() - make_interval(secs => ${secondsAgo}) WHERE import_id = ${id}`.execute(test.database.house);
/** Twenty processes that look at the same moment; how many of them went on with something. */
const look = async () => {
  const house = { database: test.database, log: quiet };
  const begun = await Promise.all(Array.from({ length: 20 }, () => goOnWithImports(house)));
  return begun.reduce((sum, value) => sum + value, 0);
};

async function expectOnce(id: string, name: string, count: number) {
  expect(await porter.rest(id)).toMatchObject({ state: 'done', created: count, changed: 0, failed: 0, at: count });
  expect(await written(name)).toBe(count);
  expect((await porter.rows(id)).map((row) => row.outcome)).toEqual(Array(count).fill('created'));
  const { rows } = await sql<{
    act: string;
    staff_name: string;
    count: number;
  }>`SELECT act, staff_name, count(*)::int AS count FROM audit_log
    WHERE owner_id = 1 AND (act = 'catalogue-imported' AND subject = ${`import ${id}`}
      OR act = 'product-saved' AND after ->> 'key' LIKE ${`${name}-%`}) GROUP BY 1, 2 ORDER BY 1`.execute(
    test.database.house,
  );
  expect(rows).toEqual([
    { act: 'catalogue-imported', staff_name: rows[0]?.staff_name, count: 1 },
    { act: 'product-saved', staff_name: rows[0]?.staff_name, count },
  ]);
  const log = (await test.call('consoleLog', {}, { token: await test.signIn('admin@one.example', 'admin-2026') })).data;
  expect(log.list.find((item) => item.subject === `import ${id}`)?.staffName).toBe(rows[0]?.staff_name);
}

it('the house that ran it stops: another process goes on with it', async () => {
  const { id } = await porter.check(fileOf('stopped', 300));
  const { databaseUrl } = test;
  const config = { ...readConfig({ PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' }, root), port: 0 };
  const second = await startHouse(config, { databaseUrl, screens: false, log: quiet });
  await fetch(`http://127.0.0.1:${second.port}/api/console/imports/${id}/run`, {
    method: 'POST',
    headers: { 'x-forwarded-host': 'one.test', 'content-type': 'application/json', token },
    body: JSON.stringify({ mode: 'each' }),
  });
  await expect.poll(() => written('stopped'), { timeout: 30_000 }).toBeGreaterThan(40);
  await second.stop();
  const left = await written('stopped');
  expect(left).toBeLessThan(300);
  expect(await view(id)).toMatchObject({ state: 'running', reason: '' });
  await expectOnce(id, 'stopped', 300);
}, 90_000);

it('the database has no room for a moment: the import goes on once it has', async () => {
  const { house } = test.database;
  const { id } = await porter.check(fileOf('full', 100));
  await sql`CREATE FUNCTION refuse_rows() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''No space left on device'' USING ERRCODE = ''53100''; END'`.execute(house);
  await sql`CREATE TRIGGER full_disk BEFORE INSERT ON product FOR EACH ROW WHEN (NEW.key = 'full-50')
    EXECUTE FUNCTION refuse_rows()`.execute(house);
  await start(id);
  await expect.poll(() => written('full'), { timeout: 30_000 }).toBe(50);
  await expect.poll(async () => (await isAtWork(id)) === false, { timeout: 30_000 }).toBe(true);
  await sql`DROP TRIGGER full_disk ON product`.execute(house);
  await expectOnce(id, 'full', 100);
}, 90_000);

it('a process dies in the middle, or only seems to: one other takes it over, and the first writes nothing more', async () => {
  const { id } = await porter.check(fileOf('killed', 300));
  await start(id);
  await expect.poll(() => written('killed'), { timeout: 30_000 }).toBeGreaterThan(40);
  await leave(id, 100);
  expect(await look()).toBeLessThanOrEqual(1);
  await expectOnce(id, 'killed', 300);
}, 90_000);

it('an import of all or nothing that is taken over comes in once, and whole', async () => {
  const { id } = await porter.check(fileOf('whole', 300));
  await start(id, 'all');
  await expect.poll(async () => (await view(id)).at, { timeout: 30_000, interval: 20 }).toBeGreaterThan(99);
  await leave(id, 100);
  expect(await written('whole')).toBe(0);
  expect(await look()).toBeLessThanOrEqual(1);
  await expectOnce(id, 'whole', 300);
}, 90_000);

it('what another process worked on less than 90 seconds ago is left to it', async () => {
  const { id } = await porter.check(fileOf('busy', 2));
  await leave(id, 60);
  expect(await look()).toBe(0);
  expect((await view(id)).state).toBe('running');
  await leave(id, 100);
  expect(await look()).toBeLessThanOrEqual(1);
  await expectOnce(id, 'busy', 2);
});

it('what got nowhere five times, or broke off a day ago, waits for a person', async () => {
  const { id } = await porter.check(fileOf('poor', 3));
  for (const [secondsAgo, tries] of [
    [100, 5],
    [90_000, 0],
  ] as const) {
    await leave(id, secondsAgo, { tries });
    expect(await look()).toBe(0);
    expect(await view(id)).toMatchObject({ state: 'stopped', reason: 'broken' });
  }
  expect((await start(id)).code).toBe(200);
  await expectOnce(id, 'poor', 3);
});

it('a person who lost the right meanwhile imports nothing more', async () => {
  const { id } = await porter.check(fileOf('right', 3));
  const roles = (list: string) =>
    sql`UPDATE account SET roles = ${`{${list}}`}::text[] WHERE owner_id = 1 AND email = 'content@one.example'`.execute(
      test.database.house,
    );
  await roles('finance');
  await leave(id, 100);
  await look();
  const stateOf = () =>
    sql<{ state: string }>`SELECT state FROM import_job WHERE import_id = ${id}`
      .execute(test.database.house)
      .then(({ rows }) => rows[0]?.state);
  await expect.poll(stateOf, { timeout: 20_000 }).toBe('stopped');
  await roles('content');
  expect(await porter.rest(id)).toMatchObject({ state: 'stopped', reason: 'rights', created: 0 });
  expect(await written('right')).toBe(0);
});
