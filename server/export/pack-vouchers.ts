// All vouchers of an order in one file (§7 vouchers): confirmed lines without cancelled ones; lines of one package at one time share one.
import { Refusal } from '../../domain/errors.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import { gatherVoucher, type Papers } from './compose-voucher.ts';
import { drawVouchers, type VoucherInput } from './draw-voucher.ts';
import { groupLines } from './pass/show-pass.ts';

/** Refuses voucherNotReady where none of the lines has one. */
export async function packVouchers(papers: Papers, lines: LineOfOrder[]): Promise<Buffer> {
  const inputs: VoucherInput[] = [];
  for (const group of groupLines(lines)) {
    const first = group.find(hasVoucher);
    if (first)
      inputs.push(
        await gatherVoucher(
          papers,
          first,
          group.filter((line) => line !== first),
        ),
      );
  }
  if (!inputs.length) throw new Refusal('voucherNotReady');
  return drawVouchers(inputs);
}
