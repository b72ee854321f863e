// Additional payments of an order: added by the owner, paid once, or withdrawn while no payment is made or in progress.
import type { SupplementKind } from '../../../domain/open-payments.ts';
import { paymentCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../../platform/db.ts';
import { insertEvent } from '../order.sql.ts';

export type SupplementRow = {
  supplement_no: string;
  order_no: string;
  kind: SupplementKind;
  amount_minor: number;
  reason: string;
  state: 'open' | 'paid' | 'withdrawn';
  created_at: Date;
  paid_at: Date | null;
  /** Of the rest of an order: until when it is to be paid. */
  due_at: Date | null;
};

/** The amount is what is due: of the rest of an order, less what cancelling took off it. */
const columns = sql`supplement_no, order_no, kind, amount_minor - lowered_minor AS amount_minor, reason, state, created_at, paid_at,
  due_at`;

const supplementSteps = ['supplementAsked', 'supplementPaid', 'supplementWithdrawn'] as const;

/** Events of the history that hold an additional payment's number as their reason; its amount and reason are read from its row. */
export const isOfSupplement = (action: string): boolean => supplementSteps.some((step) => step === action);

type Step = { action: (typeof supplementSteps)[number]; actor: 'owner' | 'channel'; actorName: string };

export function noteSupplement(owner: Owner, orderNo: string, supplementNo: string, step: Step): Promise<void> {
  return insertEvent(owner, orderNo, { ...step, why: supplementNo });
}

export function listSupplements(owner: Owner, orderNo: string): Promise<SupplementRow[]> {
  return rows(
    owner,
    sql<SupplementRow>`SELECT ${columns} FROM supplement WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      ORDER BY length(supplement_no), supplement_no`,
  );
}

export function findSupplement(owner: Owner, supplementNo: string): Promise<SupplementRow | undefined> {
  return firstRow(
    owner,
    sql<SupplementRow>`SELECT ${columns} FROM supplement WHERE owner_id = ${owner.id} AND supplement_no = ${supplementNo}`,
  );
}

export type NewSupplement = Pick<SupplementRow, 'kind' | 'amount_minor' | 'reason'> & {
  /** The line whose change it pays for, and what a unit cost before. */
  ofLine?: { subOrderNo: string; unitBeforeMinor: number };
};

/** Numbers it within the order, whose row the caller has locked. */
export async function insertSupplement(
  owner: Owner,
  orderNo: string,
  { kind, amount_minor: amountMinor, reason, ofLine }: NewSupplement,
): Promise<string> {
  const made = await firstRow(
    owner,
    sql<{
      supplement_no: string;
    }>`INSERT INTO supplement (owner_id, supplement_no, order_no, kind, amount_minor, reason, sub_order_no, unit_before_minor)
      SELECT ${owner.id}, ${orderNo} || 'S' || (count(*) + 1), ${orderNo}, ${kind}, ${amountMinor}, ${reason},
        ${ofLine?.subOrderNo ?? null}, ${ofLine?.unitBeforeMinor ?? null}
      FROM supplement WHERE owner_id = ${owner.id} AND order_no = ${orderNo} RETURNING supplement_no`,
  );
  if (!made) throw new Error(`no supplement for ${orderNo}`);
  return made.supplement_no;
}

/** Its money came: 1 for the payment that was first, 0 as well where the amount changed since that payment began. */
export function settleSupplementRow(owner: Owner, supplementNo: string, amountMinor: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE supplement SET state = 'paid', paid_at = now()
      WHERE owner_id = ${owner.id} AND supplement_no = ${supplementNo} AND state = 'open'
        AND amount_minor - lowered_minor = ${amountMinor}`,
  );
}

/**
 * 1 when withdrawn; 0 for one that is not open, or whose payment is under way: a bank transfer that was not sent in has no end of its own
 * and is none. A line that it would have paid for costs again what it cost before.
 */
export async function withdrawSupplementRow(owner: Owner, orderNo: string, supplementNo: string): Promise<number> {
  const list = await rows(
    owner,
    sql`WITH gone AS (UPDATE supplement s SET state = 'withdrawn'
      WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND s.supplement_no = ${supplementNo} AND s.state = 'open'
        AND NOT EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = s.owner_id AND y.supplement_no = s.supplement_no AND y.live
          AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.owner_id = y.owner_id AND t.payment_no = y.payment_no
            AND t.state IN ('open', 'refused')))
      RETURNING s.sub_order_no, s.unit_before_minor),
      back AS (UPDATE sub_order l SET current_unit_minor = g.unit_before_minor FROM gone g
        WHERE l.owner_id = ${owner.id} AND l.sub_order_no = g.sub_order_no)
    SELECT 1 FROM gone`,
  );
  return list.length;
}

/** Whether an additional payment for a change of this line is still open. */
export async function hasOpenSupplement(owner: Owner, subOrderNo: string): Promise<boolean> {
  const open = sql`SELECT 1 FROM supplement WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} AND state = 'open' LIMIT 1`;
  return (await firstRow(owner, open)) !== undefined;
}

/** A line that ended asks for no more money; money under way goes back when it comes. */
export async function withdrawOfLine(owner: Owner, subOrderNo: string): Promise<void> {
  await withdrawRows(owner, sql`sub_order_no = ${subOrderNo}`);
}

/** Of what is open for a line, the part that `quantity` of its `left` units would have paid is not asked for any more; never all of it. */
export async function lowerOfLine(owner: Owner, subOrderNo: string, quantity: number, left: number): Promise<void> {
  await sql`UPDATE supplement SET amount_minor = amount_minor - amount_minor * ${quantity}::bigint / ${left}::bigint
    WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} AND state = 'open'`.execute(owner);
}

/** Ends the open ones of an ended order: they need not be paid any more; money under way is refunded when it arrives. */
export async function withdrawAllRows(owner: Owner, orderNo: string): Promise<void> {
  await withdrawRows(owner, sql`order_no = ${orderNo}`);
}

/** The history has all but the rest, of which the end of the order itself says that it is not due any more. */
async function withdrawRows(owner: Owner, which: ReturnType<typeof sql>): Promise<void> {
  await sql`WITH gone AS (UPDATE supplement SET state = 'withdrawn' WHERE owner_id = ${owner.id} AND ${which} AND state = 'open'
      RETURNING order_no, supplement_no, kind)
    INSERT INTO order_event (owner_id, order_no, action, actor, actor_name, why)
    SELECT ${owner.id}, order_no, 'supplementWithdrawn', 'clock', '', supplement_no FROM gone WHERE kind <> 'rest'
    ORDER BY supplement_no`.execute(owner);
}

/** Payments by which additional payments of an order were paid. */
export function listPaidSupplements(owner: Owner, orderNo: string) {
  return rows(
    owner,
    sql<{ payment_no: string }>`SELECT payment_no FROM payment WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND supplement_no IS NOT NULL AND status = ${paymentCode.paid} AND outcome = 'applied' ORDER BY payment_no`,
  );
}
