// Differences from gateways' lists as a queue for finance (rules §8, §10): a person closes each with a reason, and a button compares
// a day again.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { daysBetween } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { listAllChannels } from '../payment/channel.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { showExchange } from '../site/show-exchange.ts';
import {
  closeDifference,
  findDifference,
  findRun,
  type ListedDifference,
  listDifferenceRows,
  listRuns,
  type RunRow,
} from './reconcile.sql.ts';
import { hasList, reconcileDay } from './reconcile-day.ts';

const pageSize = 20;
const shownRuns = 14;
const oldestDays = 90;

const todayOf = (now: Date) => now.toISOString().slice(0, 10);

function showRun(row: RunRow): OutputOf<'consoleReconcile'> {
  const { channel, on_day: day, state, listed, added, problem } = row;
  return { channel, day, state, at: (row.done_at ?? row.started_at).toISOString(), listed, added, problem };
}

/** For a refund: what the refund is for; null where it is not known. */
function exchangeOf({ converted, ours }: ListedDifference) {
  const minor = ours.of === 'refund' ? converted?.refund_minor : converted?.order_minor;
  return converted && minor != null ? showExchange({ ...converted, order_minor: minor }, converted.of_currency) : null;
}

function showDifference(row: ListedDifference): OutputOf<'consoleDifferences'>['list'][number] {
  const { of, paymentNo, side } = row.ours;
  return {
    id: String(row.difference_id),
    channel: row.channel,
    day: row.on_day,
    kind: row.kind,
    of,
    ref: row.ref,
    paymentNo,
    ours: side,
    theirs: row.theirs,
    exchange: side ? exchangeOf(row) : null,
    state: row.state,
    note: row.note,
    decidedBy: row.decided_by_name ?? '',
    at: row.created_at.toISOString(),
  };
}

export async function listDifferences(
  { owner, site, now }: Context,
  { state, channel, kind, page }: ParsedInputOf<'consoleDifferences'>,
): Promise<OutputOf<'consoleDifferences'>> {
  const filter = { state, channel: channel ?? null, kind: kind ?? null };
  const [found, settings, runs] = await Promise.all([
    listDifferenceRows(owner, { ...filter, size: pageSize, offset: (page - 1) * pageSize }),
    listAllChannels(owner),
    listRuns(owner, shownRuns),
  ]);
  const total = found[0]?.total ?? 0;
  return {
    total,
    page,
    pages: Math.ceil(total / pageSize),
    zone: site.zone,
    channels: settings.map((setting) => setting.channel).filter(hasList),
    today: todayOf(now),
    runs: runs.map(showRun),
    list: found.map(showDifference),
  };
}

export async function closeOne(
  context: Context,
  { id, ...typed }: ParsedInputOf<'consoleDifferenceClose'>,
): Promise<Record<string, never>> {
  const { owner } = context;
  const note = typed.note.trim();
  if (!note) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  await inTransaction(owner, async (owner) => {
    const row = await findDifference(owner, id);
    if (!row) throw new NotHere();
    if ((await closeDifference(owner, id, note, staffOf(context).name)) !== 1) throw new Refusal('changedMeanwhile');
    const { channel, kind, ref, on_day: day } = row;
    await logAction(owner, context, {
      act: 'difference-closed',
      subject: `difference ${id}`,
      before: { channel, day, kind, ref },
      after: { note },
    });
  });
  return {};
}

/** Compares a day now; refuses while another process compares it. */
export async function compareNow(
  context: Context,
  { channel, day }: ParsedInputOf<'consoleReconcile'>,
): Promise<OutputOf<'consoleReconcile'>> {
  const { owner, now } = context;
  const known = (await listAllChannels(owner)).some((listAllChannel) => listAllChannel.channel === channel);
  if (!known || !hasList(channel)) throw new Refusal('channelNotOffered');
  const age = daysBetween(day, todayOf(now));
  if (age < 0 || age > oldestDays)
    throw new Refusal('invalidInput', { fields: { day: { problem: age < 0 ? 'notFuture' : 'dayOver' } } });
  const ended = await reconcileDay(context, channel, day, false);
  const row = ended ?? (await findRun(owner, channel, day));
  if (!row) throw new Refusal('channelNotOffered');
  return showRun(row);
}
