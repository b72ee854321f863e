// Calls about deposit and credit line (§2 uc balance, §7 pay) and their part of the back office (rules §8, §10).
import type { Handlers } from '../../platform/bind.ts';
import { adjustBalance, decideWaiting, showWaiting } from './adjust-balance.ts';
import { listBalances, showBalance } from './list-balances.ts';
import { saveWarning, showBill } from './show-statement.ts';
import { enterRecharge, showCashier, showRecharge, startRecharge } from './start-recharge.ts';

export const balanceCalls = {
  cashier: showCashier,
  cashierInfo: startRecharge,
  cashierEntry: enterRecharge,
  rechargeResult: showRecharge,
  bill: showBill,
  balanceWarning: saveWarning,
  consoleBalances: listBalances,
  consoleBalance: showBalance,
  consoleAdjust: adjustBalance,
  consoleAdjustments: showWaiting,
  consoleAdjustmentDecide: decideWaiting,
} satisfies Partial<Handlers>;
