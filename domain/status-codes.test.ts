// Numbers that partners and stored rows rely on, and what they allow: a change of one must not pass unnoticed.
import { expect, it } from 'vitest';
import { AccountStatus, mayAct } from './account-status.ts';
import { appliedStatus, applierOf, isApplied, isEnded, OrderStatus } from './order-status.ts';
import { codeAlphabet, codeLength } from './passwords.ts';
import { adjustments, DealType, isLedgerKind, PaymentStatus, RechargeStatus, RefundStatus } from './payment-status.ts';
import { quotationActionsFor } from './quotation-status.ts';

it('§3 account status: the numbers, and who may act', () => {
  expect(AccountStatus).toEqual({ deleted: -2, disabledByMain: -1, frozen: 0, normal: 1, disapproved: 2 });
  expect([-2, -1, 0, 1, 2, 3].filter(mayAct)).toEqual([1, 2]);
});

it('§4 order status, payment status: the numbers', () => {
  expect(Object.values(OrderStatus)).toEqual([1001, 1002, 1003, 1004, 1005, 2001, 4005, 4006, 4007]);
  expect([PaymentStatus, RefundStatus, RechargeStatus].map((codes) => Object.values(codes))).toEqual([
    ...[[101, 102, 103, 104]],
    ...[
      [0, 1, 2],
      [0, 1, 2],
    ],
  ]);
  expect(Object.values(appliedStatus).map(applierOf)).toEqual([1, 2, 3]);
  expect(Object.values(OrderStatus).filter(isEnded)).toEqual([2001, 4005, 4006, 4007]);
  expect([4000, 4001, 4002, 4003, 4004, 1004].filter(isApplied)).toEqual([4001, 4002, 4003]);
});

it('§3 deal types and accounts of the ledger: the numbers and names', () => {
  expect(Object.values(DealType)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10]);
  expect(['deposit', 'credit', 'gift', ''].filter(isLedgerKind)).toEqual(['deposit', 'credit']);
});

it('rules §8: what each manual change does, and to which account', () => {
  expect(adjustments).toEqual({
    ...{ 9: { kind: 'deposit', sign: 1 }, 10: { kind: 'deposit', sign: -1 } },
    ...{ 5: { kind: 'credit', sign: 1, line: true }, 6: { kind: 'credit', sign: -1, line: true } },
    ...{ 7: { kind: 'credit', sign: 1, usedOnly: true }, 8: { kind: 'credit', sign: 1 } },
  });
});

it('§5 code: four of 32 letters that are hard to confuse', () => {
  expect([codeLength, codeAlphabet.length, /[01IO]/.test(codeAlphabet)]).toEqual([4, 32, false]);
});

it('§2 onlinequotation: an agent and the clock may do only what is theirs, and only while it may be done', () => {
  expect(quotationActionsFor('sent', 'agent')).toContain('withdraw');
  expect(quotationActionsFor('sent', 'agent')).not.toContain('expire');
  expect(quotationActionsFor('sent', 'clock')).toEqual(['expire']);
  expect(quotationActionsFor('withdrawn', 'agent')).not.toContain('withdraw');
  expect(quotationActionsFor('accepted', 'clock')).toEqual([]);
});
