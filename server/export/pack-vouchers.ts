// All vouchers of an order in one file (§7 vouchers): what is confirmed and stands, each on pages of its own.
import { Refusal } from '../../domain/errors.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import { gatherVoucher, type Papers } from './compose-voucher.ts';
import { drawVouchers, type VoucherInput } from './draw-voucher.ts';

/** Refuses voucherNotReady where none of the lines has one. */
export async function packVouchers(papers: Papers, lines: LineOfOrder[]): Promise<Buffer> {
  const inputs: VoucherInput[] = [];
  for (const line of lines.filter(hasVoucher)) inputs.push(await gatherVoucher(papers, line));
  if (!inputs.length) throw new Refusal('voucherNotReady');
  return drawVouchers(inputs);
}
