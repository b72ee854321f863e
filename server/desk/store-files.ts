// Files that a supplier, or the owner's staff, adds to an order: they reach the buyer with the voucher
// (security rule 56).
import type { ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { orderFileRules } from '../../domain/order-files.ts';
import { isEnded } from '../../domain/order-status.ts';
import { supplierOfLogin } from '../order/delivery/delivery.sql.ts';
import {
  deleteOrderFile,
  findOrderFile,
  insertOrderFile,
  listOrderFiles,
  type OrderFileBytes,
} from '../order/delivery/order-file.sql.ts';
import { findOrder, lockOrder, type Visible } from '../order/read.sql.ts';
import { showFile } from '../order/show-order.ts';
import { nameAttachment, readAttachment } from '../picture/read-attachment.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { makeToken } from '../platform/make-ids.ts';
import { type Right, rightOver } from './right-over.sql.ts';

/** Whose files a member of staff sees and changes: a supplier its own, staff who decide orders all. */
function supplierSeen(context: Context, right: Right): Visible | null {
  return right.decidesAs === 'owner' ? null : supplierOfLogin(context.owner, staffOf(context).accountId);
}

/** None for staff who decide no orders: tickets and vouchers may name passports. */
export async function listFilesFor(context: Context, orderNo: string, right: Right) {
  if (!right.decidesAs) return [];
  return (await listOrderFiles(context.owner, orderNo, supplierSeen(context, right))).map(showFile);
}

/** `forTravellers`: mails to others than the buyer have it, too (decision 0811). */
type FileToStore = { fileName: string; forTravellers: boolean };

/** Refuses orderFileRefused, orderFilesFull, actionNotAllowed once the order ended. */
export async function storeOrderFile(
  context: Context,
  orderNo: string,
  bytes: Buffer,
  { fileName, forTravellers }: FileToStore,
) {
  const right = rightOver(context);
  if (!right.decidesAs || !(await findOrder(context.owner, orderNo, right.decides))) throw new NotHere();
  const made = await readAttachment(bytes, orderFileRules);
  if (!made) throw new Refusal('orderFileRefused');
  const fileId = makeToken().slice(0, 32);
  const name = nameAttachment(fileName, 'voucher', made.ending);
  await inTransaction(context.owner, async (owner) => {
    const order = await lockOrder(owner, orderNo);
    if (!order || isEnded(order.status)) throw new Refusal('actionNotAllowed');
    const { accountId, name: byName } = staffOf(context);
    const supplier = right.decidesAs === 'supplier' ? supplierOfLogin(owner, accountId) : null;
    const file = { fileId, orderNo, supplier, name, byName, forTravellers, ...made };
    if ((await insertOrderFile(owner, file)) !== 1)
      throw new Refusal('orderFilesFull', { data: { max: orderFileRules.mostFiles } });
    await logAction(owner, context, {
      act: 'order-file-added',
      subject: `order ${orderNo}`,
      after: { name, forTravellers },
    });
  });
  return { list: await listFilesFor(context, orderNo, right) };
}

/** For staff who decide the order. */
export async function readOrderFile(context: Context, orderNo: string, fileId: string): Promise<OrderFileBytes> {
  const right = rightOver(context);
  if (!right.decidesAs) throw new NotHere();
  const file = await findOrderFile(context.owner, fileId, supplierSeen(context, right));
  if (file?.order_no !== orderNo || !(await findOrder(context.owner, orderNo, right.sees))) throw new NotHere();
  return file;
}

export async function dropOrderFile(context: Context, { id, fileId }: ParsedInputOf<'consoleOrderFileDelete'>) {
  const right = rightOver(context);
  if (!right.decidesAs || !(await findOrder(context.owner, id, right.decides))) throw new NotHere();
  await inTransaction(context.owner, async (owner) => {
    await lockOrder(owner, id);
    if ((await deleteOrderFile(owner, id, fileId, supplierSeen(context, right))) !== 1) throw new NotHere();
    await logAction(owner, context, { act: 'order-file-deleted', subject: `order ${id}` });
  });
  return {};
}
