// An interrupted import is resumed (rules §10) by whichever process takes it over first: at once after
// an orderly stop, otherwise after 90 silent seconds. After five attempts without progress, or after a day, it waits for a person.
import { randomUUID } from 'node:crypto';
import type { RoomParts } from '../platform/room.ts';
import { isClosing, startWork } from './background.ts';
import { listBroken, takeOver } from './import.sql.ts';
import { runImport } from './run-import.ts';

/** Returns how many imports this process took over. */
export async function goOnWithImports({ database, log }: Pick<RoomParts, 'database' | 'log'>): Promise<number> {
  let begun = 0;
  for (const { owner_id: ownerId, account_id: accountId, id, staff_name: name } of await listBroken(database.house)) {
    if (isClosing()) break;
    const owner = database.forOwner(ownerId);
    const run = { accountId, id, run: randomUUID() };
    if ((await takeOver(owner, run)) !== 1) continue;
    begun += 1;
    log.info({ import: id }, 'an import that broke off goes on');
    const context = { owner, staff: { accountId, name }, visitor: null, source: '' };
    startWork(log, () => runImport(context, run));
  }
  return begun;
}
