// The product page (§2): all texts in the reader's language, packages and SKUs, prices in the selling currency with
// the display rate. A product that is off sale is shown with a notice, not hidden (§8).

import { timingSafeEqual } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import {
  firstFreeDay,
  isFreeAt,
  policyOf,
  type RefundPolicy,
  type RefundRule,
  rulesInForce,
} from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import { formatShortDay, nextSession, showNextDay } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { countriesOf } from '../../domain/freight/freight.ts';
import { type Language, languageTags, textIn } from '../../domain/languages.ts';
import { type Money, money } from '../../domain/money.ts';
import { nameLanguage } from '../../domain/name-language.ts';
import type { OfferTime } from '../../domain/offers.ts';
import { featuresOf } from '../../domain/product-features.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import { ratingOf } from '../../domain/review-rules.ts';
import { showHeading } from '../../domain/search/thai-breaks.ts';
import { translate } from '../../locales/translate.ts';
import { mapAddress } from '../illustration/map-address.ts';
import type { Context } from '../platform/context.ts';
import { findRates, type Rates } from '../site/convert-shown.ts';
import { countView } from './count-views.ts';
import { pickSeen, pickSeenOfPackage } from './field-columns.sql.ts';
import { describeDelivery, describeWays } from './figures/describe-delivery.ts';
import { describeAtHead, describeFigures, describePackageFigures } from './figures/describe-figures.ts';
import { paidNow, priceNow, runningOffer } from './offer/apply-offer.ts';
import { readCards, readOffer } from './offer/cache-contents.ts';
import { listRelated, type OfferRow, type OfferText } from './offer/offer.sql.ts';
import { pricingOf } from './pricing.sql.ts';
import { pathOf, pictureOf, showCard, shownPicture, showOffer, showSeatPlan } from './show-card.ts';

/** `counts`: this is a view of the product itself. */
export async function showProduct(
  context: Context,
  { id, isPreview, token }: ParsedInputOf<'productDetail'>,
  { counts } = { counts: true },
): Promise<OutputOf<'productDetail'>> {
  const [found, rates] = await Promise.all([readOffer(context, id, describe), findRates(context)]);
  if (!found || !isProductType(found.offer.type)) throw new NotHere();
  const { offer, shaped } = found;
  const asPreview = isPreview === 'true' || isPreview === '1';
  const previews = asPreview && isToken(token, offer.preview_token);
  if ((offer.state === 'draft' || !offer.seen) && !previews) throw new NotHere();
  if (counts && offer.on_shelf && !asPreview) countView(context, offer.product_id);
  const near = await listRelated(context.owner, pricingOf(context), offer);
  const related = await readCards(context, near);
  const { selling, sending, packages: contentPackages, ...texts } = shaped;
  const packages = showPackages(contentPackages, offer.packages, {
    currency: selling,
    zone: shaped.zone,
    cutOffHours: shaped.cutOffHours,
    now: context.now.getTime(),
    freeLater: describeLater(shaped, context),
  });
  return {
    ...texts,
    ...priceFacts(offer, packages, selling, context, rates),
    delivery: describeDelivery(sending, context, rates),
    stockBy: rowOf(found.offer.type).stockBy,
    isDraft: offer.state === 'draft',
    onShelf: offer.on_shelf,
    packages: withOffer(packages, runningOffer(offer, context)),
    related: related.map((card) => showCard(card, context, rates)),
  };
}

/** The parts that stay the same with the product's version; all answers share them, so they are never changed. */
function describe(row: OfferText, language: Language) {
  const texts = (list: Record<string, string>[]) => list.map((one) => textIn(one, language));
  const ways = describeWays(row, language);
  return {
    id: String(row.product_id),
    path: pathOf(row),
    name: row.name,
    ...showHeading(row.name, language),
    type: row.type,
    subtype: row.subtype,
    city: {
      key: row.city,
      name: row.city_name,
      country: row.country_name,
      countryKey: row.country_key,
    },
    zone: row.zone,
    place: { lat: row.lat, lng: row.lng, map: mapAddress(row, row.content.itinerary) },
    pictures: showPictures(row, language),
    seatPlan: showSeatPlan(row, language),
    overview: row.overview,
    description: textIn(row.content.descriptions ?? {}, language),
    instructions: textIn(row.content.instructions ?? {}, language),
    traffic: textIn(row.content.traffic ?? {}, language),
    itinerary: row.content.itinerary.map((step) => ({
      day: step.day ?? 1,
      time: step.time,
      title: textIn(step.title, language),
      text: textIn(step.text ?? {}, language),
    })),
    included: texts(row.content.included),
    excluded: texts(row.content.excluded),
    notices: texts(row.content.notices),
    collectPoints: texts(row.content.collectPoints ?? []),
    returnPoints: texts(row.content.returnPoints ?? []),
    deposit: textIn(row.content.deposits ?? {}, language),
    playTime: { value: row.play_value, unit: row.play_unit },
    redemption: row.redemption,
    keyFacts: [ways.text, ...describeAtHead(row, language)],
    ...{ sending: ways.sending, deliveryCountries: row.freight && countriesOf(row.freight.zones) },
    features: describeFigures(row, language).concat(
      featuresOf(row.type)
        .filter((name) => row.amenities.includes(name))
        .map((name) => translate(language, `catalog.amenity.${name}`)),
    ),
    ...pickSeen(row, 'product'),
    spoken: row.serviceLanguages.map((code, at) => nameLanguage(code, language, { inside: at > 0 })),
    addOns: row.addOns.map((addOn) => ({
      id: String(addOn.add_on_id),
      name: textIn(addOn.names, language),
      price: money(addOn.price_minor, row.currency),
      most: addOn.most,
    })),
    areaIds: row.area_ids,
    rating: ratingOf(row.review_count, row.rating_sum),
    newestReviews: row.newest_reviews,
    selling: row.currency,
    packages: row.packages.filter((one) => one.skus?.length).map((one) => describePackage(one, row, language)),
  };
}

function isToken(received: string | undefined, expected: string | null): boolean {
  if (!received || !expected) return false;
  const [one, other] = [Buffer.from(received), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What the owner uploaded, or one drawing until then: views of one drawing would be no gallery. */
function showPictures(row: OfferText, language: Language) {
  const drawn = pictureOf(row.scene, row.key, row.name);
  return row.own_pictures.length ? row.own_pictures.map((picture) => shownPicture(picture, drawn, language)) : [drawn];
}

/** "From" as on the cards: each package by its first SKU, at the caller's own price. */
function priceFacts(
  offer: OfferRow,
  packages: ReturnType<typeof showPackages>,
  selling: Currency,
  context: Context,
  rates: Rates,
) {
  const { currency } = context;
  const fromAmounts = packages.flatMap(({ skus }) => (skus[0] ? [skus[0].from.amountMinor] : []));
  const usual = Number(offer.from_minor);
  const priced = priceNow(
    { from_minor: Math.min(usual, ...fromAmounts), usual_minor: usual, offers: offer.offers },
    context,
  );
  const rate = rates.rate(selling, currency);
  return {
    from: money(priced.fromMinor, selling),
    ...showOffer(priced.offer, (minor) => money(minor, selling)),
    shown: rate ? { currency, rate } : { currency: selling, rate: '1' },
    // Of this moment, as each package has them: the day on the cards is up to an hour old.
    nextOn: packages.flatMap(({ nextOn }) => nextOn ?? []).sort()[0] ?? null,
    onSale: packages.some(({ onSale }) => onSale),
  };
}

function describePackage(row: OfferText['packages'][number], product: OfferText, language: Language) {
  const { currency } = product;
  return {
    id: String(row.package_id),
    name: textIn(row.names, language),
    minQuantity: row.min_quantity,
    maxQuantity: row.max_quantity,
    oversell: row.oversell,
    description: textIn(row.descriptions, language),
    ...pickSeenOfPackage(row, 'product'),
    beds: textIn(row.beds, language),
    figures: describePackageFigures(product, row.figures, language),
    openDays: row.open_days,
    byDay: row.by_day,
    directions: row.directions,
    minNights: row.min_nights,
    maxNights: row.max_nights,
    skus: (row.skus ?? []).map(({ retail_minor: minor, ...sku }) => ({
      id: String(sku.sku_id),
      ticketType: sku.ticket_type,
      carType: sku.car_type,
      seatClass: sku.seat_class,
      name: textIn(sku.names, language),
      minAge: sku.min_age,
      maxAge: sku.max_age,
      seats: sku.seats,
      luggage: sku.luggage,
      // All callers without partner prices pay it.
      from: money(Number(minor), currency),
      retail: money(Number(minor), currency),
    })),
  };
}

type Sold = {
  currency: Currency;
  zone: string;
  cutOffHours: number;
  now: number;
  freeLater: ReturnType<typeof describeLater>;
};

/** With the days of this moment and the caller's own prices. */
function showPackages(described: ReturnType<typeof describePackage>[], live: OfferRow['packages'], sold: Sold) {
  const now = new Map(live.map((one) => [String(one.package_id), one]));
  return described.flatMap((one) => {
    const offered = now.get(one.id);
    if (!offered) return [];
    const { sessions, next_on: nextOn, skus } = offered;
    const next = { ...showNextDay(nextOn), nextSession: nextSession(sessions, nextOn, sold) };
    return {
      ...one,
      sessions,
      ...next,
      freeLater: sold.freeLater({ ...one, ...next, sessions }),
      skus: skus ? withOwn(one.skus, skus, sold.currency) : one.skus,
    };
  });
}

type Dated = {
  refundRules: readonly RefundRule[] | null;
  nextOn: string | null;
  nextSession: string;
  sessions: string[];
};

/** Of a package whose next day is cancelled free of charge no more: the first day that still is, in words; '' for others. */
function describeLater(product: RefundPolicy & { zone: string; checkIn: string }, { now, language }: Context) {
  const { zone, checkIn } = product;
  return ({ refundRules, nextOn, nextSession, sessions }: Dated): string => {
    const rules = rulesInForce(policyOf(product, refundRules));
    const next = nextOn && { lastDay: nextOn, startsAt: nextSession || checkIn, zone };
    if (!next || isFreeAt(rules, next, now.getTime())) return '';
    const first = firstFreeDay(rules, { startsAt: sessions[0] ?? checkIn, zone }, now.getTime());
    const date = first && formatShortDay(first, languageTags[language], now.getTime());
    return date ? translate(language, 'catalog.policy.freeLater', { date }) : '';
  };
}

/** At the limited offer's price, where that is lower. */
function withOffer(packages: ReturnType<typeof showPackages>, offer: OfferTime | undefined) {
  if (!offer) return packages;
  const paid = ({ from, retail }: Record<'from' | 'retail', Money>) =>
    money(paidNow(from.amountMinor, retail.amountMinor, offer), from.currency);
  return packages.map((one) => ({ ...one, skus: one.skus.map((sku) => ({ ...sku, from: paid(sku) })) }));
}

function withOwn(
  described: ReturnType<typeof describePackage>['skus'],
  ownPrices: { sku_id: number; from_minor: number }[],
  currency: Currency,
) {
  const prices = new Map(ownPrices.map((sku) => [String(sku.sku_id), Number(sku.from_minor)]));
  return described.map((sku) => ({ ...sku, from: money(prices.get(sku.id) ?? sku.retail.amountMinor, currency) }));
}
