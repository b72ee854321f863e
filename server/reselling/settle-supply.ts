// Brings what an order has at a supplier to where the order is (decision 0415): held while it is unpaid, confirmed once it is paid, given
// back when it ends; and the order to where the supplier is. Every call may be repeated: the booking's uuid was chosen before the first.
import { randomUUID } from 'node:crypto';
import { isEnded, OrderStatus } from '../../domain/order-status.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import { askOcto } from './ask-octo.ts';
import { SupplierSilence, shownProblem } from './ask-system.ts';
import { cancelOurs, confirmOurs, contactOf, endOurs, keepCodes, redeemOurs } from './follow-supplier.ts';
import { wakePlaces, wakeProducts } from './notices.sql.ts';
import { namesCurrency, readBooking, type TheirBooking } from './read-octo.ts';
import { findPlace, minorOf } from './read-places.ts';
import { noteGoodAnswer } from './refusals.sql.ts';
import {
  type ClaimedSupply,
  findCurrency,
  listTheirCurrencies,
  noteAsked,
  noteSupply,
  renewSupply,
  type SupplyState,
} from './supplies.sql.ts';
import { beginStep, callBooking, look, type Supplying, type SupplyStep, understand } from './supply-step.ts';
import { noteSilence } from './sync-places.ts';

/** Long enough for a payment; extended while the order waits longer. The same in each retry, as the standard requires. */
const holdMinutes = 60;
const [retrySeconds, patientTries] = [[1, 2, 5, 15, 60, 300, 900], 4];
const seconds = { watch: 900, waiting: 60, soon: 5, refused: 300, cancelled: 21_600 } as const;
/** Of a journey: until then it may be redeemed or cancelled there. */
const daysAfter = 2;

/** What happens to an order wakes its booking also while somebody works at it: who asks for a new hold second leaves it to the first. */
class Overtaken extends Error {}

export async function settleSupply(supplying: Supplying, row: ClaimedSupply): Promise<void> {
  const { owner } = supplying;
  const step = await beginStep(supplying, row);
  let tries = 0;
  try {
    await advance(step);
    if (step.heard) await noteGoodAnswer(owner, row.supplier_id);
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof SupplierSilence)) throw error;
    // To wait as long as the supplier wishes is no failed try.
    tries = error.waitSeconds === null ? row.tries : row.tries - 1;
    step.seconds = error.waitSeconds ?? retrySeconds[Math.min(row.tries, retrySeconds.length) - 1] ?? seconds.watch;
    await noteSilence(owner, row.supplier_id, error);
    step.problem = tries > patientTries || error.problem === 'key' ? shownProblem(error) : row.problem;
    step.answer = '';
  }
  const { state, problem, answer, reference, netMinor, expiresAt } = step;
  // Staff have to see that it was dear until they say so.
  const newProblem = problem || (row.problem === 'dearer' ? 'dearer' : '');
  const note = { state, answer, reference, netMinor, expiresAt, tries, seconds: step.seconds, problem: newProblem };
  await noteSupply(owner, { supplyId: row.supply_id, uuid: step.uuid }, note);
}

const isOpen = (line: LineOfOrder) => !isEnded(line.status) && line.quantity > line.cancelled_quantity;

/** The state that the order needs at the supplier. */
export function goalOf(lines: LineOfOrder[]): 'nothing' | 'hold' | 'booking' {
  const open = lines.filter(isOpen);
  if (!open.length) return 'nothing';
  return open.every((line) => line.status === OrderStatus.unpaid) ? 'hold' : 'booking';
}

async function advance(step: SupplyStep): Promise<void> {
  const goal = goalOf(step.lines);
  if (goal === 'nothing') return release(step);
  if (step.row.problem === 'cancelledThere') {
    // Nothing is there any more; the owner decides what becomes of the order.
    Object.assign(step, { problem: 'cancelledThere', seconds: seconds.cancelled });
    return;
  }
  if (step.state === 'released') await renew(step);
  if (step.state === 'new') await hold(step);
  if (step.state === 'held') await (goal === 'hold' ? keepHold(step) : confirm(step));
  else if (step.state === 'pending' || step.state === 'confirmed') await watch(step);
  if (step.state === 'refused') await refuse(step);
  // The supplier said something else than was asked for, as that a hold has ended: it is asked again.
  if (step.seconds === null && unsettled.includes(step.state)) step.seconds = seconds.soon;
}

const unsettled: readonly SupplyState[] = ['new', 'held', 'pending'];

async function renew(step: SupplyStep): Promise<void> {
  const uuid = randomUUID();
  if ((await renewSupply(step.owner, step.row.supply_id, { was: step.uuid, uuid })) !== 1) throw new Overtaken();
  Object.assign(step, { uuid, wasSent: false, state: 'new', expiresAt: null });
}

const paidFor = (step: SupplyStep): number => step.lines.reduce((sum, line) => sum + line.amount_minor, 0);

/** Copies the supplier's state of a booking into the step. */
async function adopt(step: SupplyStep, booking: TheirBooking): Promise<void> {
  const { pricing, status } = booking;
  step.reference = booking.supplierReference || step.reference || booking.uuid;
  // What is asked in another currency cannot be compared with anything here.
  const isOurs = pricing && pricing.currency === (await findCurrency(step.owner, step.row.supply_id));
  step.netMinor = isOurs ? minorOf(pricing, pricing.net ?? null) : null;
  if (booking.testMode) step.problem = 'testMode';
  if (status === 'ON_HOLD') {
    step.state = 'held';
    step.expiresAt = booking.utcExpiresAt ? new Date(booking.utcExpiresAt) : null;
  } else if (status === 'PENDING') step.state = 'pending';
  else if (status === 'CONFIRMED' || status === 'REDEEMED') step.state = 'confirmed';
  else if (status === 'REJECTED') Object.assign(step, { state: 'refused', answer: booking.status });
  else await renew(step);
}

/** A new hold. Of a paid order whose hold was lost it is not dearer than the lost one: the buyer pays no more, so it is paid back. */
async function adoptHold(step: SupplyStep, booking: TheirBooking): Promise<void> {
  await adopt(step, booking);
  if (step.state !== 'held' || step.netMinor === null) return;
  const { row } = step;
  const wasHeld = row.reference !== '';
  const isDearer = step.netMinor > (wasHeld ? (row.net_minor ?? paidFor(step)) : paidFor(step));
  if (wasHeld && isDearer && goalOf(step.lines) === 'booking') {
    Object.assign(step, { state: 'refused', answer: 'PRICE_CHANGED', netMinor: null });
    // Without an answer it ends by itself: it is confirmed by nobody.
    await callBooking(step, '/cancel', { reason: 'dearer' }).catch((error: unknown) => {
      if (!(error instanceof SupplierSilence)) throw error;
    });
  } else if (step.netMinor > paidFor(step)) step.problem = step.problem || 'dearer';
}

/** What the supplier refused is asked for again, so that the next buyer does not run into the same. */
async function refuseHold(step: SupplyStep, { message, error }: { message: string; error: string }): Promise<void> {
  const { owner, row } = step;
  Object.assign(step, { state: 'refused', answer: message });
  await wakePlaces(owner, row.supplier_id, row.product_ref, row.option_ref);
  if (/^INVALID_(PRODUCT|OPTION|UNIT)_ID$/.test(error)) await wakeProducts(owner, row.supplier_id);
}

async function hold(step: SupplyStep): Promise<void> {
  const before = step.wasSent ? await look(step) : undefined;
  if (before) return adoptHold(step, before);
  const { row } = step;
  const currency = await findCurrency(step.owner, row.supply_id);
  const availableCurrencies = await listTheirCurrencies(step.owner, row.supply_id);
  const inCurrency = currency ? namesCurrency({ availableCurrencies }, currency) : {};
  const place = await findPlace(step.target, row, inCurrency);
  if ('message' in place) return refuseHold(step, place);
  if (!step.wasSent) await noteAsked(step.owner, row.supply_id);
  step.wasSent = true;
  const reply = await askOcto(step.target, 'POST', '/bookings', {
    uuid: step.uuid,
    productId: row.product_ref,
    optionId: row.option_ref,
    availabilityId: place.id,
    expirationMinutes: holdMinutes,
    resellerReference: row.order_no,
    unitItems: row.items.map(({ uuid, unitId, line }) => ({ uuid, unitId, resellerReference: line })),
    ...inCurrency,
  });
  if (!('error' in reply)) return adoptHold(step, understand(reply.body));
  // An earlier try may have come through while this one was on its way.
  const late = await look(step);
  if (late) return adoptHold(step, late);
  await refuseHold(step, reply);
}

/** Until a few minutes before it ends a hold is left alone. */
async function keepHold(step: SupplyStep): Promise<void> {
  const left = step.expiresAt ? (step.expiresAt.getTime() - step.clock().getTime()) / 1000 : seconds.watch;
  step.seconds = Math.max(seconds.soon, Math.min(left - 180, seconds.watch));
  if (left > 240) return;
  const reply = await callBooking(step, '/extend', { expirationMinutes: holdMinutes });
  if (!('error' in reply)) return adopt(step, understand(reply.body));
  if (reply.error === 'INVALID_BOOKING_UUID') return again(step);
}

/** The hold was lost: another one, once in a turn. */
async function again(step: SupplyStep): Promise<void> {
  await renew(step);
  await hold(step);
}

/** What became of it there, if it is no hold any more; true where that is settled. */
async function isFollowed(step: SupplyStep, now: TheirBooking | undefined): Promise<boolean> {
  if (!now || now.status === 'ON_HOLD') return false;
  await adopt(step, now);
  await settle(step, now);
  return true;
}

async function confirm(step: SupplyStep): Promise<void> {
  // An earlier confirmation may have come through, and its answer was lost.
  if (step.row.tries > 1 && (await isFollowed(step, await look(step)))) return;
  const order = await contactOf(step);
  const ask = () =>
    callBooking(step, '/confirm', { ...order, resellerReference: step.row.order_no, emailReceipt: false });
  let reply = await ask();
  if ('error' in reply && reply.error === 'INVALID_BOOKING_UUID') {
    const now = await look(step);
    if (await isFollowed(step, now)) return;
    if (!now) {
      await again(step);
      if (step.state !== 'held') return step.state === 'refused' ? undefined : settle(step);
      reply = await ask();
    }
  }
  if (!('error' in reply)) {
    await adopt(step, understand(reply.body));
    return settle(step, readBooking(reply.body));
  }
  if (await isFollowed(step, await look(step))) return;
  // Our account there may be empty, or a detail may be missing: a person has to see it, and the places stay held meanwhile.
  Object.assign(step, { problem: 'notConfirmed', answer: reply.message, seconds: seconds.refused });
  await callBooking(step, '/extend', { expirationMinutes: holdMinutes });
}

async function watch(step: SupplyStep): Promise<void> {
  const booking = await look(step);
  if (!booking || booking.status === 'CANCELLED' || booking.status === 'EXPIRED') {
    await cancelOurs(step);
    Object.assign(step, { state: 'released', problem: 'cancelledThere', seconds: seconds.cancelled });
    return;
  }
  await adopt(step, booking);
  await settle(step, booking);
}

/** Our side follows what the supplier has. */
async function settle(step: SupplyStep, booking?: TheirBooking): Promise<void> {
  if (step.state === 'pending') step.seconds = seconds.waiting;
  if (step.state !== 'confirmed') return;
  if (booking) await keepCodes(step, booking);
  const waits = !(await confirmOurs(step, step.reference));
  if (booking) await redeemOurs(step, booking);
  const valid = step.lines.reduce((sum, line) => sum + (isOpen(line) ? line.quantity - line.cancelled_quantity : 0), 0);
  if (valid < step.row.items.length) step.problem = 'partly';
  const over = step.row.days_past >= daysAfter;
  step.seconds = waits ? seconds.waiting : over && !step.problem ? null : seconds.watch;
}

/** The supplier has no places: the order ends, and what was paid goes back. */
async function refuse(step: SupplyStep): Promise<void> {
  const done = await endOurs(step, step.answer || step.row.supplier_name);
  // While a payment is on its way its answer comes first.
  step.seconds = done ? null : seconds.soon;
}

async function release(step: SupplyStep): Promise<void> {
  if (step.state === 'released' || step.state === 'refused' || (step.state === 'new' && !step.wasSent)) {
    if (step.state === 'new') step.state = 'released';
    return;
  }
  const reply = await callBooking(step, '/cancel', { reason: 'cancelled' });
  const booking = 'error' in reply ? await look(step) : understand(reply.body);
  const ended = !booking || ['CANCELLED', 'EXPIRED', 'REJECTED'].includes(booking.status);
  if (ended) step.state = 'released';
  else Object.assign(step, { problem: 'notCancelled', answer: 'error' in reply ? reply.message : booking.status });
}
