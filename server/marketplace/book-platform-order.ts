// An order that a platform took in our name (§3 order source, decision 0430): placed and paid like every other order, in one transaction
// with the platform's number, so that nothing is booked twice and nothing is left half done.
import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { PlatformOrder, PlatformOrderBooked } from '../../contract/marketplace.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { differenceOf } from '../../domain/order-sources.ts';
import { isEmail } from '../../domain/passwords.ts';
import { describeVisitor } from '../account/find-session.sql.ts';
import { contactOfAgency, detailsFollow } from '../octo/hold-booking.ts';
import { payFromAccounts } from '../octo/pay-booking.ts';
import { leaveShortOut } from '../octo/read-details.ts';
import { checkBooking } from '../order/check-booking.ts';
import { type Placing, placeOrder } from '../order/place-order.ts';
import { buyerOf, type Context, staffOf, type Visitor } from '../platform/context.ts';
import { inTransaction, isDuplicate, joinTransaction } from '../platform/db.ts';
import {
  findMainAccount,
  insertPlatformOrder,
  listPlatformOrders,
  listSkus,
  type PlatformOrderRow,
} from './platform-orders.sql.ts';

/** Staff hand orders in for a partner: its prices, its money, its orders. Refuses by field a partner that may not order. */
export async function actForPartner(context: Context, partnerId: string): Promise<Context> {
  const staff = staffOf(context);
  const visitor = await findPayer(context, partnerId, staff.sessionHash);
  if (!visitor) throw new Refusal('invalidInput', { fields: { partnerId: { problem: 'choose' } } });
  return { ...context, visitor: { ...visitor, name: `${visitor.name} · ${staff.name}`.slice(0, 100) } };
}

/** The partner that represents a platform, as its main account. */
export async function findPayer({ owner }: Context, partnerId: string, hash: Buffer): Promise<Visitor | undefined> {
  const row = await findMainAccount(owner, partnerId);
  return row && describeVisitor({ ...row, duty: null }, { hash, verAuth: true, actingStaff: null });
}

export function platformOrder(context: Context, input: PlatformOrder): Promise<OutputOf<'platformOrder'>> {
  return bookPlatformOrder(context, input);
}

export async function consolePlatformOrder(
  context: Context,
  { partnerId, ...input }: ParsedInputOf<'consolePlatformOrder'>,
): Promise<OutputOf<'consolePlatformOrder'>> {
  return bookPlatformOrder(await actForPartner(context, partnerId), input);
}

/** Of a list or a key. */
export type WishedOrder = Omit<PlatformOrder, keyof Journey> & Partial<Journey>;

export async function bookPlatformOrder(outer: Context, wish: WishedOrder): Promise<PlatformOrderBooked> {
  const { source, contact } = wish;
  if (contact.email.trim() && !isEmail(contact.email.trim()))
    throw new Refusal('invalidInput', { fields: { 'contact.email': { problem: 'emailFormat' } } });
  // The platform is the order's source, whatever its partner is noted with.
  const context: Context = { ...outer, byApp: true, visitor: { ...buyerOf(outer), agentType: source } };
  const before = await findBooked(context, wish);
  if (before) return { ...before, repeated: true };
  try {
    await inTransaction(context.owner, async (owner) => write({ ...context, owner: joinTransaction(owner) }, wish));
  } catch (error) {
    // Another request was faster with the same number: it took the number, or the last places.
    const first = await findBooked(context, wish);
    if (first) return { ...first, repeated: true };
    if (isDuplicate(error, 'channel_order_pkey')) throw new Refusal('platformOrderTaken');
    throw error;
  }
  const booked = await findBooked(context, wish);
  if (!booked) throw new Error('a booked order is not there');
  return { ...booked, repeated: false };
}

type Journey = Pick<PlatformOrder, 'orderFields' | 'pickup' | 'dropOff'>;

/** A list has none. */
const journeyOf = ({ orderFields = {}, pickup = null, dropOff = null }: Partial<Journey>): Journey => ({
  ...{ orderFields, pickup, dropOff },
});

/** Details that are there are judged as those of the form; without any they follow. */
const placingOf = ({ orderFields, pickup, dropOff }: Journey): Placing =>
  Object.keys(orderFields).length || pickup || dropOff ? { judge: checkBooking, atAnyPrice: true } : detailsFollow;

async function write(context: Context, wish: WishedOrder) {
  const { source, reference, lines, contact, platformPrice, remark } = wish;
  const journey = journeyOf(wish);
  const { owner, language } = context;
  const { partnerId } = buyerOf(context);
  const [sku] = await listSkus(owner, [lines[0]?.skuId ?? '']);
  if (!sku) throw new NotHere();
  const agency = contactOfAgency(context);
  const { orderNo } = await placeOrder(
    { ...context, idempotencyKey: `platform-${randomUUID()}` },
    {
      id: String(sku.product_id),
      lines: lines.map((line) => ({ ...line, agentReference: '' })),
      addOns: [],
      contact: leaveShortOut({
        ...contact,
        name: contact.name.trim() || agency.name,
        email: contact.email.trim() || agency.email,
      }),
      notify: [{ to: 'account', email: agency.email, language }],
      ...journey,
      travellers: [],
      travellersLater: true,
      remark,
      agentReference: reference,
      promoCode: '',
      agreed: true,
      ownSystem: true,
      seenTotal: money(0, sku.currency),
    },
    placingOf(journey),
  );
  const number = { source, reference, partnerId, orderNo, platformPrice };
  await inTransaction(owner, (owner) => insertPlatformOrder(owner, number));
  await payFromAccounts(context, orderNo);
}

/** Refuses platformOrderTaken where the number is another partner's order. */
async function findBooked(
  context: Context,
  { source, reference }: WishedOrder,
): Promise<Omit<PlatformOrderBooked, 'repeated'> | undefined> {
  const [row] = await listPlatformOrders(context.owner, source, [reference]);
  if (!row) return undefined;
  if (row.partner_id !== buyerOf(context).partnerId) throw new Refusal('platformOrderTaken');
  return { orderNo: row.order_no, status: row.status, ...pricesOf(row) };
}

type Prices = Pick<
  PlatformOrderRow,
  'currency' | 'listed_minor' | 'payable_minor' | 'platform_minor' | 'platform_currency' | 'platform_own_minor'
>;

export function pricesOf({
  currency,
  listed_minor,
  payable_minor,
  platform_minor: minor,
  platform_currency: paidIn,
  platform_own_minor: ownPlatformMinor,
}: Prices) {
  const platformPrice = minor === null || !paidIn ? null : money(minor, paidIn);
  const listed = money(listed_minor, currency);
  return {
    payable: money(payable_minor, currency),
    listed,
    platformPrice,
    difference: differenceOf(
      platformPrice,
      listed,
      ownPlatformMinor === null ? null : money(ownPlatformMinor, currency),
    ),
  };
}
