// Suppliers whose systems speak OCTO (decision 0415), and which of our packages are theirs.
import type { Currency } from '../../domain/currencies.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import type { TheirProduct } from './read-octo.ts';

export type LinkRow = {
  supplier_id: number;
  supplier_name: string;
  supplier_active: boolean;
  endpoint: string;
  key_sealed: string;
  prefixed: boolean;
  price_by: 'retail' | 'net';
  markup_percent: number;
  active: boolean;
  problem: string;
  products: TheirProduct[];
  read_at: Date | null;
  subscription_ref: string;
  revision: number;
  speaks: 'octo' | 'mozio';
  /** It wants to be left alone (decision 0823). */
  quiet: boolean;
};

const columns = sql`l.supplier_id, c.name AS supplier_name, c.active AS supplier_active, l.endpoint, l.key_sealed, l.prefixed, l.price_by,
  l.markup_percent, l.active, l.problem, l.products, l.read_at, l.subscription_ref, l.revision, l.speaks,
  coalesce(l.quiet_until > now(), false) AS quiet`;

export function findOctoLink(owner: Owner, supplierId: string | number): Promise<LinkRow | undefined> {
  return firstRow(
    owner,
    sql<LinkRow>`SELECT ${columns} FROM octo_link l JOIN supplier c USING (owner_id, supplier_id)
      WHERE l.owner_id = ${owner.id} AND l.supplier_id = ${supplierId}::bigint`,
  );
}

export type SavedLink = Pick<
  LinkRow,
  'endpoint' | 'key_sealed' | 'prefixed' | 'price_by' | 'markup_percent' | 'active'
> & {
  products: TheirProduct[];
  speaks: LinkRow['speaks'];
};

/** Over `octo_link`: what is sold here and not among the newest `products` stays as it was, since its places follow from it. */
export const unlisted = (products: TheirProduct[]) => sql`coalesce((SELECT jsonb_agg(t.value || '{"unlisted":true}')
  FROM jsonb_array_elements(octo_link.products) AS t(value) WHERE t.value ->> 'id' <> ALL(${products.map(({ id }) => id)}::text[])
    AND EXISTS (SELECT 1 FROM octo_offer o WHERE o.owner_id = octo_link.owner_id AND o.supplier_id = octo_link.supplier_id
      AND o.product_ref = t.value ->> 'id')), '[]')`;

/** Mozio has neither products to read nor places to ask for. */
const neverByClock = (speaks: LinkRow['speaks']) =>
  speaks === 'mozio' ? sql`'infinity'::timestamptz` : sql`now() + interval '1 day'`;

/** 1 when written; 0 when it was changed since `revision`, which is 0 for a new one. Events before it are none of its business. */
export function saveLink(owner: OwnerTrx, supplierId: string, revision: number, link: SavedLink): Promise<number> {
  const { endpoint, key_sealed, prefixed, price_by, markup_percent, active, speaks } = link;
  const products = sql`${JSON.stringify(link.products)}::jsonb`;
  return changed(
    owner,
    revision === 0
      ? sql`INSERT INTO octo_link (owner_id, supplier_id, endpoint, key_sealed, prefixed, price_by, markup_percent, active, products,
            speaks, products_due_at, read_at, seen_event)
          VALUES (${owner.id}, ${supplierId}::bigint, ${endpoint}, ${key_sealed}, ${prefixed}, ${price_by}, ${markup_percent}, ${active},
            ${products}, ${speaks}, ${neverByClock(speaks)}, now(),
            (SELECT coalesce(max(event_id), 0) FROM order_event WHERE owner_id = ${owner.id}))
          ON CONFLICT DO NOTHING`
      : sql`UPDATE octo_link SET endpoint = ${endpoint}, key_sealed = ${key_sealed}, prefixed = ${prefixed}, price_by = ${price_by},
            markup_percent = ${markup_percent}, active = ${active}, products = ${products} || ${unlisted(link.products)},
            read_at = now(), problem = '', refused_at = NULL, closed = false, quiet_until = NULL, revision = revision + 1
          WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint AND revision = ${revision} AND speaks = ${speaks}`,
  );
}

export async function noteLinkProblem(owner: Owner, supplierId: number, problem: string): Promise<void> {
  await sql`UPDATE octo_link SET problem = ${problem}
    WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId} AND problem <> ${problem}`.execute(owner);
}

export async function listLinkOwners(house: House): Promise<number[]> {
  const found = await rows(house, sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM octo_link`);
  return found.map((row) => row.owner_id);
}

export type OctoOfferRow = {
  package_id: number;
  product_id: number;
  supplier_id: number;
  /** Whether its places come from the supplier. */
  speaks: LinkRow['speaks'];
  product_ref: string;
  option_ref: string;
  units: Record<string, string>;
  asked_at: Date | null;
  problem: string;
  product_names: Record<string, string>;
  package_names: Record<string, string>;
  state: string;
  currency: Currency;
  zone: string;
};

const offered = sql`o.package_id, k.product_id, o.supplier_id, o.product_ref, o.option_ref, o.units, o.asked_at, o.problem,
  CASE WHEN o.ride IS NULL THEN 'octo' ELSE 'mozio' END AS speaks,
  p.names AS product_names, k.names AS package_names, p.state, p.currency, c.zone`;
const offers = sql`octo_offer o JOIN package k ON k.owner_id = o.owner_id AND k.package_id = o.package_id
  JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id JOIN city c ON c.city = p.city`;

export function listOffers(owner: Owner, supplierId: string | number): Promise<OctoOfferRow[]> {
  return rows(
    owner,
    sql<OctoOfferRow>`SELECT ${offered} FROM ${offers} WHERE o.owner_id = ${owner.id} AND o.supplier_id = ${supplierId}::bigint
      ORDER BY o.package_id`,
  );
}

export function findOctoOffer(owner: Owner, packageId: string | number): Promise<OctoOfferRow | undefined> {
  return firstRow(
    owner,
    sql<OctoOfferRow>`SELECT ${offered} FROM ${offers} WHERE o.owner_id = ${owner.id} AND o.package_id = ${packageId}::bigint`,
  );
}

/** Over `octo_link l`. */
export const unlessQuiet = sql`(l.quiet_until IS NULL OR l.quiet_until <= now())`;

export type ClaimedOffer = { package_id: number; supplier_id: number };

/** What one process asks suppliers at a time: `most` in all, `perSupplier` of each, whose questions under way are named one by one. */
export type SupplierRoom = { most: number; perSupplier: number; underWay: number[] };

/** Over `octo_link l`. */
export const leftForSupplier = ({ perSupplier, underWay }: SupplierRoom) =>
  sql`greatest(0, ${perSupplier}::int - (SELECT count(*) FROM unnest(${underWay}::bigint[]) u WHERE u = l.supplier_id))`;

/** Packages whose places are due to be asked; each is taken by one process for a while. */
export function claimOffers(owner: Owner, room: SupplierRoom): Promise<ClaimedOffer[]> {
  return rows(
    owner,
    sql<ClaimedOffer>`WITH due AS MATERIALIZED (
        SELECT w.package_id FROM octo_link l CROSS JOIN LATERAL (SELECT package_id, due_at FROM octo_offer
          WHERE owner_id = l.owner_id AND supplier_id = l.supplier_id AND due_at <= now()
          ORDER BY due_at LIMIT ${leftForSupplier(room)} FOR UPDATE SKIP LOCKED) w
        WHERE l.owner_id = ${owner.id} AND l.active AND ${unlessQuiet} ORDER BY w.due_at LIMIT ${room.most})
      UPDATE octo_offer o SET due_at = now() + interval '2 minutes' FROM due c
      WHERE o.owner_id = ${owner.id} AND o.package_id = c.package_id RETURNING o.package_id, o.supplier_id`,
  );
}

/**
 * Places were received at `at`, or not because of `problem`. The next request follows after so many seconds, or soon after a notice; where
 * only some of its days were asked for, not later than it would have.
 */
export async function noteOffer(
  owner: Owner,
  packageId: number,
  { at, problem, seconds, isPart }: { at: Date | null; problem: string; seconds: number; isPart: boolean },
): Promise<void> {
  await sql`UPDATE octo_offer SET asked_at = coalesce(${at?.toISOString() ?? null}::timestamptz, asked_at), problem = ${problem},
      due_at = CASE WHEN due_at <= now() + interval '30 seconds' THEN due_at
        ELSE least(now() + make_interval(secs => ${seconds}), CASE WHEN ${isPart} THEN due_at END) END
    WHERE owner_id = ${owner.id} AND package_id = ${packageId}`.execute(owner);
}

export type PackageToTie = {
  product_id: number;
  currency: Currency;
  open_days: number | null;
  by_day: boolean;
  skus: string[];
};

/** With its SKUs on sale. */
export function findPackageToTie(owner: OwnerTrx, packageId: string): Promise<PackageToTie | undefined> {
  return firstRow(
    owner,
    sql<PackageToTie>`SELECT k.product_id, p.currency, k.open_days, k.by_day,
        (SELECT coalesce(json_agg(s.sku_id::text ORDER BY s.sku_id), '[]')
        FROM sku s WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id AND s.on_shelf) AS skus
      FROM package k JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
      WHERE k.owner_id = ${owner.id} AND k.package_id = ${packageId}::bigint FOR NO KEY UPDATE OF k`,
  );
}

export type NewOffer = Pick<OctoOfferRow, 'supplier_id' | 'product_ref' | 'option_ref' | 'units'> & {
  package_id: number;
};

/** 1 when it is the supplier's now; 0 where it or the supplier's option is taken already. Its orders wait for the supplier from now on. */
export async function insertOffer(owner: OwnerTrx, offer: NewOffer): Promise<number> {
  const made = await changed(
    owner,
    sql`INSERT INTO octo_offer (owner_id, package_id, supplier_id, product_ref, option_ref, units)
      VALUES (${owner.id}, ${offer.package_id}, ${offer.supplier_id}, ${offer.product_ref}, ${offer.option_ref},
        ${JSON.stringify(offer.units)}::jsonb) ON CONFLICT DO NOTHING`,
  );
  await sql`UPDATE product p SET instant = false FROM package k WHERE p.owner_id = ${owner.id} AND k.owner_id = p.owner_id
    AND k.package_id = ${offer.package_id} AND p.product_id = k.product_id AND p.instant`.execute(owner);
  await sql`UPDATE package SET supplier_id = ${offer.supplier_id}
    WHERE owner_id = ${owner.id} AND package_id = ${offer.package_id}`.execute(owner);
  return made;
}

/** Ends the tie; undefined where there was none. Bookings that are there already stay. */
export function deleteOffer(owner: OwnerTrx, supplierId: string, packageId: string) {
  return firstRow(
    owner,
    sql<{ product_ref: string; option_ref: string }>`DELETE FROM octo_offer WHERE owner_id = ${owner.id}
      AND supplier_id = ${supplierId}::bigint AND package_id = ${packageId}::bigint RETURNING product_ref, option_ref`,
  );
}

/** Places and prices of all that is sold of a supplier are asked at the next turn. */
export async function askSoon(owner: OwnerTrx, supplierId: string): Promise<void> {
  await sql`UPDATE octo_offer SET due_at = now() WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint`.execute(
    owner,
  );
}

/** Nothing more of it can be bought here: what is left of its departures goes. */
export async function closePlaces(owner: OwnerTrx, packageId: string | number): Promise<void> {
  const left = sql`owner_id = ${owner.id} AND package_id = ${packageId}::bigint AND capacity <> held + sold`;
  // In the order of their ids, as every other writer of several departures.
  await sql`SELECT 1 FROM departure WHERE ${left} ORDER BY departure_id FOR UPDATE`.execute(owner);
  await sql`UPDATE departure SET capacity = held + sold WHERE ${left}`.execute(owner);
}

export type SupplierPlace = {
  on: string;
  session: string;
  vacancies: number;
  prices: { sku: string; price: number; net: number | null }[];
};

/**
 * Places and prices of some days as the supplier reports them. What is held and sold here is held and sold there already, so the supplier's
 * vacancies are what is left. Days and sessions that it does not name have nothing left.
 */
export async function writePlaces(
  owner: OwnerTrx,
  packageId: number,
  { from, to }: { from: string; to: string },
  received: SupplierPlace[],
): Promise<void> {
  const places = sql`jsonb_to_recordset(${JSON.stringify(received)}::jsonb) AS t("on" date, session text, vacancies int, prices jsonb)`;
  // In the order of their ids, as every other writer of several departures.
  await sql`SELECT 1 FROM departure WHERE owner_id = ${owner.id} AND package_id = ${packageId}
    AND play_on BETWEEN ${from}::date AND ${to}::date ORDER BY departure_id FOR UPDATE`.execute(owner);
  await sql`UPDATE departure d SET capacity = d.held + d.sold + coalesce(
        (SELECT t.vacancies FROM ${places} WHERE t."on" = d.play_on AND t.session = d.session), 0)
    WHERE d.owner_id = ${owner.id} AND d.package_id = ${packageId} AND d.play_on BETWEEN ${from}::date AND ${to}::date
      AND d.capacity <> d.held + d.sold + coalesce(
        (SELECT t.vacancies FROM ${places} WHERE t."on" = d.play_on AND t.session = d.session), 0)`.execute(owner);
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT ${owner.id}, ${packageId}, t."on", t.session, t.vacancies FROM ${places}
    ON CONFLICT (owner_id, package_id, play_on, session) DO NOTHING`.execute(owner);
  const priced = sql`${places} CROSS JOIN LATERAL jsonb_to_recordset(t.prices) AS x(sku bigint, price bigint, net bigint)`;
  await sql`INSERT INTO sku_price AS y (owner_id, sku_id, play_on, session, price_minor)
    SELECT ${owner.id}, x.sku, t."on", t.session, x.price FROM ${priced}
    ON CONFLICT (owner_id, sku_id, play_on, session) DO UPDATE SET price_minor = excluded.price_minor
      WHERE y.price_minor <> excluded.price_minor`.execute(owner);
  await sql`INSERT INTO sku_cost AS y (owner_id, sku_id, play_on, cost_minor)
    SELECT ${owner.id}, x.sku, t."on", max(x.net) FROM ${priced} WHERE x.net IS NOT NULL GROUP BY x.sku, t."on"
    ON CONFLICT (owner_id, sku_id, play_on) DO UPDATE SET cost_minor = excluded.cost_minor
      WHERE y.cost_minor <> excluded.cost_minor`.execute(owner);
}
