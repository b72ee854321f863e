// Asks whether an order was paid: every 3 seconds, slowing to 10 (rules §9), also after a lost connection.

import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { send } from '../../call.ts';

export type PayResult = OutputOf<'isPaySuccess'>;

/** Whether waiting is over; an additional payment does not change the order's status. */
export function isOver(result: PayResult, supplement: string | undefined): boolean {
  return (
    result.paid || result.payStatus === PaymentStatus.failed || (!supplement && result.status !== OrderStatus.unpaid)
  );
}

/** Polls while `active`, until paid, failed or closed; for the order, or one of its additional payments. */
export function usePayResult(
  orderNo: string,
  active: boolean,
  first?: PayResult,
  supplement?: string,
): PayResult | undefined {
  const [result, setResult] = useState(first);
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout>;
    let seconds = 3;
    let over = false;
    const ask = async () => {
      const answer = await send('isPaySuccess', { id: orderNo, supplement }).catch(() => undefined);
      if (over) return;
      if (answer) setResult(answer);
      if (answer && isOver(answer, supplement)) return;
      timer = setTimeout(ask, seconds * 1000);
      seconds = Math.min(10, seconds + 1);
    };
    ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [orderNo, active, supplement]);
  return result;
}
