// The owner as a company: names, zone, currency, sender of mails; and what prevents another currency.
import type { Currency } from '../../domain/currencies.ts';
import { changed, firstRow, type Owner, type OwnerTrx, sql } from '../platform/db.ts';

export type CompanyRow = {
  name: string;
  legal_name: string;
  legal_address: string;
  tax_number: string;
  zone: string;
  currency: Currency;
  mail_name: string | null;
  mail_address: string | null;
  mail_reply_to: string | null;
  revision: number;
};

const companyColumns = sql`name, legal_name, legal_address, tax_number, zone, currency, mail_name, mail_address, mail_reply_to, revision`;

export function findCompany(owner: Owner): Promise<CompanyRow | undefined> {
  return firstRow(owner, sql<CompanyRow>`SELECT ${companyColumns} FROM owner WHERE owner_id = ${owner.id}`);
}

/** Until the end of the transaction no first row that refers to the owner is written: no price, no sale. */
export function lockCompany(owner: OwnerTrx): Promise<CompanyRow | undefined> {
  return firstRow(owner, sql<CompanyRow>`SELECT ${companyColumns} FROM owner WHERE owner_id = ${owner.id} FOR UPDATE`);
}

/** Where amounts of the owner's currency are written: in sales and balances, or in prices. */
export async function findCurrencyUse(owner: Owner): Promise<'sold' | 'priced' | null> {
  const row = await firstRow(
    owner,
    sql<{ sold: boolean; priced: boolean }>`SELECT
      EXISTS (SELECT 1 FROM purchase WHERE owner_id = ${owner.id})
        OR EXISTS (SELECT 1 FROM recharge WHERE owner_id = ${owner.id})
        OR EXISTS (SELECT 1 FROM adjustment WHERE owner_id = ${owner.id})
        OR EXISTS (SELECT 1 FROM ledger_journal WHERE owner_id = ${owner.id}) AS sold,
      EXISTS (SELECT 1 FROM sku WHERE owner_id = ${owner.id})
        OR EXISTS (SELECT 1 FROM coupon WHERE owner_id = ${owner.id})
        OR EXISTS (SELECT 1 FROM price_rule WHERE owner_id = ${owner.id} AND kind <> 'percent')
        OR EXISTS (SELECT 1 FROM channel_setting WHERE owner_id = ${owner.id} AND (least_minor IS NOT NULL OR most_minor IS NOT NULL))
        OR EXISTS (SELECT 1 FROM ledger_account WHERE owner_id = ${owner.id}
          AND (credit_limit_minor <> 0 OR balance_minor <> 0)) AS priced`,
  );
  return row?.sold ? 'sold' : row?.priced ? 'priced' : null;
}

/** 1 when written; 0 when changed since `revision`. */
export function writeCompany(owner: OwnerTrx, row: CompanyRow): Promise<number> {
  return changed(
    owner,
    sql`UPDATE owner SET name = ${row.name}, legal_name = ${row.legal_name}, legal_address = ${row.legal_address},
        tax_number = ${row.tax_number}, zone = ${row.zone}, mail_name = ${row.mail_name}, mail_address = ${row.mail_address},
        mail_reply_to = ${row.mail_reply_to}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND revision = ${row.revision}`,
  );
}

/** The table of rates, the limit for two people and the bounds of top-ups are in the former currency, so they go with it. */
export async function moveCurrency(owner: OwnerTrx, currency: Currency): Promise<void> {
  await sql`DELETE FROM exchange_rate WHERE owner_id = ${owner.id}`.execute(owner);
  await sql`UPDATE owner SET currency = ${currency}, four_eyes_minor = NULL, recharge_least_minor = NULL,
      recharge_most_minor = NULL,
      currencies = CASE WHEN ${currency} = ANY(currencies) THEN currencies ELSE currencies || ${currency}::text END
    WHERE owner_id = ${owner.id}`.execute(owner);
}
