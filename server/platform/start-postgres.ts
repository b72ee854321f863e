// The house's own PostgreSQL 18: real binaries from a package, data in .data/, started when nobody named a DATABASE_URL.
// Runs for ordinary users and for root (then under a system user), and finds a server left over from a killed start.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Place, placePostgres, runAs } from './place-postgres.ts';

export type RunningPostgres = { url: string; stop(): Promise<void> };

/** Starts or finds the server of this project folder. `stop` ends it when nobody else is connected any more: the last one out turns off the light. */
export async function startPostgres(root: string, tell: (line: string) => void): Promise<RunningPostgres> {
  const place = placePostgres(root, tell);
  const password = keepPassword(root);
  if (!existsSync(join(place.data, 'PG_VERSION'))) initCluster(place, password, tell);
  const url = urlOf(place, 'kembara', password, 'kembara');
  const adminUrl = urlOf(place, 'postgres', password, 'postgres');
  if (!(await answers(adminUrl))) await launch(place, password);
  await ensureDatabase(adminUrl, password);
  return { url, stop: () => stopWhenAlone(place, adminUrl) };
}

/** A server left over from a killed start is ended like an own one; one that other commands of this folder still use is not. */
async function stopWhenAlone(place: Place, adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const others = await client.query(`SELECT 1 FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
    await client.end();
    if (others.rowCount) return;
  } catch {
    return;
  }
  const file = join(place.data, 'postmaster.pid');
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  if (isPostgres(pid)) await stopServer(pid, () => !existsSync(file));
}

function urlOf(place: Place, user: string, password: string, database: string): string {
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(place.socket)}&port=5432`;
}

function keepPassword(root: string): string {
  const file = join(root, '.data', 'pg-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

function initCluster(place: Place, password: string, tell: (line: string) => void): void {
  tell('Preparing the database …');
  // Made beside and renamed when whole: a start killed half-way leaves nothing that looks like a cluster.
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

async function launch(place: Place, password: string): Promise<void> {
  await outwaitOldServer(place, password);
  const log = openSync(place.log, 'a');
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0777',
    shared_buffers: '256MB',
    max_connections: '120',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'fatal',
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
  for (let tries = 0; tries < 600 && !ended; tries += 1) {
    if (await answers(url)) return;
    await sleep(100);
  }
  throw new Error(`PostgreSQL did not start; its log: ${place.log}`);
}

/** A left-over server that is still ending or recovering gets time; a stale pid file of some other process is removed. */
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
  const name = `/proc/${pid}/comm`;
  return existsSync(name) ? readFileSync(name, 'utf8').startsWith('postgres') : true;
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

/** The house works as a role that is no superuser, so that row-level security binds it. */
async function ensureDatabase(adminUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const role = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'kembara'`);
    if (!role.rowCount) await client.query(`CREATE ROLE kembara LOGIN CREATEDB PASSWORD '${password}'`);
    const database = await client.query(`SELECT 1 FROM pg_database WHERE datname = 'kembara'`);
    if (!database.rowCount) await client.query('CREATE DATABASE kembara OWNER kembara');
  } finally {
    await client.end();
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
