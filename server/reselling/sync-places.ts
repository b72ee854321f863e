// Places and prices of a supplier's option, written into our departures (decision 0415): a labelled copy that pages show. What is sold is
// decided by the supplier when it holds.
import { addDays, type Day, todayIn } from '../../domain/dates.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { inTransaction } from '../platform/db.ts';
import { askOcto, type OctoTarget } from './ask-octo.ts';
import { SupplierSilence, shownProblem } from './ask-system.ts';
import {
  findOctoLink,
  findOctoOffer,
  type LinkRow,
  noteLinkProblem,
  noteOffer,
  type OctoOfferRow,
  type SupplierPlace,
  writePlaces,
} from './links.sql.ts';
import { noteProducts } from './notices.sql.ts';
import { readPlaces, readProducts, type TheirPlace } from './read-octo.ts';
import { minorOf, placeFields } from './read-places.ts';
import { linkPurpose, type Supplying } from './settle-supply.ts';

/** Of what cannot run out. */
const mostPlaces = 999;
const daysAhead = 180;
const seconds = { next: 1800, failed: 300, products: 86_400 } as const;

const askingOf = (
  { owner, owners, clock, vault, privately, answerSeconds }: Omit<Supplying, 'jobs'>,
  link: LinkRow,
): OctoTarget => ({
  endpoint: link.endpoint,
  key: vault.open(link.key_sealed, linkPurpose(owner)),
  prefixed: link.prefixed,
  privately,
  answerSeconds,
  noting: { owner, owners, clock, supplierId: link.supplier_id },
});

/** What buyers pay for a unit that the supplier sells at `retail` and gives us for `net`; null where it did not say. */
export function priceFor(
  { price_by: by, markup_percent: percent }: Pick<LinkRow, 'price_by' | 'markup_percent'>,
  retail: number | null,
  net: number | null,
) {
  if (by === 'retail' || net === null) return retail;
  return Math.ceil((net * (100 + percent)) / 100);
}

function readSupplierPlace(
  link: LinkRow,
  offer: OctoOfferRow,
  timed: boolean,
  place: TheirPlace,
): SupplierPlace | undefined {
  const prices = Object.entries(offer.units).flatMap(([sku, unitId]) => {
    const received = place.unitPricing?.find((one) => one.unitId === unitId && one.currency === offer.currency);
    if (!received) return [];
    const net = minorOf(received, received.net ?? null);
    const price = priceFor(link, minorOf(received, received.retail), net);
    return price === null ? [] : [{ sku, price, net }];
  });
  // A price that is not known is not guessed: without all of them the day is not sold.
  const isPriced = prices.length === Object.keys(offer.units).length;
  const vacancies = place.available && isPriced ? Math.min(place.vacancies ?? mostPlaces, mostPlaces) : 0;
  return { ...placeFields(place, timed), vacancies, prices };
}

/** Throws SupplierSilence. */
async function askRange(
  supplying: Omit<Supplying, 'jobs'>,
  link: LinkRow,
  offer: OctoOfferRow,
  range: { from: Day; to: Day },
) {
  const reply = await askOcto(askingOf(supplying, link), 'POST', '/availability', {
    productId: offer.product_ref,
    optionId: offer.option_ref,
    localDateStart: range.from,
    localDateEnd: range.to,
  });
  // It is not sold there any more.
  const places = 'error' in reply ? [] : readPlaces(reply.body);
  if (!places) throw new SupplierSilence('odd');
  const timed = link.products.find(({ id }) => id === offer.product_ref)?.availabilityType === 'START_TIME';
  const received = places.flatMap((place) => readSupplierPlace(link, offer, timed, place) ?? []);
  const once = [...new Map(received.map((place) => [`${place.on} ${place.session}`, place])).values()];
  const inside = once.filter(({ on }) => on >= range.from && on <= range.to);
  await inTransaction(supplying.owner, async (owner) => {
    await writePlaces(owner, offer.package_id, range, inside);
    await refreshCards(owner, offer.product_id);
  });
  return 'error' in reply ? 'gone' : '';
}

/** Requests the given days, or all future ones, and saves the answer; false if the supplier did not answer. */
export async function syncOffer(
  supplying: Omit<Supplying, 'jobs'>,
  packageId: number | string,
  wanted?: { from: Day; to: Day },
): Promise<boolean> {
  const { owner, clock } = supplying;
  const offer = await findOctoOffer(owner, packageId);
  const link = offer && (await findOctoLink(owner, offer.supplier_id));
  if (offer?.speaks !== 'octo' || !link?.active || !link.supplier_active) return false;
  const today = todayIn(offer.zone, clock().getTime());
  const range = wanted ?? { from: today, to: addDays(today, daysAhead) };
  const isPart = wanted !== undefined;
  try {
    const problem = await askRange(supplying, link, offer, { ...range, from: range.from < today ? today : range.from });
    await noteOffer(owner, offer.package_id, { at: clock(), problem, seconds: seconds.next, isPart });
    await noteLinkProblem(owner, offer.supplier_id, '');
    return true;
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    if (error.problem === 'key') await noteLinkProblem(owner, offer.supplier_id, 'key');
    const problem = shownProblem(error);
    await noteOffer(owner, offer.package_id, { at: null, problem, seconds: seconds.failed, isPart });
    return false;
  }
}

/** The products of one supplier, read once a day and after a notice (decision 0460). */
export async function readProductsOf(supplying: Omit<Supplying, 'jobs'>, supplierId: number): Promise<void> {
  const { owner } = supplying;
  const link = await findOctoLink(owner, supplierId);
  if (!link) return;
  try {
    const reply = await askOcto(askingOf(supplying, link), 'GET', '/products');
    const products = 'error' in reply ? undefined : readProducts(reply.body);
    await noteProducts(owner, link.supplier_id, { products, seconds: products ? seconds.products : seconds.failed });
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    if (error.problem === 'key') await noteLinkProblem(owner, link.supplier_id, 'key');
    await noteProducts(owner, link.supplier_id, { products: undefined, seconds: seconds.failed });
  }
}
