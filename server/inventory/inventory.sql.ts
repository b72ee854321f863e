// Departures, the limits of their SKUs and the prices of their days, as buyers see them. What is left is for display; places are taken and
// given back in move-places.sql.ts and by the order's own statement (docs/stock.md).
import type { RefundRule } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { FreightTable } from '../../domain/freight/freight.ts';
import type { SeenOf, SeenOfPackage } from '../../domain/product-fields.ts';
import type { Guests } from '../../domain/rooms.ts';
import { selectSeen, selectSeenOfPackage } from '../catalog/field-columns.sql.ts';
import { type OwnPicture, ownPicture, ownPictures } from '../catalog/pictures.sql.ts';
import { type Pricing, paidPrice, retailOn, ruleFor } from '../catalog/pricing.sql.ts';
import { type Answered, answeredColumn, type KeyedCall } from '../platform/answer-once.sql.ts';
import { loadInBatches } from '../platform/database/load-in-batches.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';
import { isSeen, type Viewer } from '../site/hidden.sql.ts';

const limitOf = sql`LEFT JOIN departure_sku l ON l.owner_id = s.owner_id AND l.departure_id = d.departure_id AND l.sku_id = s.sku_id`;

/** For callers who see its product: what a package sells in, and where "today" is for it. */
export function findPackageFrame(owner: Owner, audience: Viewer, packageId: string) {
  return firstRow(
    owner,
    sql<{
      currency: Currency;
      zone: string;
      cut_off_hours: number;
      open_days: number | null;
      state: string;
      asked_at: Date | null;
    }>`SELECT p.currency, c.zone,
        p.cut_off_hours, k.open_days, p.state,
        (SELECT o.asked_at FROM octo_offer o WHERE o.owner_id = k.owner_id AND o.package_id = k.package_id) AS asked_at FROM package k
      JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id JOIN city c ON c.city = p.city
      WHERE k.owner_id = ${owner.id} AND k.package_id = ${packageId} AND ${isSeen(owner, audience, 'p')}`,
  );
}

export type RequestedLine = {
  skuId: string;
  playOn: string;
  session: string;
  quantity: number;
  /** Check-out of a stay. */
  untilOn?: string | undefined;
  /** In each room; the included ones unless given. */
  guests?: Guests | undefined;
};

/** One departure that a line takes: the day itself, or each night of a stay. Null where that day is not sold. */
export type NightRow = {
  on: string;
  departure_id: number | null;
  left: number | null;
  /** Of the SKU alone; null where it has no limit of its own. */
  sku_left: number | null;
  retail_minor: number;
  /** The caller's own price without a limited offer; `price_minor` is what is paid. */
  own_minor: number;
  price_minor: number;
};

/** What of a line changes without its product's version. */
export type LiveLine = {
  at: number;
  sku_id: number;
  /** Of its product. */
  version: string;
  /** Only if the answer under a key was requested; null: there is none. */
  answered?: Answered | null;
  nights: NightRow[];
  owner_rate: string | null;
  /** By which delivery is charged, with the rate of its currency; null: it is in the price. */
  freight: (FreightTable & { ownerRate: string | null }) | null;
};

export type LineRow = LiveLine &
  SeenOf<'booking'> &
  SeenOfPackage<'booking'> & {
    package_id: number;
    product_id: number;
    product_key: string;
    type: number;
    subtype: number;
    names: Record<string, string>;
    package_names: Record<string, string>;
    sku_names: Record<string, string>;
    ticket_type: number | null;
    car_type: number | null;
    seat_class: number | null;
    seats: number | null;
    luggage: number | null;
    min_age: number;
    max_age: number;
    min_quantity: number;
    pickup_times: string[];
    directions: string[];
    max_quantity: number;
    min_nights: number;
    max_nights: number;
    open_days: number | null;
    by_day: boolean;
    /** Texts in every language; null where the product was saved before there were any. */
    collect_points: Record<string, string>[] | null;
    return_points: Record<string, string>[] | null;
    deposits: Record<string, string> | null;
    oversell: boolean;
    on_shelf: boolean;
    /** The product itself, whatever became of this package or ticket of it. */
    product_on_shelf: boolean;
    currency: Currency;
    free_cancel_days: number | null;
    refund_rules: RefundRule[] | null;
    /** Of the package; null: the product's. */
    own_refund_rules: RefundRule[] | null;
    redemption: string;
    order_fields: number[] | null;
    traveller_fields: number[] | null;
    later_order_fields: number[] | null;
    later_traveller_fields: number[] | null;
    completion_hours: number | null;
    cut_off_hours: number;
    zone: string;
    city: string;
    city_names: Record<string, string>;
    country_key: string;
    scene: { kind: string; time: string };
    /** The owner's own first picture; null until one is uploaded. */
    picture: OwnPicture | null;
    weight_grams: number | null;
    plan_kind: 'eSim' | 'card' | null;
  };

/** Places of `departure d` that a quotation holds, to be added to what is left for its own lines. */
const heldFor = (holder: string | undefined, which: ReturnType<typeof sql>) =>
  holder === undefined
    ? sql``
    : sql` + (SELECT coalesce(sum(f.quantity), 0)::int FROM quotation_hold f WHERE f.owner_id = d.owner_id
        AND f.quotation_id = ${holder}::bigint AND f.departure_id = d.departure_id AND ${which})`;

/** One day, or each night of a stay. The planner expects a thousand rows of a series, and reads all days of a package for them. */
const daysOf = (lines: RequestedLine[]) =>
  lines.some((line) => line.untilOn)
    ? sql`generate_series(q.play_on::timestamp, (CASE WHEN q.until_on IS NULL THEN q.play_on
            ELSE least(q.until_on - CASE WHEN k.by_day THEN 0 ELSE 1 END, q.play_on + 90) END)::timestamp, interval '1 day') n(on_day)`
    : sql`(SELECT q.play_on AS on_day) n`;

/** Data that is read with the lines. */
export type Beside = {
  /** What this quotation holds counts as left. */
  holder?: string | undefined;
  /** The answer that was given under this key. */
  keyed?: KeyedCall;
};

/** What changes without the product's version: prices, places, rates. */
const liveColumnsOf = (
  owner: Owner,
  pricing: Pricing,
  lines: RequestedLine[],
  { holder, keyed }: Beside,
) => sql`${keyed ? sql`${answeredColumn(owner)},` : sql``} q.request, q.at::int AS at, s.sku_id,
        w.version::text AS version, r.rate AS owner_rate,
        (SELECT json_build_object('currency', t.currency, 'zones', t.zones, 'ownerRate', (SELECT u.rate::text FROM exchange_rate u
            WHERE u.owner_id = t.owner_id AND u.currency = t.currency)) FROM freight_table t
          WHERE t.owner_id = p.owner_id AND t.freight_id = p.freight_id) AS freight,
        (SELECT json_agg(json_build_object('on', n.on_day::date::text, 'departure_id', d.departure_id,
            'left', d.capacity - d.held - d.sold${heldFor(holder, sql`true`)},
            'sku_left', l.capacity - l.held - l.sold${heldFor(holder, sql`f.sku_id = l.sku_id`)},
            'retail_minor', t.minor, 'own_minor', agent_price(t.minor, g.kind, g.value),
            'price_minor', ${paidPrice(sql`t.minor`, pricing)}) ORDER BY n.on_day)
          FROM ${daysOf(lines)}
          ${retailOn(sql`n.on_day::date`, sql`q.session`)}
          LEFT JOIN LATERAL (SELECT * FROM departure e WHERE e.owner_id = s.owner_id AND e.package_id = s.package_id
            AND e.play_on = n.on_day::date AND e.session = q.session LIMIT 1) d ON true ${limitOf}
          ${ruleFor(pricing, sql`n.on_day::date`)}) AS nights`;

/** What the product's version covers (decision 0231), but for what ends with the product: who sees it, and whether it is a draft. */
const factColumns = sql`s.package_id, p.product_id, p.key AS product_key, p.type, p.subtype, p.names, k.names AS package_names,
        s.names AS sku_names, s.ticket_type, s.car_type, s.seat_class, s.seats, s.luggage, s.weight_grams, s.plan_kind, s.min_age,
        s.max_age, k.pickup_times, k.directions, k.min_quantity, k.max_quantity, k.min_nights, k.max_nights,
        p.content -> 'collectPoints' AS collect_points, p.content -> 'returnPoints' AS return_points, p.content -> 'deposits' AS deposits,
        k.open_days, k.by_day, k.oversell, p.on_shelf AND k.on_shelf AND s.on_shelf AS on_shelf, p.on_shelf AS product_on_shelf,
        p.currency, ${selectSeen('p', 'booking')}, ${selectSeenOfPackage('k', 'booking')}, p.free_cancel_days, p.refund_rules,
        k.refund_rules AS own_refund_rules,
        p.redemption, p.order_fields, p.traveller_fields, p.later_order_fields, p.later_traveller_fields,
        p.completion_hours, p.cut_off_hours, c.zone, p.city, c.names AS city_names, y.key AS country_key, p.scene,
        (SELECT ${ownPicture} FROM ${ownPictures} WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id
          ORDER BY f.position LIMIT 1) AS picture`;

/** The lines of one request, and the key under which it may have been answered. */
type LineRequest = { lines: RequestedLine[]; keyed?: KeyedCall | undefined };

const requestedLines = (owner: Owner, pricing: Pricing, requests: LineRequest[]) => sql`${linesOf(requests)}
      JOIN sku s ON s.owner_id = ${owner.id} AND s.sku_id = q.sku_id
      JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
      JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id AND p.state <> 'draft' AND ${isSeen(owner, pricing, 'p')}
      JOIN product_version w ON w.owner_id = p.owner_id AND w.product_id = p.product_id
      LEFT JOIN exchange_rate r ON r.owner_id = s.owner_id AND r.currency = p.currency`;

const linesOf = (requests: LineRequest[]) => sql`FROM jsonb_to_recordset(${writeRequests(requests)}::jsonb)
        AS q(request int, at int, sku_id bigint, play_on date, session text, until_on date, account_id bigint, call text, key text)`;

function writeRequests(requests: LineRequest[]): string {
  const lines = requests.flatMap(({ lines, keyed }, request) =>
    lines.map(({ skuId, playOn, session, untilOn }, index) => ({
      request,
      at: index + 1,
      sku_id: skuId,
      play_on: playOn,
      session,
      until_on: untilOn ?? null,
      account_id: keyed?.accountId,
      call: keyed?.call,
      key: keyed?.key,
    })),
  );
  return JSON.stringify(lines);
}

/**
 * What each asked line is, costs and has left: everything an order decides from, in one round trip. Unknown SKUs, and those
 * of products that the caller does not see, give no row. The limit of
 * one departure for each day makes the planner look that day up; without it, it reads all days of the package.
 */
export function findLines(
  owner: Owner,
  pricing: Pricing,
  lines: RequestedLine[],
  beside: Beside = {},
): Promise<LineRow[]> {
  return rows(
    owner,
    sql<LineRow>`SELECT ${liveColumnsOf(owner, pricing, lines, beside)}, ${factColumns}
      ${requestedLines(owner, pricing, [{ lines, keyed: beside.keyed }])}
      JOIN city c ON c.city = p.city JOIN country y ON y.country = c.country ORDER BY q.at`,
  );
}

const loadLiveLines = loadInBatches<LineRequest, LiveLine[]>();

/** The same lines without what their product's version covers. Requests for single days share a statement. */
export function findLiveLines(
  owner: Owner,
  pricing: Pricing,
  lines: RequestedLine[],
  beside: Beside,
): Promise<LiveLine[]> {
  const { holder, keyed } = beside;
  const load = async (requests: LineRequest[]) => {
    const all = requests.flatMap((request) => request.lines);
    const found = await rows(
      owner,
      sql<LiveLine & { request: number }>`SELECT ${liveColumnsOf(owner, pricing, all, beside)}
        ${requestedLines(owner, pricing, requests)} ORDER BY q.request, q.at`,
    );
    return requests.map((_, index) => found.filter(({ request }) => request === index));
  };
  const isPlain = holder === undefined && !lines.some((line) => line.untilOn);
  if (!isPlain) return load([{ lines, keyed }]).then(([found]) => found ?? []);
  const { partnerId, level, today } = pricing;
  return loadLiveLines(owner, [partnerId, level, today, Boolean(keyed)].join(), { lines, keyed }, { load });
}

/** Positions of the lines that name no time on a day on which their package is sold at times alone. */
export async function listUntimed(owner: Owner, lines: RequestedLine[]): Promise<number[]> {
  const found = await rows(
    owner,
    sql<{ at: number }>`SELECT q.at - 1 AS at ${linesOf([{ lines }])}
      JOIN sku s ON s.owner_id = ${owner.id} AND s.sku_id = q.sku_id
      WHERE q.session = '' AND (SELECT bool_and(d.session <> '') FROM departure d
        WHERE d.owner_id = s.owner_id AND d.package_id = s.package_id AND d.play_on = q.play_on) ORDER BY q.at`,
  );
  return found.map(({ at }) => at);
}
