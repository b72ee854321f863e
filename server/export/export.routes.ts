// Calls about vouchers and redeeming (§3, §7); the files are in serve-documents.ts.
import type { Handlers } from '../platform/bind.ts';
import { checkVoucher, listVouchers, showKeys } from './check-voucher.ts';
import { lookAtVoucher, redeemVoucher } from './redeem-voucher.ts';

export const exportHandlers = {
  voucherKey: showKeys,
  voucherCheck: checkVoucher,
  vouchers: listVouchers,
  consoleVoucher: lookAtVoucher,
  consoleVoucherRedeem: redeemVoucher,
} satisfies Partial<Handlers>;
