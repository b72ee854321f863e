// The result of a top-up.
import type { OutputOf } from '../../../../contract/index.ts';
import { RechargeStatus } from '../../../../domain/payment-status.ts';
import { CallRefused, send } from '../../../call.ts';
import { useAnswer } from '../../../parts/payment/use-answer.ts';

export type RechargeResult = OutputOf<'rechargeResult'>;

/** Polls while `active`, until successful or failed. */
export function useRechargeResult(rechargeNo: string, active: boolean): RechargeResult | undefined {
  return useAnswer<RechargeResult>(
    active ? rechargeNo : undefined,
    () =>
      send('rechargeResult', { id: rechargeNo }).catch((error: unknown) =>
        error instanceof CallRefused ? null : undefined,
      ),
    ({ status }) => status !== RechargeStatus.waiting,
  );
}
