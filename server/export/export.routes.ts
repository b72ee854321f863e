// Calls about vouchers and redeeming (§3, §7); the files are in serve-documents.ts.

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { checkVoucher, listVouchers, showKeys } from './check-voucher.ts';
import { answerExport } from './export-orders.ts';
import { lookAtVoucher, redeemVoucher } from './redeem-voucher.ts';
import { answerBill, answerPartnerBill } from './serve-bill.ts';
import { documentAnswers } from './serve-documents.ts';
import { answerOrderFile } from './serve-order-file.ts';
import { showTrip } from './show-trip.ts';
import { answerNetRates } from './write-net-rates.ts';

const calls = {
  tripMap: showTrip,
  voucherKey: showKeys,
  voucherCheck: checkVoucher,
  vouchers: listVouchers,
  consoleVoucher: lookAtVoucher,
  consoleVoucherRedeem: redeemVoucher,
} satisfies Partial<Handlers>;

export const exportRoom = {
  calls,
  files: {
    ...documentAnswers,
    orderExport: answerExport,
    orderFile: answerOrderFile,
    billExport: answerBill,
    netRates: answerNetRates,
    consoleBillExport: answerPartnerBill,
  },
} satisfies Room;
