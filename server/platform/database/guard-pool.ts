// A pool that survives server restarts: failed connections are replaced, those to a server that became read-only are dropped, and
// no request waits for a connection longer than it may last.
import pg from 'pg';
import { ShopBusy } from '../../../domain/errors.ts';
import { DatabaseAway, isBroken, isCrowded, isOutage, isReadOnly, isStale } from './detect-outage.ts';
import { type Address, clientFor, cut } from './open-connection.ts';

export type GuardedClient = pg.PoolClient & {
  /** The owner whose rows the connection may currently see. */
  worksFor?: number | undefined;
  /** Opened before the server changed: it is not used again. */
  age?: number;
  /** A commit on it was not confirmed by a second server. */
  isUnconfirmed?: boolean;
};

export type GuardedPool = {
  pool: pg.Pool;
  /** A usable connection; throws ShopBusy when too many wait, DatabaseAway when the server is away. */
  take(): Promise<GuardedClient>;
  give(client: GuardedClient): void;
  /**
   * Checks what a failed statement means for connections: what one prepared before an upgrade, the others did too. `first`: it was the
   * first since the connection was taken; one that broke before has ended, or was forgotten on its way, and the others with it.
   */
  noteFailure(error: unknown, client: GuardedClient | undefined, first?: boolean): void;
  /**
   * Whether the server has just refused it a connection because others have them all, and it has no other. It is tried, as a process
   * that says so gets no requests that would.
   */
  isCrowdedOut(): Promise<boolean>;
  /** The database is away: connections are closed, running statements fail, and no request waits. */
  close(why: string): void;
  /** The database is back. */
  open(): void;
};

/**
 * `hurried`: the wait for a connection is limited as for a request; an operator's commands wait as long as it takes. `pipeline`: what is
 * asked at once is sent at once.
 */
type Settings = { max: number; options?: string; hurried?: boolean; pipeline?: boolean };

const mostWaiting = 300;
const waitMilliseconds = 2500;
const renewPauseMilliseconds = 1000;

export function guardPool(address: Address, settings: Settings): GuardedPool {
  const { hurried = false } = settings;
  const pool = new pg.Pool({
    Client: clientFor(address),
    connectionString: address.current(),
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: hurried ? waitMilliseconds : 0,
    ...settings,
  });
  // The pool replaces a connection that breaks while idle; the next query notices if the server is gone.
  pool.on('error', () => undefined);
  const clients = new Set<pg.PoolClient>();
  let [age, renewedAt] = [0, Number.NEGATIVE_INFINITY];
  let away: string | undefined;
  const crowd = noteCrowd(pool, clients);
  pool.on('connect', (client) => {
    crowd.note(undefined);
    clients.add(client);
    (client as GuardedClient).age = age;
  });
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    async take() {
      for (;;) {
        if (away) throw new DatabaseAway(away);
        if (hurried && pool.waitingCount >= mostWaiting) throw new ShopBusy(1);
        const client = (await connect(pool, address, crowd).catch((error) =>
          judgeWait(error, hurried),
        )) as GuardedClient;
        if (client.age === age) return client;
        client.release(true);
      }
    },
    give(client) {
      // Idle in a transaction, or released: an unfinished transaction must not reach the next user.
      client.release(client.age !== age || Boolean(client.isUnconfirmed) || client.getTransactionStatus() !== 'I');
    },
    noteFailure(error, client, first = false) {
      if ((isStale(error) || (first && isBroken(error))) && client?.age === age) age += 1;
      if (!isReadOnly(error) || performance.now() - renewedAt < renewPauseMilliseconds) return;
      renewedAt = performance.now();
      age += 1;
    },
    isCrowdedOut: crowd.isOut,
    close(why) {
      away = why;
      age += 1;
      for (const client of clients) cut(client);
    },
    open() {
      away = undefined;
    },
  };
}

type Crowd = { note(error: unknown): void; isOut(): Promise<boolean> };

/** Whether the server refused the last connection because others have them all; `clients` are those that are open. */
function noteCrowd(pool: pg.Pool, clients: Set<pg.PoolClient>): Crowd {
  let refused = false;
  return {
    note(error) {
      refused = isCrowded(error);
    },
    async isOut() {
      if (!refused || clients.size > 0) return false;
      await pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
      return refused && clients.size === 0;
    },
  };
}

/** A connection may end while it opens, and the first of several hosts may be gone: then it is tried once more at once. */
async function connect(pool: pg.Pool, address: Address, crowd: Crowd): Promise<pg.PoolClient> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await pool.connect();
    } catch (error) {
      crowd.note(error);
      if (tries > address.count || !isOutage(error)) throw error;
    }
  }
}

/**
 * All connections were in use for too long: the process is busy, not broken. For a request, a server that refuses a connection for whatever
 * reason (a password that was just changed, a database closed while it is restored) is away: no statement of it ran.
 */
function judgeWait(error: Error, hurried: boolean): never {
  if (error.message === 'timeout exceeded when trying to connect') throw new ShopBusy(2);
  throw hurried && !isOutage(error) ? new DatabaseAway(error.message, error) : error;
}
