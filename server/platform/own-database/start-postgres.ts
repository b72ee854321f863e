// The built-in PostgreSQL 18: real binaries from a package, data in .data/, started when DATABASE_URL is not set.
// Runs for ordinary users and for root (then under a system user), and finds a server left over from a killed start.
import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readOrMakeFile, withFileLock } from '../file-lock.ts';
import { type Place, placePostgres, runAs } from './place-postgres.ts';
import { supervise } from './supervise-postgres.ts';

/**
 * `url` is for the running processes, `ownerUrl` for changing the schema (platform/schema/prepare-database.ts), `adminUrl` for what only a
 * superuser may look at.
 */
export type RunningPostgres = { url: string; ownerUrl: string; adminUrl: string; stop(): Promise<void> };

/** Settings of the server beside those below; they hold only when this call starts it. */
type Extra = Record<string, string>;

/** Starts or finds the server of this project folder. `stop` ends it when no other process is connected any more. */
export async function startPostgres(
  root: string,
  report: (line: string) => void,
  extra: Extra = {},
): Promise<RunningPostgres> {
  const state = join(root, '.data');
  mkdirSync(state, { recursive: true });
  // Of several commands that start together, one makes and starts it and the others find it.
  const { place, password } = await withFileLock(join(state, 'database-starts'), () => findServer(root, report, extra));
  const ownerUrl = urlOf(place, 'kembara', password, 'kembara');
  const url = urlOf(place, 'kembara_runtime', runtimePassword(password), 'kembara');
  const adminUrl = urlOf(place, 'postgres', password, 'postgres');
  const endSupervision = supervise({
    isAlive: () => isPostgres(serverPid(place)),
    launch: () => launchAgain(place, password),
    report,
  });
  return {
    url,
    ownerUrl,
    adminUrl,
    async stop() {
      await endSupervision();
      await stopWhenAlone(place, adminUrl);
    },
  };
}

/** The server with its database and roles; made and started unless it is there and runs. */
async function findServer(root: string, report: (line: string) => void, extra: Extra) {
  const place = placePostgres(root, report);
  const password = readOrMakeFile(join(root, '.data', 'pg-password'), () => randomBytes(24).toString('hex'));
  if (!existsSync(join(place.data, 'PG_VERSION'))) initCluster(place, password, report);
  const adminUrl = urlOf(place, 'postgres', password, 'postgres');
  // Without a process nothing answers: then it is started at once.
  if (!serverPid(place) || !(await answers(adminUrl))) await launch(place, password, extra);
  await ensureDatabase(adminUrl, password);
  return { place, password };
}

/** 0 when there is none. */
function serverPid(place: Place): number {
  const file = join(place.data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
}

/** A killed server's processes hold its memory for a moment longer; until then no new server starts. */
async function launchAgain(place: Place, password: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await launch(place, password);
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(250);
    }
  }
}

/** A left-over server of a killed start is stopped too; one that other commands of this folder still use is not. */
async function stopWhenAlone(place: Place, adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    let others = await countOthers(client);
    // Connections that were closed a moment ago are still listed.
    for (let tries = 0; others && tries < 10; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      others = await countOthers(client);
    }
    await client.end();
    if (others) return;
  } catch {
    return;
  }
  const pid = serverPid(place);
  if (isPostgres(pid)) await stopServer(pid, () => !existsSync(join(place.data, 'postmaster.pid')));
}

async function countOthers(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(`SELECT 1 FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  return rowCount ?? 0;
}

function urlOf(place: Place, user: string, password: string, database: string): string {
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(place.socket)}&port=5432`;
}

/** Derived from the other password, so that a copy of .data/ needs no second file. */
function runtimePassword(password: string): string {
  return createHmac('sha256', password).update('kembara_runtime').digest('hex');
}

function initCluster(place: Place, password: string, report: (line: string) => void): void {
  report('Preparing the database …');
  // Created under another name and renamed when complete: an interrupted start leaves no half-made cluster.
  const fresh = `${place.data}-new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  place.own(fresh);
  const passwordFile = join(place.socket, 'init-password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  place.own(passwordFile);
  const args = ['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const done = runAs(place, join(place.bin, 'initdb'), [...args, '-E', 'UTF8', '--locale=C.UTF-8']);
  rmSync(passwordFile, { force: true });
  if (done.status !== 0) throw new Error(`initdb failed: ${done.stderr}`);
  rmSync(place.data, { recursive: true, force: true });
  renameSync(fresh, place.data);
}

async function launch(place: Place, password: string, extra: Extra = {}): Promise<void> {
  await outwaitOldServer(place, password);
  const log = openSync(place.log, 'a');
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0777',
    shared_buffers: '256MB',
    // Ten processes of 25 to 30; as many as three workers of the tests open at their worst.
    max_connections: '300',
    max_wal_size: '2GB',
    // After each checkpoint the log takes whole pages (decision 0741); this build has no other compression.
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'fatal',
    ...extra,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(place.bin, 'postgres'), ['-D', place.data, ...args], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: place.data,
    uid: place.uid,
    gid: place.gid,
    env: place.env,
  });
  let ended = false;
  child.on('exit', () => {
    ended = true;
  });
  child.unref();
  const url = urlOf(place, 'postgres', password, 'postgres');
  for (let tries = 0; tries < 1200 && !ended; tries += 1) {
    if (await answers(url)) return;
    await sleep(50);
  }
  // Another command of this folder may have been faster.
  if (await answers(url)) return;
  throw new Error(`PostgreSQL did not start; its log: ${place.log}`);
}

/** A left-over server that is still stopping or recovering gets time; a stale pid file of another process is removed. */
async function outwaitOldServer(place: Place, password: string): Promise<void> {
  const file = join(place.data, 'postmaster.pid');
  for (let tries = 0; tries < 300 && existsSync(file); tries += 1) {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    if (!isPostgres(pid)) {
      rmSync(file, { force: true });
      return;
    }
    if (await answers(urlOf(place, 'postgres', password, 'postgres'))) return;
    await sleep(100);
  }
}

function isPostgres(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return true;
  // A process that ended and was not cleaned up by its parent has state Z.
  const [, name = '', state = ''] = /^\d+ \((.*)\) (\w)/.exec(readStat(file)) ?? [];
  return name.startsWith('postgres') && state !== 'Z';
}

function readStat(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function stopServer(pid: number, ended: () => boolean): Promise<void> {
  if (!pid || ended()) return;
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 100 && !ended(); tries += 1) await sleep(100);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === '28P01') throw new Error('the database in .data/ has another password than .data/pg-password');
    return false;
  }
}

/**
 * Two roles, neither a superuser, so that row security binds both: `kembara` owns the tables and changes them, `kembara_runtime` runs
 * the processes. Databases from before 0080 have only the first.
 */
async function ensureDatabase(adminUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(7266001)');
    const roles = (await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles')).rows.map(
      (row) => row.rolname,
    );
    if (!roles.includes('kembara')) await client.query(`CREATE ROLE kembara LOGIN CREATEDB PASSWORD '${password}'`);
    if (!roles.includes('kembara_runtime'))
      await client.query(`CREATE ROLE kembara_runtime LOGIN NOBYPASSRLS PASSWORD '${runtimePassword(password)}'`);
    // So that the owner sees and may end the processes' connections.
    await client.query('GRANT kembara_runtime TO kembara');
    // A copy of an owner's rows is written as they are, without what triggers would add (decision 0492). It owns the triggers anyway.
    await client.query('GRANT SET ON PARAMETER session_replication_role TO kembara');
    const database = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'kembara'`);
    if (!database.rowCount) await client.query('CREATE DATABASE kembara OWNER kembara');
  } finally {
    await client.end();
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
