// npm run rehearse-restore (-- --rounds 20 --buyers 8): buyers book and pay, a disaster is planted, and the commands of docs/restore.md
// bring the database back to the second before it. Then everything that was acknowledged by that second must be there, nothing after it,
// and the audit clean. Ends with 1 when not. A database server of its own in .data/restore; Debian's packages.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { openPool } from '../../server/platform/db.ts';
import { systemUser } from '../../server/platform/own-database/place-postgres.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { root } from '../open-database.ts';
import { buy, newTally, type Shop, signIn, type Tally } from '../soak/buy.ts';
import { fillForBuyers } from '../soak/fill-for-buyers.ts';
import { countFound, inspectBooks } from '../soak/inspect-books.ts';
import { listServer, signalAll } from '../soak/list-processes.ts';
import { untilReady } from '../soak/start-member.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { until } from './ask-cluster.ts';
import { disasters } from './disasters.ts';
import { fillIn } from './fill-in.ts';
import { findingEnv, findPrograms } from './find-programs.ts';
import { readCommands, runCommands } from './run-book.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, buyers: { type: 'string', default: '8' } },
});
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const bin = findPrograms(['pgbackrest']);
const port = Number(process.env.RESTORE_PORT ?? 45_500);
const portalPort = port + 1;
const folder = join(root, '.data', 'restore');
const data = join(folder, 'data');
const page = join(root, 'docs', 'restore.md');
const user = process.getuid?.() === 0 ? systemUser() : undefined;
const asPostgres = user ? `setpriv --reuid ${user.uid} --regid ${user.gid} --clear-groups` : '';
const urlOf = (role: string, database = 'kembara') => `postgres://${role}@127.0.0.1:${port}/${database}`;
const shop: Shop = { members: [{ port: portalPort }] };
const tokens: string[] = [];
const env = {
  ...findingEnv,
  CONFIG: join(folder, 'pgbackrest.conf'),
  PROGRAMS: bin,
  DATA: data,
  AS_POSTGRES: asPostgres,
  STOP_PORTAL: `kill -9 $(cat ${folder}/portal.pid)`,
  START_PORTAL: `sh ${folder}/start-portal.sh`,
  NODE: `${process.execPath} --disable-warning=ExperimentalWarning`,
  DATABASE_URL: urlOf('kembara_runtime'),
  TARGET: '',
};

const { closings, close } = closeOnSignal();
closings.push(() => {
  const pid = join(folder, 'portal.pid');
  if (existsSync(pid)) signalAll([Number(readFileSync(pid, 'utf8'))], 'SIGKILL');
  signalAll(listServer(data), 'SIGKILL');
});
try {
  await setUp();
  process.exitCode = (await passRounds()) ? 0 : 1;
} finally {
  await close();
}
process.exit();

async function setUp(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  for (const part of ['', 'data', 'repository', 'logs', 'locks', 'spool']) {
    mkdirSync(join(folder, part), { recursive: true, mode: part ? 0o700 : 0o755 });
    if (user) chownSync(join(folder, part), user.uid, user.gid);
  }
  const asUser = { uid: user?.uid, gid: user?.gid, env: findingEnv, cwd: folder, encoding: 'utf8' } as const;
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    asUser,
  );
  if (made.error || made.stderr) throw new Error(`initdb: ${made.error ?? made.stderr}`);
  writePlace('pgbackrest.conf', {
    REPOSITORY: join(folder, 'repository'),
    PASSPHRASE: 'a passphrase of the rehearsal',
    LOGS: join(folder, 'logs'),
    LOCKS: join(folder, 'locks'),
    SPOOL: join(folder, 'spool'),
    DATA: data,
    SOCKETS: folder,
    PORT: String(port),
  });
  const archive = writePlace('postgresql.conf', { CONFIG: env.CONFIG });
  const settings = [
    `include '${archive}'`,
    `port = ${port}`,
    `unix_socket_directories = '${folder}'`,
    'archive_timeout = 5s',
    'max_connections = 100',
  ];
  writeFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`, { flag: 'a' });
  await runCommands(['$AS_POSTGRES $PROGRAMS/pg_ctl -D "$DATA" -w -l "$DATA.log" start'], root, env);
  const roles = {
    ...env,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    OWNER_PASSWORD: 'owner',
    RUNTIME_PASSWORD: 'runtime',
  };
  await runCommands(['sh deploy/make-roles.sh'], root, roles);
  await prepareDatabase({ url: urlOf('kembara_runtime'), ownerUrl: urlOf('kembara') }, () => undefined);
  const owner = openPool(urlOf('kembara'), 2);
  await fillForBuyers(owner);
  await owner.close();
  writeFileSync(join(folder, 'start-portal.sh'), portalScript());
  await runCommands(readCommands(page, 'Once'), root, env);
  await runCommands(['sh -c "$START_PORTAL"'], root, env);
  await untilReady(portalPort);
  while (tokens.length < Number(values.buyers)) tokens.push(await signIn(shop, newTally()));
}

function writePlace(name: string, filling: Record<string, string>): string {
  const file = join(folder, name);
  writeFileSync(file, fillIn(join(root, 'deploy', 'backup', name), filling));
  return file;
}

/** What systemd would do. */
function portalScript(): string {
  const settings = `PORT=${portalPort} HOST=127.0.0.1 SANDBOX_PORT=0 TRUSTED_PROXIES=127.0.0.1 NODE_ENV=production`;
  const start = `$NODE scripts/soak/run-member.ts > ${folder}/portal.log 2>&1`;
  return `${settings} DATA_FOLDER=${folder}/files nohup ${start} &\necho $! > ${folder}/portal.pid\n`;
}

async function passRounds(): Promise<boolean> {
  console.log('round  disaster                    acknowledged  lost  from after it  minutes  audit');
  let [isWell, longest] = [true, 0];
  for (let number = 1; number <= Number(values.rounds); number += 1) {
    const round = await passRound(number);
    isWell &&= round.isWell;
    longest = Math.max(longest, round.minutes);
  }
  console.log(
    `${values.rounds} restores, the longest in ${longest.toFixed(2)} minutes from the disaster to the first request answered.`,
  );
  console.log(
    isWell
      ? 'Everything acknowledged by the moment is there, and nothing after it.'
      : 'Restores did not bring back what they should.',
  );
  return isWell;
}

async function passRound(number: number): Promise<{ isWell: boolean; minutes: number }> {
  const disaster = disasters[(number - 1) % disasters.length] as (typeof disasters)[0];
  await untilReady(portalPort);
  const owner = openPool(urlOf('kembara'), 2);
  const before = await countFound(owner, { orders: [], paid: [] });
  const stored = await buyFor(3000);
  const clock = await owner.pool.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  env.TARGET = clock.rows[0]?.now ?? '';
  await pause(1000);
  const later = await buyFor(1000);
  await untilArchived(owner.pool);
  await owner.close();
  const began = Date.now();
  await disaster.plant({ data, adminUrl: (database) => urlOf('postgres', database) });
  await runCommands(readCommands(page, 'Back to a moment'), root, env);
  await untilReady(portalPort);
  const minutes = (Date.now() - began) / 60_000;
  const restored = openPool(urlOf('kembara'), 2);
  const problems = [...(await inspectBooks(restored, stored)), ...stored.wrong];
  const found = await countFound(restored, { orders: [...stored.ordered], paid: [...stored.paid] });
  await restored.close();
  const lost = stored.ordered.size - found.orders + (stored.paid.size - found.paid);
  const extra = found.all - before.all - found.orders;
  const cells: [string | number, number][] = [
    [number, 5],
    [disaster.name, 26],
    [`${stored.ordered.size + stored.paid.size} (+${later.ordered.size})`, 12],
    [lost, 4],
    [extra, 13],
    [minutes.toFixed(2), 7],
    [problems.length ? problems.join('; ') : 'clean', 0],
  ];
  console.log(cells.map(([text, width]) => String(text).padEnd(width)).join('  '));
  return { isWell: !lost && !extra && !problems.length && stored.ordered.size > 0, minutes };
}

/** Buyers who have finished when this resolves. */
async function buyFor(milliseconds: number): Promise<Tally> {
  const tally = newTally();
  const end = Date.now() + milliseconds;
  await Promise.all(
    tokens.map((token) => buy(shop, tally, { token, thinkMilliseconds: 100, over: () => Date.now() > end })),
  );
  return tally;
}

/** As every minute does for a shop: what was written by now is in the archive, so that a lost disk does not lose it. */
async function untilArchived(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ wal: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS wal');
  const wanted = rows[0]?.wal ?? '';
  await until(async () => {
    const found = await pool.query<{ last: string }>('SELECT last_archived_wal AS last FROM pg_stat_archiver');
    return (found.rows[0]?.last ?? '') >= wanted;
  }, 'archived log');
}
