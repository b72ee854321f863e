// Every movement on a partner's deposit or credit (rules §8): the guarded UPDATE, the journal with its reason, and a mail to
// the main account each time a balance falls below its warning level.
import { DealType, type LedgerKind } from '../../../domain/payment-status.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { type Moved, type Movement, moveBalance, moveLine, openJournal, restoreCredit } from '../ledger.sql.ts';

export type Ledger = { owner: OwnerTrx; jobs: Jobs };

/** False when the account does not allow it, and then nothing changed. Runs in the caller's transaction. */
export async function moveMoney(ledger: Ledger, movement: Movement): Promise<boolean> {
  const { amountMinor, dealType, cause } = movement;
  const move = dealType === DealType.restore ? restoreCredit : moveBalance;
  const moved = await move(ledger.owner, movement);
  if (!moved) return false;
  if (moved.journal_id === null) throw new Error(`${cause} was written before as deal type ${dealType}`);
  await warnWhenLow(ledger, moved, amountMinor, moved.journal_id);
  return true;
}

/** The same for the credit limit: a journal without entries, because no money moves. */
export async function changeLine(ledger: Ledger, movement: Movement): Promise<boolean> {
  const { owner } = ledger;
  const { ledgerId, amountMinor, dealType, cause } = movement;
  const moved = await moveLine(owner, ledgerId, amountMinor);
  if (!moved) return false;
  const journal = await openJournal(owner, movement);
  if (journal === undefined) throw new Error(`${cause} was written before as deal type ${dealType}`);
  await warnWhenLow(ledger, moved, amountMinor, journal);
  return true;
}

export function availableOf(row: { balance_minor: number; credit_limit_minor: number }): number {
  return row.balance_minor + row.credit_limit_minor;
}

/**
 * Below this the main account is warned: the level it set; by default when a deposit is used up or less than a tenth of a credit
 * line is left.
 */
export function warningLevel(ownLevel: number | null, row: { kind: LedgerKind; credit_limit_minor: number }): number {
  if (ownLevel !== null) return ownLevel;
  return row.kind === 'credit' ? Math.round(row.credit_limit_minor / 10) : 1;
}

/** Once per crossing: the balance was at or above the level before this movement and is below it now. */
async function warnWhenLow({ owner, jobs }: Ledger, moved: Moved, amountMinor: number, journal: number) {
  const left = availableOf(moved);
  const level = warningLevel(moved.low_balance_minor, moved);
  if (left >= level || left - amountMinor < level) return;
  const { partner_id: partnerId, kind, currency } = moved;
  await jobs.send(owner, 'balance.mail', { partnerId, kind, currency, leftMinor: left, journal });
}
