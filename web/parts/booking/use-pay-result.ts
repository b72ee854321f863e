// Asks whether an order was paid: every 3 seconds, slowing to 10 (decisions §9), also after a lost connection.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';

export type PayResult = OutputOf<'isPaySuccess'>;

/** Whether there is nothing more to wait for; an additional payment does not move the order's own status. */
export function isOver(told: PayResult, supplement: string | undefined): boolean {
  return told.paid || told.payStatus === 104 || (!supplement && told.status !== 1001);
}

/** Asks while `active`, until paid, failed or closed; about the order, or one of its additional payments. */
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
