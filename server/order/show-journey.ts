// Information for the day of travel (§7 journey): where to be, when, how to use the purchase, and the given pick-up and flight.

import type { OutputOf } from '../../contract/index.ts';
import { entryOf } from '../../domain/asked-fields.ts';
import { NotHere } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { pickupField } from '../../domain/pickup-times.ts';
import { findProduct, type ProductRow } from '../catalog/catalog.sql.ts';
import { showSeatPlan } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { findOwner } from '../site/site.sql.ts';
import { listStanding } from './cancel/list-standing.ts';
import { type DriverRow, driversOf, listDrivers } from './driver.sql.ts';
import { limitVisibility } from './limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines, type OrderRow, type Visible } from './read.sql.ts';

type Journey = OutputOf<'journey'>;

/**
 * Fields shown to a visitor who has only the number and a contact, or a link: from and to, flight and times, the numbers of people
 * and bags, the language of the service. Left out: telephone numbers, addresses and messengers (301–305, the codes before them, 405,
 * notifyLanguage), a home (401), the number of a hotel room (roomNumber), and the buyer's message to the shop (404).
 */
export const fieldsShownByKey: ReadonlySet<string> = new Set([
  ...['direction', '402', '403', 'dropOffAddress', 'stayOverHotel', 'returnDate', 'returnCity', 'returnPoint'],
  ...['406', '407', 'flightArrivalTime', 'flightDepartureTime', 'terminal', 'alternateDate', 'alternateTime'],
  ...['passengerCount', 'luggageCount', 'serviceLanguage', 'roomPreference', 'handOver', 'collectPoint'],
]);

/** A line with the product's current texts and its drivers. */
export type DayStop = { line: LineOfOrder; product: ProductRow | undefined; drivers: DriverRow[] };

/**
 * An order's lines by day. Lines that were wholly cancelled or closed are left out; `closedToo` includes
 * them when no other line is left. `visible` is the reader's condition.
 */
export async function readDay(
  { owner, language }: Context,
  orderNo: string,
  { visible, closedToo = false }: { visible: Visible; closedToo?: boolean },
): Promise<{ order: OrderRow; ownerPhone: string; stops: DayStop[] }> {
  const order = await findOrder(owner, orderNo, visible);
  if (!order) throw new NotHere();
  const [lines, company] = await Promise.all([listLines(owner, [orderNo]), findOwner(owner)]);
  const standing = listStanding(lines);
  const drivers = await listDrivers(
    owner,
    standing.map((line) => line.sub_order_no),
  );
  const answers = standing.length || !closedToo ? standing : lines;
  const products = new Map<number, ProductRow | undefined>();
  for (const { product_id: id } of answers)
    if (!products.has(id)) products.set(id, await findProduct(owner, String(id), language));
  const stops = answers
    .sort((a, b) => (a.play_on + a.session < b.play_on + b.session ? -1 : 1))
    .map((line) => ({ line, product: products.get(line.product_id), drivers }));
  return { order, ownerPhone: company.phone ?? '', stops };
}

/** `visible` is the buyer's rule unless the reader is a member of staff. */
export async function showJourney(
  context: Context,
  { orderNo }: { orderNo: string },
  visible: Visible = limitVisibility(context),
): Promise<Journey> {
  const { order, ownerPhone, stops } = await readDay(context, orderNo, { visible });
  return {
    orderNo,
    ownerName: context.site.ownerName,
    ownerPhone,
    stops: stops.map((stop) => showStop(stop, order, context)),
    fields: order.fields,
  };
}

export function showStop(
  { line, product, drivers }: DayStop,
  { fields }: Pick<OrderRow, 'fields'>,
  { language }: Context,
): Journey['stops'][number] {
  const { terms } = line;
  return {
    subOrderNo: line.sub_order_no,
    status: line.status,
    productName: textIn(terms.names, language),
    packageName: textIn(terms.packageNames, language),
    cityName: textIn(terms.cityNames, language),
    playOn: line.play_on,
    session: line.session,
    untilOn: line.until_on,
    validUntil: line.valid_until,
    byDay: line.terms.byDay ?? false,
    zone: terms.zone,
    quantity: line.quantity - line.cancelled_quantity,
    redemption: product ? entryOf(product.redemption, fields) : '',
    seatPlan: product ? showSeatPlan(product, language) : null,
    howToUse: textIn(product?.content.instructions ?? {}, language),
    howToGetThere: textIn(product?.content.traffic ?? {}, language),
    itinerary: listSteps(product, language),
    drivers: driversOf(drivers, line.sub_order_no),
    lat: product?.lat ?? 0,
    lng: product?.lng ?? 0,
  };
}

/** What the day brings, hour by hour, as the owner describes it. */
export function listSteps(product: ProductRow | undefined, language: Language): Journey['stops'][number]['itinerary'] {
  return (product?.content.itinerary ?? []).map((step) => ({
    day: step.day ?? 1,
    time: step.time,
    title: textIn(step.title, language),
    text: textIn(step.text ?? {}, language),
  }));
}

/** What has neither a session nor a chosen time of pick-up begins with the first step of its itinerary; null if that has no time. */
export function findBegin(
  line: Pick<LineOfOrder, 'session' | 'valid_until'>,
  { fields }: Pick<OrderRow, 'fields'>,
  [first]: ReturnType<typeof listSteps>,
): { time: string; title: string } | null {
  const timed = pickupField(fields);
  if (line.session || line.valid_until || (timed && fields[timed])) return null;
  return first?.time ? { time: first.time, title: first.title } : null;
}
