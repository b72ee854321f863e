// Subscriptions of OCTO's notifications: a web hook of the partner, with the headers that its receiver asked for.
import type { ToldType } from '../../domain/systems.ts';
import { changed, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

export type SubscriptionRow = { id: string; address: string; types: ToldType[]; headers_sealed: string };

export async function insertSubscription(owner: OwnerTrx, hookId: string, headersSealed: string): Promise<void> {
  await sql`INSERT INTO octo_subscription (owner_id, hook_id, headers_sealed, seen_event)
    VALUES (${owner.id}, ${hookId}::bigint, ${headersSealed},
      (SELECT coalesce(max(event_id), 0) FROM order_event WHERE owner_id = ${owner.id}))`.execute(owner);
}

/** A partner's own. */
export function listSubscriptions(owner: Owner, partnerId: number): Promise<SubscriptionRow[]> {
  return rows(
    owner,
    sql<SubscriptionRow>`SELECT o.hook_id::text AS id, h.address, h.types, o.headers_sealed FROM octo_subscription o
      JOIN hook h ON h.owner_id = o.owner_id AND h.hook_id = o.hook_id
      WHERE o.owner_id = ${owner.id} AND h.partner_id = ${partnerId} ORDER BY o.hook_id`,
  );
}

/** The number of changed subscriptions: 0 where it is gone. */
export function updateSubscription(
  owner: OwnerTrx,
  { id, address, types, headers_sealed: headers }: SubscriptionRow,
): Promise<number> {
  return changed(
    owner,
    sql`WITH own AS (UPDATE octo_subscription SET headers_sealed = ${headers}
        WHERE owner_id = ${owner.id} AND hook_id = ${id}::bigint RETURNING hook_id)
      UPDATE hook h SET address = ${address}, types = ${types}::text[] FROM own WHERE h.owner_id = ${owner.id} AND h.hook_id = own.hook_id`,
  );
}
