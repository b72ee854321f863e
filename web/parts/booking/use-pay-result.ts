// Asks whether an order was paid: every 3 seconds, slowing to 10 (decisions §9), also after a lost connection.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';

export type PayResult = OutputOf<'isPaySuccess'>;

/** Asks while `active`, until paid, failed or closed. */
export function usePayResult(orderNo: string, active: boolean, first?: PayResult): PayResult | undefined {
  const [result, setResult] = useState(first);
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout>;
    let seconds = 3;
    let over = false;
    const ask = async () => {
      const answer = await send('isPaySuccess', { id: orderNo }).catch(() => undefined);
      if (over) return;
      if (answer) setResult(answer);
      if (answer && (answer.paid || answer.payStatus === 104 || answer.status !== 1001)) return;
      timer = setTimeout(ask, seconds * 1000);
      seconds = Math.min(10, seconds + 1);
    };
    ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [orderNo, active]);
  return result;
}
