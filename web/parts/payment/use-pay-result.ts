// Whether an order, or one of its additional payments, is paid now.
import type { OutputOf } from '../../../contract/index.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { send } from '../../call.ts';
import { useAnswer } from './use-answer.ts';

export type PayResult = OutputOf<'isPaySuccess'>;

/** Whether polling can end; an additional payment does not change the order's status. */
export function isOver(result: PayResult, supplement: string | undefined): boolean {
  return (
    result.paid || result.payStatus === PaymentStatus.failed || (!supplement && result.status !== OrderStatus.unpaid)
  );
}

/** Polls while `active`, until paid, failed or closed. */
export function usePayResult(orderNo: string, active: boolean, first?: PayResult, supplement?: string) {
  return useAnswer(
    active ? `${orderNo} ${supplement ?? ''}` : undefined,
    () => send('isPaySuccess', { id: orderNo, supplement }).catch(() => undefined),
    (result) => isOver(result, supplement),
    first,
  );
}
