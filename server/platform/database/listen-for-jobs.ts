// The job queue's database access: statements on a small separate pool, and a connection that is notified when a job is queued.
// That connection is reopened for as long as the process runs.
import type pg from 'pg';
import type { Db as JobDatabase } from 'pg-boss';
import type { GuardedPool } from './guard-pool.ts';
import { type Address, cut, openConnection } from './open-connection.ts';

const pauseMilliseconds = 500;
const checkEveryMilliseconds = 10_000;
const patienceMilliseconds = 5000;

export function makeJobDatabase(address: Address, guard: GuardedPool): JobDatabase {
  return {
    async executeSql(text: string, values?: unknown[]) {
      const client = await guard.take();
      try {
        return await client.query(text, values as unknown[]);
      } catch (error) {
        guard.noteFailure(error, undefined);
        throw error;
      } finally {
        guard.give(client);
      }
    },
    async listen(channel: string, hear: (payload: string) => void, caughtUp: () => void) {
      const listening = new AbortController();
      await openListener(address, { channel, hear, caughtUp, over: listening.signal });
      return { close: async () => listening.abort() };
    },
  };
}

type Listener = { channel: string; hear: (payload: string) => void; caughtUp: () => void; over: AbortSignal };

/** Listens until `over`; a connection that ends or falls silent is replaced, and missed jobs are fetched. */
async function openListener(address: Address, listener: Listener): Promise<void> {
  const { channel, hear, caughtUp, over } = listener;
  const client = await openConnection(address, { connectionTimeoutMillis: patienceMilliseconds });
  try {
    client.on('notification', ({ payload }) => payload !== undefined && hear(payload));
    await client.query(`LISTEN "${channel}"`);
  } catch (error) {
    cut(client);
    throw error;
  }
  const check = setInterval(() => void checkListener(client), checkEveryMilliseconds);
  const stop = () => cut(client);
  over.addEventListener('abort', stop, { once: true });
  client.once('end', () => {
    clearInterval(check);
    over.removeEventListener('abort', stop);
    if (!over.aborted) listenAgain(address, listener);
  });
  if (over.aborted) stop();
  else caughtUp();
}

function listenAgain(address: Address, listener: Listener): void {
  setTimeout(() => {
    if (listener.over.aborted) return;
    openListener(address, listener).catch(() => listenAgain(address, listener));
  }, pauseMilliseconds);
}

/** Destroys a connection that does not answer: its end opens the next one. */
async function checkListener(client: pg.Client): Promise<void> {
  const late = setTimeout(() => cut(client), patienceMilliseconds);
  await client.query('SELECT 1').catch(() => cut(client));
  clearTimeout(late);
}
