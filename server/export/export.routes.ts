// Calls about vouchers and redeeming (§3, §7); the files are in serve-documents.ts.

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { checkVoucher, listVouchers, showKeys } from './check-voucher.ts';
import { answerExport } from './export-orders.ts';
import { answerPassCalendar } from './pass/answer-pass-calendar.ts';
import { answerPassWorker } from './pass/serve-worker.ts';
import { endPassShare, sharePass } from './pass/share-pass.ts';
import { showPass } from './pass/show-pass.ts';
import { lookAtVoucher, redeemVoucher } from './redeem-voucher.ts';
import { answerBill, answerPartnerBill } from './serve-bill.ts';
import { documentAnswers } from './serve-documents.ts';
import { answerOrderFile } from './serve-order-file.ts';
import { answerSharePictures } from './share/serve-share-pictures.ts';
import { showTrip } from './show-trip.ts';
import { answerApplePass, answerGooglePass } from './wallet/answer-wallets.ts';
import { removeWallet, saveWallet, showWallets } from './wallet/edit-wallets.ts';
import { answerNetRates } from './write-net-rates.ts';

const calls = {
  tripMap: showTrip,
  voucherKey: showKeys,
  voucherCheck: checkVoucher,
  vouchers: listVouchers,
  pass: showPass,
  passShare: sharePass,
  passShareEnd: endPassShare,
  consoleWallets: showWallets,
  consoleWalletSave: saveWallet,
  consoleWalletRemove: removeWallet,
  consoleVoucher: lookAtVoucher,
  consoleVoucherRedeem: redeemVoucher,
} satisfies Partial<Handlers>;

export const exportRoom = {
  calls,
  publicFiles: (house) => ({ ...answerPassWorker(), ...answerSharePictures(house) }),
  files: {
    ...documentAnswers,
    orderExport: answerExport,
    orderFile: answerOrderFile,
    passCalendarFile: answerPassCalendar,
    passAppleFile: answerApplePass,
    passGoogleLink: answerGooglePass,
    billExport: answerBill,
    netRates: answerNetRates,
    consoleBillExport: answerPartnerBill,
  },
} satisfies Room;
