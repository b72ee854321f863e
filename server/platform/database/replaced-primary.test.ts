// Where servers replace each other, a commit that is on one of them only is never acknowledged (decision 0703): neither is it read back from
// a primary that was just replaced and answers as a standby, nor is it believed when its wait for the standby was ended.
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/open-database.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { urlFor } from '../../../tests/build/set-up-database.ts';
import { hasPooler, type Pooler, startPooler } from '../../../tests/build/start-pooler.ts';
import { type Database, inTransaction, openPool, rows, sql } from '../db.ts';
import { placePostgres, runAs } from '../own-database/place-postgres.ts';
import { isOutage } from './detect-outage.ts';

const place = placePostgres(root, () => undefined);
const folder = mkdtempSync(join(tmpdir(), 'kembara-replaced-'));
const data = join(folder, 'data');
const url = `postgres://postgres:none@/postgres?host=${encodeURIComponent(folder)}&port=5432`;

function run(program: string, ...args: string[]): void {
  const done = runAs(place, join(place.bin, program), args);
  if (done.status !== 0) throw new Error(`${program}: ${done.stderr}${done.stdout}`);
}

function start(settings: Record<string, string>): void {
  const all = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', ...settings };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start');
}
const stop = () => run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');

beforeAll(async () => {
  if (place.uid !== undefined && place.gid !== undefined) chownSync(folder, place.uid, place.gid);
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-N', '-E', 'UTF8', '--locale=C.UTF-8');
  start({});
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('CREATE TABLE paid (owner_id integer, order_no text)');
  await admin.end();
});
afterAll(async () => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The installation's connections, opened after the server was started. */
async function open(way: string): Promise<Pick<Database, 'forOwner' | 'close'>> {
  const pooler: Pooler | undefined = way === 'a pooler' ? await startPooler(url) : undefined;
  const through = pooler && { pooler: { url: urlFor(pooler.url, 'postgres'), prepares: false } };
  const { forOwner, close } = openPool(url, 4, { hurried: true, ...through });
  return { forOwner, close: () => close().then(() => pooler?.stop()) };
}
const ways = ['connections of its own', ...(hasPooler() ? ['a pooler'] : [])];
const read = (way: string) => sql<{ order_no: string }>`SELECT order_no FROM paid WHERE order_no = ${way}`;

/** The error of what must fail; an answer would be an acknowledgement. */
const failure = (work: Promise<unknown>) =>
  work.then(
    (answer) => Promise.reject(new Error(`answered: ${JSON.stringify(answer)}`)),
    (error: unknown) => error,
  );

describe.each(ways)('through %s', (way) => {
  it('a commit whose wait for the standby was ended is not acknowledged', async () => {
    stop();
    start({ synchronous_standby_names: 'nobody' });
    const database = await open(way);
    const admin = new pg.Client({ connectionString: `${url}&options=-c%20synchronous_commit%3Dlocal` });
    admin.on('error', () => undefined);
    await admin.connect();
    const waiting = async () =>
      (await admin.query<{ pid: number }>(`SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)).rows;
    const end = async () => {
      const [found] = await until(waiting, (list) => list.length === 1);
      await admin.query('SELECT pg_cancel_backend($1)', [found?.pid]);
    };
    const owner = database.forOwner(1);
    const insert = sql`INSERT INTO paid VALUES (1, ${way})`;
    for (const pay of [() => rows(owner, insert), () => inTransaction(owner, (inside) => rows(inside, insert))]) {
      const [error] = await Promise.all([failure(pay()), end()]);
      expect(isOutage(error), String(error)).toBe(true);
    }
    // The rows are there: a client that asks again reaches whatever server is the primary then.
    expect(await rows(owner, read(way))).toHaveLength(2);
    await admin.end();
    await database.close();
  });

  it('a server that answers as a standby is not read from, except for reports', async () => {
    stop();
    writeFileSync(join(data, 'standby.signal'), '');
    start({});
    const database = await open(way);
    const owner = database.forOwner(1);
    const errors = [
      await failure(rows(owner, read(way))),
      await failure(inTransaction(owner, (inside) => rows(inside, read(way)))),
    ];
    for (const error of errors) expect(isOutage(error), JSON.stringify(error)).toBe(true);
    const reports = openPool(url, 2, { standby: true });
    expect((await rows(reports.forOwner(1), read(way))).length).toBeGreaterThan(0);
    await Promise.all([database.close(), reports.close()]);
    rmSync(join(data, 'standby.signal'));
  });
});
