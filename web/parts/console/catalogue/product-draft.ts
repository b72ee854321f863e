// A product while it is typed (rules §10): the document of the contract with every number as text and prices in usual units,
// under the same names, so that paths are the same on both sides.
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { type Language, languages } from '../../../../domain/languages.ts';
import { isProductType, rowOf, type StockBy, unboundedAge } from '../../../../domain/product-types.ts';
import { readPrice, writePrice } from './read-figures.ts';

export type ProductFile = OutputOf<'consoleProduct'>;
export type ProductDocument = ProductFile['document'];
export type Texts = Partial<Record<Language, string>>;

export type SkuDraft = {
  id?: string;
  ticketType: string;
  carType: string;
  seatClass: string;
  names: Texts;
  minAge: string;
  /** '' where there is no upper bound. */
  maxAge: string;
  priceMinor: string;
  seats: string;
  luggage: string;
  onShelf: boolean;
};
export type PackageDraft = {
  id?: string;
  key: string;
  names: Texts;
  descriptions: Texts;
  minQuantity: string;
  maxQuantity: string;
  oversell: boolean;
  openDays: string;
  minNights: string;
  maxNights: string;
  onShelf: boolean;
  skus: SkuDraft[];
};
export type AddOnDraft = { id?: string; names: Texts; priceMinor: string; most: string; onShelf: boolean };
export type StepDraft = { day: string; time: string; titles: Texts; texts: Texts };
export type RefundDraft = { daysBefore: string; feePercent: string };
export type PictureDraft = { pictureId: string; alts: Texts };

export type ProductDraft = {
  key: string;
  type: string;
  subtype: string;
  city: string;
  lat: string;
  lng: string;
  currency: Currency;
  names: Texts;
  overviews: Texts;
  descriptions: Texts;
  instructions: Texts;
  traffic: Texts;
  itinerary: StepDraft[];
  included: Texts[];
  excluded: Texts[];
  notices: Texts[];
  instant: boolean;
  playValue: string;
  playUnit: string;
  serviceLanguages: string[];
  redemption: ProductDocument['redemption'];
  freeCancelDays: string;
  refundRules: RefundDraft[] | null;
  cutOffHours: string;
  orderFields: number[] | null;
  travellerFields: number[] | null;
  supplierId: string | null;
  scene: ProductDocument['scene'];
  pictures: PictureDraft[];
  areas: string[];
  addOns: AddOnDraft[];
  packages: PackageDraft[];
};

export const blankSku: SkuDraft = {
  ticketType: '10001',
  carType: '8003',
  seatClass: '15001',
  names: {},
  minAge: '0',
  maxAge: '',
  priceMinor: '',
  seats: '',
  luggage: '',
  onShelf: true,
};
export const blankPackage = (): PackageDraft => ({
  key: '',
  names: {},
  descriptions: {},
  minQuantity: '1',
  maxQuantity: '20',
  oversell: false,
  openDays: '',
  minNights: '1',
  maxNights: '30',
  onShelf: true,
  skus: [{ ...blankSku }],
});
export const blankAddOn = (): AddOnDraft => ({ names: {}, priceMinor: '', most: '', onShelf: true });

export function blankProduct(currency: Currency): ProductDraft {
  const lists = { itinerary: [], included: [], excluded: [], notices: [], pictures: [], areas: [], addOns: [] };
  const texts = { names: {}, overviews: {}, descriptions: {}, instructions: {}, traffic: {} };
  return {
    ...lists,
    ...texts,
    key: '',
    type: '1',
    subtype: '101',
    city: '',
    lat: '',
    lng: '',
    currency,
    instant: true,
    playValue: '1',
    playUnit: '1',
    serviceLanguages: ['en'],
    redemption: 'eVoucher',
    freeCancelDays: '',
    refundRules: null,
    cutOffHours: '0',
    orderFields: null,
    travellerFields: null,
    supplierId: null,
    scene: { kind: 'skyline', time: 'day' },
    packages: [blankPackage()],
  };
}

const text = (value: number | null) => (value === null ? '' : String(value));

export function draftOf(document: ProductDocument): ProductDraft {
  const price = (minor: number) => writePrice(minor, document.currency);
  return {
    ...document,
    type: text(document.type),
    subtype: text(document.subtype),
    lat: text(document.lat),
    lng: text(document.lng),
    playValue: text(document.playValue),
    playUnit: text(document.playUnit),
    freeCancelDays: text(document.freeCancelDays),
    cutOffHours: text(document.cutOffHours),
    itinerary: document.itinerary.map((step) => ({ ...step, day: text(step.day) })),
    refundRules:
      document.refundRules?.map((rule) => ({ daysBefore: text(rule.daysBefore), feePercent: text(rule.feePercent) })) ??
      null,
    addOns: document.addOns.map((one) => ({ ...one, priceMinor: price(one.priceMinor), most: text(one.most) })),
    packages: document.packages.map((one) => ({
      ...one,
      minQuantity: text(one.minQuantity),
      maxQuantity: text(one.maxQuantity),
      openDays: text(one.openDays),
      minNights: text(one.minNights),
      maxNights: text(one.maxNights),
      skus: one.skus.map((sku) => ({
        ...sku,
        ticketType: text(sku.ticketType),
        carType: text(sku.carType),
        seatClass: text(sku.seatClass),
        minAge: text(sku.minAge),
        maxAge: sku.maxAge >= unboundedAge ? '' : text(sku.maxAge),
        priceMinor: price(sku.priceMinor),
        seats: text(sku.seats),
        luggage: text(sku.luggage),
      })),
    })),
  };
}

export function stockByOf(draft: { type: string }): StockBy {
  const type = Number(draft.type);
  return isProductType(type) ? rowOf(type).stockBy : 'person';
}

/**
 * What of a SKU counts for a type of product: the rest goes back to nothing, so that no hidden field is in the way. It is named by
 * one thing only: a ticket type, a car with its seats, or a name of its own.
 */
function fitSku(sku: SkuDraft, by: StockBy): SkuDraft {
  const person = by === 'person' ? {} : { ticketType: '', minAge: '0', maxAge: '' };
  const car = by === 'car' ? {} : { carType: '', seatClass: '', seats: '', luggage: '' };
  const fitted = { ...sku, ...person, ...car };
  if (fitted.ticketType || fitted.carType) return { ...fitted, names: {} };
  return { ...fitted, seatClass: '' };
}

/** Whether a type names the SKU, so that it has no name of its own. */
export const isTyped = (sku: SkuDraft, by: StockBy): boolean =>
  (by === 'person' && sku.ticketType !== '') || (by === 'car' && sku.carType !== '');

/** Ready to be sent: rows that nobody filled are gone, short names come from the English ones. */
export function tidyDraft(draft: ProductDraft): ProductDraft {
  const by = stockByOf(draft);
  const filled = (texts: Texts) => Object.values(texts).some((one) => one?.trim());
  return {
    ...draft,
    key: draft.key.trim() || slugOf(draft.names),
    included: draft.included.filter(filled),
    excluded: draft.excluded.filter(filled),
    notices: draft.notices.filter(filled),
    itinerary: draft.itinerary.filter((step) => step.time || filled(step.titles) || filled(step.texts)),
    refundRules: draft.refundRules?.filter((rule) => rule.daysBefore.trim() || rule.feePercent.trim()) ?? null,
    packages: draft.packages.map((one, at) => ({
      ...one,
      key: one.key.trim() || slugOf(one.names) || `package-${at + 1}`,
      ...(by === 'room' ? { openDays: '' } : { minNights: '1', maxNights: '30' }),
      skus: one.skus.map((sku) => fitSku(sku, by)),
    })),
  };
}

/** Of a tidy draft that was judged (judge-product.ts): every number reads. */
export function documentOf(draft: ProductDraft): ProductDocument {
  const orNull = (value: string) => (value.trim() ? Number(value) : null);
  const price = (value: string) => readPrice(value, draft.currency) ?? 0;
  return {
    ...draft,
    type: Number(draft.type),
    subtype: Number(draft.subtype),
    lat: Number(draft.lat),
    lng: Number(draft.lng),
    ...textsOf(draft, ['names', 'overviews', 'descriptions', 'instructions', 'traffic']),
    itinerary: draft.itinerary.map((step) => ({
      day: Number(step.day),
      time: step.time,
      ...textsOf(step, ['titles', 'texts']),
    })),
    included: draft.included.map(trimTexts),
    excluded: draft.excluded.map(trimTexts),
    notices: draft.notices.map(trimTexts),
    playValue: Number(draft.playValue),
    playUnit: Number(draft.playUnit),
    freeCancelDays: orNull(draft.freeCancelDays),
    refundRules:
      draft.refundRules?.map((rule) => ({
        daysBefore: Number(rule.daysBefore),
        feePercent: Number(rule.feePercent),
      })) ?? null,
    cutOffHours: Number(draft.cutOffHours),
    pictures: draft.pictures.map((one) => ({ ...one, alts: trimTexts(one.alts) })),
    addOns: draft.addOns.map((one) => ({
      ...one,
      names: trimTexts(one.names),
      priceMinor: price(one.priceMinor),
      most: orNull(one.most),
    })),
    packages: draft.packages.map((one) => ({
      ...one,
      ...textsOf(one, ['names', 'descriptions']),
      minQuantity: Number(one.minQuantity),
      maxQuantity: Number(one.maxQuantity),
      openDays: orNull(one.openDays),
      minNights: Number(one.minNights),
      maxNights: Number(one.maxNights),
      skus: one.skus.map((sku) => ({
        ...sku,
        ticketType: orNull(sku.ticketType),
        carType: orNull(sku.carType),
        seatClass: orNull(sku.seatClass),
        names: trimTexts(sku.names),
        minAge: Number(sku.minAge),
        maxAge: orNull(sku.maxAge) ?? unboundedAge,
        priceMinor: price(sku.priceMinor),
        seats: orNull(sku.seats),
        luggage: orNull(sku.luggage),
      })),
    })),
  };
}

function textsOf<Name extends string>(from: Record<Name, Texts>, names: Name[]): Record<Name, Texts> {
  return Object.fromEntries(names.map((name) => [name, trimTexts(from[name])])) as Record<Name, Texts>;
}

function trimTexts(texts: Texts): Texts {
  return Object.fromEntries(languages.flatMap((one) => (texts[one]?.trim() ? [[one, texts[one].trim()]] : [])));
}

/** "Green Hills Day Tour" gives "green-hills-day-tour"; '' where there is no English name. */
export function slugOf(names: Texts): string {
  const plain = (names.en ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
}
