// A person stops an import (rules §10): from then on no product is written, what was written is counted exactly, and the import can go on;
// a check that is stopped makes room for another file at once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let token: string;
let porter: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  porter = makePorter(test, { token });
});
afterAll(() => test.close());

const fileOf = (name: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => newDocument({ key: `${name}-${at}` })));
const view = async (id: string) => (await test.call('consoleImport', { id }, { token })).data;
const start = (id: string, mode: 'each' | 'all') => test.call('consoleImportRun', { id, mode }, { token });
const stop = (id: string) => test.call('consoleImportStop', { id }, { token });
const written = async (name: string) =>
  (await sql`SELECT 1 FROM product WHERE owner_id = 1 AND key LIKE ${`${name}-%`}`.execute(test.database.house)).rows
    .length;
const pause = (milliseconds = 500) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('writes nothing more after ten people stopped it at once, and goes on where it ended', async () => {
  const { id } = await porter.check(fileOf('halted', 200));
  expect((await stop(id)).code).toBe(200302);
  await start(id, 'each');
  await expect.poll(() => written('halted'), { timeout: 30_000, interval: 10 }).toBeGreaterThan(15);
  const answers = await Promise.all(Array.from({ length: 10 }, () => stop(id)));
  const stopped = answers.filter(({ code }) => code === 200);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(200302)]);
  const count = await written('halted');
  expect(count).toBeLessThan(200);
  expect(stopped[0]?.data).toMatchObject({ state: 'stopped', reason: 'ended', created: count, failed: 0 });
  await pause();
  expect(await written('halted')).toBe(count);
  expect(await view(id)).toMatchObject({ state: 'stopped', reason: 'ended', created: count });
  const { rows } = await sql<{ after: object }>`SELECT after FROM audit_log
    WHERE owner_id = 1 AND act = 'catalogue-imported' AND subject = ${`import ${id}`}`.execute(test.database.house);
  expect(rows).toMatchObject([{ after: { products: 200, created: count } }]);
  expect(await porter.run(id)).toMatchObject({ state: 'done', reason: '', created: 200, failed: 0 });
  expect(await written('halted')).toBe(200);
}, 120_000);

it('leaves nothing of an import of all or none', async () => {
  const { id } = await porter.check(fileOf('none', 150));
  await start(id, 'all');
  await expect.poll(async () => (await view(id)).state, { interval: 5 }).toBe('running');
  expect((await stop(id)).data).toMatchObject({ state: 'stopped', reason: 'ended', created: 0 });
  await pause();
  expect(await written('none')).toBe(0);
  expect(await view(id)).toMatchObject({ state: 'stopped', reason: 'ended', created: 0 });
}, 120_000);

it('ends a check, and the next file is taken at once', async () => {
  const sent = await porter.send(fileOf('large', 400));
  expect((await porter.send(fileOf('next', 1))).code).not.toBe(200);
  expect((await stop(sent.data.id)).data).toMatchObject({ state: 'stopped', reason: 'ended' });
  expect(await porter.check(fileOf('next', 1))).toMatchObject({ state: 'checked', fresh: 1 });
  // Longer than the whole check would have taken.
  await pause(5000);
  expect(await view(sent.data.id)).toMatchObject({ state: 'stopped', reason: 'ended' });
}, 120_000);

it('is the matter of the person who began it (§6 roles)', async () => {
  const { id } = await porter.check(fileOf('mine', 1));
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  expect((await test.call('consoleImportStop', { id }, { token: admin })).http).toBe(421);
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  expect((await test.call('consoleImportStop', { id }, { token: finance })).http).toBe(421);
});
