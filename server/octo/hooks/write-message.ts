// What subscribers of OCTO are sent: notifications by keys alone (decisions 0392, 0460), web hooks of the older dialect with the whole
// booking as it is when it is sent (decision 0571).
import type { Clock } from '../../platform/context.ts';
import type { Owner } from '../../platform/db.ts';
import type { RoomParts } from '../../platform/room.ts';
import type { Vault } from '../../platform/vault.ts';
import type { ClaimedSending } from '../../systems/hooks/hooks.sql.ts';
import { type HookMessage, makeHookSender } from '../../systems/hooks/send-hooks.ts';
import { type BookingRow, findBooking } from '../bookings.sql.ts';
import { readCapabilities } from '../capabilities.ts';
import { showBookings, statusOf } from '../show-booking.ts';
import { openHeaders } from './save-subscriptions.ts';
import { showWebhook } from './save-webhooks.ts';
import { findSentFor, type SentFor, type Webhook } from './subscriptions.sql.ts';

type Parts = { vault: Vault; clock: Clock };

export const makeOctoSender = (house: RoomParts) =>
  makeHookSender(house, { kind: 'octo', write: (owner, claimed) => writeMessage(house, owner, claimed) });

/** Undefined where an order is none of OCTO's any more: the one in its place has messages of its own. */
async function writeMessage(parts: Parts, owner: Owner, claimed: ClaimedSending): Promise<HookMessage | undefined> {
  const found = await findSentFor(owner, claimed.sending_id);
  if (!found) return undefined;
  const { webhook } = found;
  const body = webhook ? await writeWebhook(parts, owner, claimed, { ...found, webhook }) : writeNotice(claimed, found);
  if (!body) return undefined;
  const headers = openHeaders({ vault: parts.vault, owner }, found.headers_sealed);
  return { body, headers, isTriedAgain: webhook?.retryOnError ?? true };
}

type Gathered = { type: string; timestamp: string; data: { productId?: string; from?: string; to?: string } };

/** The same bytes at every try. */
function writeNotice({ message_id: id, hook_id: hookId, body }: ClaimedSending, { uuid }: SentFor): string | undefined {
  const { type, timestamp: utcCreatedAt, data } = JSON.parse(body) as Gathered;
  const about = aboutOf(type, data, uuid);
  return about && JSON.stringify({ id, subscriptionId: String(hookId), utcCreatedAt, ...about });
}

/** What it is about, by its keys alone. */
function aboutOf(type: string, { productId, from, to }: Gathered['data'], uuid: string | null) {
  if (type === 'stock.changed') {
    const days = { localDateStart: from, localDateEnd: to };
    return { notificationType: 'AVAILABILITY_UPDATE', data: { productId, ...days } };
  }
  if (productId) return { notificationType: 'PRODUCT_UPDATE', data: { productId } };
  return uuid === null ? undefined : { notificationType: 'BOOKING_UPDATE', data: { uuid } };
}

async function writeWebhook(
  { vault, clock }: Parts,
  owner: Owner,
  { hook_id: hookId }: ClaimedSending,
  found: SentFor & { webhook: Webhook },
): Promise<string | undefined> {
  const { partner_id: partnerId, uuid, webhook } = found;
  const row = uuid === null ? undefined : await findBooking(owner, partnerId, uuid);
  if (!row) return undefined;
  const now = clock();
  const has = readCapabilities(webhook.capabilities.join(','))?.has ?? new Set();
  const [booking] = await showBookings({ context: { owner, vault, origin: webhook.origin, now }, has }, [row]);
  const shown = showWebhook({ vault, owner }, { ...found, id: String(hookId) });
  return JSON.stringify({ webhook: shown, booking, diff: diffOf(row, found, now) });
}

/** The history has the states before and after an action; the booking alone shows what else the action changed. */
function diffOf(row: BookingRow, { from_status: from, to_status: to }: SentFor, now: Date) {
  if (from === null || to === null) return [];
  const [was, value] = [from, to].map((status) => statusOf({ ...row, status, pay_by: null }, [], now));
  return was === value ? [] : [{ op: 'replace', path: '/status', was, value }];
}
