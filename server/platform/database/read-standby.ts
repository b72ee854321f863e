// A standby that answers what may be seconds late, so that long reports do not compete with buyers (decision 0451). While it does not
// answer, or is no standby, reports read from the primary.
import { type Owner, openPool } from '../db.ts';
import type { Logger } from '../log.ts';
import { watchDatabase } from './watch-database.ts';

const mostConnections = 5;

export type Standby = {
  /** Undefined while it does not answer, and where there is none. */
  forOwner(this: void, ownerId: number): Owner | undefined;
  close(): Promise<void>;
};

export function readStandby(url: string | undefined, log: Logger): Standby {
  if (!url) return { forOwner: () => undefined, close: async () => undefined };
  const database = openPool(url, mostConnections, { hurried: true, standby: true });
  const guards = [database.guard];
  // A standby takes no writes: that is its usual state.
  const usual = 'read-only';
  const watch = watchDatabase({ address: database.address, guards, log: log.child({ database: 'standby' }), usual });
  return {
    forOwner: (ownerId) => (watch.state() === usual ? database.forOwner(ownerId) : undefined),
    async close() {
      await watch.stop();
      await database.close();
    },
  };
}
