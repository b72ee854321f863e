// What of the first steps of staff exists already.
import type { StaffStep } from '../../domain/onboarding-steps.ts';
import { everyAction, everyEvent } from '../platform/database/history.sql.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { firstRow, type Owner, sql } from '../platform/db.ts';

type Found = Partial<Record<StaffStep, boolean>>;

/** So many of an owner's newest events are searched for a decision by staff. */
const eventsSearched = 2000;

export async function findStaffSteps(owner: Owner): Promise<Found> {
  const { id } = owner;
  const events = sql`(SELECT actor FROM ${everyEvent} e WHERE owner_id = ${id} ORDER BY event_id DESC LIMIT ${eventsSearched})`;
  const row = await firstRow(
    owner,
    sql<Found>`SELECT
      EXISTS (SELECT 1 FROM owner WHERE owner_id = ${id} AND legal_name <> '' AND legal_address <> '') AS company,
      EXISTS (SELECT 1 FROM web_setting WHERE owner_id = ${id} AND owner_picture IS NOT NULL) AS look,
      EXISTS (SELECT 1 FROM channel_setting WHERE owner_id = ${id} AND active AND channel NOT IN ('deposit', 'credit')) AS channel,
      EXISTS (SELECT 1 FROM channel_setting WHERE owner_id = ${id} AND active AND channel = 'offline') AS transfer,
      EXISTS (SELECT 1 FROM product WHERE owner_id = ${id} AND on_shelf) AS product,
      EXISTS (SELECT 1 FROM product_picture WHERE owner_id = ${id}) AS picture,
      EXISTS (SELECT 1 FROM departure WHERE owner_id = ${id}) AS departure,
      EXISTS (SELECT 1 FROM promotion WHERE owner_id = ${id}) OR EXISTS (SELECT 1 FROM banner WHERE owner_id = ${id}) AS promotion,
      EXISTS (SELECT 1 FROM custom_page WHERE owner_id = ${id}) AS page,
      EXISTS (SELECT 1 FROM agreement WHERE owner_id = ${id} AND kind = 'booking') AS agreement,
      EXISTS (SELECT 1 FROM ${everyAction} l WHERE owner_id = ${id} AND subject = 'company' AND act = 'mail-tried') AS "mail-trial",
      (SELECT count(*) > 1 FROM account WHERE owner_id = ${id} AND kind = 'staff' AND status = ${accountCode.normal}) AS staff,
      EXISTS (SELECT 1 FROM partner WHERE owner_id = ${id} AND kind <> 'individual' AND approval = 'approved') AS partner,
      EXISTS (SELECT 1 FROM ${events} newest WHERE actor = 'owner') AS decision,
      EXISTS (SELECT 1 FROM ${events} newest WHERE actor = 'supplier') AS supply,
      EXISTS (SELECT 1 FROM redemption WHERE owner_id = ${id}) AS redemption,
      EXISTS (SELECT 1 FROM exchange_rate WHERE owner_id = ${id}) AS rates,
      EXISTS (SELECT 1 FROM ledger_account WHERE owner_id = ${id} AND partner_id IS NOT NULL
        AND (balance_minor <> 0 OR credit_limit_minor <> 0)) AS deposit`,
  );
  return row ?? {};
}
