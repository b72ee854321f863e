// Places an order (§2 booking, decisions §6 and §7): reads the lines, checks the form, freezes the price as a ladder, and
// writes all in one statement that holds the places. A repeat with the same key gets the same answer; two at once, one order.
import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Money } from '../../domain/money.ts';
import { money } from '../../domain/money.ts';
import { buildLadders } from '../../domain/price.ts';
import { type ReadAddOn, readAddOns } from '../inventory/read-add-ons.ts';
import type { ReadLines } from '../inventory/read-lines.ts';
import { readLines } from '../inventory/read-lines.ts';
import { lockCoupon } from '../marketing/coupons.sql.ts';
import { judgeCoupon } from '../marketing/judge-coupon.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { makeOrderNo } from '../platform/make-ids.ts';
import { checkBooking, tidyValues } from './check-booking.ts';
import { findAnswer, insertOrder, type NewLine, type NewOrder } from './order.sql.ts';
import { settleBooking } from './settle-booking.ts';

type Input = ParsedInputOf<'createOrder'>;
type Placed = OutputOf<'createOrder'>;

export async function placeOrder(context: Context, input: Input): Promise<Placed> {
  const { db, site } = context;
  const buyer = buyerOf(context);
  // A distributor browses until the owner has approved it (decisions §3).
  if (buyer.approval === 'waiting' || buyer.approval === 'disapproved') throw new Refusal('partnerNotApproved');
  const key = context.idempotencyKey ?? '';
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  const repeated = await answerBefore(context, buyer.accountId, key, bodyHash);
  if (repeated) return repeated;
  const read = await readLines(context, input.lines);
  if (String(read.first.product_id) !== input.id) throw new NotHere();
  checkBooking(context, input, read);
  const extras = await readAddOns(context, input.addOns, read);
  const discount = input.promoCode.trim()
    ? await judgeCoupon(context, input.promoCode, read.first.product_key, read.total)
    : money(0, read.total.currency);
  const priced = buildLadders(
    read.lines.map((line, at) => ({
      listed: line.retailAmount,
      partner: line.amount,
      ...(at === 0 ? { addOns: extras.total } : {}),
    })),
    discount.amountMinor,
  );
  checkSeen(input.seenTotal, priced.total);
  const orderNo = makeOrderNo(context.now);
  const payBy = new Date(context.now.getTime() + site.payMinutes * 60_000).toISOString();
  const answer: Placed = { orderNo, payable: priced.total, status: 1001, payBy };
  try {
    const order: NewOrder = {
      orderNo,
      partnerId: buyer.partnerId,
      accountId: buyer.accountId,
      actorName: buyer.name,
      sessionHash: buyer.sessionHash,
      productId: read.first.product_id,
      currency: read.total.currency,
      listedMinor: read.retailTotal.amountMinor,
      partnerMinor: read.retailTotal.amountMinor - read.total.amountMinor,
      addOnMinor: extras.total.amountMinor,
      discountMinor: discount.amountMinor,
      payableMinor: priced.total.amountMinor,
      rate: rateOf(read.first, site.currency),
      language: context.language,
      contact: input.contact,
      fields: tidyValues(input.orderFields),
      remark: input.remark.trim(),
      agentReference: input.agentReference.trim(),
      couponCode: input.promoCode.trim() ? input.promoCode.trim().toUpperCase() : null,
      payMinutes: site.payMinutes,
      source: sourceOf(context, input),
      oversold: read.needsConfirmation,
      travellersLater: input.travellersLater,
      ...(await settleBooking(context, input, read)),
      lines: writeLines(orderNo, input, read, priced, extras.list),
      key,
      bodyHash,
      answer,
    };
    // The job first: the departures' rows are locked for no longer than the order's one statement.
    await inTransaction(db, async (trx) => {
      await context.jobs.send(trx, 'order.changed', { ownerId: site.ownerId, orderNo, occasion: 'placed' });
      // Uses of one account are counted by a statement that begins once the code is ours: another order's use is seen then.
      if (order.couponCode) await lockCoupon(trx, site.ownerId, order.couponCode);
      await insertOrder(trx, site.ownerId, order);
    });
  } catch (error) {
    if (!isDuplicate(error, 'idempotency_key_pkey')) throw error;
    const first = await answerBefore(context, buyer.accountId, key, bodyHash);
    if (first) return first;
    throw error;
  }
  return answer;
}

/** §3 order source: the agent's platform, else Open API, for what its own system places; 0 for what people place here. */
function sourceOf(context: Context, { ownSystem }: Input): number {
  if (!ownSystem) return 0;
  const { agentType, profile } = buyerOf(context);
  if (!context.byApp || profile.registrant === 'individual')
    throw new Refusal('invalidInput', { fields: { ownSystem: { problem: 'notAsked' } } });
  return agentType || openApi;
}

const openApi = 9;

/** What the order is counted at in the owner's currency for good. Without a rate it is refused, never kept at 1. */
function rateOf(first: ReadLines['first'], own: string): string {
  if (first.currency === own) return '1';
  if (!first.owner_rate) throw new Refusal('rateMissing');
  return first.owner_rate;
}

async function answerBefore(
  { db, site }: Context,
  accountId: number,
  key: string,
  bodyHash: Buffer,
): Promise<Placed | undefined> {
  const known = await findAnswer(db, site.ownerId, accountId, 'createOrder', key);
  if (!known) return undefined;
  if (!known.body_hash.equals(bodyHash)) throw new Refusal('idempotencyConflict');
  return known.answer as Placed;
}

/** §8 200203: what the buyer saw is what the buyer pays, or the new figures are shown beside the old. */
function checkSeen(seen: Money, total: Money): void {
  if (seen.currency !== total.currency || seen.amountMinor !== total.amountMinor) {
    throw new Refusal('priceChanged', { data: { total, seen } });
  }
}

function writeLines(
  orderNo: string,
  input: Input,
  read: ReadLines,
  priced: ReturnType<typeof buildLadders>,
  addOns: ReadAddOn[],
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
        pictureId: row.picture_id,
        instant: row.instant,
        freeCancelDays: row.free_cancel_days,
        refundRules: row.refund_rules,
        zone: row.zone,
        type: row.type,
        ...(line.untilOn ? { nights: row.nights.map((one) => ({ on: one.on, priceMinor: one.price_minor })) } : {}),
      },
      travellers,
      until_on: line.untilOn ?? null,
      valid_until: line.validUntil,
      add_ons:
        at === 0
          ? addOns.map((one) => ({
              id: one.id,
              names: one.names,
              quantity: one.quantity,
              unitMinor: one.unit.amountMinor,
            }))
          : [],
      agent_reference: input.lines[at]?.agentReference.trim() ?? '',
    };
  });
}
