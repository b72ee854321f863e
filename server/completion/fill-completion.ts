// Filling in by a completion link (§4, §7 intactInfo and intact): save and continue later, complete once; afterwards only the owner
// changes. A link gives access to the traveller fields of its orders and to what was left out of them at booking, nothing else.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { judgeOrderAlone, judgeTravellersAlone } from '../../domain/booking-rules.ts';
import { notesLength } from '../../domain/completion-rules.ts';
import { type FieldProblems, NotHere, NotSignedIn, Refusal } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { compareDetails, compareTravellers } from '../../domain/order-changes.ts';
import { loadBookingReader } from '../../domain/phones/read-booking.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { listProductAreas } from '../order/booking.sql.ts';
import { tidyValues } from '../order/check-booking.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { lockOrder } from '../order/read.sql.ts';
import { judgePlaces, refusePickupTime } from '../order/settle-booking.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import { insertChanges } from './changes.sql.ts';
import {
  type Filled,
  findLink,
  listCandidates,
  markDone,
  type StoredPlace,
  saveFilled,
  saveTravellers,
} from './completion.sql.ts';
import { isMissing, type OrderToFill, pick, readOrders, showToFill, spreadTravellers } from './read-completion.ts';

const callsPerSourceHour = 600;
const missesPerSourceHour = 30;
const hour = 3600;

/** The orders of a link. Unknown, expired and another owner's links look the same. */
async function openLink(context: Context, token: string): Promise<string[]> {
  const { owner, source } = context;
  await limitAttempts(context, [{ bucket: `completion:${source}`, most: callsPerSourceHour, windowSeconds: hour }]);
  const orderNos = await findLink(owner, hashToken(token));
  if (orderNos) return orderNos;
  await limitAttempts(context, [
    { bucket: `completion-miss:${source}`, most: missesPerSourceHour, windowSeconds: hour },
  ]);
  throw new Refusal('linkExpired');
}

export async function listIncomplete(
  context: Context,
  { token, orderNo }: ParsedInputOf<'getIncompleteOrderList'>,
): Promise<OutputOf<'getIncompleteOrderList'>> {
  const { owner, now, language } = context;
  if (token !== undefined) {
    const orderNos = (await openLink(context, token)).filter((value) => !orderNo || value === orderNo);
    const orders = await readOrders(owner, orderNos, now);
    return { list: orders.map((order) => showToFill(order, language)) };
  }
  if (context.visitor?.partnerId == null) throw new NotSignedIn();
  const orderNos = await listCandidates(owner, limitVisibility(context), orderNo ?? null);
  const orders = await readOrders(owner, orderNos, now);
  return { list: orders.filter(isMissing).map((order) => showToFill(order, language)) };
}

export async function showCompletion(
  context: Context,
  { token }: ParsedInputOf<'intactInfo'>,
): Promise<OutputOf<'intactInfo'>> {
  const { owner, now, language } = context;
  const orders = await readOrders(owner, await openLink(context, token), now);
  const shown = orders.map(async (order) => showWhole(order, language, await listProductAreas(owner, order.productId)));
  return { orders: await Promise.all(shown) };
}

type Whole = OutputOf<'intactInfo'>['orders'][number];

function showWhole(order: OrderToFill, language: Language, areas: { area_id: number }[]): Whole {
  const isOpen = order.state === 'open';
  return {
    ...showToFill(order, language),
    travellerFields: [...order.facts.travellerFields],
    orderFields: [...order.orderFacts.orderFields],
    values: isOpen ? order.values : {},
    places: isOpen ? placesOf(order) : { pickup: null, dropOff: null },
    areaIds: areas.map((area) => String(area.area_id)),
    seats: order.orderFacts.seats,
    notes: isOpen ? order.notes : '',
    lines: order.lines.map((line) => ({
      skuName: textIn(line.terms.skuNames, language),
      ticketType: line.terms.ticketType,
      carType: line.terms.carType,
      minAge: line.min_age,
      maxAge: line.max_age,
      playOn: line.play_on,
      untilOn: line.until_on,
      quantity: line.standing,
    })),
    today: order.facts.today,
    travellers: isOpen ? order.travellers : [],
  };
}

/** Only those of fields that the link asks for: a pick-up that was given at booking is the buyer's. */
function placesOf({ lines, orderFacts }: OrderToFill): Whole['places'] {
  const stored = lines[0]?.pickup;
  const isAsked = (name: string) => orderFacts.orderFields.includes(name);
  const show = (place: StoredPlace | undefined) =>
    place?.address ? { address: place.address, lat: place.lat, lng: place.lng, inside: place.inside } : null;
  return {
    pickup: isAsked('402') ? show(stored ?? undefined) : null,
    dropOff: isAsked('dropOffAddress') ? show(stored?.dropOff) : null,
  };
}

export async function fillCompletion(context: Context, answers: ParsedInputOf<'intact'>): Promise<OutputOf<'intact'>> {
  const { now } = context;
  const read = await loadBookingReader({ contact: {}, ...answers });
  const input = read ? read({ contact: {}, ...answers }) : answers;
  const { orderNo, complete } = input;
  if (!(await openLink(context, input.token)).includes(orderNo)) throw new NotHere();
  return inTransaction(context.owner, async (owner) => {
    await lockOrder(owner, orderNo);
    const [order] = await readOrders(owner, [orderNo], now);
    if (!order || order.state === 'closed') throw new Refusal('actionNotAllowed');
    if (order.state === 'done') throw new Refusal('completionDone');
    const settled = settleInput(order, input);
    if (input.complete) await checkPickup(owner, context, order, { values: settled.values, place: input.pickup });
    for (const [subOrderNo, list] of spreadTravellers(order, settled.travellers))
      await saveTravellers(owner, subOrderNo, list);
    await saveFilled(owner, orderNo, await fillOrder(owner, order, input, settled));
    await insertChanges(owner, orderNo, { actor: 'link', actorName: '' }, [
      ...compareDetails('order', order.orderFacts.orderFields, order.values, settled.values),
      ...compareTravellers(order.facts.travellerFields, order.travellers, settled.travellers),
    ]);
    if (!complete) {
      const [saved] = await readOrders(owner, [orderNo], now);
      const missingOrder = saved?.missingOrder ?? [];
      return { state: 'open', missing: saved?.missing ?? [], ...(missingOrder.length ? { missingOrder } : {}) };
    }
    if ((await markDone(owner, orderNo)) !== 1) throw new Refusal('completionDone');
    const { status } = order;
    await insertEvent(owner, orderNo, {
      action: 'fill',
      actor: 'buyer',
      actorName: '',
      from: status,
      to: status,
    });
    return { state: 'done', missing: [] };
  });
}

type Settled = { travellers: Record<string, string>[]; values: Record<string, string> };

type Pickup = { values: Record<string, string>; place: ParsedInputOf<'intact'>['pickup'] };

/** The one time of an order must be free in the package and on the day of each of its lines. */
async function checkPickup(owner: Owner, context: Context, { productId, lines }: OrderToFill, pickup: Pickup) {
  for (const line of lines)
    await refusePickupTime(owner, context, {
      ...{ productId, pickupTimes: line.pickup_times, zone: line.terms.zone, playOn: line.play_on },
      ...{ values: pickup.values, place: pickup.place ?? line.pickup },
    });
}

/** The whole fields of the order with what was filled in; an address outside the range waits for a person once it is final (§5). */
async function fillOrder(
  owner: Owner,
  order: OrderToFill,
  { pickup, dropOff, notes, complete }: ParsedInputOf<'intact'>,
  { values }: Settled,
): Promise<Filled> {
  const [first] = order.lines;
  const fieldNames = order.orderFacts.orderFields;
  const before = Object.entries(first?.fields ?? {}).filter(([name]) => !fieldNames.includes(name));
  const fields = { ...Object.fromEntries(before), ...values };
  const settled = { fields, notes: notes?.trim() ?? order.notes };
  if (!fieldNames.includes('402') && !fieldNames.includes('dropOffAddress'))
    return { ...settled, pickup: first?.pickup ?? null, doubtful: false };
  const details = { orderFields: values, pickup, dropOff };
  const { pickup: places, secondCheck } = await judgePlaces(owner, order.productId, fieldNames, details);
  // A place that was given at booking stays beside one that follows.
  const stored = first?.pickup;
  const merged =
    fieldNames.includes('402') || !stored
      ? places
      : { ...stored, ...(places?.dropOff ? { dropOff: places.dropOff } : {}) };
  return { ...settled, pickup: merged, doubtful: complete && secondCheck === 'waiting' };
}

/** Refuses invalidInput with every problem; missing values count only when completing. */
function settleInput(order: OrderToFill, input: ParsedInputOf<'intact'>): Settled {
  const { facts, orderFacts } = order;
  const { complete } = input;
  const typedTravellers = input.travellers;
  const length = Math.max(typedTravellers.length, facts.travellerCount);
  const travellers = Array.from({ length }, (_, at) => typedTravellers[at] ?? order.travellers[at] ?? {});
  const fields: FieldProblems = judgeTravellersAlone({ ...facts, travellersLater: !complete }, travellers);
  travellers.forEach((values, at) => {
    const fieldNames = at < facts.travellerCount ? facts.travellerFields : [];
    for (const [name, value] of Object.entries(values))
      if (!fieldNames.includes(name) && value.trim())
        fields[`travellers.${at}.${name}`] ??= { problem: 'notOfProduct' };
  });
  const values = tidyValues({ ...order.values, ...input.orderFields });
  const laterOrderFields = complete ? [] : orderFacts.orderFields;
  Object.assign(fields, judgeOrderAlone({ ...orderFacts, laterOrderFields }, values));
  if ([...(input.notes?.trim() ?? '')].length > notesLength) fields.notes = { problem: 'tooLong', max: notesLength };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const filled = travellers.slice(0, facts.travellerCount);
  return {
    travellers: filled.map((person) => pick(tidyValues(person), facts.travellerFields)),
    values: pick(values, orderFacts.orderFields),
  };
}
