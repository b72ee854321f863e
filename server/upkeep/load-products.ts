// Products of a seed file in batches: rows, search words, packages, SKUs, prices and departures.
import type { OwnerSeed, ProductSeed, SeedText } from '../../contract/seed.ts';
import { openDay } from '../../domain/dates.ts';
import type { Text } from '../../domain/languages.ts';
import { moneyFromDecimal } from '../../domain/money.ts';
import { writeWords } from '../editing/write-words.ts';
import { inTransaction, type Owner, type OwnerTrx } from '../platform/db.ts';
import {
  insertAddOns,
  insertDepartures,
  insertGivenDepartures,
  insertLimits,
  insertPackages,
  insertProducts,
  insertSkus,
  insertWords,
  listCityNames,
} from './seed.sql.ts';

export type Tell = (line: string) => void;

/** A text of the file with its "@key" looked up. Throws naming a key that does not exist. */
export type ReadText = (given: SeedText) => Text;

const batchSize = 50;

export async function loadProducts(
  owner: Owner,
  seed: OwnerSeed,
  read: ReadText,
  tell: Tell,
  today: string,
): Promise<void> {
  const cityNames = new Map((await listCityNames(owner)).map((row) => [row.city, [row.names, row.country_names]]));
  for (let from = 0; from < seed.products.length; from += batchSize) {
    const batch = seed.products.slice(from, from + batchSize);
    await inTransaction(owner, (owner) => loadBatch(owner, seed, batch, { read, today, cityNames, from }));
    tell(
      `Loading ${seed.name}: ${Math.min(from + batchSize, seed.products.length)} of ${seed.products.length} products`,
    );
  }
}

type Loading = { read: ReadText; today: string; cityNames: Map<string, Text[]>; from: number };

async function loadBatch(owner: OwnerTrx, seed: OwnerSeed, batch: ProductSeed[], loading: Loading): Promise<void> {
  const { read, today } = loading;
  const written = batch.map((product, at) => ({
    ...writeProduct(product, loading),
    age_seconds: (loading.from + at) * 60,
  }));
  const ids = await insertProducts(owner, written);
  const fresh = batch.filter((product) => ids.has(product.key));
  await insertWords(owner, [...new Set(written.flatMap((row) => row.words))]);
  const packageRows = fresh.flatMap((product) => writePackages(product, ids.get(product.key), read));
  const packages = await insertPackages(owner, packageRows);
  const idOf = new Map(packages.map((row) => [`${row.product_id} ${row.key}`, row.package_id]));
  const each = fresh.flatMap((product) =>
    product.packages.map((one) => ({ product, one, id: idOf.get(`${ids.get(product.key)} ${one.key}`) as number })),
  );
  const skus = each.flatMap(({ product, one, id }) =>
    one.skus.map((sku, position) => writeSku(sku, product, id, position, read)),
  );
  await insertSkus(owner, skus, today, seed.days);
  const addOns = fresh.flatMap((product) => writeAddOns(product, ids.get(product.key), read));
  await insertAddOns(owner, addOns);
  await loadDepartures(owner, seed, each, today);
}

type GivenPackage = ProductSeed['packages'][number];
type NewPackage = { one: GivenPackage; id: number };

/** Places: each day alike, on the days that the seed names, or on one open day; and the limits of single SKUs. */
async function loadDepartures(owner: OwnerTrx, seed: OwnerSeed, each: NewPackage[], today: string): Promise<void> {
  const daily = each.filter(({ one }) => !one.departures && one.openDays === undefined);
  const sessionsOf = (list: string[]) => (list.length ? list : ['']);
  await insertDepartures(
    owner,
    daily.map(({ one, id }) => ({ package_id: id, capacity: one.capacity, sessions: sessionsOf(one.sessions) })),
    today,
    seed.days,
    seed.code === 'demo',
  );
  await insertGivenDepartures(
    owner,
    each.flatMap(({ one, id }) =>
      Object.entries(one.openDays === undefined ? (one.departures ?? {}) : { [openDay]: one.capacity }).flatMap(
        ([on, capacity]) => sessionsOf(one.sessions).map((session) => ({ package_id: id, on, session, capacity })),
      ),
    ),
  );
  const limits = each.flatMap(({ one, id }) =>
    one.skus.flatMap(({ capacity }, position) =>
      capacity === undefined ? [] : [{ package_id: id, position, capacity }],
    ),
  );
  if (limits.length) await insertLimits(owner, limits);
}

function writePackages(product: ProductSeed, productId: number | undefined, read: ReadText) {
  return product.packages.map((one, position) => ({
    product_id: productId,
    key: one.key,
    names: read(one.name),
    min_quantity: one.minQuantity,
    max_quantity: one.maxQuantity,
    oversell: one.oversell,
    open_days: one.openDays ?? null,
    min_nights: one.minNights,
    max_nights: one.maxNights,
    position,
  }));
}

function writeAddOns(product: ProductSeed, productId: number | undefined, read: ReadText) {
  return product.addOns.map((one, position) => ({
    product_id: productId,
    names: read(one.name),
    price_minor: moneyFromDecimal(one.price, product.currency).amountMinor,
    most: one.most ?? null,
    position,
  }));
}

function writeSku(
  sku: GivenPackage['skus'][number],
  product: ProductSeed,
  packageId: number,
  position: number,
  read: ReadText,
) {
  const minor = (value: number | string) => moneyFromDecimal(value, product.currency).amountMinor;
  return {
    package_id: packageId,
    ticket_type: sku.ticketType ?? null,
    car_type: sku.carType ?? null,
    seat_class: sku.seatClass ?? null,
    names: sku.name ? read(sku.name) : {},
    min_age: sku.minAge,
    max_age: sku.maxAge,
    price_minor: minor(sku.price),
    seats: sku.seats ?? null,
    luggage: sku.luggage ?? null,
    weekend_minor: sku.weekendPrice === undefined ? null : minor(sku.weekendPrice),
    position,
  };
}

function writeProduct(product: ProductSeed, { read, cityNames }: Loading) {
  const names = read(product.names);
  const overviews = read(product.overviews);
  const places = cityNames.get(product.city);
  if (!places) throw new Error(`product ${product.key}: unknown city "${product.city}"`);
  const { nameWords, words } = writeWords({ type: product.type, subtype: product.subtype, names, overviews }, places);
  return {
    key: product.key,
    type: product.type,
    subtype: product.subtype,
    city: product.city,
    lat: product.lat,
    lng: product.lng,
    currency: product.currency,
    scene: product.scene,
    names,
    overviews,
    content: {
      itinerary: product.itinerary.map((step) => ({ time: step.time, title: read(step.title) })),
      included: product.included.map(read),
      excluded: product.excluded.map(read),
      notices: product.notices.map(read),
    },
    instant: product.confirm === 'instant',
    play_value: product.playTime.value,
    play_unit: product.playTime.unit,
    service_languages: product.serviceLanguages,
    redemption: product.redemption,
    free_cancel_days: product.freeCancelDays,
    refund_rules: product.refundRules ?? null,
    cut_off_hours: product.cutOffHours,
    popularity: product.popular,
    name_words: nameWords,
    words,
  };
}
