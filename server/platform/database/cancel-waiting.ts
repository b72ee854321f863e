// Cancels statements that wait for a lock longer than their request may. The server's lock_timeout alone does not: it counts for each lock,
// and at a contended row a statement takes two, the place at the head of the queue and then the row.
import type pg from 'pg';
import { type Address, openConnection } from './open-connection.ts';

export type Canceller = {
  /** Watches the statement that `client` starts now. */
  watch(client: pg.PoolClient, milliseconds: number): Watched;
  open(): Promise<void>;
  close(): Promise<void>;
};
type Watched = {
  end(): void;
  /**
   * Its cancelling was asked for, because it was out of time. Known before the answer to that: the statement's own error may come first,
   * and would then read as a failure of the database.
   */
  wasCancelled(): boolean;
};

/** Statements that are due at about the same moment are cancelled together. */
const gatherMilliseconds = 20;
const againMilliseconds = 250;

export function makeCanceller(address: Address): Canceller {
  let due: number[] = [];
  // A connection that is open in advance: those of the pool may all be waiting.
  let client: Promise<pg.Client> | undefined;
  const connect = () => {
    client ??= openConnection(address, {}).then((opened) => opened.once('end', () => (client = undefined)));
    return client;
  };
  // One statement after the other: the connection takes no second one meanwhile.
  let ending = Promise.resolve();
  const endThem = async () => {
    const these = due;
    due = [];
    if (!these.length) return;
    try {
      await (await connect()).query(
        // Find the waiting one first, then send the signal: conditions of one WHERE have no order.
        `WITH waiting AS MATERIALIZED (SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND wait_event_type = 'Lock')
          SELECT pid FROM waiting WHERE pg_cancel_backend(pid)`,
        [these],
      );
    } catch {
      // The database is away, or out of connections: lock_timeout ends the wait a little later. The next time gets a new connection.
      const failed = client;
      client = undefined;
      void failed?.then((client) => client.end()).catch(() => undefined);
    }
  };
  return {
    async open() {
      await connect().catch(() => (client = undefined));
    },
    watch(watched, milliseconds) {
      const { processID: pid } = watched as unknown as { processID: number };
      let isDue = false;
      const look = () => {
        timer = setTimeout(look, againMilliseconds);
        if (!due.length) setTimeout(() => (ending = ending.then(endThem)), gatherMilliseconds);
        due.push(pid);
        isDue = true;
      };
      let timer = setTimeout(look, milliseconds);
      const end = () => {
        clearTimeout(timer);
        // The connection's next statement has a time of its own.
        if (isDue) due = due.filter((one) => one !== pid);
      };
      return { end, wasCancelled: () => isDue };
    },
    async close() {
      const opened = client;
      await opened?.then((client) => client.end()).catch(() => undefined);
    },
  };
}
