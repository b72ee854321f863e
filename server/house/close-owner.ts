// Closing an owner and opening it again (decision 0335): nothing of it is deleted, and both logs say who did it and why.
import type { ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Owner, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { noteClosed } from './cells.sql.ts';
import { findOwnerFacts, giveTimeForRests, markClosed, markOpen } from './owners.sql.ts';

type Input = ParsedInputOf<'houseOwnerClose'>;
type Change = { act: string; write(owner: OwnerTrx, why: string): Promise<number> };

/** Refuses invalidInput without a reason, and actionNotAllowed for one that is closed already. */
export const closeOwner = (context: Context, input: Input) =>
  change(context, input, { act: 'owner-closed', write: markClosed });

/** Refuses invalidInput without a reason, and actionNotAllowed for one that is open. */
export const reopenOwner = (context: Context, input: Input) =>
  change(context, input, {
    act: 'owner-reopened',
    async write(owner) {
      const opened = await markOpen(owner);
      if (opened === 1) await giveTimeForRests(owner);
      return opened;
    },
  });

async function change(context: Context, { id, reason }: Input, { act, write }: Change): Promise<Record<string, never>> {
  const of = context.owners.forOwner(Number(id));
  if (!(Number(id) > 0) || !(await findOwnerFacts(of))) throw new NotHere();
  const why = reason.trim();
  if (!why) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const log = (owner: Owner) => logAction(owner, context, { act, subject: `owner ${id}`, after: { reason: why } });
  await inTransaction(context.owner, async (house) => {
    await inTransaction(of, async (owner) => {
      if ((await write(owner, why)) !== 1) throw new Refusal('actionNotAllowed');
      await log(owner);
    });
    await log(house);
  });
  // The list is that of the first cell.
  if (context.owners.cells) await noteClosed(context.owners.house, of, act === 'owner-closed' ? why : null);
  return {};
}
