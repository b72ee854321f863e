// A booking as OCTO shows it: the order's state in OCTO's words, with every field of the standard.
import { exponentOf } from '../../domain/currencies.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { voucherAddress } from '../../domain/voucher-token.ts';
import { factsOf } from '../export/check-voucher.ts';
import { signVoucher } from '../export/sign-voucher.ts';
import { quoteLine } from '../order/cancel/quote-line.ts';
import { type LineOfOrder, listLines } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { isQuestion } from './asked-details.ts';
import { type BookingRow, eachBookings, findBooking, type StoredUnit } from './bookings.sql.ts';
import { badRequest, wrongId } from './octo-problem.ts';
import type { OctoContactInput, OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { writeList } from './write-list.ts';

export type OctoStatus = 'ON_HOLD' | 'PENDING' | 'CONFIRMED' | 'REDEEMED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED';

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The caller's own booking. Refuses INVALID_BOOKING_UUID for every other. */
export async function openBooking(context: Context, uuid: string): Promise<BookingRow> {
  const found = isUuid(uuid) ? await findBooking(context.owner, buyerOf(context).partnerId, uuid) : undefined;
  if (!found) throw wrongId('uuid', uuid);
  return found;
}

export function statusOf(row: BookingRow, lines: LineOfOrder[], now: Date): OctoStatus {
  const { status, pay_status: payStatus, pay_by: payBy, paid_at: paidAt } = row;
  if (status === OrderStatus.unpaid)
    return payBy && payBy <= now && payStatus !== PaymentStatus.paying ? 'EXPIRED' : 'ON_HOLD';
  if (status === OrderStatus.pending) return 'PENDING';
  if (status === OrderStatus.completed) return 'REDEEMED';
  if (status === OrderStatus.closedForTimeout) return 'EXPIRED';
  if (status === OrderStatus.closed) return paidAt ? 'REJECTED' : 'CANCELLED';
  if (status === OrderStatus.cancelled || status === OrderStatus.cancelledAfterApproval) return 'CANCELLED';
  const uncancelled = lines.filter((line) => line.quantity > line.cancelled_quantity);
  return uncancelled.length > 0 && uncancelled.every((line) => line.redeemed_at) ? 'REDEEMED' : 'CONFIRMED';
}

const bought: readonly OctoStatus[] = ['CONFIRMED', 'PENDING', 'REDEEMED'];
export const isBought = (status: OctoStatus): boolean => bought.includes(status);

/** Until its time is over a hold can be given up; afterwards the policy of its lines decides. */
export function isCancellable(status: OctoStatus, lines: LineOfOrder[], now: Date): boolean {
  if (status === 'ON_HOLD' || status === 'PENDING') return true;
  if (status !== 'CONFIRMED') return false;
  const open = lines.filter((line) => line.status === OrderStatus.confirmed && line.quantity > line.cancelled_quantity);
  return (
    open.length > 0 &&
    open.every((line) => {
      const { feePercent, shareMinor } = quoteLine(line, line.quantity - line.cancelled_quantity, now);
      return !line.redeemed_at && (feePercent < 100 || shareMinor === 0);
    })
  );
}

const contactNames = [
  ...(['fullName', 'firstName', 'lastName', 'emailAddress', 'phoneNumber', 'postalCode', 'country', 'notes'] as const),
];

export function showContact(contact: OctoContactInput) {
  const fields = Object.fromEntries(contactNames.map((name) => [name, contact[name] ?? null]));
  return { ...fields, locales: contact.locales ?? [] };
}

const atOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Of a line or of all of them: what was listed, and what the partner pays, both with what a change by staff added or gave back. */
function showPricing({ currency }: BookingRow, lines: LineOfOrder[]) {
  const sum = (pick: (line: LineOfOrder) => number) =>
    lines.reduce((total, line) => total + pick(line) + line.added_minor - line.returned_minor, 0);
  const listed = (line: LineOfOrder) =>
    line.ladder.find(({ step }) => step === 'listed')?.amountMinor ?? line.amount_minor;
  return {
    original: sum(listed),
    retail: sum(listed),
    net: sum((line) => line.amount_minor),
    currency,
    currencyPrecision: exponentOf(currency),
    includedTaxes: [],
  };
}

/** The ticket of a unit: from its confirmation on with the text of its QR code. */
async function showTicket(
  { owner, vault, origin }: Showing['context'],
  line: LineOfOrder | undefined,
  isReady: boolean,
) {
  const code = isReady && line && !line.held_back ? line.voucher_code : null;
  const theirs = (code && line?.supplier_codes) || [];
  const value =
    code && line && !line.supplier_codes
      ? voucherAddress(origin, code, await signVoucher({ owner, vault }, code, factsOf(line)))
      : null;
  return {
    redemptionMethod: 'DIGITAL',
    utcRedeemedAt: atOf(line?.redeemed_at ?? null),
    deliveryOptions: value
      ? [{ deliveryFormat: 'QRCODE', deliveryValue: value }]
      : theirs.map(({ format, value }) => ({ deliveryFormat: format, deliveryValue: value })),
  };
}

/** What a booking is shown to: a call, or a web hook (hooks/write-message.ts). */
export type Showing = {
  context: Pick<Context, 'owner' | 'vault' | 'origin' | 'now'>;
  has: OctoAsking['has'];
};

type Whole = { asking: Showing; row: BookingRow; lines: LineOfOrder[]; status: OctoStatus };

/** A unit whose line alone was cancelled in the back office says so. */
function statusOfUnit(status: OctoStatus, line: LineOfOrder | undefined): OctoStatus {
  if (!line) return status;
  if (status !== 'CANCELLED' && line.cancelled_quantity === line.quantity) return 'CANCELLED';
  return line.redeemed_at && status === 'CONFIRMED' ? 'REDEEMED' : status;
}

async function showUnitItem({ asking, row, status }: Whole, unit: StoredUnit, line: LineOfOrder | undefined) {
  const { context, has } = asking;
  const unitStatus = statusOfUnit(status, line);
  return {
    uuid: unit.uuid,
    resellerReference: unit.resellerReference,
    supplierReference: line?.sub_order_no ?? null,
    unitId: unit.unitId,
    status: unitStatus,
    utcRedeemedAt: atOf(line?.redeemed_at ?? null),
    contact: showContact(unit.contact),
    ticket: await showTicket(context, line, unitStatus === 'CONFIRMED' || unitStatus === 'REDEEMED'),
    ...(has.has('pricing') && line ? { pricing: showPricing(row, [line]) } : {}),
    ...(has.has('questions') ? { questionAnswers: showAnswers(unit.answers, row.details.questions?.unit) } : {}),
  };
}

/** One for each question, null where it is open: a reseller sees on the booking what it still has to ask. */
const showAnswers = (answers: Record<string, string> = {}, questions = Object.keys(answers).filter(isQuestion)) =>
  questions.map((questionId) => ({ questionId, value: answers[questionId] ?? null }));

/** A booking that is shown keeps the counts of its day out: they are the day's, not its own. */
const showAvailability = ({ availability }: BookingRow) =>
  availability && {
    ...availability,
    ...{ available: true, status: 'AVAILABLE', vacancies: null, capacity: null, maxUnits: null },
  };

function showCancellation({ row, status }: Whole) {
  if (status !== 'CANCELLED' && status !== 'EXPIRED' && status !== 'REJECTED') return null;
  const { refund_minor: refund, fee_minor: fee, ended_at: at, cancel_reason: reason } = row;
  const kind = !fee ? 'FULL' : refund ? 'PARTIAL' : 'NONE';
  return { refund: kind, reason, utcCancelledAt: (at ?? row.changed_at ?? row.updated_at).toISOString() };
}

async function showWhole(whole: Whole) {
  const { asking, row, lines, status } = whole;
  const { context, has } = asking;
  const units = row.units.map((unit, at) =>
    showUnitItem(
      whole,
      unit,
      lines.find((line) => line.sub_order_no === `${row.order_no}-${at + 1}`),
    ),
  );
  const times = [row.updated_at, ...(row.changed_at ? [row.changed_at] : [])];
  const used = lines.map((line) => line.redeemed_at?.getTime() ?? 0);
  const fields = row.details.fields ?? {};
  return {
    id: row.uuid,
    uuid: row.uuid,
    testMode: context.owner.isTest,
    resellerReference: row.reseller_reference,
    supplierReference: row.order_no,
    status,
    utcCreatedAt: row.created_at.toISOString(),
    utcUpdatedAt: new Date(Math.max(...times.map((time) => time.getTime()))).toISOString(),
    utcExpiresAt: status === 'ON_HOLD' ? atOf(row.pay_by) : null,
    utcRedeemedAt: status === 'REDEEMED' && Math.max(...used) > 0 ? new Date(Math.max(...used)).toISOString() : null,
    utcConfirmedAt: atOf(row.confirmed_at),
    productId: String(row.product_id),
    optionId: String(row.package_id),
    cancellable: isCancellable(status, lines, context.now),
    cancellation: showCancellation(whole),
    freesale: false,
    availabilityId: row.availability?.id ?? null,
    availability: showAvailability(row),
    contact: showContact(row.contact),
    notes: row.notes,
    deliveryMethods: ['TICKET'],
    voucher: null,
    unitItems: await Promise.all(units),
    ...(has.has('pricing') ? { pricing: showPricing(row, lines) } : {}),
    ...(has.has('cart') ? showPlaceInCart(row) : {}),
    ...(has.has('pickups') ? showPickup(row, fields) : {}),
    ...(has.has('questions') ? { questionAnswers: showAnswers(fields, row.details.questions?.order) } : {}),
  };
}

const showPlaceInCart = ({ cart_id: orderId, cart_reference: orderReference, order_no: orderNo }: BookingRow) => ({
  ...{ orderId, orderReference, primary: orderId !== null && orderReference === orderNo },
});

function showPickup({ details }: BookingRow, fields: Record<string, string>) {
  return {
    pickupRequested: details.pickup?.pickupRequested ?? Boolean(fields['402'] || fields['403']),
    pickupPointId: null,
    pickupPoint: null,
    pickupHotel: fields['403'] ?? null,
    pickupAddress: fields['402'] ?? null,
    pickupHotelRoom: fields.roomNumber ?? null,
    pickupNotes: details.pickup?.pickupNotes ?? null,
    dropoffRequested: details.pickup?.dropoffRequested ?? Boolean(fields.dropOffAddress),
    dropoffAddress: fields.dropOffAddress ?? null,
  };
}

export async function showBookings(asking: Showing, list: BookingRow[]) {
  const { context } = asking;
  const lines = await listLines(
    context.owner,
    list.map((row) => row.order_no),
  );
  const byOrder = Map.groupBy(lines, (line) => line.order_no);
  return Promise.all(
    list.map((row) => {
      const linesOfOrder = byOrder.get(row.order_no) ?? [];
      return showWhole({ asking, row, lines: linesOfOrder, status: statusOf(row, linesOfOrder, context.now) });
    }),
  );
}

/** As it is now, read anew after a change. */
export async function showBooking(asking: OctoAsking, { uuid }: { uuid: string }) {
  const [shown] = await showBookings(asking, [await openBooking(asking.context, uuid)]);
  return shown;
}

export async function findBookings(asking: OctoAsking, input: OctoInput<'bookings'>) {
  const { context } = asking;
  const { resellerReference, supplierReference, localDate, localDateStart, localDateEnd } = input;
  const from = localDate ?? localDateStart ?? null;
  const to = localDate ?? localDateEnd ?? null;
  if ((from === null) !== (to === null)) throw badRequest('when');
  if (resellerReference === undefined && supplierReference === undefined && from === null) throw badRequest('filter');
  const batches = eachBookings(context.owner, {
    partnerId: buyerOf(context).partnerId,
    resellerReference: resellerReference ?? null,
    supplierReference: supplierReference ?? null,
    ...{ from, to },
  });
  return writeList('octoBookings', batches, (list) => showBookings(asking, list));
}
