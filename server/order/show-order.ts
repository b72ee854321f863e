// Orders as rows and in detail for readers who may see them (§3 order): amounts in the selling currency, texts in the reader's language.
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf } from '../../contract/index.ts';
import { termsAt } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import { NotHere } from '../../domain/errors.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { money } from '../../domain/money.ts';
import { type Actor, actionsFor, OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import type { SeenOfPackage } from '../../domain/product-fields.ts';
import { describeGuests } from '../../domain/rooms.ts';
import { showHeading } from '../../domain/search/thai-breaks.ts';
import { pictureOf, shownPicture, storedPicture } from '../catalog/show-card.ts';
import type { Context } from '../platform/context.ts';
import { inSnapshot } from '../platform/database/read-snapshot.ts';
import { showExchange } from '../site/show-exchange.ts';
import { agreedTerms, isMovedFreely } from './cancel/agreed-terms.ts';
import { findNext } from './cancel/list-standing.ts';
import { findSupplied } from './delivery/esim.sql.ts';
import { listOrderFiles, type OrderFile } from './delivery/order-file.sql.ts';
import { showESims } from './delivery/show-esims.ts';
import { isElsewhere } from './handle-elsewhere.ts';
import { listOrderRefunds } from './list.sql.ts';
import { listPaidBy } from './part/paid-by.sql.ts';
import {
  findMoneyTotals,
  findOrder,
  type LineOfOrder,
  listEvents,
  listLines,
  type OrderRow,
  type Visible,
} from './read.sql.ts';
import { showSupplement } from './supplement/add-supplement.ts';
import { showEvent } from './supplement/show-event.ts';
import { listSupplements } from './supplement/supplement.sql.ts';

type Detail = OutputOf<'orderDetail'>;

/** Read at one moment: a payment that arrives meanwhile is in the order, its additional payments and its history, or in none of them. */
function readDetail(context: Context, orderNo: string, visible: Visible) {
  return inSnapshot(context.owner, async (owner) => {
    const order = await findOrder(owner, orderNo, visible);
    if (!order) throw new NotHere();
    const [lines, events, totals, refunds, paidBy, supplements, files, supplied] = await Promise.all([
      listLines(owner, [orderNo]),
      listEvents(owner, order),
      findMoneyTotals(owner, orderNo),
      listOrderRefunds(owner, orderNo),
      listPaidBy(owner, orderNo, order.currency),
      listSupplements(owner, orderNo),
      listOrderFiles(owner, orderNo, null),
      findSupplied(owner, orderNo),
    ]);
    return { order, lines, events, totals, refunds, paidBy, supplements, files, supplied };
  });
}

export async function showOrder(context: Context, orderNo: string, visible: Visible, actor: Actor): Promise<Detail> {
  const read = await readDetail(context, orderNo, visible);
  const { order, lines, events, totals, refunds, paidBy, supplements, files, supplied } = read;
  const currency = order.currency;
  const elsewhere = actor === 'buyer' && isElsewhere(context, order);
  // A redeemed line cannot be cancelled any more (cancel-order.ts refuses it).
  const offered = lines.flatMap((line) =>
    actionsFor(line.status, actor).filter((value) => {
      if (value === 'confirm') return order.second_check !== 'waiting';
      return value !== 'applyToCancel' || line.redeemed_at === null;
    }),
  );
  return {
    ...showRow(order, lines, context),
    paidTotal: money(totals.paid, currency),
    feeTotal: money(totals.fees, currency),
    refundTotal: money(totals.refunded, currency),
    refunds: refunds.map((row) => ({
      amount: money(row.amount_minor, row.currency),
      ordered: row.currency === currency ? null : money(row.order_minor, currency),
      status: row.status,
      ...{ channel: row.channel, ending: row.ending, card: row.card },
      reason: row.reason,
      at: row.created_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    })),
    paidBy,
    charges: (totals.charged ?? []).flatMap((row) => {
      const exchange = showExchange(row, currency);
      const { channel, ending } = row;
      return exchange ? [{ channel, ending, amount: money(row.amount_minor, row.currency), exchange }] : [];
    }),
    lines: lines.map((line) => showLine(line, currency, context)),
    contact: order.contact,
    orderFields: order.fields,
    completionNotes: order.completion_notes,
    remark: order.remark,
    agentReference: order.agent_reference,
    ...{ promoCode: order.coupon_code ?? '', agreement: totals.agreement, channel: totals.channel },
    events: events.map((event) => showEvent(event, { order, supplements, actor })),
    source: order.source,
    secondCheck: order.second_check,
    files: filesFor(actor, lines, files),
    eSims: actor === 'owner' || lines.some(hasVoucher) ? await showESims(supplied.list) : [],
    eSimsAwaited: supplied.awaited,
    elsewhere,
    actions: [...new Set(elsewhere ? [] : offered)].filter((action) => actionsBuilt.has(action)),
    supplements: supplements.map((supplement) => showSupplement(supplement, currency)),
  };
}

export const showFile = ({ file_id: id, name, size, by_name: by, for_travellers: forTravellers }: OrderFile) => ({
  ...{ id, name, size, by, forTravellers },
});

/** The buyer has them with the voucher, without the person's name. */
function filesFor(actor: Actor, lines: LineOfOrder[], files: OrderFile[]): Detail['files'] {
  if (actor === 'owner') return files.map(showFile);
  return lines.some(hasVoucher) ? files.map(({ file_id: id, name, size }) => ({ id, name, size, by: '' })) : [];
}

/** Actions that people can take in this release; the clock and the channels take the others. */
const actionsBuilt: ReadonlySet<string> = new Set([
  'withdraw',
  'confirm',
  'reject',
  'cancelPending',
  'applyToCancel',
  'approveCancel',
  'rejectCancel',
]);

export function showRow(order: OrderRow, lines: LineOfOrder[], context: Context): OutputOf<'payInfo'>['order'] {
  const { language } = context;
  const first = findNext(lines);
  if (!first) throw new Error(`order ${order.order_no} has no lines`);
  const productName = textIn(first.terms.names, language);
  return {
    orderNo: order.order_no,
    status: order.status,
    payStatus: order.pay_status,
    productName,
    ...showHeading(productName, language),
    picture: shownPicture(
      storedPicture(first.terms),
      pictureOf(first.terms.scene as never, first.terms.productKey, productName),
      language,
    ),
    playOn: first.play_on,
    session: first.session,
    untilOn: first.until_on,
    validUntil: first.valid_until,
    byDay: first.terms.byDay ?? false,
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    cancelledQuantity: lines.reduce((sum, line) => sum + line.cancelled_quantity, 0),
    payable: money(order.payable_minor, order.currency),
    stillToPay: order.shared_minor > 0 ? money(order.payable_minor - order.shared_minor, order.currency) : null,
    placedAt: order.placed_at.toISOString(),
    ...showPart(order),
    payBy: isToPay(order, context) ? (order.pay_by?.toISOString() ?? null) : null,
    transferOpen: order.transfer === 'open',
    transferWaits: order.transfer === 'submitted',
    transferRefused: order.transfer === 'refused',
    contactName: order.contact.name,
    zone: first.terms.zone,
  };
}

/** What is paid now and later while nothing is paid, and the rest that is open afterwards (decision 0380). */
function showPart({ status, part, rest, payable_minor: payable, currency }: OrderRow) {
  const agreed = part && {
    first: money(part.firstMinor, currency),
    rest: money(payable - part.firstMinor, currency),
    until: part.restOn,
    missed: part.missed,
    keeps: part.keeps,
    voucher: part.voucher,
  };
  return {
    part: status === OrderStatus.unpaid ? agreed : null,
    rest: rest && {
      supplementNo: rest.no,
      amount: money(rest.minor, currency),
      until: rest.until,
      dueAt: new Date(rest.dueAt).toISOString(),
      missed: part?.missed ?? 'staff',
      voucher: part?.voucher ?? false,
    },
  };
}

/**
 * Whether this reader may pay it here: not after a transfer was submitted, not when an agent's system handles it, and not after the
 * deadline while a payment at a gateway that was begun before waits for its result.
 */
function isToPay(order: OrderRow, context: Context): boolean {
  const { status, pay_status: paying, pay_by: payBy, transfer } = order;
  const isAwaited = paying === PaymentStatus.paying && !transfer && payBy !== null && payBy <= context.now;
  if (status !== OrderStatus.unpaid || transfer === 'submitted' || isAwaited) return false;
  return context.staff !== null || !isElsewhere(context, order);
}

type Times = { checkIn?: string; checkOut?: string };

/** What a room has, in the reader's language; null for what is no stay. */
export function showRoom(
  room: SeenOfPackage<'booking'> | undefined,
  { checkIn = '', checkOut = '' }: Times,
  language: Language,
): Detail['lines'][number]['room'] {
  if (!room) return null;
  return { beds: textIn(room.beds, language), board: room.board, childAge: room.childAge, checkIn, checkOut };
}

/** The guests of each room of a stay, "2 adults, 1 child"; '' where the form did not ask. */
export function sayGuests(
  { room }: LineOfOrder['terms'],
  language: Language,
  say: (key: string, values?: Record<string, string | number>) => string,
): string {
  return room?.guests ? describeGuests({ say, language }, room.guests) : '';
}

const openToCancel: readonly OrderStatusCode[] = [OrderStatus.unpaid, OrderStatus.pending, OrderStatus.confirmed];

export function showLine(line: LineOfOrder, currency: Currency, { language, now }: Context): Detail['lines'][number] {
  const { rules, use } = agreedTerms(line);
  const isOpen = openToCancel.includes(line.status) && line.redeemed_at === null;
  return {
    subOrderNo: line.sub_order_no,
    status: line.status,
    productId: String(line.product_id),
    // The name by which §3 and §7 know it.
    encryptProductId: String(line.product_id),
    ...{ packageId: String(line.package_id), skuId: String(line.sku_id) },
    productName: textIn(line.terms.names, language),
    packageName: textIn(line.terms.packageNames, language),
    skuName: textIn(line.terms.skuNames, language),
    ticketType: line.terms.ticketType,
    carType: line.terms.carType,
    playOn: line.play_on,
    session: line.session,
    quantity: line.quantity,
    addedQuantity: line.added_quantity,
    unit: money(line.unit_minor, currency),
    amount: money(line.amount_minor, currency),
    ladder: line.ladder.map(({ step, amountMinor }) => ({ step, amount: money(amountMinor, currency) })),
    cancelledQuantity: line.cancelled_quantity,
    cancelled: money(line.cancelled_minor, currency),
    nights: (line.terms.nights ?? []).map(({ on, priceMinor }) => ({ on, price: money(priceMinor, currency) })),
    untilOn: line.until_on,
    guests: line.terms.room?.guests ?? null,
    room: showRoom(line.terms.room, line.terms, language),
    validUntil: line.valid_until,
    byDay: line.terms.byDay ?? false,
    addOns: line.add_ons.map((item) => ({
      ...{ id: item.id, name: textIn(item.names, language) },
      quantity: item.quantity,
      unit: money(item.unitMinor, currency),
    })),
    oversold: line.oversold,
    voucher: hasVoucher(line) ? fileAddress('voucherFile', { subOrderNo: line.sub_order_no }) : null,
    redeemedAt: line.redeemed_at?.toISOString() ?? null,
    reviewed: line.reviewed,
    zone: line.terms.zone,
    cancelTerms: isOpen ? termsAt(rules, use, now.getTime()) : null,
    mayMove: isMovedFreely(line, now),
    reference: hasVoucher(line) ? line.supplier_reference : '',
    travellers: line.travellers,
    delivered: line.terms.delivered ?? false,
    deposit: textIn(line.terms.deposits ?? {}, language),
    sent: line.sent_at && {
      at: line.sent_at.toISOString(),
      carrier: line.carrier,
      trackingNumber: line.tracking_number,
    },
  };
}

type Units = Pick<LineOfOrder, 'status' | 'quantity' | 'cancelled_quantity' | 'asked_quantity'>;

export function hasVoucher(line: Units & Pick<LineOfOrder, 'voucher_code' | 'held_back'>): boolean {
  return line.voucher_code !== null && !line.held_back && mayBeUsed(line);
}

/** Confirmed, the rest of a line of which only a part is asked back, or over. */
export function mayBeUsed(line: Units): boolean {
  const { status } = line;
  if (status === OrderStatus.cancelling) return unitsKept(line) > 0;
  return status === OrderStatus.confirmed || status === OrderStatus.completed;
}

function unitsKept(line: Units): number {
  return line.quantity - line.cancelled_quantity - line.asked_quantity;
}

/** What its voucher is for; of a line that is asked back wholly, what it was for. */
export function quantityOfVoucher(line: Units): number {
  return unitsKept(line) || line.asked_quantity;
}
