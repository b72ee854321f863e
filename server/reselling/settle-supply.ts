// Brings what an order has at a supplier to where the order is (decision 0415): held while it is unpaid, confirmed once it is paid, given
// back when it ends; and the order to where the supplier is. Every call may be repeated: the booking's uuid was chosen before the first.
import { randomUUID } from 'node:crypto';
import { isEnded, OrderStatus } from '../../domain/order-status.ts';
import { type LineOfOrder, listLines } from '../order/read.sql.ts';
import type { Clock } from '../platform/context.ts';
import type { Owner, Owners } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Vault } from '../platform/vault.ts';
import { askOcto, type OctoAnswer, type OctoTarget } from './ask-octo.ts';
import { SupplierSilence, shownProblem } from './ask-system.ts';
import { cancelOurs, confirmOurs, contactOf, endOurs, keepCodes, type OurSide, redeemOurs } from './follow-supplier.ts';
import { noteLinkProblem } from './links.sql.ts';
import { readBooking, type TheirBooking } from './read-octo.ts';
import { findPlace, minorOf } from './read-places.ts';
import { type ClaimedSupply, noteAsked, noteSupply, renewSupply, type SupplyState } from './supplies.sql.ts';

export type Supplying = {
  owner: Owner;
  owners: Owners;
  jobs: Jobs;
  vault: Vault;
  clock: Clock;
  privately: boolean;
  answerSeconds: number;
};

export const linkPurpose = (owner: Owner) => `octo link ${owner.id}`;

/** Long enough for a payment; extended while the order waits longer. The same in each retry, as the standard requires. */
const holdMinutes = 60;
const [retrySeconds, patientTries] = [[1, 2, 5, 15, 60, 300, 900], 4];
const seconds = { watch: 900, waiting: 60, soon: 5, refused: 300, cancelled: 21_600 } as const;
/** Of a journey: until then it may be redeemed or cancelled there. */
const daysAfter = 2;

type Step = OurSide & {
  target: OctoTarget;
  clock: Clock;
  /** What is known now; saved also when the next call gets no answer. */
  state: SupplyState;
  uuid: string;
  wasSent: boolean;
  reference: string;
  netMinor: number | null;
  expiresAt: Date | null;
  problem: string;
  answer: string;
  seconds: number | null;
};

/** What happens to an order wakes its booking also while somebody works at it: who asks for a new hold second leaves it to the first. */
class Overtaken extends Error {}

export async function settleSupply(supplying: Supplying, row: ClaimedSupply): Promise<void> {
  const { owner } = supplying;
  const step = await begin(supplying, row);
  let tries = 0;
  try {
    await advance(step);
    await noteLinkProblem(owner, row.supplier_id, '');
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof SupplierSilence)) throw error;
    tries = row.tries;
    step.seconds = retrySeconds[Math.min(row.tries, retrySeconds.length) - 1] ?? seconds.watch;
    if (error.problem === 'key') await noteLinkProblem(owner, row.supplier_id, 'key');
    step.problem = row.tries > patientTries || error.problem === 'key' ? shownProblem(error) : row.problem;
    step.answer = '';
  }
  const { state, problem, answer, reference, netMinor, expiresAt } = step;
  // Staff have to see that it was dear until they say so.
  const newProblem = problem || (row.problem === 'dearer' ? 'dearer' : '');
  const note = { state, answer, reference, netMinor, expiresAt, tries, seconds: step.seconds, problem: newProblem };
  await noteSupply(owner, { supplyId: row.supply_id, uuid: step.uuid }, note);
}

async function begin(
  { owner, owners, jobs, vault, clock, privately, answerSeconds }: Supplying,
  row: ClaimedSupply,
): Promise<Step> {
  const numbers = new Set(row.items.map((item) => item.line));
  const lines = (await listLines(owner, [row.order_no])).filter((line) => numbers.has(line.sub_order_no));
  const key = vault.open(row.key_sealed, linkPurpose(owner));
  const noting = { owner, owners, clock, supplierId: row.supplier_id, orderNo: row.order_no };
  const target = { endpoint: row.endpoint, key, prefixed: row.prefixed, privately, answerSeconds, noting };
  return {
    ...{ owner, jobs, clock, row, lines, target, now: clock(), netMinor: null, answer: '', seconds: null },
    ...{ state: row.state, uuid: row.uuid, wasSent: row.was_sent, reference: row.reference, expiresAt: row.expires_at },
    problem: '',
  };
}

const isOpen = (line: LineOfOrder) => !isEnded(line.status) && line.quantity > line.cancelled_quantity;

/** The state that the order needs at the supplier. */
export function goalOf(lines: LineOfOrder[]): 'nothing' | 'hold' | 'booking' {
  const open = lines.filter(isOpen);
  if (!open.length) return 'nothing';
  return open.every((line) => line.status === OrderStatus.unpaid) ? 'hold' : 'booking';
}

async function advance(step: Step): Promise<void> {
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

const call = (step: Step, what: string, body?: object): Promise<OctoAnswer> =>
  askOcto(step.target, body ? 'POST' : 'GET', `/bookings/${step.uuid}${what}`, body);

/** The booking as the supplier has it; undefined where it has none. */
async function look(step: Step): Promise<TheirBooking | undefined> {
  const reply = await call(step, '');
  if ('error' in reply) {
    if (reply.error === 'INVALID_BOOKING_UUID') return undefined;
    throw new SupplierSilence('odd');
  }
  return understand(reply.body);
}

function understand(body: unknown): TheirBooking {
  const booking = readBooking(body);
  if (!booking) throw new SupplierSilence('odd');
  return booking;
}

async function renew(step: Step): Promise<void> {
  const uuid = randomUUID();
  if ((await renewSupply(step.owner, step.row.supply_id, { was: step.uuid, uuid })) !== 1) throw new Overtaken();
  Object.assign(step, { uuid, wasSent: false, state: 'new', expiresAt: null });
}

/** Copies the supplier's state of a booking into the step. */
async function adopt(step: Step, booking: TheirBooking): Promise<void> {
  step.reference = booking.supplierReference || step.reference || booking.uuid;
  step.netMinor = booking.pricing ? minorOf(booking.pricing, booking.pricing.net ?? null) : null;
  const { status } = booking;
  if (status === 'ON_HOLD') {
    step.state = 'held';
    step.expiresAt = booking.utcExpiresAt ? new Date(booking.utcExpiresAt) : null;
    // A number that changes before the confirmation is not reported.
    const paid = step.lines.reduce((sum, line) => sum + line.amount_minor, 0);
    if (step.row.state === 'new' && step.netMinor !== null && step.netMinor > paid) step.problem = 'dearer';
  } else if (status === 'PENDING') step.state = 'pending';
  else if (status === 'CONFIRMED' || status === 'REDEEMED') step.state = 'confirmed';
  else if (status === 'REJECTED') Object.assign(step, { state: 'refused', answer: booking.status });
  else await renew(step);
}

async function hold(step: Step): Promise<void> {
  const before = step.wasSent ? await look(step) : undefined;
  if (before) return adopt(step, before);
  const { row } = step;
  const place = await findPlace(step.target, row);
  if ('message' in place) {
    Object.assign(step, { state: 'refused', answer: place.message });
    return;
  }
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
  });
  if (!('error' in reply)) return adopt(step, understand(reply.body));
  // An earlier try may have come through while this one was on its way.
  const late = await look(step);
  if (late) return adopt(step, late);
  Object.assign(step, { state: 'refused', answer: reply.message });
}

/** Until a few minutes before it ends a hold is left alone. */
async function keepHold(step: Step): Promise<void> {
  const left = step.expiresAt ? (step.expiresAt.getTime() - step.clock().getTime()) / 1000 : seconds.watch;
  step.seconds = Math.max(seconds.soon, Math.min(left - 180, seconds.watch));
  if (left > 240) return;
  const reply = await call(step, '/extend', { expirationMinutes: holdMinutes });
  if (!('error' in reply)) return adopt(step, understand(reply.body));
  if (reply.error === 'INVALID_BOOKING_UUID') return again(step);
}

/** The hold was lost: another one, once in a turn. */
async function again(step: Step): Promise<void> {
  await renew(step);
  await hold(step);
}

async function confirm(step: Step): Promise<void> {
  const order = await contactOf(step);
  const ask = () => call(step, '/confirm', { ...order, resellerReference: step.row.order_no, emailReceipt: false });
  let reply = await ask();
  if ('error' in reply && reply.error === 'INVALID_BOOKING_UUID') {
    await again(step);
    if (step.state !== 'held') return step.state === 'refused' ? undefined : settle(step);
    reply = await ask();
  }
  if (!('error' in reply)) {
    await adopt(step, understand(reply.body));
    return settle(step, readBooking(reply.body));
  }
  const now = await look(step);
  if (now && now.status !== 'ON_HOLD') {
    await adopt(step, now);
    return settle(step, now);
  }
  // Our account there may be empty, or a detail may be missing: a person has to see it, and the places stay held meanwhile.
  Object.assign(step, { problem: 'notConfirmed', answer: reply.message, seconds: seconds.refused });
  await call(step, '/extend', { expirationMinutes: holdMinutes });
}

async function watch(step: Step): Promise<void> {
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
async function settle(step: Step, booking?: TheirBooking): Promise<void> {
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
async function refuse(step: Step): Promise<void> {
  const done = await endOurs(step, step.answer || step.row.supplier_name);
  // While a payment is on its way its answer comes first.
  step.seconds = done ? null : seconds.soon;
}

async function release(step: Step): Promise<void> {
  if (step.state === 'released' || step.state === 'refused' || (step.state === 'new' && !step.wasSent)) {
    if (step.state === 'new') step.state = 'released';
    return;
  }
  const reply = await call(step, '/cancel', { reason: 'cancelled' });
  const booking = 'error' in reply ? await look(step) : understand(reply.body);
  const ended = !booking || ['CANCELLED', 'EXPIRED', 'REJECTED'].includes(booking.status);
  if (ended) step.state = 'released';
  else Object.assign(step, { problem: 'notCancelled', answer: 'error' in reply ? reply.message : booking.status });
}
