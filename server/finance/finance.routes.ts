// Calls about payments, refunds and reconciliation in the back office (decisions §8, §10, role finance).
import type { Handlers } from '../platform/bind.ts';
import { closeOne, compareNow, listDifferences } from './list-differences.ts';
import { listPayments, showKeyDates, showOnePayment } from './list-payments.ts';
import { askAgain, doneByHand, listRefunds } from './settle-by-hand.ts';

export const financeHandlers = {
  consolePayments: listPayments,
  consolePayment: showOnePayment,
  consoleRefunds: listRefunds,
  consoleRefundDone: doneByHand,
  consoleRefundAgain: askAgain,
  consoleDifferences: listDifferences,
  consoleDifferenceClose: closeOne,
  consoleReconcile: compareNow,
  consoleChannelDates: showKeyDates,
} satisfies Partial<Handlers>;
