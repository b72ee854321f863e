// The daily comparison with each gateway's record (rules §8): its list of a day against our payments and refunds. Safe to run twice
// and on several processes: a day is claimed, lines are stored by their number, and a difference is noted once.
import { addDays } from '../../domain/dates.ts';
import { type Asking, askChannel } from '../payment/ask-channel.ts';
import { findChannel } from '../payment/channel.sql.ts';
import type { ChannelConfig, SettlementRow } from '../payment/channels/channel.ts';
import { channelOf, isOutside } from '../payment/channels/index.ts';
import { configOf, describeProblem } from '../payment/open-channel.ts';
import { runRefund } from '../payment/run-refund.ts';
import { inTransaction, type Owner, type Owners } from '../platform/db.ts';
import type { Logger } from '../platform/log.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import { compareList, type Difference, missingThere, type RecordedLine } from './compare-lists.ts';
import {
  claimRun,
  endRun,
  findMeant,
  insertDifferences,
  listOwnersChannels,
  listUnmatched,
  type RunRow,
  saveLines,
} from './reconcile.sql.ts';

const dayMilliseconds = 86_400_000;
/** What moved a moment ago may not be in a list yet. */
const freshMilliseconds = 600_000;
/** The comparison of a day begins when its list is whole, and days that were missed are made good. */
const firstHour = 3;
const daysBack = 3;

export type Reconciling = Asking & { now: Date };
type ReadList = (day: string) => Promise<SettlementRow[]>;

/** Whether a channel's gateway has a list of the day. */
export function hasList(channel: string): boolean {
  return isOutside(channel) && channelOf(channel).settlementList !== null;
}

/** Undefined when another process works on it, or, for the daily run, when the day is done. */
export async function reconcileDay(
  asking: Reconciling,
  channel: string,
  day: string,
  daily: boolean,
): Promise<RunRow | undefined> {
  const { owner, log, now } = asking;
  const setting = isOutside(channel) ? await findChannel(owner, channel) : undefined;
  if (!setting || !isOutside(channel)) return undefined;
  const { settlementList } = channelOf(channel);
  if (!settlementList || !(await claimRun(owner, channel, day, daily))) return undefined;
  let config: ChannelConfig | undefined;
  try {
    const opened = configOf(asking, setting);
    config = opened;
    const read: ReadList = (value) => settlementList(opened, value, asking.clock());
    const { listed, differences } = await compareDay(asking, channel, day, now, read);
    const added = differences.length ? await insertDifferences(owner, channel, day, differences) : 0;
    return endRun(owner, channel, day, { state: 'done', listed, added, problem: '' });
  } catch (error) {
    const problem = describeProblem(error, config ?? { keys: {}, options: {}, baseUrl: '' });
    log.warn({ problem, channel, day }, 'a gateway’s list was not compared; it will be tried again');
    return endRun(owner, channel, day, { state: 'failed', listed: 0, added: 0, problem });
  }
}

async function compareDay(asking: Reconciling, channel: string, day: string, now: Date, read: ReadList) {
  const { owner } = asking;
  const list = await read(day);
  await inTransaction(owner, (owner) => saveLines(owner, channel, day, list));
  let answers = compareList(list, await findMeant(owner, channel, list));
  const unsettled = answers.filter((difference) => difference.kind === 'state');
  if (unsettled.length) {
    // A notice may only be late: we ask the gateway about an unknown payment before we call it a difference.
    for (const difference of unsettled) await askAboutIt(asking, difference);
    answers = compareList(list, await findMeant(owner, channel, list));
  }
  const absent = await findAbsent(asking, channel, day, now, read);
  return { listed: list.length, differences: [...answers, ...absent.map(missingThere)] };
}

async function askAboutIt(asking: Asking, { of, ref }: Difference): Promise<void> {
  if (of === 'payment') await askChannel(asking, ref, false);
  else await runRefund(asking, ref);
}

/**
 * Payments of this day and the one before that are in no list. A channel's day need not begin with ours, so the lists of the days around
 * are read too; where one of them is not available yet, what it may contain is left to the next day's comparison.
 */
async function findAbsent(
  asking: Reconciling,
  channel: string,
  day: string,
  now: Date,
  read: ReadList,
): Promise<RecordedLine[]> {
  const { owner } = asking;
  const begin = Date.parse(`${day}T00:00:00Z`);
  const span = {
    from: new Date(begin - dayMilliseconds),
    until: new Date(Math.min(begin + dayMilliseconds, now.getTime() - freshMilliseconds)),
  };
  if (!(await listUnmatched(owner, channel, span)).length) return [];
  const around = await Promise.all(
    [addDays(day, -1), addDays(day, 1)].map(async (value) => {
      if (Date.parse(`${value}T00:00:00Z`) > now.getTime()) return true;
      const list = await read(value).catch(() => undefined);
      if (list) await inTransaction(owner, (owner) => saveLines(owner, channel, value, list));
      return list !== undefined;
    }),
  );
  const isKnown = ({ settledAt }: { settledAt: Date | null }) => around[(settledAt?.getTime() ?? 0) < begin ? 0 : 1];
  return (await listUnmatched(owner, channel, span)).filter(isKnown);
}

/** One owner's days whose lists are whole, the earliest first. */
async function reconcileLast(asking: Asking, channel: string, isStopping: () => boolean): Promise<void> {
  const now = asking.clock();
  const last = new Date(now.getTime() - (24 + firstHour) * 3_600_000).toISOString().slice(0, 10);
  for (let back = daysBack - 1; back >= 0 && !isStopping(); back -= 1)
    await reconcileDay({ ...asking, now }, channel, addDays(last, -back), true);
}

type Parts = { database: Owners; log: Logger };

/**
 * `round` begins with every owner and channel: the owners of a channel one after another, the channels apart and waited for by none, so
 * that a gateway which is silent, or lists for minutes, delays its own lists alone (decision 0814). `end` waits for the lists under way.
 */
export function makeReconciler({ database, log }: Parts, asking: (owner: Owner) => Asking) {
  const running = new Map<string, Promise<unknown>>();
  let stopping = false;
  return {
    async round(): Promise<void> {
      const all = (await listOwnersChannels(database.house)).filter(({ channel }) => hasList(channel));
      for (const [channel, list] of Map.groupBy(all, (one) => one.channel)) {
        if (stopping || running.has(channel)) continue;
        const run = workThrough(list, ({ owner_id: ownerId }) =>
          reconcileLast(asking(database.forOwner(ownerId)), channel, () => stopping),
        )
          .catch((error: unknown) => log.error({ err: error, channel }, 'a gateway’s lists were not compared'))
          .finally(() => running.delete(channel));
        running.set(channel, run);
      }
    },
    async end(): Promise<void> {
      stopping = true;
      await Promise.all(running.values());
    },
  };
}
