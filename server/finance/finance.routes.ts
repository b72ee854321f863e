// Calls about payments, refunds and reconciliation in the back office (rules §8, §10, role finance).
import { askingFor } from '../payment/payment.jobs.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { closeOne, compareNow, listDifferences } from './list-differences.ts';
import { listPayments, showKeyDates, showOnePayment } from './list-payments.ts';
import { makeReconciler } from './reconcile-day.ts';
import { askAgain, doneByHand, listRefunds } from './settle-by-hand.ts';

const calls = {
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

export const financeRoom = {
  calls,
  jobs(house) {
    const { round, end } = makeReconciler(house, askingFor(house));
    return { rounds: [{ everyMilliseconds: 600_000, run: () => round(), byClock: true }], end };
  },
} satisfies Room;
