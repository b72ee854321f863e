// The kinds of decline that buyers read, from the codes that gateways answer (§2 result).
import { expect, it } from 'vitest';
import { classifyDecline } from './classify-decline.ts';

it.each([
  ['declined', 'declined'],
  ['failed', 'declined'],
  ['do_not_honor', 'declined'],
  ['Insufficient funds', 'noMoney'],
  ['expired_card', 'cardExpired'],
  ['The card has expired', 'cardExpired'],
  ['expired', 'late'],
  ['TRADE_CLOSED', 'late'],
  ['neverShown', 'late'],
  ['never started', 'late'],
  ['cancelled', 'cancelled'],
  ['Exceeds withdrawal amount limit', 'limit'],
  ['3DS authentication failed', 'notProved'],
  ['incorrect_cvc', 'notProved'],
])('"%s" is %s (§2 result)', (reason, kind) => {
  expect(classifyDecline(reason)).toBe(kind);
});
