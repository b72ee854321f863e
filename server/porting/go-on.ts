// An import whose house stopped in the middle goes on by itself (decisions §10), in whichever process takes it over first: at once after
// an orderly stop, after 90 silent seconds otherwise. What got nowhere five times, or broke off a day ago, waits for a person.
import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/db.ts';
import type { Logger } from '../platform/log.ts';
import { isClosing, startWork } from './background.ts';
import { listBroken, takeOver } from './porting.sql.ts';
import { runImport } from './run-import.ts';

export type House = { database: Database; log: Logger };

/** Returns how many this process took over. */
export async function goOnWithImports({ database, log }: House): Promise<number> {
  let begun = 0;
  for (const { owner_id: ownerId, account_id: accountId, id, staff_name: name } of await listBroken(database.house)) {
    if (isClosing()) break;
    const db = database.forOwner(ownerId);
    const run = { ownerId, accountId, id, run: randomUUID() };
    if ((await takeOver(db, run)) !== 1) continue;
    begun += 1;
    log.info({ import: id }, 'an import that broke off goes on');
    const context = { db, site: { ownerId }, staff: { accountId, name }, visitor: null, source: '' };
    startWork(log, () => runImport(context, run));
  }
  return begun;
}
