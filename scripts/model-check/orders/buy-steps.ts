// Steps of buyers: orders of one to three lines, paid whole, in shares or in part, additional payments, cancelling, moving a booking.
import { addDays, openDay } from '../../../domain/dates.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { fillFields, spellLine } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { expectBack, type Step, tell } from './judge-step.ts';
import { buyerOf, doorOf, type ProductKey, pickFrom, productKeys, type Walk, type WalkedOrder } from './open-walk.ts';
import type { Facts, LineFacts } from './read-facts.ts';

export type OnOrder = (walk: Walk, order: WalkedOrder, before: Facts) => Promise<Step>;

const contact = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };

/** A time of the product's, and the check-out of a stay. */
export function timeOf({ roll }: Walk, product: ProductKey): { playOn: string; untilOn?: string } {
  if (product === 'pass') return { playOn: openDay };
  const on = addDays(playOn, product === 'inn' ? roll(10) : roll(2));
  return product === 'inn' ? { playOn: on, untilOn: addDays(on, 1 + roll(4)) } : { playOn: on };
}

/** A tour is for two at least, a car for one line. */
export const quantityOf = ({ roll }: Walk, product: ProductKey): number =>
  product === 'car' ? 1 : (product === 'hills' ? 2 : 1) + roll(4);

function chooseLines(walk: Walk, product: ProductKey) {
  const skus = walk.products[product].packages[0]?.skus ?? [];
  const lines = Array.from({ length: product === 'hills' ? 1 : 1 + walk.roll(3) }, () => ({
    skuId: pickFrom(walk, skus).id,
    session: '',
    quantity: quantityOf(walk, product),
    ...timeOf(walk, product),
  }));
  const keyOf = ({ skuId, playOn: on, untilOn }: (typeof lines)[number]) => [skuId, on, untilOn].join();
  return lines.filter((line, at) => lines.findIndex((other) => keyOf(other) === keyOf(line)) === at);
}

/** Undefined where the choice is refused. */
export async function placeOrder(walk: Walk): Promise<Step> {
  const product = pickFrom(walk, productKeys);
  const { id, addOns: extras } = walk.products[product];
  const lines = chooseLines(walk, product);
  const [extra] = walk.roll(2) ? extras : [];
  const addOns = extra ? [{ id: extra.id, quantity: 1 }] : [];
  const order: WalkedOrder = { no: '', buyer: walk.roll(4) ? 'agent' : 'member', product, isLowered: false };
  const as = buyerOf(walk, order);
  const spelled = { lines: lines.map(spellLine).join(','), addOns: addOns.map((addOn) => `${addOn.id}:1`).join(',') };
  const form = await doorOf(walk)('bookProducts', spelled, as);
  if (form.code !== 200) return undefined;
  const promoCode = walk.roll(3) ? '' : 'TEN';
  const { amountMinor, currency } = form.data.total;
  const seenTotal = { amountMinor: amountMinor - (promoCode ? Math.floor(amountMinor / 10) : 0), currency };
  const input = { id, lines, addOns, contact, ...fillFields(form.data), promoCode, agreed: true, seenTotal };
  const answer = await doorOf(walk)('createOrder', input, as);
  const what = `${order.buyer} orders ${product} ${spelled.lines} ${promoCode}`;
  if (answer.code !== 200) return undefined;
  order.no = answer.data.orderNo;
  walk.orders.push(order);
  if (walk.roll(5)) walk.next = order;
  return { what: `${tell(what, answer)} → ${order.no} ${answer.data.payable.amountMinor}`, order, problems: [] };
}

/** All of it, a share from a balance or the card, or the first part where the product allows it. */
export const pay: OnOrder = async (walk, order, { status, payableMinor }) => {
  if (status !== OrderStatus.unpaid) return undefined;
  const { roll, stage, card } = walk;
  const channel = order.buyer === 'member' ? 'giftCard' : pickFrom(walk, ['deposit', 'deposit', 'credit', 'giftCard']);
  const share = roll(3) ? undefined : { amountMinor: 1 + roll(payableMinor) };
  await stage.read('DELETE FROM attempt');
  const input = {
    ...{ id: order.no, channel },
    ...(channel === 'giftCard' && { code: card, share: share ?? {} }),
    ...(share ? { share } : roll(2) && { part: true }),
  };
  const answer = await doorOf(walk)('paying', input, buyerOf(walk, order));
  if (answer.code === 200 && answer.data.status === PaymentStatus.pending && roll(5)) walk.next = order;
  const what = `pays ${order.no} from ${channel}${share ? ` ${share.amountMinor}` : ''}${'part' in input ? ', first part' : ''}`;
  return { what: tell(what, answer), order, problems: [] };
};

export const takeSharesBack: OnOrder = async (walk, order) => {
  const answer = await doorOf(walk)('shareBack', { id: order.no }, buyerOf(walk, order));
  return { what: tell(`takes shares of ${order.no} back`, answer), order, problems: [] };
};

export const payAddition: OnOrder = async (walk, order, { supplements }) => {
  const open = supplements.find(({ state }) => state === 'open');
  if (!open) return undefined;
  const input = { id: order.no, supplement: open.no, channel: pickFrom(walk, ['deposit', 'credit']) };
  const answer = await doorOf(walk)('paying', input, buyerOf(walk, order));
  return { what: tell(`pays ${open.no}`, answer), order, problems: [] };
};

/** Lines of which something is left, in no particular state. */
export const openLine = (walk: Walk, { lines }: Facts): LineFacts | undefined => {
  const open = lines.filter(({ left }) => left > 0);
  return open.length ? pickFrom(walk, open) : undefined;
};

/** A part of a line or everything. What the quote promises for what waits for no one comes back. */
export const cancel: OnOrder = async (walk, order, before) => {
  const line = openLine(walk, before);
  const part = line && walk.roll(2) ? { subOrderNo: line.no, refundNum: 1 + walk.roll(line.left) } : undefined;
  const as = buyerOf(walk, order);
  const quote = part && (await doorOf(walk)('calculateRefund', part, as));
  const isAtOnce = quote?.code === 200 && before.status === OrderStatus.pending && !quote.data.needsApproval;
  const answer = await doorOf(walk)('cancelOrder', { orderNo: order.no, remark: 'no', ...part }, as);
  const what = `cancels ${part ? `${part.refundNum} of ${part.subOrderNo}` : order.no}`;
  return expectBack(walk, order, before, {
    ...{ what, answer },
    expected: isAtOnce ? quote.data.refund.amountMinor : undefined,
  });
};

/** To a time that is offered, with what is offered to come back. */
export const moveBooking: OnOrder = async (walk, order, before) => {
  const line = openLine(walk, before);
  if (!line) return undefined;
  const as = buyerOf(walk, order);
  const offered = await doorOf(walk)('bookingDays', { id: line.no }, as);
  if (offered.code !== 200 || !offered.data.days.length) return undefined;
  const { returned, playOn: on, session, untilOn } = pickFrom(walk, offered.data.days.slice(0, 12));
  const to = { playOn: on, session, untilOn };
  const input = { id: line.no, to, seen: offered.data.seen, returnedMinor: returned.amountMinor };
  const answer = await doorOf(walk)('bookingMove', input, as);
  return expectBack(walk, order, before, {
    ...{ what: `moves ${line.no} to ${on}`, answer },
    expected: returned.amountMinor,
  });
};
