// What orders have at suppliers (decision 0415). The history of orders is the outbox, as for web hooks (decision 0361): placing an order
// writes nothing more than it always did.
import type { Currency } from '../../domain/currencies.ts';
import type { SupplierCode, Visible } from '../order/read.sql.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { changed, firstRow, notPrepared, type Owner, rows, sql } from '../platform/db.ts';
import { leftForSupplier, type SupplierRoom, unlessQuiet } from './links.sql.ts';
import type { BestRide, RideTie } from './mozio/ride-tie.ts';

/** Repeated so far behind the last event seen: a transaction that began earlier may commit later. */
const lookBack = { events: 5000, minutes: 60 };

/** Units of the lines of one departure, each with a uuid of its own. */
const itemsOf = sql`(SELECT jsonb_agg(jsonb_build_object('uuid', gen_random_uuid(), 'unitId', o.units ->> s.sku_id::text,
    'line', s.sub_order_no) ORDER BY s.sub_order_no) FROM sub_order s CROSS JOIN generate_series(1, s.quantity)
  WHERE s.owner_id = g.owner_id AND s.order_no = g.order_no AND s.package_id = g.package_id AND s.play_on = g.play_on
    AND s.session = g.session)`;

/** Inserts the requests to suppliers that new orders need, and makes those due whose order changed since the last look. */
export async function gatherSupplies(owner: Owner): Promise<void> {
  await sql`${notPrepared} WITH newest AS (SELECT coalesce(max(event_id), 0) AS id FROM order_event WHERE owner_id = ${owner.id}),
    seen AS (SELECT min(seen_event) AS id FROM octo_link WHERE owner_id = ${owner.id}),
    fresh AS (SELECT e.order_no, max(e.event_id) AS event_id, bool_or(e.action = 'place') AS placed,
        bool_or(e.action = 'payLate') AS revived FROM order_event e, seen
      WHERE e.owner_id = ${owner.id} AND e.event_id > seen.id - ${lookBack.events}::int
        AND e.at > now() - make_interval(mins => ${lookBack.minutes}::int) GROUP BY e.order_no),
    woken AS (UPDATE octo_supply w SET due_at = least(w.due_at, now()), seen_event = f.event_id FROM fresh f
      WHERE w.owner_id = ${owner.id} AND w.order_no = f.order_no AND w.seen_event < f.event_id
        AND (w.due_at IS NOT NULL OR w.state = 'released' AND f.revived)),
    made AS (INSERT INTO octo_supply (owner_id, order_no, supplier_id, package_id, play_on, session, product_ref, option_ref, items, ride,
        seen_event)
      SELECT g.owner_id, g.order_no, o.supplier_id, g.package_id, g.play_on, g.session, o.product_ref, o.option_ref, ${itemsOf},
        o.ride, g.event_id
      FROM (SELECT DISTINCT s.owner_id, s.order_no, s.package_id, s.play_on, s.session, f.event_id FROM fresh f
          JOIN sub_order s ON s.owner_id = ${owner.id} AND s.order_no = f.order_no WHERE f.placed) g
        JOIN octo_offer o ON o.owner_id = g.owner_id AND o.package_id = g.package_id
      ON CONFLICT (owner_id, order_no, package_id, play_on, session) DO NOTHING)
    UPDATE octo_link SET seen_event = greatest(seen_event, newest.id) FROM newest
    WHERE owner_id = ${owner.id} AND seen_event < newest.id`.execute(owner);
}

export type SupplyState = 'new' | 'held' | 'pending' | 'confirmed' | 'released' | 'refused';
type SupplyItem = { uuid: string; unitId: string; line: string };

export type ClaimedSupply = {
  supply_id: number;
  order_no: string;
  supplier_id: number;
  supplier_name: string;
  play_on: string;
  session: string;
  product_ref: string;
  option_ref: string;
  uuid: string;
  items: SupplyItem[];
  state: SupplyState;
  was_sent: boolean;
  reference: string;
  /** What the supplier asked for the last hold; null before the first, and where it does not say. */
  net_minor: number | null;
  expires_at: Date | null;
  tries: number;
  problem: string;
  endpoint: string;
  key_sealed: string;
  prefixed: boolean;
  speaks: 'octo' | 'mozio';
  /** Whether more is bought there. */
  active: boolean;
  /** Of a transfer that Mozio carries out (decision 0685); null by OCTO. */
  ride: RideTie | null;
  search_id: string;
  searched_at: Date | null;
  searches: number;
  best: BestRide | null;
  booking_ref: string;
  waits_for_staff: boolean;
  /** How often staff asked for another attempt. */
  asked_again: number;
  answer: string;
  /** Since its day, by the database's clock: a process with a wrong one would leave a booking alone for good. */
  days_past: number;
};

/** Longer than settling one may take; afterwards another process takes it up. */
const claimSeconds = 90;

export function claimSupplies(owner: Owner, room: SupplierRoom): Promise<ClaimedSupply[]> {
  return rows(
    owner,
    sql<ClaimedSupply>`${notPrepared} WITH due AS MATERIALIZED (
        SELECT w.supply_id, l.endpoint, l.key_sealed, l.prefixed, l.speaks, l.active, c.name
        FROM octo_link l JOIN supplier c USING (owner_id, supplier_id) CROSS JOIN LATERAL (SELECT supply_id, due_at FROM octo_supply
          WHERE owner_id = l.owner_id AND supplier_id = l.supplier_id AND due_at <= now()
          ORDER BY due_at LIMIT ${leftForSupplier(room)} FOR UPDATE SKIP LOCKED) w
        WHERE l.owner_id = ${owner.id} AND ${unlessQuiet} ORDER BY w.due_at LIMIT ${room.most})
      UPDATE octo_supply s SET tries = s.tries + 1, asked_at = now(), due_at = now() + make_interval(secs => ${claimSeconds}) FROM due t
      WHERE s.owner_id = ${owner.id} AND s.supply_id = t.supply_id
      RETURNING s.supply_id, s.order_no, s.supplier_id, t.name AS supplier_name, s.play_on::text AS play_on, s.session, s.product_ref,
        s.option_ref, s.uuid::text AS uuid, s.items, s.state, s.was_sent, s.reference, s.net_minor, s.expires_at, s.tries, s.problem,
        t.endpoint, t.key_sealed, t.prefixed, t.speaks, t.active, s.ride, s.search_id, s.searched_at, s.searches, s.best, s.booking_ref,
        s.waits_for_staff, s.asked_again, s.answer, current_date - s.play_on AS days_past`,
  );
}

/** Before the first call: from here on the booking may be there. */
export async function noteAsked(owner: Owner, supplyId: number): Promise<void> {
  await sql`UPDATE octo_supply SET was_sent = true WHERE owner_id = ${owner.id} AND supply_id = ${supplyId}`.execute(
    owner,
  );
}

/** A hold that ended at the supplier is asked for again as another booking. 0 where another process did so meanwhile. */
export function renewSupply(
  owner: Owner,
  supplyId: number,
  { was, uuid }: { was: string; uuid: string },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE octo_supply SET uuid = ${uuid}::uuid, was_sent = false, state = 'new', expires_at = NULL
      WHERE owner_id = ${owner.id} AND supply_id = ${supplyId} AND uuid = ${was}::uuid`,
  );
}

/** Over `octo_supply s`, after a turn: staff may have closed it meanwhile, or an event has woken it. */
export const dueAgain = (seconds: number | null) => sql`CASE WHEN s.due_at IS NULL OR s.due_at <= now() THEN s.due_at
  ELSE now() + make_interval(secs => ${seconds}::int) END`;
export const unlessClosed = (problem: string) => sql`CASE WHEN s.due_at IS NULL THEN s.problem ELSE ${problem} END`;

export type SupplyNote = {
  state: SupplyState;
  /** Seconds until it is looked at again; null: never. */
  seconds: number | null;
  problem: string;
  answer: string;
  reference: string;
  netMinor: number | null;
  expiresAt: Date | null;
  /** Begins to count anew after something was settled. */
  tries: number;
};

/**
 * What was learned of the booking with this uuid: where it was replaced by another one meanwhile, that one's state stays. An event
 * that came meanwhile has woken it, and it stays awake; what staff closed meanwhile (due_at is null) is not asked for again.
 */
export async function noteSupply(
  owner: Owner,
  { supplyId, uuid }: { supplyId: number; uuid: string },
  note: SupplyNote,
): Promise<void> {
  await sql`UPDATE octo_supply s SET state = ${note.state}, problem = ${unlessClosed(note.problem)}, answer = ${note.answer},
      reference = ${note.reference}, net_minor = coalesce(${note.netMinor}::bigint, net_minor),
      expires_at = ${note.expiresAt?.toISOString() ?? null}::timestamptz, tries = ${note.tries},
      due_at = ${dueAgain(note.seconds)}
    WHERE owner_id = ${owner.id} AND supply_id = ${supplyId} AND uuid = ${uuid}::uuid`.execute(owner);
}

/** Nothing new takes nothing away: a supplier may leave the codes out of a later answer. */
export async function saveSupplierCodes(owner: Owner, subOrderNo: string, codes: SupplierCode[] | null): Promise<void> {
  const text = codes && JSON.stringify(codes);
  await sql`UPDATE sub_order SET supplier_codes = ${text}::jsonb WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo}
    AND ${text}::jsonb IS NOT NULL AND supplier_codes IS DISTINCT FROM ${text}::jsonb
    AND (supplier_codes IS NULL OR ${text}::jsonb <> '[]'::jsonb)`.execute(owner);
}

/** Over `purchase p`. */
export const ofOrder = (orderNo: string): Visible => sql`p.order_no = ${orderNo}`;
/** Over `sub_order s`. */
export const ofLines = (numbers: string[]): Visible => sql`s.sub_order_no = ANY(${numbers}::text[])`;

export type SupplyRow = {
  supply_id: number;
  order_no: string;
  supplier_name: string;
  product_names: Record<string, string>;
  package_names: Record<string, string>;
  play_on: string;
  session: string;
  units: number;
  state: SupplyState;
  reference: string;
  net_minor: number | null;
  currency: Currency;
  problem: string;
  answer: string;
  uuid: string;
  asked_at: Date | null;
  created_at: Date;
};

/** In which its package is sold here. */
export async function findCurrency(owner: Owner, supplyId: number): Promise<Currency | undefined> {
  const found = await firstRow(
    owner,
    sql<{ currency: Currency }>`SELECT p.currency FROM octo_supply s JOIN package k USING (owner_id, package_id)
        JOIN product p USING (owner_id, product_id)
      WHERE s.owner_id = ${owner.id} AND s.supply_id = ${supplyId}`,
  );
  return found?.currency;
}

/** In which the supplier sells the product. The list of its products may be long: only before a hold. */
export async function listTheirCurrencies(owner: Owner, supplyId: number): Promise<string[]> {
  const found = await firstRow(
    owner,
    sql<{ list: string[] }>`SELECT jsonb_path_query_array(l.products, '$[*] ? (@.id == $ref).availableCurrencies[*]',
        jsonb_build_object('ref', s.product_ref)) AS list
      FROM octo_supply s JOIN octo_link l USING (owner_id, supplier_id)
      WHERE s.owner_id = ${owner.id} AND s.supply_id = ${supplyId}`,
  );
  return found?.list ?? [];
}

export type SupplyFilter = { query: string; state: string; problem: boolean; size: number; from: number };

export async function listSupplyRows(owner: Owner, filter: SupplyFilter) {
  const from = sql`FROM octo_supply s JOIN supplier c USING (owner_id, supplier_id)
    JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
    JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
    WHERE s.owner_id = ${owner.id} AND (${filter.state} = '' OR s.state = ${filter.state})
      AND (NOT ${filter.problem}::boolean OR s.problem <> '')
      AND (${filter.query} = '' OR concat_ws(' ', s.order_no, s.reference, s.uuid::text, c.name) ILIKE ${anywhere(filter.query)})`;
  const [count, list] = await Promise.all([
    firstRow(owner, sql<{ n: number }>`SELECT count(*)::int AS n ${from}`),
    rows(
      owner,
      sql<SupplyRow>`SELECT s.supply_id, s.order_no, c.name AS supplier_name, p.names AS product_names, k.names AS package_names,
          s.play_on::text AS play_on, s.session, jsonb_array_length(s.items) AS units, s.state, s.reference, s.net_minor,
          coalesce(s.net_currency, p.currency) AS currency,
          s.problem, s.answer, s.uuid::text AS uuid, s.asked_at, s.created_at ${from}
        ORDER BY s.problem = '', s.supply_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
    ),
  ]);
  return { total: count?.n ?? 0, list };
}

/**
 * Looks at it now; the order's number, or undefined for one that is over or unknown. A transfer for which nothing was sent is looked for as
 * its package is tied now: staff may have raised the limit for it.
 */
export function wakeSupply(owner: Owner, id: string) {
  const isOpenRide = sql`s.ride IS NOT NULL AND NOT s.was_sent`;
  return firstRow(
    owner,
    sql<{
      order_no: string;
    }>`UPDATE octo_supply s SET due_at = now(), tries = 0, waits_for_staff = false, searches = 0, asked_again = asked_again + 1,
        ride = CASE WHEN ${isOpenRide} THEN coalesce((SELECT o.ride FROM octo_offer o WHERE o.owner_id = s.owner_id
          AND o.package_id = s.package_id AND o.supplier_id = s.supplier_id), s.ride) ELSE s.ride END,
        search_id = CASE WHEN ${isOpenRide} THEN '' ELSE s.search_id END, best = CASE WHEN ${isOpenRide} THEN NULL ELSE s.best END
      WHERE s.owner_id = ${owner.id} AND s.supply_id = ${id}::bigint AND (s.due_at IS NOT NULL OR s.problem <> '') RETURNING s.order_no`,
  );
}

/** A person settled it with the supplier otherwise: no more requests are sent. A noticed price changes nothing else. */
export function closeSupply(owner: Owner, id: string) {
  return firstRow(
    owner,
    sql<{
      order_no: string;
      problem: string;
    }>`UPDATE octo_supply n SET problem = '', due_at = CASE w.problem WHEN 'dearer' THEN n.due_at END
      FROM octo_supply w
      WHERE n.owner_id = ${owner.id} AND n.supply_id = ${id}::bigint AND n.problem <> '' AND w.owner_id = n.owner_id
        AND w.supply_id = n.supply_id RETURNING n.order_no, w.problem`,
  );
}
