// Lists of orders that staff upload for a platform (decision 0430): checked when they arrive, shown row by row, booked on demand. The same
// list may come again: what is booked stays as it is.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { orderUploadQuery } from '../../contract/marketplace.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { differenceOf, type PlatformSource } from '../../domain/order-sources.ts';
import { translate } from '../../locales/translate.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { mostBytes } from '../porting/port-limits.ts';
import { kindOf, nameFile, storeStream } from '../porting/receive-file.ts';
import { openUploadFolder } from '../porting/upload-folder.ts';
import { actForPartner, bookPlatformOrder, pricesOf } from './book-platform-order.ts';
import { describeOrderProblem, findRefused, judgeOrderSheet } from './judge-order-sheet.ts';
import {
  findOrderImport,
  type ImportedOrder,
  insertOrderImport,
  listOrderImports,
  noteTried,
  type OrderImportRow,
  type RowProblem,
  type Tried,
} from './order-imports.sql.ts';
import { listPlatformOrders, type PlatformOrderRow } from './platform-orders.sql.ts';
import { readOrderSheet } from './read-order-sheet.ts';

/** Refuses by field a platform or partner that cannot be, and a file that is no such list. */
export async function receiveOrders(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const parsed = orderUploadQuery.safeParse(request.query);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => String(issue.path[0] ?? 'source'));
    throw new Refusal('invalidInput', {
      fields: Object.fromEntries(names.map((name) => [name, { problem: 'choose' as const }])),
    });
  }
  const { name, source, partnerId } = parsed.data;
  const buying = await actForPartner(context, partnerId);
  const folder = await openUploadFolder(context.now);
  try {
    const path = join(folder, 'file');
    const hash = await storeStream(request.body as Readable, path, mostBytes);
    const kind = (await kindOf(path)) === 'xlsx' ? 'xlsx' : 'csv';
    const orders = await judgeOrderSheet(buying, source as PlatformSource, await readOrderSheet(path, kind));
    const id = randomUUID();
    const file = { name: nameFile(name), kind, hash } as const;
    const { accountId } = staffOf(context);
    await inTransaction(context.owner, (owner) =>
      insertOrderImport(owner, { accountId, id, file, about: { source, partnerId }, orders }),
    );
    return reply.send({ code: 200, msg: '', data: { id } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openImport(context: Context, id: string): Promise<OrderImportRow> {
  const row = await findOrderImport(context.owner, staffOf(context).accountId, id);
  if (!row) throw new NotHere();
  return row;
}

type Shown = OutputOf<'consoleOrderImport'>['orders'][number];
type Booked = Map<string, PlatformOrderRow>;

async function listBooked({ owner }: Context, { source, orders }: OrderImportRow): Promise<Booked> {
  const list = await listPlatformOrders(
    owner,
    source,
    orders.map(({ reference }) => reference),
  );
  return new Map(list.map((row) => [row.reference, row]));
}

export async function showOrderImports(context: Context): Promise<OutputOf<'consoleOrderImports'>> {
  const list = await listOrderImports(context.owner, staffOf(context).accountId);
  return { list: await Promise.all(list.map(async (row) => showHead(row, await showAll(context, row)))) };
}

export async function showOrderImport(
  context: Context,
  { id }: ParsedInputOf<'consoleOrderImport'>,
): Promise<OutputOf<'consoleOrderImport'>> {
  const row = await openImport(context, id);
  const orders = await showAll(context, row);
  return { ...showHead(row, orders), orders };
}

function showHead({ id, name, source, partner_id, partner_name, started_at }: OrderImportRow, orders: Shown[]) {
  const count = (...verdicts: Shown['verdict'][]) => orders.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return {
    ...{ id, name, source, partnerId: partner_id, partnerName: partner_name, startedAt: started_at.toISOString() },
    ...{ total: orders.length, booked: count('booked', 'same'), open: count('fresh', 'failed') },
  };
}

async function showAll(context: Context, row: OrderImportRow): Promise<Shown[]> {
  const booked = await listBooked(context, row);
  return row.orders.map((order) => showOrder(context, row, order, booked.get(order.reference)));
}

function showOrder(
  context: Context,
  { tried, partner_id: partnerId }: OrderImportRow,
  order: ImportedOrder,
  found: PlatformOrderRow | undefined,
): Shown {
  const { language } = context;
  const { index, reference, names, playOn, quantity, platformPrice, payable, listed } = order;
  const facts = { index, reference, playOn, quantity, productName: textIn(names, language) };
  const last = tried[index];
  if (found && String(found.partner_id) === partnerId) {
    const verdict = last && 'orderNo' in last && last.orderNo === found.order_no ? 'booked' : 'same';
    return { ...facts, verdict, orderNo: found.order_no, ...pricesOf(found), problems: [] };
  }
  const taken: RowProblem[] = found
    ? [{ row: order.row, column: 'reference', word: 'refusal.platformOrderTaken' }]
    : [];
  const failed = last && 'problem' in last ? [last.problem] : [];
  const problems = [...order.problems, ...taken, ...(taken.length ? [] : failed)];
  const verdict = order.problems.length || taken.length ? 'bad' : failed.length ? 'failed' : 'fresh';
  return {
    ...{ ...facts, verdict, orderNo: null, payable, listed, platformPrice },
    difference: listed && differenceOf(platformPrice, listed),
    problems: problems.map(({ row, column, word, min = 0, max = 0, left = 0 }) => ({
      ...{ row, column },
      text: translate(language, word, { min, max, left, length: max }),
    })),
  };
}

/** Each order is a transaction of its own. */
export async function bookOrderImport(
  context: Context,
  { id, indexes }: ParsedInputOf<'consoleOrderImportBook'>,
): Promise<OutputOf<'consoleOrderImportBook'>> {
  const row = await openImport(context, id);
  const buying = await actForPartner(context, row.partner_id);
  const list: OutputOf<'consoleOrderImportBook'>['list'] = [];
  for (const index of indexes) {
    const order = row.orders[index];
    if (!order?.wish) throw new NotHere();
    const tried = await tryOrder(buying, order, order.wish);
    await noteTried(context.owner, id, { [index]: tried });
    list.push({ index, problem: 'problem' in tried ? tried.problem.word.replace('refusal.', '') : null });
  }
  const orders = list.filter(({ problem }) => problem === null).map(({ index }) => row.orders[index]?.reference);
  if (orders.length)
    await logAction(context.owner, context, {
      ...{ act: 'orders-imported', subject: `import ${id}` },
      after: { file: row.name, source: row.source, partner: row.partner_name, orders },
    });
  return { list };
}

async function tryOrder(
  context: Context,
  order: ImportedOrder,
  wish: NonNullable<ImportedOrder['wish']>,
): Promise<Tried> {
  try {
    const { orderNo } = await bookPlatformOrder(context, wish);
    return { orderNo };
  } catch (error) {
    const problem = describeOrderProblem(error);
    const at = await findRefused(context, wish.lines, problem);
    return { problem: { row: order.rows?.[at] ?? order.row, ...problem } };
  }
}
