// Whether an order, or one of its additional payments, is paid now.
import type { OutputOf } from '../../../contract/index.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { send } from '../../call.ts';
import { useAnswer } from './use-answer.ts';

export type PayResult = OutputOf<'isPaySuccess'>;

/** Whether polling can end. */
export function isOver(result: PayResult): boolean {
  return result.paid || result.payStatus === PaymentStatus.failed || !result.open;
}

/** Whether the gateway has said how the attempt ended, also of what was withdrawn meanwhile. */
export const isAnswered = ({ payStatus }: PayResult): boolean => payStatus !== PaymentStatus.paying;

/** Another attempt was begun in another tab or on another device: what was begun here can no longer be paid. */
export function isReplaced(result: PayResult | undefined, begun: { paymentNo: string } | undefined): boolean {
  return Boolean(result?.paymentNo && begun && !isOver(result) && result.paymentNo !== begun.paymentNo);
}

/** Polls while `active`, until `isFinal`: paid, failed or closed. */
export function usePayResult(
  orderNo: string,
  active: boolean,
  first?: PayResult,
  supplement?: string,
  isFinal: (result: PayResult) => boolean = isOver,
) {
  return useAnswer(
    active ? `${orderNo} ${supplement ?? ''}` : undefined,
    () => send('isPaySuccess', { id: orderNo, supplement }).catch(() => undefined),
    isFinal,
    first,
  );
}
