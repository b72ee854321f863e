// The facts of the day (§7 journey): where to be, when, how to use what was bought, what was told about pick-up and flight.
import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { findProduct, type ProductRow } from '../catalog/catalog.sql.ts';
import type { Context } from '../platform/context.ts';
import { findOwner } from '../site/site.sql.ts';
import { limitVisibility } from './limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines, type Visible } from './order.sql.ts';

type Journey = OutputOf<'journey'>;

/** Lines that were cancelled wholly are not gone to any more. `visible` is the buyer's rule unless the reader is of the owner's staff. */
export async function tellJourney(
  context: Context,
  { orderNo }: { orderNo: string },
  visible: Visible = limitVisibility(context),
): Promise<Journey> {
  const { db, site, language } = context;
  const order = await findOrder(db, site.ownerId, orderNo, visible);
  if (!order) throw new NotHere();
  const [lines, owner] = await Promise.all([listLines(db, site.ownerId, [orderNo]), findOwner(db, site.ownerId)]);
  const standing = lines.filter((line) => line.cancelled_quantity < line.quantity && line.status < 2000);
  const products = new Map<number, ProductRow | undefined>();
  for (const { product_id: id } of standing)
    if (!products.has(id)) products.set(id, await findProduct(db, site.ownerId, String(id), language));
  return {
    orderNo,
    ownerName: site.ownerName,
    ownerPhone: owner.phone ?? '',
    stops: standing
      .sort((a, b) => (a.play_on + a.session < b.play_on + b.session ? -1 : 1))
      .map((line) => showStop(line, products.get(line.product_id), context)),
    fields: order.fields,
  };
}

function showStop(line: LineOfOrder, product: ProductRow | undefined, { language }: Context): Journey['stops'][number] {
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
    zone: terms.zone,
    quantity: line.quantity - line.cancelled_quantity,
    redemption: product?.redemption ?? '',
    howToUse: textIn(product?.content.instructions ?? {}, language),
    howToGetThere: textIn(product?.content.traffic ?? {}, language),
    itinerary: (product?.content.itinerary ?? []).map((step) => ({
      day: step.day ?? 1,
      time: step.time,
      title: textIn(step.title, language),
      text: textIn(step.text ?? {}, language),
    })),
    lat: product?.lat ?? 0,
    lng: product?.lng ?? 0,
  };
}
