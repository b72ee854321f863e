// The buyer's order list and everything that uses its filters (§2 uc order, §7 list, export, creaters): one condition decides which
// orders a reader sees (limit-visibility.ts), in the list, the counts, the names to choose from and the file.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { exportInput } from '../../contract/order-own.ts';
import { type Currency, currencies, exponentOf } from '../../domain/currencies.ts';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { money } from '../../domain/money.ts';
import { limitAttempts, limitOf } from '../account/limit-attempts.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { ChargeRow } from '../site/show-exchange.ts';
import { limitVisibility } from './limit-visibility.ts';
import {
  type BatchRow,
  countLines,
  dropFilter,
  findOwn,
  listBatch,
  listCharges,
  listCreators,
  listFilters,
  listOwn,
  lockAccount,
  type OwnFilter,
  putFilter,
} from './list.sql.ts';
import { type LineOfOrder, listLines } from './read.sql.ts';
import { showRow } from './show-order.ts';
import { type LineTotals, listLineTotals } from './supplement/totals.sql.ts';

type Filter = Omit<ReturnType<typeof exportInput.parse>, 'format' | 'sort'>;

const wholeUnits: Currency[] = currencies.filter((currency) => exponentOf(currency) === 0);
const thousandths: Currency[] = currencies.filter((currency) => exponentOf(currency) === 3);

function filterOf(input: Filter, { site }: Context): OwnFilter {
  return {
    query: input.query,
    status: input.status ?? null,
    payStatus: input.payStatus ?? null,
    source: input.source ?? null,
    creator: input.creator ?? null,
    playFrom: input.playFrom || null,
    playTo: input.playTo || null,
    placedFrom: input.placedFrom || null,
    placedTo: input.placedTo || null,
    unread: input.unread === '1',
    zone: site.zone,
  };
}

export async function listOwnOrders(
  context: Context,
  input: ParsedInputOf<'orderList'>,
): Promise<OutputOf<'orderList'>> {
  const { owner, site } = context;
  const { page, size, sort } = input;
  const visible = limitVisibility(context);
  const found = await findOwn(owner, visible, filterOf(input, context), {
    sort,
    size,
    from: (page - 1) * size,
    wholeUnits,
    thousandths,
  });
  const [list, lines] = await Promise.all([
    listOwn(owner, visible, found.order_nos),
    listLines(owner, found.order_nos),
  ]);
  const counts = found.counts.map(({ status, count }) => ({
    status,
    count: Math.min(count, limits.countedOrders),
    more: count > limits.countedOrders,
  }));
  const counted = counts.filter((count) => input.status === undefined || count.status === input.status);
  const total = counted.reduce((sum, item) => sum + item.count, 0);
  const linesOf = groupLines(lines);
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    zone: site.zone,
    counts,
    more: counted.some((item) => item.more),
    list: list.map((row) => ({
      ...showRow(row, linesOf.get(row.order_no) ?? [], context),
      creatorName: row.creator_name,
      source: row.source,
      agentReference: row.agent_reference,
      unread: row.unread,
      added: row.added_minor === null ? null : money(row.added_minor, row.currency),
    })),
  };
}

/** The orders of the partner's test keys. */
export function listTestOrders(context: Context, paged: ParsedInputOf<'testOrders'>): Promise<OutputOf<'testOrders'>> {
  return listOwnOrders({ ...context, owner: context.tests }, { ...paged, ...everyFilter });
}

const everyFilter = {
  query: '',
  playFrom: '',
  playTo: '',
  placedFrom: '',
  placedTo: '',
  unread: '',
  sort: 'placed',
} as const;

function groupLines(lines: LineOfOrder[]): Map<string, LineOfOrder[]> {
  const groups = new Map<string, LineOfOrder[]>();
  for (const line of lines) groups.set(line.order_no, [...(groups.get(line.order_no) ?? []), line]);
  return groups;
}

export async function showCreators(context: Context): Promise<OutputOf<'creaters'>> {
  const { owner } = context;
  const list = await listCreators(owner, buyerOf(context).partnerId, limitVisibility(context));
  return { list: list.map((row) => ({ id: String(row.account_id), name: row.name })) };
}

export type OrderBatch = {
  order: BatchRow;
  lines: LineOfOrder[];
  charges: ChargeRow[];
  /** By the number of the line. */
  totalsOf: Map<string, LineTotals>;
}[];
export type OpenedExport = { total: number; batches: AsyncGenerator<OrderBatch> };

const batchSize = 500;

/**
 * Counts the rows of a file and reads them batch by batch. Refuses with 503 when the account asks too often, exportTooLarge above
 * `most` rows.
 */
export async function openExport(context: Context, input: Filter, most: number): Promise<OpenedExport> {
  const { owner } = context;
  const { accountId } = buyerOf(context);
  await limitAttempts(context, [
    { bucket: `export:${accountId}`, most: limitOf(context, 'exportsPerAccountHour'), windowSeconds: 3600 },
  ]);
  const filter = filterOf(input, context);
  const visible = limitVisibility(context);
  const total = await countLines(owner, visible, filter);
  if (total > most) throw new Refusal('exportTooLarge', { data: { most } });
  async function* readBatches(): AsyncGenerator<OrderBatch> {
    let last: BatchRow | undefined;
    do {
      const after = last ? { at: last.placed_key, orderNo: last.order_no } : null;
      const orders = await listBatch(owner, visible, filter, after, batchSize);
      const numbers = orders.map((row) => row.order_no);
      const [lines, chargesOf, totalsOf] = await Promise.all([
        listLines(owner, numbers),
        listCharges(owner, numbers),
        listLineTotals(owner, numbers),
      ]);
      const linesOf = groupLines(lines);
      yield orders.map((order) => ({
        order,
        lines: linesOf.get(order.order_no) ?? [],
        charges: chargesOf.get(order.order_no) ?? [],
        totalsOf,
      }));
      last = orders.length === batchSize ? orders.at(-1) : undefined;
    } while (last);
  }
  return { total, batches: readBatches() };
}

const listName = 'orders';
const mostFilters = 20;
/** Query parameters that belong to a filter. */
const stored = [
  'query',
  'status',
  'payStatus',
  'source',
  'creator',
  'playFrom',
  'playTo',
  'placedFrom',
  'placedTo',
  'unread',
  'sort',
];

export async function showFilters(context: Context): Promise<OutputOf<'savedFilters'>> {
  const list = await listFilters(context.owner, buyerOf(context).accountId, listName);
  return { list: list.map((row) => ({ id: String(row.filter_id), name: row.name, query: row.query })) };
}

/** Refuses invalidInput by field, filtersFull above the limit. */
export async function addFilter(context: Context, input: ParsedInputOf<'saveFilter'>): Promise<OutputOf<'saveFilter'>> {
  const name = input.name.trim();
  const parameters = new URLSearchParams(input.query);
  const query = new URLSearchParams([...parameters].filter(([key, value]) => stored.includes(key) && value)).toString();
  if (!name) throw new Refusal('invalidInput', { fields: { name: { problem: 'required' } } });
  if (!query) throw new Refusal('invalidInput', { fields: { query: { problem: 'required' } } });
  const { accountId } = buyerOf(context);
  await inTransaction(context.owner, async (owner) => {
    await lockAccount(owner, accountId);
    if (!(await putFilter(owner, accountId, { list: listName, name, query }, mostFilters)))
      throw new Refusal('filtersFull', { data: { most: mostFilters } });
  });
  return {};
}

/** Deleting a filter twice is no error. */
export async function forgetFilter(context: Context, { id }: { id: string }): Promise<OutputOf<'deleteFilter'>> {
  await dropFilter(context.owner, buyerOf(context).accountId, id);
  return {};
}
