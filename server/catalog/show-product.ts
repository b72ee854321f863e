// The product page (§2): all texts in the reader's language, packages and SKUs, prices in the selling currency with
// the display rate. A product that is off sale is shown with a notice, not hidden (§8).
import { timingSafeEqual } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { showNextDay, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { money } from '../../domain/money.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import type { Context } from '../platform/context.ts';
import { findRates, type Rates } from '../site/convert-shown.ts';
import { findProduct, listAddOns, listPackages, listRelated, type PackageRow, type ProductRow } from './catalog.sql.ts';
import { countView } from './count-views.ts';
import { pickSeen } from './field-columns.sql.ts';
import { pricingOf, withOwnPrices } from './pricing.sql.ts';
import { pathOf, pictureOf, showCard, shownPicture } from './show-card.ts';

/** `counts`: this is a view of the product itself. */
export async function showProduct(
  context: Context,
  { id, isPreview, token }: ParsedInputOf<'productDetail'>,
  { counts } = { counts: true },
): Promise<OutputOf<'productDetail'>> {
  const { owner, language, now } = context;
  const row = await findProduct(owner, id, language);
  if (!row || !isProductType(row.type)) throw new NotHere();
  if (row.state === 'draft' && !(isPreview === 'true' && isToken(token, row.preview_token))) throw new NotHere();
  if (counts && row.on_shelf && isPreview !== 'true') countView(context, row.product_id);
  const [packages, related, addOns, rates] = await Promise.all([
    listPackages(owner, row.product_id, pricingOf(context), {
      today: todayIn(row.zone, now.getTime()),
      now,
      zone: row.zone,
      cutOff: row.cutOffHours,
    }),
    listRelated(owner, language, { city: row.city, type: row.type, productId: row.product_id }).then((cards) =>
      withOwnPrices(context, cards),
    ),
    listAddOns(owner, row.product_id),
    findRates(context),
  ]);
  return {
    ...describe(row, context),
    ...priceFacts(row, packages, context, rates),
    stockBy: rowOf(row.type).stockBy,
    isDraft: row.state === 'draft',
    onShelf: row.on_shelf,
    packages: packages.filter((one) => one.skus?.length).map((one) => showPackage(one, row.currency, context)),
    addOns: addOns.map((one) => ({
      id: String(one.add_on_id),
      name: textIn(one.names, language),
      price: money(one.price_minor, row.currency),
      most: one.most,
    })),
    areaIds: row.area_ids,
    related: related.map((one) => showCard(one, context, rates)),
  };
}

function describe(row: ProductRow, { language }: Context) {
  const texts = (list: Record<string, string>[]) => list.map((one) => textIn(one, language));
  return {
    id: String(row.product_id),
    path: pathOf(row),
    name: row.name,
    type: row.type,
    subtype: row.subtype,
    city: {
      key: row.city,
      name: row.city_name,
      country: row.country_name,
      countryKey: row.country_key,
    },
    zone: row.zone,
    place: { lat: row.lat, lng: row.lng, map: `/pictures/map/${row.lat.toFixed(3)}/${row.lng.toFixed(3)}` },
    pictures: showPictures(row, language),
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
    playTime: { value: row.play_value, unit: row.play_unit },
    redemption: row.redemption,
    ...pickSeen(row, 'product'),
  };
}

function isToken(given: string | undefined, own: string | null): boolean {
  if (!given || !own) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What the owner uploaded, or drawn scenes until then. */
function showPictures(row: ProductRow, language: Language) {
  if (!row.own_pictures.length) return [0, 1, 2, 3].map((variant) => pictureOf(row.scene, row.key, row.name, variant));
  const drawn = pictureOf(row.scene, row.key, row.name);
  return row.own_pictures.map(({ picture_id, alts }) => shownPicture({ id: picture_id, alts }, drawn, language));
}

/** "From" as on the cards: each package by its first SKU, at the caller's own price. */
function priceFacts(row: ProductRow, packages: PackageRow[], { currency }: Context, rates: Rates) {
  const selling = row.currency;
  const own = packages.flatMap(({ skus }) => (skus?.[0] ? [Number(skus[0].from_minor)] : []));
  const rate = rates.rate(selling, currency);
  return {
    from: money(Math.min(Number(row.from_minor), ...own), selling),
    shown: rate ? { currency, rate } : { currency: selling, rate: '1' },
    ...showNextDay(row.next_on),
  };
}

function showPackage(row: PackageRow, currency: Currency, { language }: Context) {
  return {
    id: String(row.package_id),
    name: textIn(row.names, language),
    minQuantity: row.min_quantity,
    maxQuantity: row.max_quantity,
    oversell: row.oversell,
    description: textIn(row.descriptions, language),
    openDays: row.open_days,
    minNights: row.min_nights,
    maxNights: row.max_nights,
    sessions: row.sessions,
    ...showNextDay(row.next_on),
    skus: row.skus.map((sku) => ({
      id: String(sku.sku_id),
      ticketType: sku.ticket_type,
      carType: sku.car_type,
      seatClass: sku.seat_class,
      name: textIn(sku.names, language),
      minAge: sku.min_age,
      maxAge: sku.max_age,
      from: money(Number(sku.from_minor), currency),
      retail: money(Number(sku.retail_minor), currency),
      seats: sku.seats,
      luggage: sku.luggage,
    })),
  };
}
