// The ledger (decisions §8): double entry, append-only. Spending is one guarded UPDATE of the account's row; the journal of
// the same transaction says why.
import { changed, firstRow, type Sql, sql } from '../platform/db.ts';

export type LedgerRow = { ledger_id: number; currency: string; balance_minor: number };

/** A partner's deposit in a currency. */
export function findDeposit(
  db: Sql,
  ownerId: number,
  partnerId: number,
  currency: string,
): Promise<LedgerRow | undefined> {
  return firstRow(
    db,
    sql<LedgerRow>`SELECT ledger_id, currency, balance_minor FROM ledger_account
      WHERE owner_id = ${ownerId} AND partner_id = ${partnerId} AND kind = 'deposit' AND currency = ${currency}`,
  );
}

/** Takes from a deposit if it suffices; the answer is 0 when it does not. */
export function spendDeposit(db: Sql, ownerId: number, ledgerId: number, amountMinor: number): Promise<number> {
  return changed(
    db,
    sql`UPDATE ledger_account SET balance_minor = balance_minor - ${amountMinor}
      WHERE owner_id = ${ownerId} AND ledger_id = ${ledgerId} AND kind = 'deposit' AND balance_minor >= ${amountMinor}`,
  );
}

export function raiseDeposit(db: Sql, ownerId: number, ledgerId: number, amountMinor: number): Promise<number> {
  return changed(
    db,
    sql`UPDATE ledger_account SET balance_minor = balance_minor + ${amountMinor} WHERE owner_id = ${ownerId} AND ledger_id = ${ledgerId} AND kind = 'deposit'`,
  );
}

/**
 * Writes a journal with its two entries: `amountMinor` (signed) on the partner's account and the opposite on the house's.
 * (cause, dealType) is unique: a repeat writes nothing and answers false (security rule 29).
 */
export async function writeJournal(
  db: Sql,
  ownerId: number,
  entry: { cause: string; dealType: number; ledgerId: number; currency: string; amountMinor: number },
): Promise<boolean> {
  const house = await firstRow(
    db,
    sql<{
      ledger_id: number;
    }>`INSERT INTO ledger_account (owner_id, partner_id, kind, currency) VALUES (${ownerId}, NULL, 'house', ${entry.currency})
      ON CONFLICT (owner_id, coalesce(partner_id, 0), kind, currency) DO UPDATE SET balance_minor = ledger_account.balance_minor RETURNING ledger_id`,
  );
  const journal = await firstRow(
    db,
    sql<{
      journal_id: number;
    }>`INSERT INTO ledger_journal (owner_id, cause, deal_type) VALUES (${ownerId}, ${entry.cause}, ${entry.dealType})
      ON CONFLICT (owner_id, cause, deal_type) DO NOTHING RETURNING journal_id`,
  );
  if (!house || !journal) return false;
  await sql`INSERT INTO ledger_entry (owner_id, journal_id, ledger_id, amount_minor)
    VALUES (${ownerId}, ${journal.journal_id}, ${entry.ledgerId}, ${entry.amountMinor}), (${ownerId}, ${journal.journal_id}, ${house.ledger_id}, ${-entry.amountMinor})`.execute(
    db,
  );
  await sql`UPDATE ledger_account SET balance_minor = balance_minor - ${entry.amountMinor} WHERE owner_id = ${ownerId} AND ledger_id = ${house.ledger_id}`.execute(
    db,
  );
  return true;
}
