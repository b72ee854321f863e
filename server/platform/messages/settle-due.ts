// Sends due messages to other systems: collected for each owner, claimed a few at a time, so that a slow receiver delays few others,
// and waited for when the process stops.
import type { House, Owner, Owners } from '../db.ts';
import type { Logger } from '../log.ts';
import { workThrough } from '../repeat-rounds.ts';

type Parts = { database: Owners; log: Logger };

export type DueWork<Row> = {
  most: { atOnce: number; perRound: number };
  listOwners(house: House): Promise<number[]>;
  /** Writes down what became due since the last round. */
  gather(owner: Owner): Promise<void>;
  claim(owner: Owner, room: number): Promise<Row[]>;
  settle(owner: Owner, row: Row): Promise<void>;
  /** What the log says of a row that could not be settled: its claim runs out, and it is settled again. */
  describeFailure(row: Row): { orderNo: string; text: string };
};

/**
 * `round` is repeated by the process, soon after each settled row: a next step or further rows may be due. `end` waits for what is under
 * way.
 */
export function settleDue<Row>({ database, log }: Parts, work: DueWork<Row>) {
  const running = new Set<Promise<void>>();
  let stopping = false;

  async function settle(owner: Owner, row: Row): Promise<void> {
    try {
      await work.settle(owner, row);
    } catch (error) {
      const { orderNo, text } = work.describeFailure(row);
      log.error({ err: error, orderNo }, text);
    }
  }

  return {
    async round(soon: () => void = () => undefined): Promise<void> {
      await workThrough(await work.listOwners(database.house), async (id) => {
        const owner = database.forOwner(id);
        await work.gather(owner);
        const room = Math.min(work.most.perRound, work.most.atOnce - running.size);
        if (room <= 0 || stopping) return;
        for (const row of await work.claim(owner, room)) {
          const run: Promise<void> = settle(owner, row).finally(() => {
            running.delete(run);
            soon();
          });
          running.add(run);
        }
      });
    },
    async end(): Promise<void> {
      stopping = true;
      await Promise.all(running);
    },
  };
}
