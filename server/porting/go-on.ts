// An interrupted import is resumed (rules §10) by whichever process takes it over first: at once after
// an orderly stop, otherwise after 90 silent seconds. After five attempts without progress, or after a day, it waits for a person.
import { randomUUID } from 'node:crypto';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomParts } from '../platform/room.ts';
import { isClosing, startWork } from './background.ts';
import { listBroken, takeOver } from './import.sql.ts';
import { runImport } from './run-import.ts';

/** Returns how many imports this process took over. */
export async function goOnWithImports({ database, log }: Pick<RoomParts, 'database' | 'log'>): Promise<number> {
  const broken = await listBroken(database.house);
  return workThrough(broken, async ({ owner_id: ownerId, account_id: accountId, id, staff_name: name }) => {
    if (isClosing()) return 0;
    const owner = database.forOwner(ownerId);
    const run = { accountId, id, run: randomUUID() };
    if ((await takeOver(owner, run)) !== 1) return 0;
    log.info({ import: id }, 'an import that broke off goes on');
    const context = { owner, staff: { accountId, name }, visitor: null, source: '' };
    startWork(log, () => runImport(context, run));
    return 1;
  });
}
