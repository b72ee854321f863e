// What of a buyer's first steps exists already.
import type { BuyerStep } from '../../domain/onboarding-steps.ts';
import { firstRow, type Owner, sql } from '../platform/db.ts';

type Found = Partial<Record<BuyerStep, boolean>>;

/** An order counts for its company, and for a sub-account whose own it is. */
export async function findFirstSteps(
  owner: Owner,
  { accountId, partnerId, kind }: { accountId: number; partnerId: number; kind: string },
): Promise<Found> {
  const onlyOwn = kind === 'sub' ? sql`AND account_id = ${accountId}` : sql``;
  const row = await firstRow(
    owner,
    sql<Found>`SELECT
      EXISTS (SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND mobile <> '') AS profile,
      EXISTS (SELECT 1 FROM partner_logo WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}) AS logo,
      EXISTS (SELECT 1 FROM account WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind = 'sub') AS "sub-account",
      EXISTS (SELECT 1 FROM ledger_account WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind IN ('deposit', 'credit')
        AND (balance_minor <> 0 OR credit_limit_minor <> 0)) AS "top-up",
      EXISTS (SELECT 1 FROM quotation WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} ${onlyOwn}) AS quotation,
      EXISTS (SELECT 1 FROM purchase WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} ${onlyOwn}) AS "order"`,
  );
  return row ?? {};
}
