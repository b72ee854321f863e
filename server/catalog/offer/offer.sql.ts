// A product's page in one statement (decision 0231): current prices, next days and sessions; the texts only if the
// process does not have that version of it yet.
import type { FreightTable } from '../../../domain/freight/freight.ts';
import type { Language } from '../../../domain/languages.ts';
import type { OfferTime } from '../../../domain/offers.ts';
import { loadInBatches } from '../../platform/database/load-in-batches.ts';
import { prepareStatement } from '../../platform/database/prepare-statement.ts';
import { type Owner, sql } from '../../platform/db.ts';
import { type AudienceNames, audienceNamesOf, isSeenBy } from '../../site/hidden.sql.ts';
import {
  type AddOnRow,
  type CardInLanguages,
  cardColumnsInLanguages,
  cardTables,
  type PackageRow,
  type ProductRow,
  productColumns,
} from '../catalog.sql.ts';
import { selectSeenOfPackage } from '../field-columns.sql.ts';
import { figuresOfPackage } from '../figures/figures.sql.ts';
import { hasPlaces, stillOpen } from '../open-days.sql.ts';
import { ownFrom, ownRule, type Pricing, skuOrder } from '../pricing.sql.ts';

/** A card's figures of this moment, and the version of the rest. */
export type LiveCard = {
  product_id: number;
  version: string;
  from_minor: number;
  /** The same at retail, where `from_minor` is the caller's own. */
  usual_minor?: number;
  offers: OfferTime[] | null;
  next_on: string | null;
  popularity: number;
};

/** `skus`: the caller's own prices; null for callers who pay the retail price, which the content has. */
type LivePackage = {
  package_id: number;
  next_on: string | null;
  sessions: string[];
  skus?: { sku_id: number; from_minor: number }[] | null;
};

/** The texts of a product's page in a language, valid for this version of the product. */
export type OfferText = Omit<ProductRow, LiveColumn> & {
  packages: (Omit<PackageRow, 'next_on' | 'sessions' | 'skus'> & { skus: PackageRow['skus'] | null })[];
  addOns: AddOnRow[];
  /** Its own list of fields; null: those of its type. */
  order_fields: number[] | null;
  /** What delivery costs; null: it is in the price. */
  freight: FreightTable | null;
  /** Of the lightest SKU. */
  least_grams: number;
  /** Whether all of it is sent as a code by mail. */
  is_e_sim: boolean;
};
/** Columns that change without the version, or that decide who may read. */
type LiveColumn =
  | 'from_minor'
  | 'usual_minor'
  | 'offers'
  | 'next_on'
  | 'popularity'
  | 'state'
  | 'preview_token'
  | 'on_shelf';

export type OfferRow = LiveCard &
  Pick<ProductRow, 'state' | 'preview_token' | 'on_shelf' | 'type'> & {
    /** Whether the caller's level and partner see it. */
    seen: boolean;
    packages: LivePackage[];
    /** Of its city and type alone. */
    related: LiveCard[];
    /** JSON of an OfferText, if requested. */
    content?: string;
  };

/** Columns of product `q` and its version `w` that a card shows as they are now; `from` as the caller pays it. */
export const liveColumns = (from?: ReturnType<typeof sql>) =>
  sql`q.product_id, w.version::text AS version, q.offers, q.next_on::text AS next_on, q.popularity,
    ${from ? sql`${from} AS from_minor, q.from_minor AS usual_minor` : sql`q.from_minor`}`;

type OfferValues = {
  ownerId: number;
  ids: string[];
  languages: Language[];
  names: AudienceNames;
  today: string;
  now: Date;
};

/** Callers with prices of their own read them; the content is read where the process does not have it. */
type Shape = `${'retail' | 'own'} ${'figures' | 'content'}`;

/** Products for several requests, each in its language. */
const requestedIds = (ids: (string | number)[], languages: Language[]) =>
  sql`unnest(${ids}::bigint[], ${languages}::text[]) WITH ORDINALITY asked(product_id, language, at)`;
const askedLanguage = sql.ref('asked.language');
type At = { at: number };

const prepared = prepareStatement((values: OfferValues, shape: Shape) => {
  const owns = shape.startsWith('own');
  const hasContent = shape.endsWith('content');
  const { ownerId, ids, languages } = values;
  return sql<
    OfferRow & At
  >`SELECT asked.at::int AS at, p.product_id, v.version::text AS version, p.from_minor, p.offers, p.next_on::text AS next_on,
      p.popularity, p.state, p.preview_token, p.on_shelf, p.type, ${isSeenBy(ownerId, values.names, 'p')} AS seen,
      (SELECT coalesce(json_agg(t), '[]') FROM (${livePackages(values, owns)}) t) AS packages,
      (SELECT coalesce(json_agg(t), '[]') FROM (${alike(values, owns)}) t) AS related
      ${hasContent ? sql`, ${textOfOffer()}` : sql``}
    FROM ${requestedIds(ids, languages)}
    JOIN product p ON p.owner_id = ${ownerId} AND p.product_id = asked.product_id
    JOIN product_version v ON v.owner_id = p.owner_id AND v.product_id = p.product_id
    JOIN city c ON c.city = p.city ${hasContent ? sql`JOIN country k ON k.country = c.country` : sql``}`;
});

type Wanted = { id: string; language: Language };
const loadOffer = loadInBatches<Wanted, OfferRow | undefined>();

/**
 * Everything that a product's page shows to this caller now. Without `content`, what stays with the version is left out: a shorter
 * statement, which is the usual one.
 */
export async function findOffer(
  owner: Owner,
  id: string,
  { language, pricing, now, content }: { language: Language; pricing: Pricing; now: Date; content: boolean },
): Promise<OfferRow | undefined> {
  const values = { ownerId: owner.id, names: audienceNamesOf(pricing), today: pricing.today, now };
  const shape = `${pricing.partnerId === null ? 'retail' : 'own'} ${content ? 'content' : 'figures'}` as const;
  return loadOffer(
    owner,
    [shape, ...values.names, values.today].join(),
    { id, language },
    {
      async load(wanted) {
        const found = await prepared(owner, { ...values, ...splitWanted(wanted) }, shape);
        return byPlace(found, wanted.length);
      },
    },
  );
}

const splitWanted = <Id>(wanted: { id: Id; language: Language }[]) => ({
  ids: wanted.map(({ id }) => id),
  languages: wanted.map(({ language }) => language),
});

/** Rows in the requested order; undefined for a missing row. */
function byPlace<Row extends At>(found: Row[], count: number): (Row | undefined)[] {
  const placed = new Array<Row | undefined>(count);
  for (const row of found) placed[row.at - 1] = row;
  return placed;
}

const skusOnShelf = sql`package a JOIN sku s ON s.owner_id = a.owner_id AND s.package_id = a.package_id AND s.on_shelf
    WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id AND a.on_shelf`;

/** How product `p` is sent; the weights are those of SKUs on the shelf. */
const sendingColumns = sql`p.order_fields,
  (SELECT json_build_object('currency', f.currency, 'zones', f.zones) FROM freight_table f
    WHERE f.owner_id = p.owner_id AND f.freight_id = p.freight_id) AS freight,
  (SELECT coalesce(min(coalesce(s.weight_grams, 0)), 0) FROM ${skusOnShelf}) AS least_grams,
  (SELECT coalesce(bool_and(s.plan_kind IS NOT DISTINCT FROM 'eSim'), false) FROM ${skusOnShelf}) AS is_e_sim`;

const textOfOffer = () => sql`(SELECT row_to_json(t)::text FROM (SELECT ${productColumns(askedLanguage)},
    (SELECT coalesce(json_agg(o), '[]') FROM (${contentPackages}) o) AS packages,
    (SELECT coalesce(json_agg(o), '[]') FROM (SELECT add_on_id, names, price_minor, most FROM add_on
      WHERE owner_id = p.owner_id AND product_id = p.product_id AND on_shelf ORDER BY position) o) AS "addOns",
    ${sendingColumns}) t) AS content`;

/** Of each package on the shelf of product `p`: the next day that can be booked and has places, its sessions, and its SKUs' own prices. */
function livePackages({ now, names, today }: OfferValues, owns: boolean) {
  const since = sql`(${now}::timestamptz AT TIME ZONE c.zone)::date`;
  const open = stillOpen(sql`c.zone`, sql`p.cut_off_hours`, sql`${now}::timestamptz`);
  const levels = sql`, (SELECT json_agg(json_build_object('sku_id', s.sku_id, 'from_minor', agent_price(s.price_minor, g.kind, g.value)))
      FROM sku s ${ownRule(names, today)} WHERE s.owner_id = a.owner_id AND s.package_id = a.package_id AND s.on_shelf) AS skus`;
  return sql`SELECT a.package_id,
      (SELECT min(d.play_on)::text FROM departure d WHERE d.owner_id = a.owner_id AND d.package_id = a.package_id
        AND d.play_on >= ${since} AND ${open} AND (a.oversell OR ${hasPlaces})) AS next_on,
      ARRAY(SELECT t.session FROM package_session t WHERE t.owner_id = a.owner_id AND t.package_id = a.package_id
        AND t.last_on >= ${since} ORDER BY t.session) AS sessions ${owns ? levels : sql``}
    FROM package a WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id AND a.on_shelf ORDER BY a.position`;
}

/** The texts of each published package of product `p` and of its SKUs. */
const contentPackages = sql`SELECT a.package_id, a.names, a.min_quantity, a.max_quantity, a.oversell, a.descriptions, a.beds, a.open_days,
    ${selectSeenOfPackage('a', 'product')}, ${figuresOfPackage('a')}, a.by_day, a.directions, a.min_nights, a.max_nights,
    (SELECT json_agg(json_build_object('sku_id', s.sku_id, 'ticket_type', s.ticket_type, 'car_type', s.car_type, 'seat_class', s.seat_class,
        'names', s.names, 'min_age', s.min_age, 'max_age', s.max_age, 'seats', s.seats, 'luggage', s.luggage, 'retail_minor', s.price_minor)
        ORDER BY ${skuOrder})
      FROM sku s WHERE s.owner_id = a.owner_id AND s.package_id = a.package_id AND s.on_shelf) AS skus
  FROM package a WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id AND a.on_shelf ORDER BY a.position`;

/** How many go with a product. */
const relatedCount = 4;

/** The most popular of product `p`'s city and type, which usually are enough to go with it. */
const alike = ({ ownerId, names, today }: OfferValues, owns: boolean) => sql`SELECT
      ${liveColumns(owns ? ownFrom(ownerId, names, today) : undefined)}
    FROM (SELECT n.product_id, n.popularity FROM product n WHERE n.owner_id = ${ownerId} AND n.on_shelf AND n.city = p.city
      AND n.type = p.type AND n.product_id <> p.product_id AND ${isSeenBy(ownerId, names, 'n')}
      ORDER BY n.popularity DESC, n.product_id LIMIT ${relatedCount}) f
    JOIN product q ON q.owner_id = ${ownerId} AND q.product_id = f.product_id
    JOIN product_version w ON w.owner_id = q.owner_id AND w.product_id = q.product_id ORDER BY f.popularity DESC, f.product_id`;

type Beside = Pick<OfferValues, 'ownerId' | 'names' | 'today'> & { id: string };

const preparedBeside = prepareStatement(
  ({ ownerId, id, names, today }: Beside, shape: `${'retail' | 'own'} ${'city' | 'country'}`) => {
    const cities = shape.endsWith('city')
      ? sql`p.city`
      : sql`SELECT y.city FROM city h JOIN city y ON y.country = h.country WHERE h.city = p.city`;
    return sql<LiveCard>`SELECT ${liveColumns(shape.startsWith('own') ? ownFrom(ownerId, names, today) : undefined)}
      FROM (SELECT n.product_id, n.city = p.city AS near, n.type = p.type AS same, n.popularity
        FROM product p JOIN product n ON n.owner_id = p.owner_id AND n.on_shelf AND n.city IN (${cities}) AND n.product_id <> p.product_id
          AND ${isSeenBy(ownerId, names, 'n')}
        WHERE p.owner_id = ${ownerId} AND p.product_id = ${id} ORDER BY near DESC, same DESC, n.popularity DESC, n.product_id
        LIMIT ${relatedCount}) f
      JOIN product q ON q.owner_id = ${ownerId} AND q.product_id = f.product_id
      JOIN product_version w ON w.owner_id = q.owner_id AND w.product_id = q.product_id
      ORDER BY f.near DESC, f.same DESC, f.popularity DESC, f.product_id`;
  },
);

/** What goes with a product where its city has too few of its type: others of its city, then of its country; its type first. */
export async function listRelated(
  owner: Owner,
  pricing: Pricing,
  { product_id: productId, related }: OfferRow,
): Promise<LiveCard[]> {
  if (related.length === relatedCount) return related;
  const whose = pricing.partnerId === null ? 'retail' : 'own';
  const values = { ownerId: owner.id, id: String(productId), names: audienceNamesOf(pricing), today: pricing.today };
  const near = await preparedBeside(owner, values, `${whose} city`);
  return near.length === relatedCount ? near : preparedBeside(owner, values, `${whose} country`);
}

/** A card of a product's version. */
type StoredCard = CardInLanguages & { version: string };

const preparedVersions = prepareStatement(
  ({ ownerId, ids }: { ownerId: number; ids: number[] }) =>
    sql<StoredCard>`SELECT v.version::text AS version, ${cardColumnsInLanguages}
      FROM (${cardTables}) JOIN product_version v ON v.owner_id = p.owner_id AND v.product_id = p.product_id
      WHERE p.owner_id = ${ownerId} AND p.product_id = ANY(${ids}::bigint[]) AND p.on_shelf`,
);

const loadVersions = loadInBatches<number[], StoredCard[]>();

/** Whole cards of products on the shelf, with their versions. */
export function listVersions(owner: Owner, ids: number[]): Promise<StoredCard[]> {
  return loadVersions(owner, 'cards', ids, {
    async load(wanted) {
      const ids = [...new Set(wanted.flat())];
      const rows = await preparedVersions(owner, { ownerId: owner.id, ids }, 'whole');
      const found = new Map(rows.map((card) => [card.product_id, card]));
      return wanted.map((list) => list.flatMap((id) => found.get(id) ?? []));
    },
  });
}
