// Buys the car of an order at Mozio (decision 0685): once the order is paid it searches, polls until nothing more comes, takes the cheapest
// vehicle of the class within the limit, reserves it and asks until it is decided. One small step a turn. What cannot be settled waits for
// staff; no money moves here.
import { formatMoney, money } from '../../../domain/money.ts';
import { countAttempt } from '../../account/account.sql.ts';
import { everyOrder } from '../../order/limit-visibility.ts';
import { findOrder, listLines } from '../../order/read.sql.ts';
import { SupplierSilence, shownProblem } from '../ask-system.ts';
import { confirmOurs } from '../follow-supplier.ts';
import { noteLinkProblem } from '../links.sql.ts';
import { goalOf } from '../settle-supply.ts';
import { type ClaimedSupply, saveSupplierCodes } from '../supplies.sql.ts';
import { linkPurpose, type Supplying } from '../supply-step.ts';
import { askMozio, type MozioAnswer } from './ask-mozio.ts';
import { endRide, watchRide } from './end-ride.ts';
import { type Journey, readJourney } from './read-journey.ts';
import { type Reserved, type Ride, readPolled, readRides, readSearchId } from './read-mozio.ts';
import { pollSeconds, pollsPerMinute, type RideStep, standWithStaff, watchSeconds } from './ride-step.ts';
import type { RideOfSku } from './ride-tie.ts';
import { noteRide, noteSearch, takeSending } from './rides.sql.ts';

const [retrySeconds, patientTries] = [[1, 2, 5, 15, 60, 300, 900], 4];
const seconds = { unpaid: 3600, missing: 900, undecided: 60, staff: 21_600, unsure: 15, busy: 10, slow: 60 } as const;
/** Results live about twenty minutes; an older search is not booked from. */
const searchLives = 18 * 60;
/** Longer than this no better vehicle is waited for, and no first one. */
const longestSearch = { withRide: 120, empty: 900 } as const;
const mostSearches = 3;
/** Polls of a reservation before it is asked for less often, and before staff are notified. */
const slowAfter = { polls: 20, seconds: 30 } as const;

export async function settleRide(supplying: Supplying, row: ClaimedSupply): Promise<void> {
  const { owner } = supplying;
  const step = await begin(supplying, row);
  try {
    await advance(step);
    await noteLinkProblem(owner, row.supplier_id, '');
  } catch (error) {
    if (!(error instanceof SupplierSilence)) throw error;
    step.tries = row.tries;
    step.seconds = retrySeconds[Math.min(row.tries, retrySeconds.length) - 1] ?? seconds.slow;
    // The limit of polls is no failure.
    if (error.problem === 'busy') Object.assign(step, { tries: 0, seconds: seconds.busy });
    if (error.problem === 'key') await noteLinkProblem(owner, row.supplier_id, 'key');
    const isShown = error.problem !== 'busy' && step.tries > patientTries;
    step.problem = isShown || error.problem === 'key' ? shownProblem(error) : row.problem;
    step.answer = '';
  }
  if (!step.lost) await noteRide(owner, row.supply_id, step.seen, step);
}

async function begin(
  { owner, owners, jobs, vault, clock, privately, answerSeconds }: Supplying,
  row: ClaimedSupply,
): Promise<RideStep> {
  const numbers = new Set(row.items.map((item) => item.line));
  const lines = (await listLines(owner, [row.order_no])).filter((line) => numbers.has(line.sub_order_no));
  const key = vault.open(row.key_sealed, linkPurpose(owner));
  const noting = { owner, owners, clock, supplierId: row.supplier_id, orderNo: row.order_no };
  const seen = { searchId: row.search_id, wasSent: row.was_sent, askedAgain: row.asked_again };
  return {
    ...{
      owner,
      jobs,
      now: clock(),
      row,
      lines,
      target: { endpoint: row.endpoint, key, privately, answerSeconds, noting },
    },
    ...{ seen, ...seen, state: row.state, best: row.best, bookingRef: row.booking_ref, reference: row.reference },
    ...{ problem: '', answer: '', waitsForStaff: row.waits_for_staff, tries: 0, seconds: null, lost: false },
  };
}

async function advance(step: RideStep): Promise<void> {
  const { row, lines } = step;
  const goal = goalOf(lines);
  if (goal === 'nothing') return endRide(step, () => askPolled(step));
  if (row.problem === 'cancelledThere') {
    // Nothing is there any more; the owner decides what becomes of the order.
    Object.assign(step, { problem: 'cancelledThere', seconds: seconds.staff });
    return;
  }
  if (step.state === 'confirmed') return watchRide(step, () => settle(step));
  if (step.wasSent) return follow(step);
  if (goal === 'hold') {
    step.seconds = seconds.unpaid;
    return;
  }
  if (row.waits_for_staff) {
    Object.assign(step, { problem: row.problem, answer: row.answer, seconds: seconds.staff });
    return;
  }
  if (step.state === 'released') Object.assign(step, { state: 'new', searchId: '', best: null });
  const wanted = await readWanted(step);
  if (wanted) await search(step, wanted);
}

type Wanted = { journey: Journey; ride: RideOfSku };

/** What to look for; undefined where a person has to see the order first. */
async function readWanted(step: RideStep): Promise<Wanted | undefined> {
  const { owner, row, lines } = step;
  const [line] = lines;
  const tie = row.ride;
  if (!row.active) {
    standWithStaff(step, 'off');
    return undefined;
  }
  if (row.items.length !== 1 || !line) {
    standWithStaff(step, 'severalCars');
    return undefined;
  }
  const ride = tie?.skus[row.items[0]?.unitId ?? ''];
  if (!tie || !ride) {
    standWithStaff(step, 'untied');
    return undefined;
  }
  const order = await findOrder(owner, row.order_no, everyOrder());
  if (!order) throw new Error(`order ${row.order_no} is gone`);
  if (order.second_check === 'waiting') {
    step.seconds = seconds.undecided;
    return undefined;
  }
  const journey = readJourney(tie, order, line);
  if ('missing' in journey) {
    // Once the missing details are entered, an event of the order wakes it.
    Object.assign(step, { problem: 'details', answer: journey.missing.join(', '), seconds: seconds.missing });
    return undefined;
  }
  if (journey.people > ride.people) {
    standWithStaff(step, 'crowded', `${journey.people} > ${ride.people}`);
    return undefined;
  }
  return { journey, ride };
}

/** Throws SupplierSilence 'busy' instead of polling more often than Mozio allows: all processes count together. */
async function poll(step: RideStep, path: string): Promise<MozioAnswer> {
  const count = await countAttempt(step.owner, `mozio ${step.row.supplier_id}`, 60);
  if (count > pollsPerMinute) throw new SupplierSilence('busy');
  return askMozio(step.target, 'GET', path);
}

async function search(step: RideStep, wanted: Wanted): Promise<void> {
  const { row, now } = step;
  const age = row.searched_at ? (now.getTime() - row.searched_at.getTime()) / 1000 : 0;
  if (!step.searchId || age > searchLives) return beginSearch(step, wanted);
  const reply = await poll(step, `/v2/search/${encodeURIComponent(step.searchId)}/poll/`);
  if ('status' in reply) {
    if (reply.status !== 404) throw new SupplierSilence('odd');
    return beginSearch(step, wanted);
  }
  const currency = row.ride?.currency;
  const read = currency && readRides(reply.body, currency);
  if (!read) throw new SupplierSilence('odd');
  step.best = cheapest(step, wanted, read.rides);
  step.seconds = pollSeconds;
  if (read.more && age < longestSearch[step.best ? 'withRide' : 'empty']) return;
  await decide(step, wanted);
}

async function beginSearch(step: RideStep, { journey }: Wanted): Promise<void> {
  if (step.row.searches >= mostSearches) return standWithStaff(step, 'noRide');
  const reply = await askMozio(step.target, 'POST', '/v2/search/', journey.search);
  if ('status' in reply) return standWithStaff(step, 'rideRefused', reply.message);
  const searchId = readSearchId(reply.body);
  if (!searchId) throw new SupplierSilence('odd');
  if ((await noteSearch(step.owner, step.row.supply_id, step.seen, searchId)) !== 1) step.lost = true;
  step.seen = { ...step.seen, searchId, wasSent: false };
  Object.assign(step, { searchId, best: null, seconds: pollSeconds });
}

const sameWord = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Of the class and with room for all, whatever it costs: polls may have all results or only new ones. */
function cheapest({ best }: RideStep, { journey, ride }: Wanted, rides: Ride[]) {
  const fit = rides.filter(
    ({ vehicle, people }) =>
      (!ride.vehicle || sameWord(vehicle, ride.vehicle)) && (people === null || people >= journey.people),
  );
  return fit.reduce(
    (found, { id, minor, vehicle, provider }) =>
      found && found.minor <= minor ? found : { id, minor, vehicle, provider },
    best,
  );
}

async function decide(step: RideStep, wanted: Wanted): Promise<void> {
  const { best, row } = step;
  const currency = row.ride?.currency;
  if (!best || !currency) return standWithStaff(step, 'noRide');
  if (best.minor > wanted.ride.mostMinor)
    return standWithStaff(step, 'dearRide', `${best.vehicle} · ${formatMoney(money(best.minor, currency), 'en')}`);
  const taken = { searchId: step.searchId, best, currency, lines: step.lines.map((line) => line.sub_order_no) };
  if ((await takeSending(step.owner, row.supply_id, taken)) !== 1) {
    step.lost = true;
    return;
  }
  step.wasSent = true;
  step.seen = { ...step.seen, searchId: step.searchId, wasSent: true };
  await reserve(step, wanted, best.id);
}

/** Nothing is there after these for sure. */
const certain = ['key', 'busy', 'noAddress', 'privateAddress'] as const;

async function reserve(step: RideStep, { journey }: Wanted, resultId: string): Promise<void> {
  const { row } = step;
  const booking = {
    ...{ search_id: step.searchId, result_id: resultId, ...journey.guest },
    partner_tracking_id: row.order_no,
  };
  try {
    const reply = await askMozio(step.target, 'POST', '/v2/reservations/', booking);
    if (!('status' in reply)) {
      Object.assign(step, { state: 'pending', seconds: pollSeconds });
      return;
    }
    step.wasSent = false;
    if (reply.status !== 404) return standWithStaff(step, 'rideRefused', reply.message);
    // The search is over: the next turn begins another one.
    Object.assign(step, { searchId: '', best: null, seconds: pollSeconds });
  } catch (error) {
    if (error instanceof SupplierSilence && certain.some((problem) => problem === error.problem)) step.wasSent = false;
    throw error;
  }
}

/** The reservation of the search as Mozio has it; undefined where it has none. */
async function askPolled(step: RideStep) {
  const reply = await poll(step, `/v2/reservations/${encodeURIComponent(step.searchId)}/poll/`);
  if ('status' in reply) {
    if (reply.status !== 404) throw new SupplierSilence('odd');
    return undefined;
  }
  const read = readPolled(reply.body);
  if (!read) throw new SupplierSilence('odd');
  return read.status === 'completed' && !read.reserved ? undefined : read;
}

/** What was sent is asked for, and never sent again by itself. */
async function follow(step: RideStep): Promise<void> {
  const { row } = step;
  const found = await askPolled(step);
  step.tries = row.tries;
  if (!found) return doubt(step);
  if (found.status === 'failed' || found.reserved?.isCancelled) {
    Object.assign(step, { wasSent: false, searchId: '', best: null, state: 'new' });
    return standWithStaff(step, 'rideFailed', found.message);
  }
  step.waitsForStaff = false;
  if (found.status === 'completed' && found.reserved) return adopt(step, found.reserved);
  const isSlow = row.tries > slowAfter.polls;
  Object.assign(step, { state: 'pending', seconds: isSlow ? seconds.slow : pollSeconds });
  if (row.tries > slowAfter.seconds) step.problem = 'silent';
}

/** Our request may be on its way still. Only a person, who looked at Mozio, lets it be sent again. */
function doubt(step: RideStep): void {
  const { row } = step;
  if (row.problem === 'unsure' && !row.waits_for_staff) {
    Object.assign(step, { wasSent: false, searchId: '', best: null, state: 'new', tries: 0, seconds: pollSeconds });
    return;
  }
  if (row.waits_for_staff || row.tries > patientTries) standWithStaff(step, 'unsure');
  else step.seconds = seconds.unsure;
}

async function adopt(step: RideStep, { id, number }: Reserved): Promise<void> {
  Object.assign(step, { state: 'confirmed', bookingRef: id, reference: number, tries: 0, seconds: watchSeconds });
  await settle(step);
}

const drawn = /^[\x20-\x7e]{1,60}$/;

/** Mozio's number stands on the voucher in place of our code (decision 0461). */
async function settle(step: RideStep): Promise<void> {
  const { owner, lines, reference } = step;
  if (drawn.test(reference))
    for (const line of lines)
      await saveSupplierCodes(owner, line.sub_order_no, [{ format: 'CODE128', value: reference }]);
  const waits = !(await confirmOurs(step, reference));
  step.seconds = waits ? seconds.undecided : step.seconds;
}
