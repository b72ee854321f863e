// A payment was begun and its result is not known: the buyer reads that nothing more is to be done if it was made, and the page shows the
// result as soon as it is there.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { Notice } from '../../ui/pieces.tsx';
import { transferOf } from '../order/order-pieces.tsx';
import { useWords } from '../use-words.ts';
import { isOver, usePayResult } from './use-pay-result.ts';

type Waiting = Parameters<typeof transferOf>[0] & { status: number; payStatus: number };

/** At a gateway: a bank transfer has states of its own. */
export const isUnderWay = (order: Waiting): boolean =>
  order.status === OrderStatus.unpaid && order.payStatus === PaymentStatus.paying && !transferOf(order);

export function UnderWay({ orderNo }: { orderNo: string }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const result = usePayResult(orderNo, true);
  const over = result !== undefined && isOver(result);
  useEffect(() => {
    if (over) revalidate();
  }, [over, revalidate]);
  return (
    <Notice tone="info" title={say('payment.result.waiting')}>
      {say('payment.pay.underWay')}
    </Notice>
  );
}
