// Asks what became of a recharge: every 3 seconds, slowing to 10, also after a lost connection.

import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { RechargeStatus } from '../../../../domain/payment-status.ts';
import { CallRefused, send } from '../../../call.ts';

export type RechargeResult = OutputOf<'rechargeResult'>;

/** Polls while `active`, until successful or failed. */
export function useRechargeResult(rechargeNo: string, active: boolean): RechargeResult | undefined {
  const [result, setResult] = useState<RechargeResult>();
  useEffect(() => {
    if (!active || !rechargeNo) return;
    let timer: ReturnType<typeof setTimeout>;
    let seconds = 3;
    let over = false;
    const ask = async () => {
      const answer = await send('rechargeResult', { id: rechargeNo }).catch((error: unknown) =>
        error instanceof CallRefused ? null : undefined,
      );
      if (over || answer === null) return;
      if (answer) setResult(answer);
      if (answer && answer.status !== RechargeStatus.waiting) return;
      timer = setTimeout(ask, seconds * 1000);
      seconds = Math.min(10, seconds + 1);
    };
    ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [rechargeNo, active]);
  return result;
}
