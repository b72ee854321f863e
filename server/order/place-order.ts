// Places an order (§2 booking, rules §6 and §7): reads the lines, checks the form, freezes the price as a ladder, and
// writes all in one statement that holds the places. A repeat with the same key gets the same answer; two at once, one order.

import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { placeOfDelivery } from '../../domain/asked-fields.ts';
import { readPromoCode } from '../../domain/coupon.ts';
import { openDay } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Money } from '../../domain/money.ts';
import { money } from '../../domain/money.ts';
import { partTermsOf } from '../../domain/open-payments.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { loadBookingReader } from '../../domain/phones/read-booking.ts';
import { buildLadders } from '../../domain/price.ts';
import { testOrderMark } from '../../domain/systems.ts';
import { nameGuest } from '../account/account.sql.ts';
import { pickSeen } from '../catalog/field-columns.sql.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import { toStoredPicture } from '../catalog/show-card.ts';
import { readRequestedLines } from '../inventory/cache-facts.ts';
import { type ReadAddOn, readAddOns } from '../inventory/read-add-ons.ts';
import { readFreight } from '../inventory/read-freight.ts';
import { agreedPolicy, judgeLines, type ReadLines, roomOf } from '../inventory/read-lines.ts';
import { judgeCoupon } from '../marketing/judge-coupon.ts';
import { keyConstraint } from '../platform/answer-once.sql.ts';
import { findAnswer, judgeAnswer, type KeyedCall, readKey } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTurn, isDuplicate, refusalOf } from '../platform/db.ts';
import { makeOrderNo } from '../platform/make-ids.ts';
import { bookingFactsOf, checkBooking, type LaterDetails, tidyLines, tidyValues } from './check-booking.ts';
import type { NewLine, NewOrder } from './place/insert-orders.sql.ts';
import { insertWithJob } from './place/insert-with-job.ts';
import { refuseUnknownAgreement } from './place/know-agreement.ts';
import { refusePickupTime, settleBooking } from './settle-booking.ts';

type Input = ParsedInputOf<'createOrder'>;
type Placed = OutputOf<'createOrder'>;

/** How an order that another standard places differs from one of the form. */
export type Placing = {
  /** What of the details may follow, after judging what was given. */
  judge: (context: Context, input: Input, read: ReadLines) => LaterDetails;
  /** The price that the caller got in the answer. */
  atAnyPrice?: boolean;
};

export async function placeOrder(
  context: Context,
  wish: Input,
  placing: Placing = { judge: checkBooking },
): Promise<Placed> {
  const { owner } = context;
  const buyer = buyerOf(context);
  // A distributor browses until the owner has approved it (rules §3).
  if (buyer.approval === 'waiting' || buyer.approval === 'disapproved') throw new Refusal('partnerNotApproved');
  const keyed = readKey(context, 'createOrder', buyer.accountId, wish);
  const read = await loadBookingReader(wish);
  const input = tidyLines(read ? read(wish) : wish);
  const wanted = input.lines.map(({ skuId, playOn, session }) => `${skuId} ${playOn} ${session}`);
  return inTurn(owner, wanted, () => writeOrder(context, input, keyed, placing));
}

/** The answer stored under the key comes with the lines; it is read alone only when none of the lines exists any more. */
async function readWithAnswer(context: Context, input: Input, keyed: KeyedCall) {
  const { owner } = context;
  const found = await readRequestedLines(owner, pricingOf(context), input.lines, { keyed });
  const before = found[0] ? judgeAnswer<Placed>(found[0].answered, keyed) : await findAnswer<Placed>(owner, keyed);
  return { found, before };
}

async function writeOrder(context: Context, input: Input, keyed: KeyedCall, placing: Placing): Promise<Placed> {
  const { owner, site } = context;
  const buyer = buyerOf(context);
  const { found, before } = await readWithAnswer(context, input, keyed);
  if (before) return before.answer;
  const read = await judgeLines(context, input.lines, found);
  if (String(read.first.product_id) !== input.id) throw new NotHere();
  const following = placing.judge(context, input, read);
  await refuseUnknownAgreement(context, input.agreement);
  await checkPickup(context, input, read);
  const extras = await readAddOns(context, input.addOns, read);
  const discount = readPromoCode(input.promoCode)
    ? (await judgeCoupon(context, input.promoCode, read.first.product_id, read.total)).discount
    : money(0, read.total.currency);
  const place = placeOfDelivery(bookingFactsOf(context, read).orderFields, input.orderFields);
  const freight = readFreight(context, read, place);
  const priced = priceLines(read, extras.total, discount, freight.shares);
  if (!placing.atAnyPrice) checkSeen(input.seenTotal, priced.total);
  const orderNo = (owner.isTest ? testOrderMark : '') + makeOrderNo(context);
  const placed: Placed = { orderNo, payable: priced.total, status: OrderStatus.unpaid, payBy: payByOf(context) };
  const order: NewOrder = {
    orderNo,
    partnerId: buyer.partnerId,
    accountId: buyer.accountId,
    actorName: buyer.name || input.contact.name,
    sessionHash: buyer.sessionHash,
    productId: read.first.product_id,
    currency: read.total.currency,
    listedMinor: read.retailTotal.amountMinor,
    partnerMinor: read.retailTotal.amountMinor - read.total.amountMinor,
    addOnMinor: extras.total.amountMinor,
    freightMinor: freight.total.amountMinor,
    discountMinor: discount.amountMinor,
    payableMinor: priced.total.amountMinor,
    rate: rateOf(read.first, site.currency),
    language: context.language,
    contact: input.contact,
    fields: tidyValues(input.orderFields),
    remark: input.remark.trim(),
    agentReference: input.agentReference,
    couponCode: readPromoCode(input.promoCode) || null,
    payMinutes: site.payMinutes,
    part: agreePart(context, read, priced.total),
    agreement: input.agreement,
    source: sourceOf(context, input),
    oversold: read.needsConfirmation,
    following,
    ...(await settleBooking(context, input, read)),
    lines: writeLines(orderNo, input, read, priced, { addOns: extras.list, freight: place && freight.shares }),
    key: keyed.key,
    bodyHash: keyed.bodyHash,
    answer: placed,
  };
  const first = await insertUnlessTwin(context, order, read, keyed);
  if (buyer.kind === 'guest' && !buyer.name) await nameGuest(owner, buyer.accountId, input.contact.name);
  return first?.answer ?? placed;
}

/** The answer of a twin under the same key, which was faster or took the last places. */
async function insertUnlessTwin(context: Context, order: NewOrder, read: ReadLines, keyed: KeyedCall) {
  try {
    await insertWithJob(context, order, read);
    return undefined;
  } catch (error) {
    // Within another transaction nothing can be read once a statement was refused; it holds off twins itself.
    const isRefused = error instanceof Refusal || refusalOf(error) !== undefined;
    if (context.owner.joins || (!isDuplicate(error, keyConstraint) && !isRefused)) throw error;
    const first = await findAnswer<Placed>(context.owner, keyed);
    if (first) return first;
    throw error;
  }
}

/** The one time of an order must be free in the package and on the day of each of its lines. */
async function checkPickup(context: Context, { orderFields: values, pickup: place }: Input, { lines }: ReadLines) {
  for (const { row, playOn } of lines)
    await refusePickupTime(context.owner, context, {
      ...{ productId: row.product_id, pickupTimes: row.pickup_times, zone: row.zone },
      ...{ values, place, playOn },
    });
}

function priceLines(read: ReadLines, addOns: Money, discount: Money, freight: Money[]) {
  const lines = read.lines.map((line, at) => ({
    listed: line.retailAmount,
    ownPrice: line.ownAmount,
    partner: line.amount,
    // Additional services are paid with the first line.
    ...(at === 0 ? { addOns } : {}),
    ...(freight[at] ? { freight: freight[at] } : {}),
  }));
  return buildLadders(lines, discount.amountMinor);
}

/** §3 order source: the agent's platform, else Open API, for orders of the agent's system; 0 for orders of people. */
function sourceOf(context: Context, { ownSystem }: Input): number {
  if (!ownSystem) return 0;
  const { agentType, profile } = buyerOf(context);
  if (!context.byApp || profile.registrant === 'individual')
    throw new Refusal('invalidInput', { fields: { ownSystem: { problem: 'notRequested' } } });
  return agentType || openApi;
}

const openApi = 9;

/** The order's fixed value in the owner's currency. Without a rate the order is refused, never saved at 1. */
function rateOf(first: ReadLines['first'], ownCurrency: string): string {
  if (first.currency === ownCurrency) return '1';
  if (!first.owner_rate) throw new Refusal('rateMissing');
  return first.owner_rate;
}

const payByOf = ({ site, now }: Context): string => new Date(now.getTime() + site.payMinutes * 60_000).toISOString();

/** What is paid at once and what later, by the product's rule. */
function agreePart({ site, now }: Context, { first, lines }: ReadLines, total: Money) {
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0);
  const firstDay = lines.map((line) => line.playOn).sort()[0] ?? openDay;
  return partTermsOf(first, { total, quantity, firstDay, ownerZone: site.zone, now: now.getTime() });
}

/** §8 200203: the buyer pays the price they saw, or gets the new figures next to the old. */
function checkSeen(seen: Money, total: Money): void {
  if (seen.currency !== total.currency || seen.amountMinor !== total.amountMinor) {
    throw new Refusal('priceChanged', { data: { total, seen } });
  }
}

/** A rental has days too, but no room. */
function roomTerms({ row, guests }: ReadLines['lines'][number]) {
  const room = roomOf(row);
  return room ? { room: { ...room, guests } } : {};
}

const storedAddOn = ({ id, names, quantity, unit }: ReadAddOn) => ({
  id,
  names,
  quantity,
  unitMinor: unit.amountMinor,
});

function writeLines(
  orderNo: string,
  input: Input,
  read: ReadLines,
  priced: ReturnType<typeof buildLadders>,
  /** `freight` is null where nothing is sent. */
  { addOns, freight }: { addOns: ReadAddOn[]; freight: Money[] | null },
): NewLine[] {
  let traveller = 0;
  return read.lines.map((line, at) => {
    const travellers = input.travellers.slice(traveller, traveller + line.quantity).map(tidyValues);
    traveller += line.quantity;
    const { row } = line;
    return {
      sub_order_no: `${orderNo}-${at + 1}`,
      departures: row.nights.map((night) => night.departure_id),
      package_id: row.package_id,
      sku_id: row.sku_id,
      play_on: line.playOn,
      session: line.session,
      quantity: line.quantity,
      unit_minor: line.unit.amountMinor,
      amount_minor: priced.lineTotals[at]?.amountMinor ?? 0,
      freight_minor: freight?.[at]?.amountMinor ?? 0,
      ladder: priced.ladders[at],
      terms: {
        productKey: row.product_key,
        names: row.names,
        packageNames: row.package_names,
        skuNames: row.sku_names,
        ticketType: row.ticket_type,
        carType: row.car_type,
        cityNames: row.city_names,
        scene: row.scene,
        ...toStoredPicture(row.picture),
        ...pickSeen(row, 'booking'),
        ...agreedPolicy(row),
        ...roomTerms(line),
        zone: row.zone,
        type: row.type,
        ...(freight ? { delivered: true } : {}),
        ...(row.by_day ? { byDay: true } : {}),
        ...(Object.values(row.deposits ?? {}).some(Boolean) ? { deposits: row.deposits } : {}),
        ...(line.untilOn
          ? { nights: row.nights.map((night) => ({ on: night.on, priceMinor: night.price_minor })) }
          : {}),
      },
      travellers,
      until_on: line.untilOn ?? null,
      valid_until: line.validUntil,
      add_ons: at === 0 ? addOns.map(storedAddOn) : [],
      agent_reference: input.lines[at]?.agentReference ?? '',
    };
  });
}
