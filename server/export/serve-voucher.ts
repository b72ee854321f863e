// The voucher's PDF for whoever may see its order, and for nobody else (§7 download/voucher, security rules 31 and 33).
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/order.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import type { Context } from '../platform/context.ts';
import { findOwner } from '../site/site.sql.ts';
import { composeVoucher } from './compose-voucher.ts';

/** Refuses voucherNotReady while the order is not confirmed. */
export async function serveVoucher(context: Context, subOrderNo: string): Promise<{ name: string; pdf: Buffer }> {
  const { db, site, language } = context;
  const orderNo = /^([A-Z0-9]{8,20})-\d{1,3}$/.exec(subOrderNo)?.[1];
  const order = orderNo && (await findOrder(db, site.ownerId, orderNo, limitVisibility(context)));
  if (!order) throw new NotHere();
  const line = (await listLines(db, site.ownerId, [orderNo])).find((one) => one.sub_order_no === subOrderNo);
  if (!line) throw new NotHere();
  if (!hasVoucher(line)) throw new Refusal('voucherNotReady');
  const owner = await findOwner(db, site.ownerId);
  return { name: `voucher-${subOrderNo}.pdf`, pdf: await composeVoucher(db, owner, order, line, language) };
}
