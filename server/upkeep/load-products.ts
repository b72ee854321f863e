// Products of a seed file, judged and written as an import judges and writes them (contract/porting.ts), then put on sale with their stock.
import type { OwnerSeed, ProductSeed, SeedText } from '../../contract/seed.ts';
import { judgeRing, openRing } from '../../domain/areas.ts';
import { openDay } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import { fillFields } from '../../domain/field-kinds.ts';
import type { Text } from '../../domain/languages.ts';
import { type ProductDocument, productFields } from '../../domain/product-fields.ts';
import { findBy, insertProduct } from '../editing/save-product.ts';
import { settleCity } from '../editing/settle-city.ts';
import { encodeUpload, insertUpload } from '../picture/store-picture.ts';
import { insertArea } from '../places/places.sql.ts';
import { inTransaction, type Owner, type OwnerTrx } from '../platform/db.ts';
import type { Candidate } from '../porting/candidate.ts';
import { judgeRows } from '../porting/judge/judge-rows.ts';
import { describeReason } from '../porting/show-import.ts';
import { hasUnlabelled } from '../porting/unlabelled-codes.ts';
import {
  insertDepartures,
  insertGivenDepartures,
  insertLimits,
  insertWeekendPrices,
  listProductKeys,
  putOnSale,
} from './seed.sql.ts';

export type Report = (line: string) => void;

/** A text of the file with its "@key" looked up. Throws naming a key that does not exist. */
export type ReadText = (text: SeedText) => Text;

const batchSize = 50;

export async function loadProducts(
  owner: Owner,
  seed: OwnerSeed,
  read: ReadText,
  report: Report,
  today: string,
): Promise<void> {
  const keys = new Set<string>();
  for (let from = 0; from < seed.products.length; from += batchSize) {
    const batch = seed.products.slice(from, from + batchSize);
    const known = await listProductKeys(
      owner,
      batch.map((item) => item.key),
    );
    const fresh = batch.flatMap((product, at) => (known.has(product.key) ? [] : [{ product, place: from + at }]));
    const candidates: Candidate[] = [];
    for (const item of fresh) {
      const stored = { ...(await storePlan(owner, item.product)), ...(await storeAreas(owner, item.product, read)) };
      candidates.push(candidateOf(item, stored, read));
    }
    const judged = await judgeRows({ owner, language: 'en' }, from, candidates, keys);
    const ready = fresh.map((item, at) => ({ ...item, document: documentOf(seed, judged[at]) }));
    await inTransaction(owner, async (owner) => {
      const packages: NewPackage[] = [];
      for (const item of ready) packages.push(...(await writeProduct(owner, item)));
      await loadStock(owner, seed, packages, today);
    });
    report(
      `Loading ${seed.name}: ${Math.min(from + batchSize, seed.products.length)} of ${seed.products.length} products`,
    );
  }
}

type Fresh = { product: ProductSeed; place: number };
/** What a document names by the id that it got here. */
type Stored = { seatPlan?: string; areas?: string[] };

/** Stored as an upload is, and named in the document. */
async function storePlan(owner: Owner, { key, seatPlanPicture }: ProductSeed): Promise<Stored> {
  if (!seatPlanPicture) return {};
  try {
    return { seatPlan: await insertUpload(owner, await encodeUpload(Buffer.from(seatPlanPicture, 'base64'))) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Error(`product ${key}: seatPlanPicture is no jpg, png or webp of at most 1 MB`);
  }
}

async function storeAreas(owner: Owner, { key, pickupAreas = [] }: ProductSeed, read: ReadText): Promise<Stored> {
  const areas: string[] = [];
  for (const { names, ring } of pickupAreas) {
    if (judgeRing(ring))
      throw new Error(`product ${key}: the ring of a pick-up area has too few corners or crosses itself`);
    areas.push(String(await insertArea(owner, { names: read(names), ring: openRing(ring) })));
  }
  return areas.length ? { areas } : {};
}

function candidateOf({ product, place }: Fresh, stored: Stored, read: ReadText): Candidate {
  const { popular: _, stock: __, seatPlanPicture: ___, pickupAreas: ____, ...document } = product;
  const raw = fillFields(productFields, readPhrases({ ...document, ...stored }, read));
  return { row: place + 1, key: product.key, raw, places: null, problems: [] };
}

/** Any text that names a phrase is that phrase. */
function readPhrases(value: unknown, read: ReadText): unknown {
  if (typeof value === 'string') return /^@[a-z0-9-]+$/.test(value) ? read(value) : value;
  if (Array.isArray(value)) return value.map((item) => readPhrases(item, read));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, readPhrases(item, read)]));
}

type Judged = Awaited<ReturnType<typeof judgeRows>>[number];

function documentOf(seed: OwnerSeed, judged: Judged | undefined): ProductDocument {
  if (judged?.document) return judged.document;
  const problems = judged?.problems.map((problem) => `  ${problem.column}: ${describeReason(problem, 'en')}`) ?? [];
  throw new Error(`owner ${seed.code}, product ${judged?.row} "${judged?.key}":\n${problems.join('\n')}`);
}

type Ready = Fresh & { document: ProductDocument };
type NewPackage = { id: number; stock: ProductSeed['stock'][string]; openDays: number | null };

/** On sale and found by its words, unless its codes have no label (rules §4): then it stays a draft. */
async function writeProduct(owner: OwnerTrx, { product, place, document: judged }: Ready): Promise<NewPackage[]> {
  const { document } = await settleCity(owner, null, judged);
  const { productId, packageIds } = await insertProduct(owner, document);
  if (!hasUnlabelled(document)) {
    await putOnSale(owner, productId, { popularity: product.popular, ageSeconds: place * 60 });
    await findBy(owner, productId, document);
  }
  return document.packages.map(({ key, openDays }, at) => {
    const stock = product.stock[key];
    if (!stock) throw new Error(`product ${product.key}: no stock of package "${key}"`);
    return { id: packageIds[at] as number, stock, openDays };
  });
}

const sessionsOf = ({ stock }: NewPackage) => (stock.sessions.length ? stock.sessions : ['']);

/** Places: each day alike, on the days that the seed names, or on one open day; limits and weekend prices of single SKUs. */
async function loadStock(owner: OwnerTrx, seed: OwnerSeed, packages: NewPackage[], today: string): Promise<void> {
  await insertDepartures(
    owner,
    packages
      .filter(({ stock, openDays }) => !stock.departures && openDays === null)
      .map((pack) => ({ package_id: pack.id, capacity: pack.stock.capacity, sessions: sessionsOf(pack) })),
    today,
    seed.days,
    seed.code === 'demo',
  );
  await insertGivenDepartures(
    owner,
    packages.flatMap((pack) =>
      Object.entries(
        pack.openDays === null ? (pack.stock.departures ?? {}) : { [openDay]: pack.stock.capacity },
      ).flatMap(([on, capacity]) =>
        sessionsOf(pack).map((session) => ({ package_id: pack.id, on, session, capacity })),
      ),
    ),
  );
  const skus = packages.flatMap(({ id, stock }) =>
    stock.skus.map((sku, position) => ({ package_id: id, position, ...sku })),
  );
  const limits = skus.flatMap(({ capacity, ...item }) => (capacity === undefined ? [] : [{ ...item, capacity }]));
  if (limits.length) await insertLimits(owner, limits);
  const prices = skus.flatMap(({ weekendPriceMinor, ...item }) =>
    weekendPriceMinor === undefined ? [] : [{ ...item, price_minor: weekendPriceMinor }],
  );
  if (prices.length) await insertWeekendPrices(owner, prices, today, seed.days);
}
