// Imports have tables of their own: those of a database of the former version are moved, wrong counts are found by the audit, and old
// imports are deleted with their products.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { newDocument } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';
import { dropDatabase, urlFor } from '../../tests/build/set-up-database.ts';
import { openPool, sql } from '../platform/db.ts';
import { listMigrationFiles, migrate } from '../platform/migrate.ts';
import { auditHouse } from '../upkeep/audit-house.ts';
import { deleteOldImports } from './import.sql.ts';

let test: TestHouse;
let porter: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  porter = makePorter(test, { token: await test.signIn('content@one.example', 'content-2026') });
});
afterAll(() => test.close());

const broken = async () =>
  (await auditHouse(test.database)).filter((finding) => finding.violations.length).map((finding) => finding.invariant);

it('the audit finds an import that counted wrongly or lost products', async () => {
  const { id } = await porter.check(JSON.stringify([newDocument({ key: 'audited' }), { key: 'not a product' }]));
  expect(await porter.run(id)).toMatchObject({ state: 'done', created: 1, bad: 1 });
  expect(await broken()).toEqual([]);
  const change = (set: ReturnType<typeof sql>) =>
    sql`UPDATE import_job SET ${set} WHERE import_id = ${id}`.execute(test.database.house);
  await change(sql`created = 2`);
  expect(await broken()).toEqual(['import: a run that ended counted what it did']);
  await change(sql`created = 1, total = 3, bad = 2`);
  expect(await broken()).toEqual(['import: every product that was judged is in a chunk once']);
  await change(sql`total = 2, bad = 1`);
  expect(await broken()).toEqual([]);
});

it('an import is deleted with its products after seven days', async () => {
  const { id } = await porter.check(JSON.stringify([newDocument({ key: 'deleted' })]));
  const { house } = test.database;
  const left = async () => {
    const { rows } = await sql`SELECT 1 FROM import_chunk WHERE import_id = ${id}`.execute(house);
    return rows.length;
  };
  const startedAgo = (ago: string) =>
    sql`UPDATE import_job SET started_at = now() - ${ago}::interval WHERE import_id = ${id}`.execute(house);
  await startedAgo('6 days 23 hours');
  await deleteOldImports(house);
  expect(await left()).toBe(1);
  await startedAgo('7 days 1 minute');
  await deleteOldImports(house);
  expect(await left()).toBe(0);
});

it('imports of the former version come along with what they found and did, answers to calls stay', async () => {
  const name = `${inject('template')}_former`;
  const admin = new pg.Client({ connectionString: inject('serverUrl') });
  await admin.connect();
  await dropDatabase(admin, name);
  await admin.query(`CREATE DATABASE ${name}`);
  const database = openPool(urlFor(inject('serverUrl'), name), 1);
  const { pool } = database;
  try {
    await migrate(
      pool,
      listMigrationFiles().filter((file) => file < '0110'),
    );
    await pool.query("SET app.owner_id = '0'");
    await pool.query(`INSERT INTO owner (owner_id, code, name, currency, zone, languages, currencies)
        VALUES (7, 'seven', 'Seven', 'MYR', 'Asia/Kuala_Lumpur', '{en}', '{MYR}');
      INSERT INTO account (owner_id, account_id, kind, name, email, language) VALUES (7, 70, 'staff', 'Mei', 'mei@seven.example', 'en')`);
    const state = {
      ...{ name: 'list.xlsx', kind: 'xlsx', state: 'running', reason: '', mode: 'each', total: 3, at: 1, fresh: 2 },
      ...{ changes: 0, same: 0, bad: 1, created: 1, changed: 0, failed: 0, startedAt: '2026-11-22T01:00:00.000Z' },
      ...{ touchedAt: '2026-11-22T01:02:00.000Z', run: 'first', tries: 2 },
    };
    const checked = { ...state, state: 'checked', run: undefined, tries: undefined };
    const keep = (call: string, key: string, answer: unknown) =>
      pool.query(
        'INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer) VALUES (7, 70, $1, $2, $3, $4)',
        [...[call, key, Buffer.from([1, 2])], JSON.stringify(answer)],
      );
    await keep('consoleImport', 'aa-1', state);
    await keep('consoleImport rows', 'aa-1.0000', [{ index: 0 }, { index: 1 }]);
    await keep('consoleImport rows', 'aa-1.0001', [{ index: 2 }]);
    await keep('consoleImport done', 'aa-1.0000', { 0: { outcome: 'created' } });
    await keep('consoleImport', 'bb-2', checked);
    await keep('createOrder', 'cc-3', { orderNo: '1' });
    await migrate(pool);
    await pool.query("SET app.owner_id = '0'");
    const jobs = await pool.query('SELECT * FROM import_job ORDER BY import_id');
    expect(jobs.rows).toMatchObject([
      {
        ...{ import_id: 'aa-1', account_id: 70, file_name: 'list.xlsx', kind: 'xlsx', state: 'running', mode: 'each' },
        ...{ total: 3, progress: 1, fresh: 2, bad: 1, created: 1, run: 'first', tries: 2, closed: false },
        ...{ file_hash: Buffer.from([1, 2]), touched_at: new Date('2026-11-22T01:02:00.000Z') },
      },
      { import_id: 'bb-2', state: 'checked', run: null, tries: 0 },
    ]);
    const chunks = await pool.query('SELECT import_id, chunk, products, outcomes FROM import_chunk ORDER BY chunk');
    expect(chunks.rows).toEqual([
      { import_id: 'aa-1', chunk: 0, products: [{ index: 0 }, { index: 1 }], outcomes: { 0: { outcome: 'created' } } },
      { import_id: 'aa-1', chunk: 1, products: [{ index: 2 }], outcomes: {} },
    ]);
    const stored = await pool.query('SELECT call FROM idempotency_key');
    expect(stored.rows).toEqual([{ call: 'createOrder' }]);
  } finally {
    await database.close();
    await dropDatabase(admin, name);
    await admin.end();
  }
});
