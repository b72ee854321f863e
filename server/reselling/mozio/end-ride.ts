// A car that is no longer wanted is cancelled at Mozio, and one that Mozio cancelled is noticed (decision 0685).
import { SupplierSilence } from '../ask-system.ts';
import { cancelOurs } from '../follow-supplier.ts';
import { askMozio } from './ask-mozio.ts';
import { type Polled, type Reserved, readReservation } from './read-mozio.ts';
import { pollSeconds, type RideStep, standWithStaff, watchSeconds } from './ride-step.ts';

const seconds = { unsure: 15, over: 21_600 } as const;
const patientTries = 4;
/** Of a journey: until then it may be cancelled there. */
const daysAfter = 1;

const pathOf = ({ bookingRef }: RideStep) => `/v2/reservations/${encodeURIComponent(bookingRef)}/`;

/** As Mozio has it; undefined where it has none. */
async function look(step: RideStep): Promise<Reserved | undefined> {
  const reply = await askMozio(step.target, 'GET', pathOf(step));
  if ('status' in reply) {
    if (reply.status !== 404) throw new SupplierSilence('odd');
    return undefined;
  }
  const read = readReservation(reply.body);
  if (!read) throw new SupplierSilence('odd');
  return read;
}

export async function endRide(step: RideStep, askPolled: () => Promise<Polled | undefined>): Promise<void> {
  step.waitsForStaff = false;
  if (!step.wasSent && step.state !== 'confirmed') {
    step.state = 'released';
    return;
  }
  if (step.state === 'released') return;
  if (!step.bookingRef) {
    const found = await askPolled();
    step.tries = step.row.tries;
    if (found?.status === 'failed' || found?.reserved?.isCancelled) {
      Object.assign(step, { state: 'released', wasSent: false });
      return;
    }
    if (!found?.reserved) {
      // It may still come: asked for again, and after a while staff have to look.
      if (!found && step.row.tries > patientTries) return standWithStaff(step, 'unsure');
      step.seconds = found ? pollSeconds : seconds.unsure;
      return;
    }
    Object.assign(step, { bookingRef: found.reserved.id, reference: found.reserved.number });
  }
  await cancelThere(step);
}

/** An answer that was lost is no doubt here: a second DELETE is refused, and the reservation says that it is cancelled. */
async function cancelThere(step: RideStep): Promise<void> {
  const reply = await askMozio(step.target, 'DELETE', pathOf(step));
  const refused = 'status' in reply ? reply.message : '';
  if (!refused || (await look(step))?.isCancelled) step.state = 'released';
  else Object.assign(step, { problem: 'notCancelled', answer: refused });
}

/** Mozio has no notices: what it cancels is found by asking. */
export async function watchRide(step: RideStep, settle: () => Promise<void>): Promise<void> {
  const isOver = step.row.days_past >= daysAfter;
  const found = await look(step);
  if (found?.isCancelled) {
    await cancelOurs(step);
    Object.assign(step, { state: 'released', problem: 'cancelledThere', seconds: seconds.over });
    return;
  }
  step.seconds = isOver ? null : watchSeconds;
  await settle();
}
