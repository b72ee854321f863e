// Vouchers of bank transfers (§9: jpg, jpeg, png, at most 9 of 1,048,576 bytes; security rule 56): decoded fully, re-encoded without
// metadata, named randomly, visible to the order's readers and to the owner's finance.
import sharp from 'sharp';
import { transferFileQuery } from '../../../contract/payment-transfer.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { transferRules } from '../../../domain/transfer-rules.ts';
import { limitVisibility } from '../../order/limit-visibility.ts';
import { findOrder } from '../../order/read.sql.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { makeToken } from '../../platform/make-ids.ts';
import { pictureWork } from '../../platform/queue-work.ts';
import { findOwnTransfer, isOpen, showTransfer } from './pay-offline.ts';
import { findRechargeDue } from './recharge-transfer.ts';
import { deleteFile, type FileBytes, findFile, insertFile, lockOpenTransfer } from './transfer.sql.ts';

/** Refuses voucherRefused, vouchersFull, actionNotAllowed once the transfer was submitted or ended. */
export async function storeTransferFile(context: Context, query: unknown, bytes: Buffer) {
  const parsed = transferFileQuery.safeParse(query);
  if (!parsed.success) throw new NotHere();
  const transfer = await findOwnTransfer(context, parsed.data);
  if (!isOpen(context, transfer)) throw new Refusal('actionNotAllowed');
  const made = bytes.length <= transferRules.mostFileBytes ? await pictureWork.uploads(() => encode(bytes)) : undefined;
  if (!made) throw new Refusal('voucherRefused');
  const paymentNo = transfer.payment.payment_no;
  const fileId = makeToken().slice(0, 32);
  await inTransaction(context.owner, async (owner) => {
    if ((await lockOpenTransfer(owner, paymentNo)) !== 1) throw new Refusal('actionNotAllowed');
    const file = { fileId, paymentNo, name: `voucher-${fileId.slice(0, 8)}.${made.ending}`, ...made };
    if ((await insertFile(owner, file)) !== 1)
      throw new Refusal('vouchersFull', { data: { max: transferRules.mostFiles } });
  });
  return showTransfer(context, parsed.data);
}

async function encode(bytes: Buffer): Promise<{ bytes: Buffer; type: string; ending: string } | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: transferRules.mostPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png') return undefined;
    const side = transferRules.longestSide;
    const upright = image.rotate().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const made = await (format === 'png' ? upright.png() : upright.jpeg({ quality: 85 })).toBuffer();
    return { bytes: made, type: `image/${format}`, ending: format === 'png' ? 'png' : 'jpg' };
  } catch {
    return undefined;
  }
}

export async function dropTransferFile(
  context: Context,
  input: { id: string; supplement?: string | undefined; fileId: string },
) {
  const { owner } = context;
  const transfer = await findOwnTransfer(context, input);
  if (!isOpen(context, transfer)) throw new Refusal('actionNotAllowed');
  await inTransaction(owner, async (owner) => {
    if ((await lockOpenTransfer(owner, transfer.payment.payment_no)) !== 1) throw new Refusal('actionNotAllowed');
    if ((await deleteFile(owner, transfer.payment.payment_no, input.fileId)) !== 1) throw new NotHere();
  });
  const { id, supplement } = input;
  return showTransfer(context, { id, supplement });
}

/** For readers of the order, or the main account that tops up. */
export async function readOwnFile(context: Context, fileId: string): Promise<FileBytes> {
  const { owner } = context;
  const file = await readFile(context, fileId);
  const { order_no: orderNo, recharge_no: rechargeNo } = file;
  if (rechargeNo !== null) await findRechargeDue(context, rechargeNo);
  else if (!orderNo || !(await findOrder(owner, orderNo, limitVisibility(context)))) throw new NotHere();
  return file;
}

/** For the owner's finance. */
export async function readFile({ owner }: Context, fileId: string): Promise<FileBytes> {
  const file = /^[\w-]{16,60}$/.test(fileId) ? await findFile(owner, fileId) : undefined;
  if (!file) throw new NotHere();
  return file;
}
