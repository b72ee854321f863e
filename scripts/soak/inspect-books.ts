// Compares the books with the answers that buyers got.
import { PaymentStatus } from '../../domain/payment-status.ts';
import type { Database } from '../../server/platform/db.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import type { Tally } from './buy.ts';

/** Problems, in words; none when the audit is clean and everything acknowledged is there. */
export async function inspectBooks(owner: Database, { ordered, paid }: Tally): Promise<string[]> {
  const findings = await auditHouse(owner);
  const broken = findings
    .filter(({ violations }) => violations.length)
    .map(({ invariant, violations }) => `audit: ${invariant} (${violations.length})`);
  // What comes while the question is under way counts the next time.
  const known = { orders: [...ordered], paid: [...paid] };
  const found = await countFound(owner, known);
  if (found.orders !== known.orders.length)
    broken.push(`${known.orders.length - found.orders} acknowledged orders are lost`);
  if (found.paid !== known.paid.length) broken.push(`${known.paid.length - found.paid} acknowledged payments are lost`);
  return broken;
}

/** How many of these orders are there and paid, how many orders there are in all, and how many of them were paid twice. */
export async function countFound(owner: Database, known: { orders: string[]; paid: string[] }) {
  const client = await owner.pool.connect();
  try {
    await client.query("SET app.owner_id = '0'");
    const { rows } = await client.query<{ orders: number; paid: number; all: number; twice: number }>(
      `SELECT count(*) FILTER (WHERE order_no = ANY($1))::int AS orders,
        count(*) FILTER (WHERE order_no = ANY($2) AND pay_status = ${PaymentStatus.paid})::int AS paid, count(*)::int AS all,
        (SELECT count(*)::int FROM (SELECT 1 FROM payment WHERE status = ${PaymentStatus.paid} GROUP BY owner_id, order_no
          HAVING count(*) > 1) t) AS twice FROM purchase`,
      [known.orders, known.paid],
    );
    return rows[0] ?? { orders: 0, paid: 0, all: 0, twice: 0 };
  } finally {
    client.release(true);
  }
}
