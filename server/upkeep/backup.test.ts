// Backups made and restored by the commands themselves: into an empty database with an empty data folder, as after a lost disk.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startHouse } from '../../main.ts';
import { root } from '../../scripts/open-database.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { relayDatabase } from '../../tests/build/relay-database.ts';
import { dropDatabase, urlFor } from '../../tests/build/set-up-database.ts';
import { readConfig } from '../platform/config.ts';
import { makeLog } from '../platform/log.ts';
import { maintainMonths } from './maintain-months.ts';

const runFile = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'kembara-backup-'));
const dataFolder = join(folder, 'data');
const emptyFolder = join(folder, 'empty');
const file = join(folder, 'house.backup');
const target = `${inject('template')}_restored`;
const admin = new pg.Client({ connectionString: inject('serverUrl') });
const targetUrl = urlFor(inject('serverUrl'), target);

let test: TestHouse;
let sourceUrl: string;
let member: string;
let orderNo: string;

beforeAll(async () => {
  await admin.connect();
  test = await openTestHouse({ env: { DATA_FOLDER: dataFolder } });
  const found = await test.database.pool.query<{ name: string }>('SELECT current_database() AS name');
  sourceUrl = urlFor(inject('serverUrl'), found.rows[0]?.name ?? '');
  member = await test.signIn('member@one.example', 'member-2026');
  orderNo = await placeOrder(test, member, { quantity: 2 });
  // Months in the archive go along (decision 0530).
  const { house } = test.database;
  await maintainMonths({ house, now: new Date(Date.now() + 400 * 86_400_000), keep: 6, log: makeLog('silent') });
  await maintainMonths({ house, now: new Date(), keep: 6, log: makeLog('silent') });
});

afterAll(async () => {
  await test.close();
  await dropDatabase(admin, target);
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one of the commands the way a person does. */
function run(command: 'backup' | 'restore', path: string, env: Record<string, string>) {
  const done = spawnSync(process.execPath, [join(root, 'scripts', `${command}.ts`), path], {
    encoding: 'utf8',
    env: { ...process.env, INIT_CWD: folder, SECRET_KEY: '', ...env },
  });
  return { status: done.status, said: done.stdout + done.stderr };
}

async function emptyTarget(): Promise<void> {
  await dropDatabase(admin, target);
  await admin.query(`CREATE DATABASE ${target}`);
  rmSync(emptyFolder, { recursive: true, force: true });
}

const here = { DATABASE_URL: targetUrl, DATA_FOLDER: emptyFolder };

/** A line for each table: how many rows and a checksum over all of them. */
async function summarize(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET app.owner_id = '0'");
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const summary: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const sum = await client.query<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS sum FROM "${name}" t`,
    );
    summary[name] = sum.rows[0]?.sum ?? '';
  }
  await client.end();
  return summary;
}

describe('a backup', () => {
  it('of a house that works restores on an empty disk, row for row, and the house goes on there', async () => {
    // A job that is still queued is backed up, too.
    await test.database.pool.query(`UPDATE pgboss.job SET state = 'created' WHERE name = 'order.changed'`);
    const made = run('backup', 'house.backup', { DATABASE_URL: sourceUrl, DATA_FOLDER: dataFolder });
    expect(made).toMatchObject({ status: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = await summarize(sourceUrl);
    await emptyTarget();
    const restored = run('restore', 'house.backup', here);
    expect(restored.said).toContain('The audit is clean');
    expect(restored.status).toBe(0);
    const after = await summarize(targetUrl);
    // Sessions, views, and the mails of the queued job with their count move on while the installation works; all other tables are equal
    // row for row.
    const moving = new Set(['mail', 'attempt', 'session', 'limit_count', 'product_view']);
    const fixed = Object.keys(before).filter((name) => !moving.has(name));
    expect(fixed.length).toBeGreaterThan(60);
    for (const name of fixed) expect(`${name} ${after[name]}`).toBe(`${name} ${before[name]}`);
    expect(readFileSync(join(emptyFolder, 'house-key'))).toEqual(readFileSync(join(dataFolder, 'house-key')));
    await useRestored();
  });

  it('is refused without the key of its database, and makes none', () => {
    const other = join(folder, 'other');
    const runThere = (env: Record<string, string>) =>
      run('backup', 'other.backup', { DATABASE_URL: sourceUrl, DATA_FOLDER: other, ...env });
    for (const SECRET_KEY of ['', 'of another installation']) {
      const made = runThere({ SECRET_KEY });
      expect(made.said).toContain('the secret key of this database');
      expect(made.status).toBe(1);
    }
    expect([join(other, 'house-key'), join(folder, 'other.backup')].filter((path) => existsSync(path))).toEqual([]);
  });

  it('is made through an address of several hosts of which the first is away', async () => {
    const relay = await relayDatabase(sourceUrl);
    const several = relay.url.replace(/@[^/]*/, (host) => `@127.0.0.1:9,${host.slice(1)}`);
    const env = { ...process.env, INIT_CWD: folder, DATABASE_URL: several, DATA_FOLDER: dataFolder };
    const made = await runFile(process.execPath, [join(root, 'scripts', 'backup.ts'), 'several.backup'], {
      env,
      timeout: 50_000,
    });
    expect(made.stdout).toMatch(/several\.backup: \d+ tables/);
    await relay.close();
  });

  it('is refused where something is already, and leaves it as it is', async () => {
    const before = await summarize(sourceUrl);
    const { status, said } = run('restore', 'house.backup', { DATABASE_URL: sourceUrl, DATA_FOLDER: dataFolder });
    expect([status, said]).toEqual([1, expect.stringContaining('There is data here already')]);
    expect((await summarize(sourceUrl)).purchase).toBe(before.purchase);
  });

  it('is refused when it was cut off, changed, is something else or is not there, before a row is written', async () => {
    const whole = readFileSync(file);
    const broken: [string, Buffer][] = [
      ['not a whole backup', whole.subarray(0, whole.length - 2000)],
      ['not a whole backup', Buffer.from(whole).fill(7, whole.length >> 1, (whole.length >> 1) + 40)],
      ['not a whole backup', Buffer.from('something else')],
    ];
    for (const [words, content] of broken) {
      await emptyTarget();
      writeFileSync(join(folder, 'broken.backup'), content);
      const { status, said } = run('restore', 'broken.backup', here);
      expect([status, said]).toEqual([1, expect.stringContaining(words)]);
      expect(await summarize(targetUrl)).toEqual({});
    }
    expect(run('restore', 'missing.backup', here)).toMatchObject({ status: 1 });
  });

  it('is refused beside another key, which stays, and takes the right one from SECRET_KEY', async () => {
    await emptyTarget();
    const wrong = run('restore', 'house.backup', { ...here, SECRET_KEY: 'another key' });
    expect([wrong.status, wrong.said]).toEqual([1, expect.stringContaining('SECRET_KEY is not the key')]);
    const key = readFileSync(join(dataFolder, 'house-key'), 'utf8').trim();
    expect(run('restore', 'house.backup', { ...here, SECRET_KEY: key })).toMatchObject({ status: 0 });
  });
});

/** The restored house knows its people and orders, and new rows do not meet old numbers. */
async function useRestored(): Promise<void> {
  const config = { ...readConfig({ HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', DATA_FOLDER: emptyFolder }, root) };
  const log = makeLog('fatal');
  const house = await startHouse({ ...config, port: 0 }, { databaseUrl: targetUrl, screens: false, log });
  const base = `http://127.0.0.1:${house.port}`;
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { 'x-forwarded-host': 'one.test', token: member, 'content-type': 'application/json' };
    const answer = await fetch(base + path, { ...init, headers: { ...headers, 'idempotency-key': newKey() } });
    return (await answer.json()) as { code: number; data: Record<string, unknown> };
  };
  try {
    expect(await ask(`/api/order/detail/${orderNo}`)).toMatchObject({ code: 200, data: { orderNo } });
    const remark = { method: 'POST', body: JSON.stringify({ orderNo, text: 'written after the restore' }) };
    expect(await ask('/api/order/remark', remark)).toMatchObject({ code: 200 });
  } finally {
    await house.stop();
  }
}
