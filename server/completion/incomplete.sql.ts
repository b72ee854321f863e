// Orders whose details are still to be completed (§4 booking completion): for the queues of operations, and for reminders before the
// deadline.
import { reminderDays } from '../../domain/completion-rules.ts';
import { type OrderRow, orderColumns } from '../order/read.sql.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { openOrders, orderCode } from '../platform/database/status.sql.ts';
import { firstRow, type House, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { isOwnerOpen } from '../site/site.sql.ts';

/** Orders from before have no deadline of their own: the end of the day after travel. */
const dueAt = sql`coalesce(p.fields_due_at, (SELECT max(moment_of(coalesce(s.until_on, s.valid_until, s.play_on) + 2,
    s.terms ->> 'zone')) FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no))`;

export type IncompleteState = 'open' | 'late';

/** `late`: the deadline is over, so staff have to ask the guests. */
const inState = (
  state: IncompleteState,
  now: Date,
) => sql`p.fields_done_at IS NULL AND p.status = ANY(${openOrders}::smallint[])
  AND (${dueAt} <= ${now.toISOString()}::timestamptz) = ${state === 'late'}::boolean`;

export async function countIncomplete(owner: Owner, now: Date) {
  const of = (state: IncompleteState) =>
    sql`(SELECT count(*)::int FROM purchase p WHERE p.owner_id = ${owner.id} AND ${inState(state, now)})`;
  const row = await firstRow(
    owner,
    sql<
      Record<'incomplete' | 'incompleteLate', number>
    >`SELECT ${of('open')} AS incomplete, ${of('late')} AS "incompleteLate"`,
  );
  if (!row) throw new Error('a count has a row');
  return row;
}

export type IncompleteRow = OrderRow & { partner_name: string; fields_reminded: number | null };
export type IncompleteFilter = { state: IncompleteState; query: string; now: Date };

/** The next deadline first. */
export async function listIncompleteOrders(
  owner: Owner,
  { state, query, now }: IncompleteFilter,
  page: { size: number; from: number },
): Promise<{ total: number; list: IncompleteRow[] }> {
  const like = anywhere(query.trim());
  const found = sql`p.owner_id = ${owner.id} AND ${inState(state, now)}
    AND ${onlyIf(query.trim() || null, sql`p.order_no ILIKE ${like} OR p.contact ->> 'name' ILIKE ${like}`)}`;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM purchase p WHERE ${found}`,
  );
  const list = await rows(
    owner,
    sql<IncompleteRow>`SELECT ${orderColumns}, p.fields_reminded, r.name AS partner_name FROM purchase p
      JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id
      WHERE ${found} ORDER BY ${dueAt}, p.order_no LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: count?.total ?? 0, list };
}

/** What comes first of the deadline and the start of the first service; reminders count their days back from it. */
const anchor = sql`least(${dueAt}, (SELECT min(moment_of(
    coalesce(s.valid_until, s.play_on) + coalesce(nullif(s.session, '')::time, '00:00'), s.terms ->> 'zone'))
  FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no))`;

/** The nearest reminder whose moment has come since the order was placed; null: none. */
const step = (now: Date) => sql`(SELECT min(d) FROM unnest(${[...reminderDays]}::int[]) d
  WHERE ${now.toISOString()}::timestamptz >= ${anchor} - make_interval(days => d) AND p.placed_at < ${anchor} - make_interval(days => d)
    AND ${now.toISOString()}::timestamptz < ${anchor})`;
const isToRemind = (
  now: Date,
) => sql`p.fields_done_at IS NULL AND p.status IN (${orderCode.pending}, ${orderCode.confirmed})
  AND ${step(now)} < coalesce(p.fields_reminded, 99)`;

export function listToRemind(house: House, now: Date, most: number) {
  return rows(
    house,
    sql<{
      owner_id: number;
      order_no: string;
    }>`SELECT p.owner_id, p.order_no FROM purchase p WHERE ${isToRemind(now)} AND ${isOwnerOpen('p')} LIMIT ${most}`,
  );
}

/** Claims the reminder: returns the days before, or undefined when another process claimed it first. */
export async function claimReminder(owner: Owner, orderNo: string, now: Date): Promise<number | undefined> {
  const row = await firstRow(
    owner,
    sql<{ days: number }>`UPDATE purchase p SET fields_reminded = ${step(now)}
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND ${isToRemind(now)} RETURNING p.fields_reminded AS days`,
  );
  return row?.days;
}
