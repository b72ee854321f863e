// The products that a platform sells, and the reported state of their departures (decision 0595). Staff's changes make a product due by
// triggers of the database, orders by their history, as for web hooks (0361): placing one writes nothing more than it always did.
import { changed, type House, notPrepared, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import { behindSeconds, stockActions } from '../../platform/messages/stock-actions.ts';
import type { SilentFor } from '../pull/ask-platform.ts';
import type { ChannelAccountRow } from '../signed/channel-accounts.sql.ts';

export async function listTellingOwners(house: House, source: number): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT owner_id FROM channel_account WHERE source = ${source}`,
  );
  return found.map((row) => row.owner_id);
}

type AskedProduct = { source: number; ref: string; productId: number; packageId: number };

/** A platform that asks for a product sells it. Written once a day at most. */
export async function noteAskedProduct(
  owner: Owner,
  { source, ref, productId, packageId }: AskedProduct,
): Promise<void> {
  await sql`INSERT INTO channel_product (owner_id, source, ref, product_id, package_id)
    SELECT ${owner.id}, ${source}, ${ref}, ${productId}, ${packageId} WHERE NOT EXISTS (SELECT 1 FROM channel_product c
      WHERE c.owner_id = ${owner.id} AND c.source = ${source} AND c.ref = ${ref} AND c.package_id = ${packageId}
        AND c.asked_at > now() - interval '1 day')
    ON CONFLICT (owner_id, source, ref) DO UPDATE SET asked_at = now(), product_id = excluded.product_id,
      package_id = excluded.package_id`.execute(owner);
}

/** Products whose places orders took or gave back are due. Products are locked before their account, here and where staff change it. */
export async function gatherLooks(owner: Owner, source: number): Promise<void> {
  await sql`${notPrepared} WITH newest AS (SELECT coalesce((SELECT event_id FROM order_event WHERE owner_id = ${owner.id}
        AND at <= now() - make_interval(secs => ${behindSeconds}::int) ORDER BY event_id DESC LIMIT 1), 0) AS id),
      seen AS (SELECT seen_event AS id FROM channel_account WHERE owner_id = ${owner.id} AND source = ${source}),
      sold AS (SELECT DISTINCT s.package_id FROM newest, seen, order_event e
          JOIN sub_order s ON s.owner_id = e.owner_id AND s.order_no = e.order_no
        WHERE e.owner_id = ${owner.id} AND e.event_id > seen.id AND e.event_id <= newest.id AND e.action = ANY(${stockActions}::text[])),
      due AS (UPDATE channel_product c SET revision = c.revision + 1, look_at = next_look(c)
        FROM (SELECT w.ref FROM channel_product w JOIN sold ON sold.package_id = w.package_id
          WHERE w.owner_id = ${owner.id} AND w.source = ${source} ORDER BY w.ref FOR UPDATE OF w) t
        WHERE c.owner_id = ${owner.id} AND c.source = ${source} AND c.ref = t.ref RETURNING c.ref)
    UPDATE channel_account SET seen_event = newest.id, seen_at = now() FROM newest, (SELECT count(*) FROM due) first
      WHERE owner_id = ${owner.id} AND source = ${source} AND seen_event < newest.id`.execute(owner);
}

export type ClaimedProduct = ChannelAccountRow & { ref: string; revision: number; tries: number };

/** Longer than a message may take; afterwards another process takes it up. */
const claimSeconds = 60;

export function claimLooks(owner: Owner, source: number, most: number): Promise<ClaimedProduct[]> {
  return rows(
    owner,
    sql<ClaimedProduct>`${notPrepared} UPDATE channel_product c SET tries = c.tries + 1,
        claimed_until = now() + make_interval(secs => ${claimSeconds}::int)
      FROM (SELECT w.ref, a.account, a.partner_id, p.name AS partner_name, a.secret_sealed FROM channel_product w
          JOIN channel_account a ON a.owner_id = w.owner_id AND a.source = w.source
          JOIN partner p ON p.owner_id = a.owner_id AND p.partner_id = a.partner_id
        WHERE w.owner_id = ${owner.id} AND w.source = ${source} AND w.look_at <= now()
          AND (w.claimed_until IS NULL OR w.claimed_until < now())
        ORDER BY w.look_at LIMIT ${most} FOR UPDATE OF w SKIP LOCKED) t
      WHERE c.owner_id = ${owner.id} AND c.source = ${source} AND c.ref = t.ref
      RETURNING c.source, c.ref, c.revision, c.tries, t.account, t.partner_id, t.partner_name, t.secret_sealed`,
  );
}

/** `sent` is the last report to the platform, by the local start of each departure. */
type ReportedPlace<Sent> = { place: string; sent: Sent };

export function listToldPlaces<Sent>(
  owner: Owner,
  { source, ref }: ClaimedProduct,
  from: string,
): Promise<ReportedPlace<Sent>[]> {
  return rows(
    owner,
    sql<ReportedPlace<Sent>>`SELECT place, sent FROM channel_place WHERE owner_id = ${owner.id} AND source = ${source}
      AND ref = ${ref} AND place >= ${from}`,
  );
}

/** What is compared though nothing is known to have changed: times that passed, offers that began, another year's day. */
const everyMinutes = 60;
const pauseSeconds = 5;

/** Saves what was reported. `more`: a part is left. A product that changed meanwhile is due again. */
export async function saveTold(
  owner: OwnerTrx,
  { source, ref, revision, tries }: ClaimedProduct,
  { list, more, from }: { list: ReportedPlace<unknown>[]; more: boolean; from: string },
): Promise<void> {
  // Not of an account that was exchanged meanwhile.
  const held = await changed(
    owner,
    sql`UPDATE channel_product SET claimed_until = NULL WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}
      AND tries = ${tries} AND claimed_until IS NOT NULL`,
  );
  if (held !== 1) return;
  if (list.length)
    await sql`INSERT INTO channel_place AS c (owner_id, source, ref, place, sent)
      SELECT ${owner.id}, ${source}, ${ref}, place, sent
        FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS one(place text, sent jsonb)
      ON CONFLICT (owner_id, source, ref, place) DO UPDATE SET sent = excluded.sent`.execute(owner);
  await sql`DELETE FROM channel_place WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref} AND place < ${from}`.execute(
    owner,
  );
  const told = list.length > 0;
  await sql`UPDATE channel_product SET tries = 0, problem = '', answer = '',
      told_at = CASE WHEN ${told} THEN now() ELSE told_at END,
      look_at = CASE WHEN ${more} OR revision <> ${revision} THEN now() + make_interval(secs => ${pauseSeconds}::int)
        ELSE now() + make_interval(mins => ${everyMinutes}::int) END
    WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}`.execute(owner);
}

export type PlaceProblem = SilentFor | 'refused';

/** After the last of the waits it is tried each hour. */
export async function markPlacesFailed(
  owner: Owner,
  { source, ref, tries }: ClaimedProduct,
  { problem, answer, retryAfter }: { problem: PlaceProblem; answer: string; retryAfter: number | undefined },
): Promise<void> {
  await sql`UPDATE channel_product SET problem = ${problem}, answer = ${answer}, claimed_until = NULL,
      look_at = now() + make_interval(secs => ${retryAfter ?? everyMinutes * 60}::float8)
    WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref} AND tries = ${tries}`.execute(owner);
}

/** 1 if staff request a report at once; a running attempt counts as that report. */
export function reportPlacesAgain(owner: Owner, source: number, ref: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE channel_product SET tries = CASE WHEN claimed_until > now() THEN tries ELSE 0 END, look_at = now()
      WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref} AND problem <> ''`,
  );
}

/** Another account knows nothing so far. */
export async function forgetPlaces(owner: OwnerTrx, source: number): Promise<void> {
  await sql`UPDATE channel_product SET look_at = now(), tries = 0, problem = '', answer = '', claimed_until = NULL
    WHERE owner_id = ${owner.id} AND source = ${source}`.execute(owner);
  await sql`DELETE FROM channel_place WHERE owner_id = ${owner.id} AND source = ${source}`.execute(owner);
}

/** A platform asks for what it sells at least every eight days. */
const askedDays = 40;

export async function dropUnaskedProducts(house: House): Promise<void> {
  await sql`DELETE FROM channel_product WHERE asked_at < now() - make_interval(days => ${askedDays}::int)`.execute(
    house,
  );
}

export type ReportedProductRow = {
  source: number;
  ref: string;
  asked_at: Date;
  told_at: Date | null;
  problem: PlaceProblem | '';
  answer: string;
};

export function listReportedProducts(owner: Owner): Promise<ReportedProductRow[]> {
  return rows(
    owner,
    sql<ReportedProductRow>`SELECT source, ref, asked_at, told_at, problem, answer FROM channel_product WHERE owner_id = ${owner.id}
      ORDER BY problem = '', ref`,
  );
}
