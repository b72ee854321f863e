// Subscriptions of OCTO's notifications, and web hooks of its older dialect: a web hook of the partner, with the headers that its receiver
// asked for.
import type { OrderStatusCode } from '../../../domain/order-status.ts';
import type { HookEventType } from '../../../domain/systems.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import { endedWithKey } from '../../systems/hooks/hooks.sql.ts';

/** The request of a web hook of the older version, and the address that its messages use for tickets. */
export type Webhook = {
  event: 'booking_update';
  retryOnError: boolean;
  useContactLanguage: boolean;
  capabilities: string[];
  origin: string;
};

export type SubscriptionRow = { id: string; address: string; types: HookEventType[]; headers_sealed: string };

type NewSubscription = { hookId: string; keyId: number | null; headersSealed: string; webhook: Webhook | null };

/** `webhook` null: of notifications. */
export async function insertSubscription(
  owner: OwnerTrx,
  { hookId, keyId, headersSealed, webhook }: NewSubscription,
): Promise<void> {
  await sql`INSERT INTO octo_subscription (owner_id, hook_id, key_id, headers_sealed, webhook, seen_event)
    VALUES (${owner.id}, ${hookId}::bigint, ${keyId}, ${headersSealed}, ${webhook === null ? null : JSON.stringify(webhook)}::jsonb,
      (SELECT coalesce(max(event_id), 0) FROM order_event WHERE owner_id = ${owner.id}))`.execute(owner);
}

/** A partner's own, of notifications; not those that ended with their key. */
export function listSubscriptions(owner: Owner, partnerId: number): Promise<SubscriptionRow[]> {
  return rows(
    owner,
    sql<SubscriptionRow>`SELECT o.hook_id::text AS id, h.address, h.types, o.headers_sealed FROM octo_subscription o
      JOIN hook h ON h.owner_id = o.owner_id AND h.hook_id = o.hook_id
      WHERE o.owner_id = ${owner.id} AND h.partner_id = ${partnerId} AND o.webhook IS NULL
        AND NOT ${endedWithKey} ORDER BY o.hook_id`,
  );
}

export type WebhookRow = Omit<SubscriptionRow, 'types'> & { webhook: Webhook };

/** A partner's own, of the dialect; not those that ended with their key. */
export function listWebhooks(owner: Owner, partnerId: number): Promise<WebhookRow[]> {
  return rows(
    owner,
    sql<WebhookRow>`SELECT o.hook_id::text AS id, h.address, o.headers_sealed, o.webhook FROM octo_subscription o
      JOIN hook h ON h.owner_id = o.owner_id AND h.hook_id = o.hook_id
      WHERE o.owner_id = ${owner.id} AND h.partner_id = ${partnerId} AND o.webhook IS NOT NULL
        AND NOT ${endedWithKey} ORDER BY o.hook_id`,
  );
}

/** It ends with the key that changed it last. The number of changed subscriptions: 0 where it is gone. */
export function updateSubscription(
  owner: OwnerTrx,
  { id, address, types, headers_sealed: headers, keyId }: SubscriptionRow & { keyId: number | null },
): Promise<number> {
  return changed(
    owner,
    sql`WITH own AS (UPDATE octo_subscription SET headers_sealed = ${headers}, key_id = ${keyId}
        WHERE owner_id = ${owner.id} AND hook_id = ${id}::bigint RETURNING hook_id)
      UPDATE hook h SET address = ${address}, types = ${types}::text[] FROM own WHERE h.owner_id = ${owner.id} AND h.hook_id = own.hook_id`,
  );
}

export type SentFor = {
  address: string;
  headers_sealed: string;
  webhook: Webhook | null;
  partner_id: number;
  /** Of the booking that the order is; null where another order took its place. */
  uuid: string | null;
  from_status: OrderStatusCode | null;
  to_status: OrderStatusCode | null;
};

/** What a message needs beside its own body. */
export function findSentFor(owner: Owner, sendingId: string): Promise<SentFor | undefined> {
  return firstRow(
    owner,
    sql<SentFor>`SELECT h.address, o.headers_sealed, o.webhook, h.partner_id, b.uuid::text AS uuid, e.from_status, e.to_status
      FROM hook_sending s JOIN hook h ON h.owner_id = s.owner_id AND h.hook_id = s.hook_id
        JOIN octo_subscription o ON o.owner_id = s.owner_id AND o.hook_id = s.hook_id
        LEFT JOIN octo_booking b ON b.owner_id = s.owner_id AND b.order_no = s.subject
        LEFT JOIN order_event e ON b.uuid IS NOT NULL AND e.owner_id = s.owner_id AND e.event_id = s.event_id
      WHERE s.owner_id = ${owner.id} AND s.sending_id = ${sendingId}::bigint`,
  );
}
