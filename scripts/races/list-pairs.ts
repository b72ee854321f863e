// The pairs of acts that may meet on one thing.
import type { Pair } from './pair.ts';
import { accountPairs } from './pairs/accounts.ts';
import { cancelPairs } from './pairs/cancelling.ts';
import { gatePairs } from './pairs/gate.ts';
import { moneyPairs } from './pairs/money.ts';
import { paymentPairs } from './pairs/payments.ts';
import { quotationPairs } from './pairs/quotations.ts';
import { stockPairs } from './pairs/stock.ts';

export const pairs: readonly Pair[] = [
  ...stockPairs,
  ...quotationPairs,
  ...paymentPairs,
  ...moneyPairs,
  ...cancelPairs,
  ...gatePairs,
  ...accountPairs,
];
