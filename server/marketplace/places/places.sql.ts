// The products that a platform sells, and the reported state of their departures (decisions 0595, 0690). Staff's changes make a product due
// by triggers of the database, orders by their history, as for web hooks (0361): placing one writes nothing more than it always did.
import type { Currency } from '../../../domain/currencies.ts';
import { ctripRules, placeSources } from '../../../domain/order-sources.ts';
import {
  changed,
  type House,
  inTransaction,
  notPrepared,
  type Owner,
  type OwnerTrx,
  rows,
  sql,
} from '../../platform/db.ts';
import { behindSeconds, stockActions } from '../../platform/messages/stock-actions.ts';
import type { SilentFor } from '../pull/ask-platform.ts';
import type { ChannelAccountRow } from '../signed/channel-accounts.sql.ts';

const reporting = sql`${[...placeSources]}::int[]`;

export async function listOwnersOfPlaces(house: House): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM channel_account WHERE source = ANY(${reporting})`,
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
export async function gatherLooks(owner: Owner): Promise<void> {
  await sql`${notPrepared} WITH newest AS (SELECT coalesce((SELECT event_id FROM order_event WHERE owner_id = ${owner.id}
        AND at <= now() - make_interval(secs => ${behindSeconds}::int) ORDER BY event_id DESC LIMIT 1), 0) AS id),
      seen AS (SELECT source, seen_event AS id FROM channel_account WHERE owner_id = ${owner.id} AND source = ANY(${reporting})),
      sold AS (SELECT DISTINCT seen.source, s.package_id FROM newest, seen, order_event e
          JOIN sub_order s ON s.owner_id = e.owner_id AND s.order_no = e.order_no
        WHERE e.owner_id = ${owner.id} AND e.event_id > seen.id AND e.event_id <= newest.id AND e.action = ANY(${stockActions}::text[])),
      locked AS MATERIALIZED (SELECT w.source, w.ref FROM channel_product w
          JOIN sold ON sold.source = w.source AND sold.package_id = w.package_id
        WHERE w.owner_id = ${owner.id} ORDER BY w.source, w.ref FOR UPDATE OF w),
      due AS (UPDATE channel_product c SET revision = c.revision + 1, look_at = next_look(c) FROM locked t
        WHERE c.owner_id = ${owner.id} AND c.source = t.source AND c.ref = t.ref RETURNING c.ref)
    UPDATE channel_account SET seen_event = newest.id, seen_at = now() FROM newest, (SELECT count(*) FROM due) first
      WHERE owner_id = ${owner.id} AND source = ANY(${reporting}) AND seen_event < newest.id`.execute(owner);
}

export type ClaimedProduct = ChannelAccountRow & {
  ref: string;
  revision: number;
  tries: number;
  price_currency: Currency | null;
};

/** Longer than a message may take; afterwards another process takes it up. */
const claimSeconds = 60;

/** Without those of a platform that must not get another message now: they wait, and hold up no other platform. */
const isFull = sql`(SELECT count(*) FROM channel_turn t WHERE t.owner_id = w.owner_id AND t.source = w.source
  AND t.at > clock_timestamp() - interval '1 minute') >= ${ctripRules.inAll}::int`;

export function claimLooks(owner: Owner, most: number): Promise<ClaimedProduct[]> {
  return rows(
    owner,
    sql<ClaimedProduct>`${notPrepared} WITH due AS MATERIALIZED (
        SELECT w.source, w.ref, a.account, a.partner_id, p.name AS partner_name, a.secret_sealed, a.price_currency
          FROM channel_product w
          JOIN channel_account a ON a.owner_id = w.owner_id AND a.source = w.source
          JOIN partner p ON p.owner_id = a.owner_id AND p.partner_id = a.partner_id
        WHERE w.owner_id = ${owner.id} AND w.source = ANY(${reporting}) AND w.look_at <= now()
          AND (w.claimed_until IS NULL OR w.claimed_until < now()) AND NOT ${isFull}
        ORDER BY w.look_at LIMIT ${most} FOR UPDATE OF w SKIP LOCKED)
      UPDATE channel_product c SET tries = c.tries + 1, claimed_until = now() + make_interval(secs => ${claimSeconds}::int) FROM due t
      WHERE c.owner_id = ${owner.id} AND c.source = t.source AND c.ref = t.ref
      RETURNING c.source, c.ref, c.revision, c.tries, t.account, t.partner_id, t.partner_name, t.secret_sealed, t.price_currency`,
  );
}

/** `sent` is the last report to the platform, by the local start of each departure. */
type ReportedPlace<Sent> = { place: string; sent: Sent };

export function listReportedPlaces<Sent>(
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

/** Of an account that was exchanged meanwhile nothing is saved. */
async function lockClaim(owner: OwnerTrx, { source, ref, tries }: ClaimedProduct): Promise<boolean> {
  const held = await rows(
    owner,
    sql`SELECT 1 FROM channel_product WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}
      AND tries = ${tries} AND claimed_until IS NOT NULL FOR UPDATE`,
  );
  return held.length === 1;
}

/** What the platform took just now. */
export function saveKnownPlaces(owner: Owner, product: ClaimedProduct, list: ReportedPlace<unknown>[]): Promise<void> {
  const { source, ref } = product;
  return inTransaction(owner, async (trx) => {
    if (!(await lockClaim(trx, product))) return;
    await sql`INSERT INTO channel_place AS c (owner_id, source, ref, place, sent)
      SELECT ${owner.id}, ${source}, ${ref}, place, sent
        FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS one(place text, sent jsonb)
      ON CONFLICT (owner_id, source, ref, place) DO UPDATE SET sent = excluded.sent`.execute(trx);
  });
}

/** After all of its messages. `more`: a part is left. A product that changed meanwhile is due again. */
export function endLook(
  owner: Owner,
  product: ClaimedProduct,
  { hasMessages, more, from }: { hasMessages: boolean; more: boolean; from: string },
): Promise<void> {
  const { source, ref, revision } = product;
  return inTransaction(owner, async (trx) => {
    if (!(await lockClaim(trx, product))) return;
    await sql`DELETE FROM channel_place WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}
      AND place < ${from}`.execute(trx);
    await sql`UPDATE channel_product SET claimed_until = NULL, tries = 0, problem = '', answer = '',
        told_at = CASE WHEN ${hasMessages} THEN now() ELSE told_at END,
        look_at = CASE WHEN ${more} OR revision <> ${revision} THEN now() + make_interval(secs => ${pauseSeconds}::int)
          ELSE now() + make_interval(mins => ${everyMinutes}::int) END
      WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}`.execute(trx);
  });
}

/** The platform must not get another message yet: this was no try. */
export async function waitForTurn(owner: Owner, { source, ref, tries }: ClaimedProduct): Promise<void> {
  await sql`UPDATE channel_product SET claimed_until = NULL, tries = tries - 1,
      look_at = now() + make_interval(secs => ${pauseSeconds}::int)
    WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref} AND tries = ${tries}
      AND claimed_until IS NOT NULL`.execute(owner);
}

export type PlaceProblem = SilentFor | 'refused' | 'noRate';

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

/** The platform wants all of a product once more. */
export async function forgetReported(owner: Owner, source: number, ref: string): Promise<void> {
  await inTransaction(owner, async (trx) => {
    await sql`UPDATE channel_product SET look_at = now(), tries = 0, claimed_until = NULL
      WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}`.execute(trx);
    await sql`DELETE FROM channel_place WHERE owner_id = ${owner.id} AND source = ${source} AND ref = ${ref}`.execute(
      trx,
    );
  });
}

/** A platform asks for what it sells at least every eight days. */
const askedDays = 40;

export async function dropUnaskedProducts(house: House): Promise<void> {
  await sql`DELETE FROM channel_product WHERE NOT is_chosen
    AND asked_at < now() - make_interval(days => ${askedDays}::int)`.execute(house);
}

export type ReportedProductRow = {
  source: number;
  ref: string;
  asked_at: Date;
  told_at: Date | null;
  problem: PlaceProblem | '';
  answer: string;
  is_chosen: boolean;
};

export function listReportedProducts(owner: Owner): Promise<ReportedProductRow[]> {
  return rows(
    owner,
    sql<ReportedProductRow>`SELECT source, ref, asked_at, told_at, problem, answer, is_chosen FROM channel_product
      WHERE owner_id = ${owner.id} ORDER BY problem = '', ref`,
  );
}

/** Which of these codes name a time at which their SKU's package has a departure from `today` on. */
export async function listPlanned(
  owner: Owner,
  refs: { ref: string; skuId: string; session: string }[],
  today: string,
): Promise<Set<string>> {
  const found = await rows(
    owner,
    sql<{
      ref: string;
    }>`SELECT one.ref FROM jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) AS one(ref text, "skuId" bigint, session text)
      JOIN sku s ON s.owner_id = ${owner.id} AND s.sku_id = one."skuId"
      WHERE EXISTS (SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND d.package_id = s.package_id
        AND d.play_on >= ${today}::date AND d.session = one.session)`,
  );
  return new Set(found.map(({ ref }) => ref));
}

export type ChosenProduct = { ref: string; productId: number; packageId: number };

/** Staff choose them all at once: the others that were chosen end, with what the platform knows of them. */
export async function chooseProducts(owner: OwnerTrx, source: number, list: ChosenProduct[]): Promise<void> {
  const chosen = JSON.stringify(list);
  await sql`DELETE FROM channel_product WHERE owner_id = ${owner.id} AND source = ${source} AND is_chosen
    AND ref <> ALL(SELECT one ->> 'ref' FROM jsonb_array_elements(${chosen}::jsonb) one)`.execute(owner);
  await sql`INSERT INTO channel_product AS c (owner_id, source, ref, product_id, package_id, is_chosen)
    SELECT ${owner.id}, ${source}, ref, "productId", "packageId", true
      FROM jsonb_to_recordset(${chosen}::jsonb) AS one(ref text, "productId" bigint, "packageId" bigint) ORDER BY ref
    ON CONFLICT (owner_id, source, ref) DO UPDATE SET is_chosen = true WHERE NOT c.is_chosen`.execute(owner);
}
