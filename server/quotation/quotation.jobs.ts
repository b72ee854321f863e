// The clock of quotations: what was not accepted by the end of its last day is over, and places that were held go back at their end.
import { quotationActions } from '../../domain/quotation-status.ts';
import { inTransaction } from '../platform/db.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { listExpiring } from './expire.sql.ts';
import { listOverHolds, lockOverHold, releaseHold } from './hold.sql.ts';
import { moveQuotation } from './quotation.sql.ts';
import { noteChange } from './send-quotation.ts';

const clockMilliseconds = 60_000;
const together = 200;

type Parts = Pick<RoomParts, 'database' | 'jobs'>;

export async function expireQuotations({ database, jobs }: Parts, now: Date): Promise<void> {
  const { by } = quotationActions.expire;
  await workThrough(await listExpiring(database.house, now, together), ({ owner_id, quotation_id: id, today }) =>
    inTransaction(database.forOwner(owner_id), async (owner) => {
      const moved = await moveQuotation(owner, { id, action: 'expire', reader: null, today });
      if (!moved) return;
      await releaseHold(owner, id);
      await noteChange(owner, jobs, moved, { action: 'expire', by: { actor: by, name: '' } });
    }),
  );
}

/** The agent gets a mail, because the price is still valid but the places are not held any longer. */
export async function releaseOverHolds({ database, jobs }: Parts, now: Date): Promise<void> {
  await workThrough(await listOverHolds(database.house, now, together), ({ owner_id, quotation_id: id }) =>
    inTransaction(database.forOwner(owner_id), async (owner) => {
      const over = await lockOverHold(owner, id, now);
      if (over && (await releaseHold(owner, id)))
        await noteChange(owner, jobs, over, { action: 'release', by: { actor: 'clock', name: '' } });
    }),
  );
}

export function quotationJobs(parts: RoomParts): RoomJobs {
  return {
    rounds: [expireQuotations, releaseOverHolds].map((work) => ({
      everyMilliseconds: clockMilliseconds,
      run: () => work(parts, parts.clock()),
      byClock: true as const,
    })),
  };
}
