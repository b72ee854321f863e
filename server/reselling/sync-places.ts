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
  noteOffer,
  type OctoOfferRow,
  type SupplierPlace,
  writePlaces,
} from './links.sql.ts';
import { noteProducts } from './notices.sql.ts';
import { namesCurrency, readPlaces, readProducts, type TheirPlace } from './read-octo.ts';
import { minorOf, placeFields, wholeDayOf } from './read-places.ts';
import { noteGoodAnswer, noteKeyRefused, noteQuiet } from './refusals.sql.ts';
import { linkPurpose, type Supplying } from './supply-step.ts';

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

/** The places of each day and session; what cannot be told apart is not sold. */
function readReceived(link: LinkRow, offer: OctoOfferRow, timed: boolean, places: TheirPlace[]): SupplierPlace[] {
  const nameOf = (place: TheirPlace) => Object.values(placeFields(place, timed)).join(' ');
  return [...Map.groupBy(places, nameOf).values()].flatMap((same) => {
    const [first] = same;
    const isWhole = first !== undefined && placeFields(first, timed).session === '';
    const place = isWhole ? wholeDayOf(same) : same.at(-1);
    return (place && readSupplierPlace(link, offer, timed, place)) ?? [];
  });
}

/** The other errors may pass, or be about this one question. */
const goneErrors = ['INVALID_PRODUCT_ID', 'INVALID_OPTION_ID'];

type Asked = { problem: '' | 'gone' | 'unlisted'; isWritten: boolean };

/** Throws SupplierSilence. */
async function askRange(
  supplying: Omit<Supplying, 'jobs'>,
  link: LinkRow,
  offer: OctoOfferRow,
  range: { from: Day; to: Day },
): Promise<Asked> {
  const theirs = link.products.find(({ id }) => id === offer.product_ref);
  const reply = await askOcto(askingOf(supplying, link), 'POST', '/availability', {
    productId: offer.product_ref,
    optionId: offer.option_ref,
    localDateStart: range.from,
    localDateEnd: range.to,
    ...(theirs && namesCurrency(theirs, offer.currency)),
  });
  const isGone = 'error' in reply && goneErrors.includes(reply.error);
  const places = 'error' in reply ? (isGone ? [] : undefined) : readPlaces(reply.body);
  if (!places) throw new SupplierSilence('odd');
  // Whether it has times is not guessed: guests would be booked at one that they did not choose.
  if (!theirs && !isGone) return { problem: 'unlisted', isWritten: false };
  const received = readReceived(link, offer, theirs?.availabilityType === 'START_TIME', places);
  const inside = received.filter(({ on }) => on >= range.from && on <= range.to);
  await inTransaction(supplying.owner, async (owner) => {
    await writePlaces(owner, offer.package_id, range, inside);
    await refreshCards(owner, offer.product_id);
  });
  return { problem: isGone ? 'gone' : theirs?.unlisted ? 'unlisted' : '', isWritten: true };
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
  if (offer?.speaks !== 'octo' || !link?.active || !link.supplier_active || link.quiet) return false;
  const today = todayIn(offer.zone, clock().getTime());
  const range = wanted ?? { from: today, to: addDays(today, daysAhead) };
  const isPart = wanted !== undefined;
  try {
    const from = range.from < today ? today : range.from;
    const { problem, isWritten } = await askRange(supplying, link, offer, { ...range, from });
    const next = isWritten ? { at: clock(), seconds: seconds.next } : { at: null, seconds: seconds.failed };
    await noteOffer(owner, offer.package_id, { ...next, problem, isPart });
    await noteGoodAnswer(owner, offer.supplier_id);
    return isWritten;
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    await noteSilence(owner, offer.supplier_id, error);
    const [problem, wait] = [error.waitSeconds ? offer.problem : shownProblem(error), error.waitSeconds];
    await noteOffer(owner, offer.package_id, { at: null, problem, seconds: wait ?? seconds.failed, isPart });
    return false;
  }
}

/** What a silence says of the supplier as a whole. */
export async function noteSilence(
  owner: Supplying['owner'],
  supplierId: number,
  error: SupplierSilence,
): Promise<void> {
  if (error.problem === 'key') await noteKeyRefused(owner, supplierId);
  if (error.waitSeconds !== null) await noteQuiet(owner, supplierId, error.waitSeconds);
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
    await noteGoodAnswer(owner, link.supplier_id);
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    await noteSilence(owner, link.supplier_id, error);
    await noteProducts(owner, link.supplier_id, { products: undefined, seconds: error.waitSeconds ?? seconds.failed });
  }
}
