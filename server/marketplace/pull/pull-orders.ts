// One round with one platform (decision 0502): what was paid there is held, paid and confirmed by the functions of every marketplace, what
// was closed there is cancelled here. Orders go one after another; each refusal is noted, and the others go on.
import { isDay } from '../../../domain/dates.ts';
import { Refusal, type RefusalName } from '../../../domain/errors.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { refusalOf } from '../../platform/db.ts';
import type { Logger } from '../../platform/log.ts';
import {
  cancelPlaces,
  claimReference,
  confirmPlaces,
  findBookedReference,
  holdForChannel,
  judgeEnd,
  showChannelBooking,
} from '../channel-order.ts';
import { describeOrderProblem } from '../judge-order-sheet.ts';
import { listPlatformOrders } from '../platform-orders.sql.ts';
import { chooseSkus, SkuProblem } from '../signed/choose-skus.ts';
import { PlatformSilence } from './ask-platform.ts';
import type { PulledWish, PullPlatform } from './pull-port.ts';
import { listPulled, notePulledReported, type PulledProblem, type PulledRow, savePulled } from './pulled.sql.ts';

/** Confirmed right after they are held; what could not be paid gives its places back soon. */
const holdMinutes = 5;

type Pulling = { asking: OctoAsking; source: number; platform: PullPlatform; log: Logger };

/** How many were booked, and `odd` where the platform's answer about one of them was not understood. */
type PulledRound = { booked: number; problem: '' | 'odd' };

/** Throws PlatformSilence. */
export async function pullOrders(pulling: Pulling): Promise<PulledRound> {
  const { asking, source, platform, log } = pulling;
  const { owner, now } = asking.context;
  const { waiting, closed } = await platform.list(now);
  const known = new Map(
    (await listPulled(owner, source, [...waiting, ...closed])).map((row) => [row.reference, row] as const),
  );
  let booked = 0;
  let problem: PulledRound['problem'] = '';
  for (const reference of waiting)
    try {
      if (await take(pulling, reference, known.get(reference))) booked += 1;
    } catch (error) {
      // What it said of one order is of that order alone; the others go on.
      if (!(error instanceof PlatformSilence) || error.problem !== 'odd') throw error;
      log.warn({ err: error, source, reference }, 'a platform did not take the confirmation of an order');
      problem = error.problem;
    }
  for (const reference of closed) await end(pulling, reference, known.get(reference));
  return { booked, problem };
}

async function take(pulling: Pulling, reference: string, before: PulledRow | undefined): Promise<boolean> {
  const { asking, source, platform } = pulling;
  const { owner } = asking.context;
  const isBooked = before?.state === 'booked';
  if (before && (before.state === 'over' || before.told_at || !(before.is_due || isBooked))) return false;
  if (!isBooked) {
    const problem = await attempt(pulling, async () => book(asking, await platform.read(reference)));
    await savePulled(owner, source, { reference, state: problem ? 'refused' : 'booked', problem });
    if (problem) return false;
  }
  await platform.confirm(reference);
  await notePulledReported(owner, source, reference);
  return !isBooked;
}

/** A number that staff booked from a list is theirs; what was held by a round that broke off is paid now. */
async function book(asking: OctoAsking, wish: PulledWish): Promise<undefined> {
  const { reference, wishes, guest, notes, platformPrice } = wish;
  const { context } = asking;
  const before = await findBookedReference(asking, reference);
  if (!before && (await listPlatformOrders(context.owner, context.visitor?.agentType ?? 0, [reference])).length) return;
  if (before && ['CONFIRMED', 'PENDING', 'REDEEMED'].includes(before.status)) return;
  if (before?.status === 'ON_HOLD') {
    await confirmPlaces(asking, before.row.uuid);
    return;
  }
  if (wishes.some(({ on }) => !isDay(on))) throw new SkuProblem('day', 'No day');
  if (wishes.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1 || quantity > 99))
    throw new SkuProblem('limit', 'The quantity cannot be booked');
  const { offer, place, units } = await chooseSkus(asking, wishes);
  const held = await holdForChannel(asking, { offer, place, units, reference, minutes: holdMinutes, guest, notes });
  const orderNo = held?.supplierReference;
  if (!held || !orderNo || !(await claimReference(asking, { reference, orderNo, platformPrice })))
    throw new Refusal('platformOrderTaken');
  await confirmPlaces(asking, held.uuid);
}

/** Closed there: cancelled here, where our policy allows it; else a person decides. */
async function end(pulling: Pulling, reference: string, before: PulledRow | undefined): Promise<void> {
  const { asking, source } = pulling;
  if (!before || before.state === 'over' || (before.problem && !before.is_due)) return;
  const problem = await attempt(pulling, async () => {
    const found = await findBookedReference(asking, reference);
    // Never booked, or from a list, whose orders staff end.
    if (!found) return before.state === 'booked' ? ({ word: 'marketplace.pull.why.closed' } as const) : undefined;
    const state = judgeEnd(asking, found);
    if (state === 'ended') return undefined;
    const isFree = state === 'open' && (await showChannelBooking(asking, found.row.uuid)).cancellable;
    if (!isFree) return { word: 'marketplace.pull.why.closed' } as const;
    await cancelPlaces(asking, found.row.uuid);
    return undefined;
  });
  await savePulled(asking.context.owner, source, { reference, state: problem ? before.state : 'over', problem });
}

/**
 * What staff read of a refusal, or of an order that cannot be read; null where there was none. The platform's silence ends the round.
 */
async function attempt(
  { log }: Pulling,
  work: () => Promise<PulledProblem | undefined>,
): Promise<PulledProblem | null> {
  try {
    return (await work()) ?? null;
  } catch (error) {
    if (error instanceof PlatformSilence && error.problem !== 'odd') throw error;
    if (error instanceof SkuProblem) return { word: `marketplace.pull.why.${error.reason}` };
    const name = refusalOf(error);
    const refused = error instanceof Refusal ? error : name && new Refusal(name as RefusalName);
    if (refused) {
      const { word, left = 0, min = 0, max = 0 } = describeOrderProblem(refused);
      return { word, left, min, max };
    }
    log.error({ err: error }, 'an order of a platform was not booked');
    return { word: 'marketplace.pull.why.failed' };
  }
}
