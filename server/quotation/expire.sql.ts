// Quotations whose validity is over, by the day of their owner's zone. A find is only a proposal; moveQuotation guards the change.
import { type House, rows, sql } from '../platform/db.ts';

export function listExpiring(house: House, now: Date, most: number) {
  return rows(
    house,
    sql<{ owner_id: number; quotation_id: number; today: string }>`SELECT q.owner_id, q.quotation_id,
        (${now.toISOString()}::timestamptz AT TIME ZONE o.zone)::date::text AS today
      FROM quotation q JOIN quotation_version v USING (owner_id, quotation_id, version) JOIN owner o USING (owner_id)
      WHERE q.status IN ('sent', 'opened') AND v.valid_until < (${now.toISOString()}::timestamptz AT TIME ZONE o.zone)::date
      ORDER BY v.valid_until LIMIT ${most}`,
  );
}
