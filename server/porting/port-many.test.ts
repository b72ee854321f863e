// Five thousand products at once: checked within half a minute, with the installation answering meanwhile; and a run that goes on
// where it broke off. Says what it took.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languages } from '../../domain/languages.ts';
import { newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';
import { sql } from '../platform/db.ts';
import { endWork } from './background.ts';
import { writeWorkbook } from './write-workbook.ts';

let test: TestHouse;
let token: string;
let porter: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  porter = makePorter(test, { token });
});
afterAll(() => test.close());

const documents = Array.from({ length: 5000 }, (_, at) =>
  newDocument({
    key: `bulk-${at}`,
    names: { en: `Walk ${at}`, zh_CN: `漫步 ${at}` },
    // Every tenth is wrong in one cell.
    city: at % 10 === 9 ? 'atlantis' : 'testville',
    packages: [
      newPackage({ skus: [newSku(), newSku({ ticketType: 10002, minAge: 4, maxAge: 12, priceMinor: 4050 })] }),
    ],
  }),
);
const seconds = (since: number) => (Date.now() - since) / 1000;

it('5,000 products in a workbook are checked in less than 30 seconds, with progress, and the house answers meanwhile', async () => {
  const file = await writeWorkbook(documents);
  const started = Date.now();
  const { data } = await porter.send(file);
  const seen = new Set<number>();
  let slowest = 0;
  for (;;) {
    const asked = Date.now();
    const view = (await test.call('consoleImport', { id: data.id }, { token })).data;
    slowest = Math.max(slowest, Date.now() - asked);
    seen.add(view.at);
    if (view.state === 'checked') break;
    expect(['reading', 'checking']).toContain(view.state);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const took = seconds(started);
  console.info(
    `dry run: ${took.toFixed(1)} s for ${(file.length / 1e6).toFixed(1)} MB, slowest answer meanwhile ${slowest} ms`,
  );
  expect(took).toBeLessThan(30);
  expect(seen.size).toBeGreaterThan(5);
  expect((await test.call('consoleImport', { id: data.id }, { token })).data).toMatchObject({
    total: 5000,
    fresh: 4500,
    bad: 500,
  });
  expect((await porter.rows(data.id, 'bad')).length).toBe(500);
  expect((await listed(test)).length).toBe(0);
}, 120_000);

const listed = async ({ database }: TestHouse) =>
  (await sql`SELECT 1 FROM product WHERE owner_id = 1 AND key LIKE 'bulk-%'`.execute(database.house)).rows;

// All of the 4,500 took 106 s on a busy machine with two cores (24 ms each); here a part of them shows the same.
it('a run that breaks off with its house goes on by itself: every product once, none twice', async () => {
  const { id } = await porter.check(JSON.stringify(documents.slice(0, 600)));
  const started = Date.now();
  await test.call('consoleImportRun', { id, mode: 'each' }, { token });
  await expect.poll(async () => (await listed(test)).length, { timeout: 60_000 }).toBeGreaterThan(120);
  await endWork();
  const broken = (await test.call('consoleImport', { id }, { token })).data;
  expect(broken).toMatchObject({ state: 'running', failed: 0 });
  expect(broken.created).toBeLessThan(540);
  const done = await porter.rest(id);
  console.info(`run: ${seconds(started).toFixed(1)} s for 540 products, broken off after ${broken.created}`);
  expect(done).toMatchObject({ state: 'done', created: 540, changed: 0, failed: 0, at: 600 });
  expect((await listed(test)).length).toBe(540);
  const again = await test.call('consoleImportRun', { id, mode: 'each' }, { token });
  expect(again.code).toBe(200302);
}, 120_000);

it('a catalogue in 13 languages that is exported as more than 20 MB of JSON is taken back as it is', async () => {
  const long = (at: number) =>
    Object.fromEntries(languages.map((language) => [language, `${language} ${at} "\\" { [ `.repeat(800)]));
  const heavy = Array.from({ length: 150 }, (_, at) =>
    newDocument({ key: `heavy-${at}`, names: { en: `Heavy ${at}`, zh_CN: `沉 ${at}` }, descriptions: long(at) }),
  );
  const { id, ...checked } = await porter.check(JSON.stringify(heavy));
  expect(checked).toMatchObject({ state: 'checked', total: 150, fresh: 150 });
  expect(await porter.run(id)).toMatchObject({ created: 150, failed: 0 });
  const exported = await (await porter.fetch('/api/console/catalogue/export?format=json')).text();
  expect(Buffer.byteLength(exported)).toBeGreaterThan(20 * 1024 * 1024);
  const again = await porter.check(exported);
  expect(again).toMatchObject({ state: 'checked', bad: 0, changes: 0, fresh: 0 });
  expect(again.same).toBe(again.total);
}, 120_000);
