// A traveller's information for the day (§2 wechat ordeInfo and the pages behind it): by the key of a found order, or by
// number for readers of the order in the user centre. Returns no price, no document and no buyer.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, NotSignedIn, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { isDriven } from '../../domain/product-types.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { type OrderToFill, readOrders } from '../completion/read-completion.ts';
import { everyOrder, limitVisibility } from '../order/limit-visibility.ts';
import { findPlaces, type OrderRow, type TravelPlace, type Visible } from '../order/read.sql.ts';
import { type DayStop, fieldsShownByKey, readDay, showStop } from '../order/show-journey.ts';
import type { Context } from '../platform/context.ts';
import { isFoundStill } from './find-by-contact.ts';
import { openFound } from './seal-found.ts';

type Travel = OutputOf<'wechatOrder'>;

const looksPerSourceHour = 600;

export async function showTravel(context: Context, input: ParsedInputOf<'wechatOrder'>): Promise<Travel> {
  const { owner, site, now } = context;
  const { orderNo, visible, isOwn } = await whichOrder(context, input);
  const [day, places, [toFill]] = await Promise.all([
    readDay(context, orderNo, { visible, closedToo: true }),
    findPlaces(owner, orderNo),
    readOrders(owner, [orderNo], now),
  ]);
  if (input.key !== undefined && !isFoundStill(context, input.key, day.order.contact)) throw new NotHere();
  const fields = Object.entries(day.order.fields).filter(
    ([name, value]) => value && (isOwn || fieldsShownByKey.has(name)),
  );
  return {
    orderNo,
    status: day.order.status,
    own: isOwn,
    ownerName: site.ownerName,
    ownerPhone: day.ownerPhone,
    stops: day.stops.map((stop) => showTravelStop(stop, day.order, context)),
    fields: Object.fromEntries(fields),
    pickup: showPlace(places?.pickup),
    dropOff: showPlace(places?.pickup?.dropOff),
    secondCheck: places?.second_check ?? null,
    completion: toFill ? stateOf(toFill) : 'closed',
    travellers: toFill ? showTravellers(toFill) : [],
  };
}

async function whichOrder(
  context: Context,
  { key, orderNo }: ParsedInputOf<'wechatOrder'>,
): Promise<{ orderNo: string; visible: Visible; isOwn: boolean }> {
  if (key !== undefined && orderNo === undefined) {
    const bucket = `found:${context.source}`;
    await limitAttempts(context, [{ bucket, most: looksPerSourceHour, windowSeconds: 3600 }]);
    return { orderNo: openFound(context, key), visible: everyOrder(), isOwn: false };
  }
  if (orderNo === undefined) throw new Refusal('invalidInput', { fields: { orderNo: { problem: 'required' } } });
  if (key !== undefined) throw new Refusal('invalidInput', { fields: { key: { problem: 'unknownField' } } });
  if (context.visitor?.partnerId == null) throw new NotSignedIn();
  return { orderNo, visible: limitVisibility(context), isOwn: true };
}

function showTravelStop(stop: DayStop, order: OrderRow, context: Context): Travel['stops'][number] {
  const { line, product } = stop;
  const { language } = context;
  const linesOf = (texts: Record<string, string>[] = []) =>
    texts
      .map((text) => textIn(text, language))
      .filter(Boolean)
      .join('\n');
  // The itinerary and the city are for the user centre.
  const {
    itinerary: _,
    cityName: __,
    seatPlan: ___,
    howToUse: instructions,
    howToGetThere,
    ...answer
  } = showStop(stop, order, context);
  return {
    ...answer,
    productId: String(line.product_id),
    skuName: textIn(line.terms.skuNames, language),
    ticketType: line.terms.ticketType,
    carType: line.terms.carType,
    driven: isDriven(line.terms.type ?? product?.type),
    declaration: {
      notice: linesOf(product?.content.notices),
      instructions,
      included: linesOf(product?.content.included),
      notIncluded: linesOf(product?.content.excluded),
      howToGetThere,
    },
  };
}

function showPlace(place: TravelPlace | null | undefined): Travel['pickup'] {
  return place?.address ? { address: place.address, lat: place.lat, lng: place.lng } : null;
}

/** Closed once the journey is over, filled in or not; an order without traveller fields has nothing to fill in. */
function stateOf({ lines, state, facts }: OrderToFill): Travel['completion'] {
  if (!lines.some((line) => line.standing > 0 && line.status < OrderStatus.completed)) return 'closed';
  return facts.travellerCount === 0 ? 'done' : state;
}

function showTravellers({ travellers, missing }: OrderToFill): Travel['travellers'] {
  return travellers.map((values, at) => ({
    name: values['102'] || values['101'] || values.pinyinName || '',
    missing: missing.find((item) => item.traveller === at)?.fields ?? [],
  }));
}
