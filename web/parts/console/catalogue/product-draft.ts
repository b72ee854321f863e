// A product while it is edited (rules §10): the document of the contract with every number as text and prices in usual units,
// under the same names, so that paths are the same on both sides.
import type { OutputOf } from '../../../../contract/index.ts';
import { usualOrderFields, usualTravellerFields } from '../../../../domain/asked-fields.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { type Field, type Fields, mapFields, type Typed } from '../../../../domain/field-kinds.ts';
import type { Language } from '../../../../domain/languages.ts';
import { featuresOf, isOfType, packageFigures, productFigures } from '../../../../domain/product-features.ts';
import {
  addOnFields,
  type ProductDocument,
  type ProductDraft,
  packageFields,
  productFields,
  skuFields,
} from '../../../../domain/product-fields.ts';
import { groupTicket, hasSeats, isProductType, rowOf, type StockBy } from '../../../../domain/product-types.ts';
import { blankOf, parseEditedText, toEditedText } from './type-fields.ts';

export type ProductFile = OutputOf<'consoleProduct'>;
export type { ProductDraft };
export type Texts = Partial<Record<Language, string>>;
type PackageDraft = ProductDraft['packages'][number];
export type SkuDraft = PackageDraft['skus'][number];
type AddOnDraft = ProductDraft['addOns'][number];
export type StepDraft = ProductDraft['itinerary'][number];
export type RefundDraft = NonNullable<ProductDraft['refundRules']>[number];
export type PictureDraft = ProductDraft['pictures'][number];

const noCurrency = 'CNY';
export const blankSku = blankOf(skuFields, noCurrency);
export const blankPackage = (): PackageDraft => ({ ...blankOf(packageFields, noCurrency), skus: [{ ...blankSku }] });
export const blankAddOn = (): AddOnDraft => blankOf(addOnFields, noCurrency);

export function blankProduct(currency: Currency): ProductDraft {
  return { ...blankOf(productFields, currency), currency, packages: [blankPackage()] };
}

export const productDraftOf = (document: ProductDocument): ProductDraft =>
  mapFields(productFields, document, (field, value) => toEditedText(field, value, document.currency)) as ProductDraft;

export function stockByOf(draft: { type: string }): StockBy {
  const type = Number(draft.type);
  return isProductType(type) ? rowOf(type).stockBy : 'person';
}

/** The fields that it asks for as long as it has no list of its own. */
export function usualFieldsOf(draft: ProductDraft): Record<'orderFields' | 'travellerFields', readonly number[]> {
  const type = Number(draft.type);
  const subtype = Number(draft.subtype);
  if (!isProductType(type)) return { orderFields: [], travellerFields: [] };
  const skus = draft.packages.flatMap((pack) => pack.skus);
  const ways = {
    redemption: draft.redemption,
    hasPoints: draft.collectPoints.length > 0,
    hasFreight: Boolean(draft.freightId),
    isESim: skus.length > 0 && skus.every((sku) => sku.planKind === 'eSim'),
  };
  return {
    orderFields: usualOrderFields(type, subtype, ways),
    travellerFields: usualTravellerFields(type, subtype),
  };
}

/**
 * Keeps only the fields of a SKU that apply to a type of product; the others are reset, so that no hidden field is in the way. A SKU has
 * exactly one name: a ticket type, a car with its seats, or a custom name.
 */
function fitSku(sku: SkuDraft, by: StockBy): SkuDraft {
  const person = by === 'person' ? {} : { ticketType: '', minAge: '0', maxAge: '' };
  const seats = by === 'person' && isGroupTicket(sku) ? sku.seats : '';
  const car = by === 'car' ? {} : { carType: '', seatClass: '', seats, luggage: '' };
  // A stay has no sessions.
  const session = by === 'room' ? { sessionPrices: [] } : {};
  const fitted = { ...sku, ...person, ...car, ...session };
  if (fitted.ticketType || fitted.carType) return { ...fitted, names: {} };
  return { ...fitted, seatClass: '' };
}

/** Stays and rentals by the day have bounds and no open ticket; only pieces are rented by the day. */
function fitEnds({ byDay, openDays }: PackageDraft, by: StockBy): Partial<PackageDraft> {
  if (by === 'room') return { openDays: '', byDay: false };
  if (by === 'piece' && byDay) return { openDays: '' };
  return { openDays, byDay: false, minNights: '1', maxNights: '30' };
}

/** Whether one of it is a whole group, which may have a size. */
export const isGroupTicket = (sku: SkuDraft): boolean => Number(sku.ticketType) === groupTicket;

/** Whether a type names the SKU, so that it has no custom name. */
export const isTyped = (sku: SkuDraft, by: StockBy): boolean =>
  (by === 'person' && sku.ticketType !== '') || (by === 'car' && sku.carType !== '');

/** Fields of hotels only, for other types. */
const noStay = { checkIn: '', checkOut: '', stars: '' };
const noPlan = { seatPlan: null, seatPlanAlts: {} };
const noRoom = {
  ...{ maxAdults: '', maxChildren: '', childAge: '', includedGuests: '', extraAdultMinor: '', extraChildMinor: '' },
  ...{ beds: {}, board: null },
};

/** The figures of other kinds of product, empty. */
function noFigures<Part extends Fields>(fields: Part, type: number): Partial<Typed<Part>> {
  const blank = Object.entries(blankOf(fields, noCurrency));
  return Object.fromEntries(blank.filter(([name]) => !isOfType(fields[name] as Field, type))) as Partial<Typed<Part>>;
}

/**
 * A session that was added keeps an empty price until one is typed: one where none was, which is refused, and none beside a price of the
 * same session, because an empty cell means the price of the day.
 */
function fitSessions(skus: SkuDraft[]): SkuDraft[] {
  const isEmpty = (row: SkuDraft['sessionPrices'][number]) => !row.priceMinor.trim();
  const seen = new Set(
    skus.flatMap((sku) => sku.sessionPrices.filter((row) => !isEmpty(row)).map((row) => row.session)),
  );
  return skus.map((sku) => ({
    ...sku,
    sessionPrices: sku.sessionPrices.filter((row) => {
      if (!isEmpty(row)) return true;
      const isFirst = !seen.has(row.session);
      seen.add(row.session);
      return isFirst;
    }),
  }));
}

/** An open ticket has no sessions to show, so that an empty price of one is in no one's way. */
const withoutEmpty = (sku: SkuDraft): SkuDraft => ({
  ...sku,
  sessionPrices: sku.sessionPrices.filter((row) => row.priceMinor.trim()),
});

function fitSkus({ skus }: PackageDraft, openDays: string | undefined, by: StockBy): SkuDraft[] {
  const fitted = skus.map((sku) => fitSku(sku, by));
  return openDays ? fitted.map(withoutEmpty) : fitSessions(fitted);
}

/** Ready to be sent: empty rows are removed, short names come from the English ones. */
export function tidyDraft(draft: ProductDraft): ProductDraft {
  const by = stockByOf(draft);
  const filled = (texts: Texts) => Object.values(texts).some((item) => item?.trim());
  return {
    ...draft,
    key: draft.key.trim() || slugOf(draft.names),
    included: draft.included.filter(filled),
    excluded: draft.excluded.filter(filled),
    notices: draft.notices.filter(filled),
    itinerary: draft.itinerary.filter((step) => step.time || filled(step.titles) || filled(step.texts)),
    refundRules: filledRules(draft.refundRules),
    amenities: draft.amenities.filter((name) => featuresOf(Number(draft.type)).includes(name)),
    ...(hasSeats(Number(draft.type)) && draft.seatPlan ? {} : noPlan),
    ...(by === 'room' ? {} : noStay),
    ...noFigures(productFigures, Number(draft.type)),
    packages: draft.packages.map((item, at) => tidyPackage(item, at, Number(draft.type), by)),
  };
}

function tidyPackage(item: PackageDraft, at: number, type: number, by: StockBy): PackageDraft {
  const ends = fitEnds(item, by);
  return {
    ...item,
    key: item.key.trim() || slugOf(item.names) || `package-${at + 1}`,
    refundRules: filledRules(item.refundRules),
    ...ends,
    ...(by === 'room' ? {} : noRoom),
    ...noFigures(packageFigures, type),
    skus: fitSkus(item, ends.openDays, by),
  };
}

const filledRules = (rules: RefundDraft[] | null): RefundDraft[] | null =>
  rules?.filter((rule) => [rule.daysBefore, rule.hoursBefore, rule.feePercent].some((item) => item.trim())) ?? null;

/** For a tidy draft that was checked (judge-product.ts): every number can be parsed. */
export const documentOf = (draft: ProductDraft): ProductDocument =>
  mapFields(productFields, draft, (field, value) => parseEditedText(field, value, draft.currency)) as ProductDocument;

/** "Green Hills Day Tour" gives "green-hills-day-tour"; '' if there is no English name. */
export function slugOf(names: Texts): string {
  const plain = (names.en ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
}
