// Checks the database twice a second on a separate connection. While it is away, requests are refused at once instead of
// waiting, and waiting ones are released; when it is back, work continues within a moment.
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { compareClocks } from './compare-clocks.ts';
import { type DatabaseState, isCrowded, isFull } from './detect-outage.ts';
import type { GuardedPool } from './guard-pool.ts';
import { type Address, cut, openConnection } from './open-connection.ts';

export type Watch = {
  state(): DatabaseState;
  /** The clock of this process is not that of the database, by more than a machine's clock may be late. */
  isClockWrong(): boolean;
  stop(): Promise<void>;
};
/** `usual`: the state that is not reported; a standby's is read-only. */
type Watched = {
  address: Address;
  guards: GuardedPool[];
  log: Logger;
  usual?: DatabaseState;
  /** The time of day of this process, to compare it with the database's. */
  now?: () => number;
};

const pauseMilliseconds = 500;
/** Also while it is read-only: a server that becomes the primary is that for a moment, and everybody waits for it. */
const pauseUntilBackMilliseconds = 200;
const patienceMilliseconds = 2500;
/** After this long without an answer, on an old connection and on a new one, the database counts as away. */
const silenceMilliseconds = 4000;
const diskEveryMilliseconds = 2000;

/** The watcher's own connection, opened when it is needed. When it ends, `onEnd` is called at once. */
function makeLine(address: Address, onEnd: () => void, seeClock: SeeClock) {
  let client: pg.Client | undefined;
  const disk: Disk = { askedAt: Number.NEGATIVE_INFINITY, full: false };
  return {
    async ask(): Promise<DatabaseState> {
      if (!client) {
        client = await openConnection(address, { connectionTimeoutMillis: patienceMilliseconds });
        client.once('end', onEnd);
      }
      return askState(client, disk, seeClock);
    },
    drop() {
      if (client) cut(client);
      client = undefined;
    },
  };
}

export function watchDatabase({ address, guards, log, usual = 'up', now }: Watched): Watch {
  let state: DatabaseState = 'up';
  let since = performance.now();
  const clocks = now && compareClocks(log, now);
  const line = makeLine(
    address,
    () => wake(),
    (seconds) => clocks?.see(seconds),
  );
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async (): Promise<DatabaseState> => {
    // One connection may end for other reasons, also while it opens; each host gets a new one before the verdict.
    const began = performance.now();
    for (let tries = 0; ; tries += 1) {
      try {
        return await judgeRoom(guards, await line.ask());
      } catch (error) {
        line.drop();
        if (isCrowded(error)) return judgeRoom(guards, 'up');
        const silent = tries > 0 && performance.now() - began > silenceMilliseconds;
        if (silent || tries > address.count || (state === 'away' && tries >= address.count)) return 'away';
      }
    }
  };
  const change = (next: DatabaseState) => {
    if (next === state) return;
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    if (next === usual) log.info({ was: state, seconds }, 'the database is back');
    else log.error({ state: next }, `the database is ${next}`);
    if (next === 'away') for (const guard of guards) guard.close('the database does not answer');
    else for (const guard of guards) guard.open();
    state = next;
    since = performance.now();
  };
  const round = async () => {
    const found = await look();
    if (stopped) return;
    change(found);
    timer = setTimeout(wake, found === usual ? pauseMilliseconds : pauseUntilBackMilliseconds);
  };
  const wake = () => {
    if (!timer || stopped) return;
    clearTimeout(timer);
    timer = undefined;
    running = round();
  };
  let running = round();
  return {
    state: () => state,
    isClockWrong: () => clocks?.areFarApart() ?? false,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      line.drop();
      await running;
      line.drop();
    },
  };
}

/** A server that is up for the watcher may grant requests no connection. */
async function judgeRoom([guard]: GuardedPool[], found: DatabaseState): Promise<DatabaseState> {
  return found === 'up' && (await guard?.isCrowdedOut()) ? 'crowded' : found;
}

type SeeClock = (databaseSeconds: number) => void;
type Disk = { askedAt: number; full: boolean };

async function askState(client: pg.Client, disk: Disk, seeClock: SeeClock): Promise<DatabaseState> {
  const { rows } = await inTime(
    client.query<{ closed: boolean; seconds: number }>(
      `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS closed,
        extract(epoch FROM clock_timestamp())::float8 AS seconds`,
    ),
  );
  if (rows[0]) seeClock(rows[0].seconds);
  if (rows[0]?.closed) return 'read-only';
  if (performance.now() - disk.askedAt > diskEveryMilliseconds) {
    disk.full = !(await hasRoom(client));
    disk.askedAt = performance.now();
  }
  return disk.full ? 'full' : 'up';
}

/** A sort that exceeds its memory writes a temporary file where the tables are; it is removed. */
async function hasRoom(client: pg.Client): Promise<boolean> {
  try {
    await inTime(client.query(`SET work_mem = '64kB'`));
    await inTime(
      client.query(
        `SELECT max(t) FROM (SELECT repeat(md5(n::text), 40) AS t FROM generate_series(1, 400) AS n ORDER BY t OFFSET 1) AS sorted`,
      ),
    );
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  }
}

/** The answer, or an error on a timeout. A process that was busy first reads what arrived meanwhile. */
async function inTime<Result>(asking: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => setImmediate(() => setImmediate(() => reject(new Error('no answer in time')))),
      patienceMilliseconds,
    );
  });
  try {
    return await Promise.race([asking, late]);
  } finally {
    clearTimeout(timer);
    asking.catch(() => undefined);
  }
}
