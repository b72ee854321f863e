// Redeeming at the gate (§3 vouchers, §6 supplier): check first, then redeem once. Operations redeem every voucher of the owner, a
// supplier those of its products; other vouchers look unknown to it. The row in `redemption` is the guard.
import type { OutputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { readScan } from '../../domain/voucher-token.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { isDueToday, stateOf } from '../order/delivery/judge-voucher.ts';
import { insertEvent } from '../order/order.sql.ts';
import { lockOrder } from '../order/read.sql.ts';
import { quantityOfVoucher } from '../order/show-order.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { describeVoucher } from './check-voucher.ts';
import { readToken } from './sign-voucher.ts';
import {
  findBySupplierCode,
  findVoucher,
  insertRedemption,
  listBeside,
  noteRedeemed,
  type VoucherRow,
} from './voucher.sql.ts';

type Held = OutputOf<'consoleVoucher'>;

/** Above what the busiest gate scans. */
const scansPerAccountHour = 3000;

/** Refuses voucherUnknown, and voucherNotValid for one that waits for the rest of its price. */
export async function lookAtVoucher(context: Context, { text }: { text: string }): Promise<Held> {
  const row = await findHeld(context, text);
  return showHeld(row, context, await findOthers(context, row));
}

/**
 * Refuses voucherUnknown, voucherUsed, voucherOfSupplier for what its supplier lets in by a code of its own, and voucherNotValid for one
 * that waits for the rest of its price, is cancelled, about to be, or over.
 */
export async function redeemVoucher(context: Context, { text }: { text: string }): Promise<Held> {
  const { owner, now } = context;
  const staff = staffOf(context);
  const held = await findHeld(context, text);
  const { order_no: orderNo, sub_order_no: subOrderNo } = held;
  const others = await findOthers(context, held);
  return inTransaction(owner, async (owner) => {
    // A cancellation request locks the same row: one of the two is first, and the other sees it.
    await lockOrder(owner, orderNo);
    const row = await findVoucher(owner, { code: '', subOrderNo });
    // The line was moved while this call waited: what was scanned is no voucher any more.
    if (!row || row.voucher_code !== held.voucher_code) throw new Refusal('voucherUnknown');
    const state = stateOf(row, now);
    if (state === 'used') throw new Refusal('voucherUsed');
    if (row.supplier_codes) throw new Refusal('voucherOfSupplier');
    if (state !== 'valid' || row.held_back) throw new Refusal('voucherNotValid');
    if ((await insertRedemption(owner, subOrderNo, { id: staff.accountId, name: staff.name })) !== 1)
      throw new Refusal('voucherUsed');
    await noteRedeemed(owner, subOrderNo);
    const actor = seesAll(context) ? 'owner' : 'supplier';
    await insertEvent(owner, orderNo, { action: 'redeem', actor, actorName: staff.name, subOrderNo });
    const quantity = quantityOfVoucher(row);
    await logAction(owner, context, { act: 'voucher-redeemed', subject: `order ${subOrderNo}`, after: { quantity } });
    const done = await findVoucher(owner, { code: '', subOrderNo });
    return showHeld(done ?? row, context, others);
  });
}

function seesAll(context: Context): boolean {
  const { roles } = staffOf(context);
  return roles.includes('admin') || roles.includes('operations');
}

async function findHeld(context: Context, text: string): Promise<VoucherRow> {
  const { owner } = context;
  const { roles, accountId } = staffOf(context);
  const all = seesAll(context);
  if (!all && !roles.includes('supplier')) throw new NotHere();
  const limit = { bucket: `voucher-scan ${accountId}`, most: scansPerAccountHour, windowSeconds: 3600 };
  await limitAttempts(context, [limit]);
  const theirs = await findBySupplierCode(owner, text.trim(), accountId);
  if (theirs && (all || theirs.delivered)) return released(theirs);
  const scan = readScan(text);
  if (!scan) throw new Refusal('voucherUnknown');
  // A signature that is not ours is a forged code, even where the letters happen to be real ones.
  if (scan.token && !(await readToken({ owner }, scan.code, scan.token))) throw new Refusal('voucherUnknown');
  const row = await findVoucher(owner, scan, accountId);
  if (!row || (!all && !row.delivered)) throw new Refusal('voucherUnknown');
  return released(row);
}

function released(row: VoucherRow): VoucherRow {
  if (row.held_back) throw new Refusal('voucherNotValid');
  return row;
}

/** One code covers the whole booking at the gate (decision 0440): what else of it this person may redeem. */
async function findOthers(context: Context, row: VoucherRow): Promise<VoucherRow[]> {
  const list = await listBeside(context.owner, row, staffOf(context).accountId);
  return seesAll(context) ? list : list.filter((voucher) => voucher.delivered);
}

function showHeld(row: VoucherRow, { now, language }: Context, others: VoucherRow[]): Held {
  return {
    state: stateOf(row, now),
    subOrderNo: row.sub_order_no,
    code: row.supplier_codes ? '' : row.voucher_code,
    bySupplier: row.supplier_codes !== null,
    ...describeVoucher(row, language),
    dueToday: isDueToday(row, now),
    name: row.contact.name,
    guests: row.terms.room?.guests ?? null,
    travellers: row.travellers.map((traveller) => traveller['102'] || traveller['101'] || '').filter(Boolean),
    addOns: row.add_ons.map((item) => ({ name: textIn(item.names, language), quantity: item.quantity })),
    usedBy: row.redeemed_by_name ?? '',
    others: others.map((voucher) => ({
      subOrderNo: voucher.sub_order_no,
      state: stateOf(voucher, now),
      ...describeVoucher(voucher, language),
    })),
  };
}
