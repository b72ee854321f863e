// What is attached to a mail, as a file. Vouchers are drawn when the mail is sent or opened (decision 0706): stored with each mail
// they were three quarters of what an order takes on disk.
import type { Language } from '../../domain/languages.ts';
import { packVouchers } from '../export/pack-vouchers.ts';
import { listLines, listOrders } from '../order/read.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import type { Owner } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import { findOwner } from '../site/site.sql.ts';
import type { Attachment } from './notification.sql.ts';

export type AttachedFile = { name: string; type: string; bytes: Buffer };

/** Whether there is something to open: not where an order has no voucher any more. */
export async function isThere(owner: Owner, attachment: Attachment): Promise<boolean> {
  return 'base64' in attachment || (await listLines(owner, [attachment.vouchersOf])).some(hasVoucher);
}

/** The vouchers of orders that mails of one job have in common, by order and language. */
export type DrawnVouchers = Map<string, Promise<Buffer | undefined>>;

type Drawing = { owner: Owner; vault: Vault; drawn?: DrawnVouchers | undefined };

/** Undefined where the order has no voucher any more, because all of it was cancelled. */
export async function drawAttachment(drawing: Drawing, attachment: Attachment): Promise<AttachedFile | undefined> {
  const { name, type } = attachment;
  if ('base64' in attachment) return { name, type, bytes: Buffer.from(attachment.base64, 'base64') };
  const { vouchersOf, language } = attachment;
  const { drawn = new Map() } = drawing;
  const key = `${vouchersOf} ${language}`;
  const vouchers = drawn.get(key) ?? drawVouchersOf(drawing, vouchersOf, language);
  drawn.set(key, vouchers);
  const bytes = await vouchers;
  return bytes && { name, type, bytes };
}

async function drawVouchersOf(
  { owner, vault }: Drawing,
  orderNo: string,
  language: Language,
): Promise<Buffer | undefined> {
  const [company, [order], lines] = await Promise.all([
    findOwner(owner),
    listOrders(owner, [orderNo]),
    listLines(owner, [orderNo]),
  ]);
  if (!order || !lines.some(hasVoucher)) return undefined;
  return packVouchers({ owner, vault, company, order, language }, lines);
}
