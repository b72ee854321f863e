// The start of the booking form (§2 booking, §7 bookProducts): the lines with current prices, the product's fields,
// and the known contact. A visitor sees the form before the mailbox is proved (decision 0411).
import type { OutputOf } from '../../contract/index.ts';
import { chooseAgain } from '../../domain/booking/choose-again.ts';
import { type CancelTerms, rulesInForce, termsAt } from '../../domain/cancellation.ts';
import { isDay } from '../../domain/dates.ts';
import { NotHere, Refusal, type RefusalName } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { addMoney } from '../../domain/money.ts';
import { isProductType } from '../../domain/product-types.ts';
import { showHeading } from '../../domain/search/thai-breaks.ts';
import { withQuery } from '../../domain/write-address.ts';
import { pathOf, pictureOf, shownPicture } from '../catalog/show-card.ts';
import type { RequestedLine } from '../inventory/inventory.sql.ts';
import { type RequestedAddOn, readAddOns } from '../inventory/read-add-ons.ts';
import { freightTermsOf } from '../inventory/read-freight.ts';
import { agreedPolicy, type ReadLines, readLines, roomOf, useTimeOf } from '../inventory/read-lines.ts';
import type { Context } from '../platform/context.ts';
import { findRates } from '../site/convert-shown.ts';
import { findAgreement } from '../site/site.sql.ts';
import { findPageOfSku, listProductAreas } from './booking.sql.ts';
import { bookingFactsOf, luggageOf } from './check-booking.ts';
import { showRoom } from './show-order.ts';

/** "addOn:quantity" joined by commas; an empty text has no add-ons. */
function readAddOnText(text: string): RequestedAddOn[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const match = /^(\d{1,18}):(-?[\d.]{1,12})$/.exec(part);
      if (!match) throw new NotHere();
      return { id: match[1] ?? '', quantity: Number(match[2]) };
    });
}

/**
 * "sku:day:session:quantity" (with ":check-out" for stays, and ":adults+children" of each room) joined by commas, as the product page
 * writes it; else NotHere.
 */
function readLineText(text: string): RequestedLine[] {
  return text.split(',').map((part) => {
    const match =
      /^(\d{1,18}):(\d{4}-\d{2}-\d{2}):(\d{2}:\d{2})?:(-?[\d.]{1,12})(?::(\d{4}-\d{2}-\d{2})(?::(\d{1,3})\+(\d{1,3}))?)?$/.exec(
        part,
      );
    if (!match || !isDay(match[2]) || (match[5] && !isDay(match[5]))) throw new NotHere();
    return {
      skuId: match[1] ?? '',
      playOn: match[2],
      session: match[3] ?? '',
      quantity: Number(match[4]),
      untilOn: match[5],
      guests: match[6] ? { adults: Number(match[6]), children: Number(match[7]) } : undefined,
    };
  });
}

/** What the quotation `holder` holds counts as left. Refusals of the choice have `productPath` in their data. */
export async function prepareBooking(
  context: Context,
  input: { lines: string; addOns: string },
  holder?: string,
): Promise<OutputOf<'bookProducts'>> {
  const { site, language, visitor: buyer } = context;
  const lines = readLineText(input.lines);
  const addOns = readAddOnText(input.addOns);
  const refuse = (error: unknown) => leadBack(context, { lines, addOns }, error);
  const read = await readLines(context, lines, holder).catch(refuse);
  const { extras, addOnsGone } = await readSold(context, addOns, read, holder);
  const { first } = read;
  if (!isProductType(first.type)) throw new NotHere();
  const facts = bookingFactsOf(context, read);
  const [areas, agreement] = await Promise.all([
    listProductAreas(context.owner, first.product_id),
    findAgreement(context.owner, { token: null, kind: 'booking' }),
  ]);
  const name = textIn(first.names, language);
  return {
    productId: String(first.product_id),
    productName: name,
    ...showHeading(name, language),
    productPath: withQuery(pathOf(first), chooseAgain(String(first.package_id), read.lines, extras.list)),
    packageName: textIn(first.package_names, language),
    picture: shownPicture(first.picture, pictureOf(first.scene as never, first.product_key, name), language),
    cityName: textIn(first.city_names, language),
    room: showRoom(roomOf(first), first, language),
    type: first.type,
    cancelTerms: termsOf(context, read),
    ...(await showLines(context, read)),
    addOns: extras.list.map((item) => ({
      id: item.id,
      name: textIn(item.names, language),
      quantity: item.quantity,
      unit: item.unit,
      amount: item.amount,
    })),
    addOnsGone,
    total: addMoney(read.total, extras.total),
    needsConfirmation: read.needsConfirmation,
    ...facts,
    completeBy: facts.completeBy.toISOString(),
    freight: freightTermsOf(context, read),
    zone: first.zone,
    ownerZone: site.zone,
    deposit: textIn(first.deposits ?? {}, language),
    choices: Object.fromEntries(Object.entries(facts.choices ?? {}).map(([field, list]) => [field, [...list]])),
    orderFields: [...facts.orderFields],
    travellerFields: [...facts.travellerFields],
    agreement: agreement?.token ?? null,
    areaIds: areas.map((area) => String(area.area_id)),
    luggage: luggageOf(read),
    payWithinMinutes: site.payMinutes,
    contact: contactOf(context),
    agent: buyer?.kind === 'main' || buyer?.kind === 'sub',
  };
}

const contactOf = ({ visitor: buyer }: Context) => ({
  ...{ name: buyer?.fullName ?? '', email: buyer?.email ?? '' },
  ...{ areaCode: buyer?.phone.areaCode ?? '', phone: buyer?.phone.mobile ?? '' },
});

/** What went off sale since it was chosen is left out of the form, which says so; a quotation is booked as it was quoted, or not at all. */
async function readSold(context: Context, requested: RequestedAddOn[], read: ReadLines, holder?: string) {
  try {
    return { extras: await readAddOns(context, requested, read), addOnsGone: false };
  } catch (error) {
    if (holder !== undefined || !(error instanceof Refusal) || error.refusal !== 'addOnGone') throw error;
    const gone = (error.data as { ids: string[] }).ids;
    const sold = requested.filter(({ id }) => !gone.includes(id));
    return { extras: await readAddOns(context, sold, read), addOnsGone: true };
  }
}

/** What of the choice is itself refused is chosen anew. */
const notAgain: Partial<Record<RefusalName, { units?: undefined; guests?: undefined; until?: undefined }>> = {
  groupTooSmall: { units: undefined, guests: undefined },
  groupTooLarge: { units: undefined, guests: undefined },
  stayTooShort: { until: undefined },
  stayTooLong: { until: undefined },
};

type Wanted = { lines: RequestedLine[]; addOns: RequestedAddOn[] };

/**
 * A choice that is refused, and not for a wrong field, names the page of its product, where another day or package can be chosen; the
 * rest of the choice stands there as it was.
 */
async function leadBack({ owner }: Context, { lines, addOns }: Wanted, error: unknown): Promise<never> {
  const [line] = lines;
  if (!(error instanceof Refusal) || error.fields || !line) throw error;
  const page = await findPageOfSku(owner, line.skuId);
  const choice = page && { ...chooseAgain(String(page.package_id), lines, addOns), ...notAgain[error.refusal] };
  const found = page && { productPath: withQuery(pathOf(page), choice) };
  throw new Refusal(error.refusal, { data: { ...error.data, ...found } });
}

/** Sorts deadlines: none first, and an instant of a day before the day itself. */
const keyOf = ({ freeUntil, freeUntilAt }: CancelTerms) => (freeUntil ? freeUntil + (freeUntilAt ?? '~') : '');

/** The same judgement as quoteLine of cancel-order.ts after confirmation; the line whose free time ends first decides. */
function termsOf({ now }: Context, { lines }: ReadLines): CancelTerms {
  const [strictest] = lines
    .map((line) => termsAt(rulesInForce(agreedPolicy(line.row)), useTimeOf(line), now.getTime()))
    .sort((a, b) => keyOf(a).localeCompare(keyOf(b)) || b.feePercent - a.feePercent);
  return strictest ?? { freeUntil: null, freeUntilAt: null, feePercent: 100 };
}

async function showLines(context: Context, read: ReadLines) {
  const { language, currency } = context;
  const rates = await findRates(context);
  const rate = rates.rate(read.total.currency, currency);
  return {
    lines: read.lines.map((line) => ({
      skuId: line.skuId,
      skuName: textIn(line.row.sku_names, language),
      ticketType: line.row.ticket_type,
      carType: line.row.car_type,
      minAge: line.row.min_age,
      maxAge: line.row.max_age,
      playOn: line.playOn,
      session: line.session,
      untilOn: line.untilOn ?? null,
      guests: line.guests,
      validUntil: line.validUntil,
      byDay: line.row.by_day,
      retailUnit: line.retailUnit,
      weightGrams: line.row.weight_grams ?? 0,
      quantity: line.quantity,
      unit: line.unit,
      amount: line.amount,
    })),
    shown: rate ? { currency, rate } : { currency: read.total.currency, rate: '1' },
  };
}
