// The ledger (rules §8): double entry, append-only. Money moves by one guarded UPDATE of the account's row; the journal of
// the same transaction holds the reason. Used credit is a negative balance; `credit_limit_minor` is its limit.
import type { Currency } from '../../domain/currencies.ts';
import type { LedgerKind } from '../../domain/payment-status.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type LedgerRow = {
  ledger_id: number;
  partner_id: number;
  kind: LedgerKind;
  currency: Currency;
  balance_minor: number;
  credit_limit_minor: number;
};

const ledgerColumns = sql`ledger_id, partner_id, kind, currency, balance_minor, credit_limit_minor`;

/** A partner's deposit and credit account in a currency, as far as there are any. */
export function listLedgers(owner: Owner, partnerId: number, currency: Currency): Promise<LedgerRow[]> {
  return rows(
    owner,
    sql<LedgerRow>`SELECT ${ledgerColumns} FROM ledger_account
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND currency = ${currency} ORDER BY kind DESC`,
  );
}

/** The partner's account of a kind; it is opened when there is none yet. */
export async function openLedger(
  owner: Owner,
  partnerId: number,
  kind: LedgerKind,
  currency: Currency,
): Promise<number> {
  await sql`INSERT INTO ledger_account (owner_id, partner_id, kind, currency) VALUES (${owner.id}, ${partnerId}, ${kind}, ${currency})
    ON CONFLICT (owner_id, coalesce(partner_id, 0), kind, currency) DO NOTHING`.execute(owner);
  const row = await firstRow(
    owner,
    sql<{ ledger_id: number }>`SELECT ledger_id FROM ledger_account
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind = ${kind} AND currency = ${currency}`,
  );
  if (!row) throw new Error(`no ${kind} of partner ${partnerId}`);
  return row.ledger_id;
}

/** An account after a change, and the balance at which its partner wants a warning. */
export type Moved = LedgerRow & { low_balance_minor: number | null };

const movedColumns = sql`${ledgerColumns}, (SELECT low_balance_minor FROM partner p
  WHERE p.owner_id = ledger_account.owner_id AND p.partner_id = ledger_account.partner_id) AS low_balance_minor`;

export type Movement = {
  ledgerId: number;
  /** Signed. */
  amountMinor: number;
  dealType: number;
  /** The cause of the movement; (cause, dealType) happens once. */
  cause: string;
};

/** `journal_id` is null for a repeat of (cause, dealType) (security rule 29): then the caller rolls back what was moved. */
export type MovedWithJournal = Moved & { journal_id: number | null };

/** Adds a signed amount where deposit, or credit with its limit, suffices; undefined when it does not. */
export function moveBalance(owner: Owner, movement: Movement): Promise<MovedWithJournal | undefined> {
  return move(
    owner,
    movement,
    sql`kind <> 'house'
        AND balance_minor + credit_limit_minor + ${movement.amountMinor}::bigint >= 0
      `,
  );
}

/** Gives back used credit, never more than is used; undefined when less is. */
export function restoreCredit(owner: Owner, movement: Movement): Promise<MovedWithJournal | undefined> {
  return move(owner, movement, sql`kind = 'credit' AND balance_minor + ${movement.amountMinor}::bigint <= 0`);
}

/**
 * The account's row, the portal's, and the journal with its two entries in one statement: every payment of an owner in a currency needs the
 * house's row, so it is locked from here to the commit only. The journal gets its number after the account's row is locked: journals of
 * one account are numbered in the order in which it changed.
 */
function move(
  owner: Owner,
  { ledgerId, amountMinor, dealType, cause }: Movement,
  guard: ReturnType<typeof sql>,
): Promise<MovedWithJournal | undefined> {
  return firstRow(
    owner,
    sql<MovedWithJournal>`WITH moved AS (UPDATE ledger_account SET balance_minor = balance_minor + ${amountMinor}::bigint
      WHERE owner_id = ${owner.id} AND ledger_id = ${ledgerId} AND ${guard} RETURNING ${movedColumns}),
    house AS (INSERT INTO ledger_account (owner_id, partner_id, kind, currency, balance_minor)
      SELECT ${owner.id}, NULL, 'house', currency, ${-amountMinor}::bigint FROM moved
      ON CONFLICT (owner_id, coalesce(partner_id, 0), kind, currency)
      DO UPDATE SET balance_minor = ledger_account.balance_minor + excluded.balance_minor RETURNING ledger_id),
    journal AS (INSERT INTO ledger_journal (owner_id, cause, deal_type) SELECT ${owner.id}, ${cause}, ${dealType} FROM moved
      ON CONFLICT (owner_id, cause, deal_type) DO NOTHING RETURNING journal_id),
    entries AS (INSERT INTO ledger_entry (owner_id, journal_id, ledger_id, amount_minor)
      SELECT ${owner.id}, j.journal_id, e.ledger_id, e.amount_minor FROM journal j CROSS JOIN
        (SELECT ledger_id, ${amountMinor}::bigint AS amount_minor FROM moved
          UNION ALL SELECT ledger_id, ${-amountMinor}::bigint FROM house) e)
    SELECT m.*, j.journal_id FROM moved m LEFT JOIN journal j ON true`,
  );
}

/** Raises or lowers a credit line, never below what is used of it; undefined when it would be. */
export function moveLine(owner: Owner, ledgerId: number, amountMinor: number): Promise<Moved | undefined> {
  return firstRow(
    owner,
    sql<Moved>`UPDATE ledger_account SET credit_limit_minor = credit_limit_minor + ${amountMinor}::bigint
      WHERE owner_id = ${owner.id} AND ledger_id = ${ledgerId} AND kind = 'credit'
        AND credit_limit_minor + ${amountMinor}::bigint >= 0 AND balance_minor + credit_limit_minor + ${amountMinor}::bigint >= 0
      RETURNING ${movedColumns}`,
  );
}

export type Journal = { cause: string; dealType: number };

/** The head of a journal, once per (cause, dealType): a repeat writes nothing and is undefined (security rule 29). */
export async function openJournal(owner: Owner, { cause, dealType }: Journal): Promise<number | undefined> {
  const journal = await firstRow(
    owner,
    sql<{
      journal_id: number;
    }>`INSERT INTO ledger_journal (owner_id, cause, deal_type) VALUES (${owner.id}, ${cause}, ${dealType})
      ON CONFLICT (owner_id, cause, deal_type) DO NOTHING RETURNING journal_id`,
  );
  return journal?.journal_id;
}
