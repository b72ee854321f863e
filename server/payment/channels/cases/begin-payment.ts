// What every case begins and ends with.
import { expect } from 'vitest';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import type { Attempt, Stage } from '../stage.ts';

/** What a case answers that this gateway's protocol leaves no room for: it is shown as skipped, never as passed. */
export const cannotHold = 'cannot hold';
export type Case = [name: string, run: (stage: Stage) => Promise<unknown>];

/** Begins to pay a fresh order. */
export async function begin(
  stage: Stage,
  product?: string,
  quantity?: number,
): Promise<{ orderNo: string; attempt: Attempt }> {
  const orderNo = await stage.order(product, quantity);
  expect((await stage.start(orderNo)).code).toBe(200);
  return { orderNo, attempt: await stage.attempt(orderNo) };
}

export async function expectPaidOnce(stage: Stage, orderNo: string): Promise<void> {
  const paid = { status: OrderStatus.confirmed, payStatus: PaymentStatus.paid, applied: 1 };
  expect(await stage.status(orderNo)).toEqual(paid);
}

export async function expectUntouched(stage: Stage, orderNo: string): Promise<void> {
  const waiting = { status: OrderStatus.unpaid, payStatus: PaymentStatus.paying, applied: 0 };
  expect(await stage.status(orderNo)).toMatchObject(waiting);
}
