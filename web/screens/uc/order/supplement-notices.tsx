// Above an order: what is still to be paid of the payments that the owner added, and how the payment ended from which the buyer comes. The
// order itself is paid, so that its own state says nothing about them.
import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import { load } from '../../../load.ts';
import type { Supplement } from '../../../parts/order/supplements.tsx';
import { isAnswered, isOver, type PayResult, usePayResult } from '../../../parts/payment/use-pay-result.ts';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

type Order = OutputOf<'orderDetail'>;

/** The additional payment that the address names, with its result. */
export type Ended = { supplementNo: string; result: PayResult };

export async function findEnded({ orderNo, supplements }: Order, supplementNo: string | null): Promise<Ended | null> {
  if (!supplementNo || !supplements.some((supplement) => supplement.supplementNo === supplementNo)) return null;
  return { supplementNo, result: await load('isPaySuccess', { id: orderNo, supplement: supplementNo }) };
}

export function SupplementNotices({ order, ended }: { order: Order; ended: Ended | null }) {
  if (order.elsewhere) return null;
  return order.supplements.map((supplement) => {
    const result = supplement.supplementNo === ended?.supplementNo ? ended.result : undefined;
    if (supplement.state !== 'open')
      return result && <Over key={supplement.supplementNo} orderNo={order.orderNo} one={supplement} first={result} />;
    if (result) return <Tried key={supplement.supplementNo} order={order} one={supplement} first={result} />;
    // The rest of the price has a card with its deadline.
    return (
      supplement.kind !== 'rest' && <ToPay key={supplement.supplementNo} orderNo={order.orderNo} one={supplement} />
    );
  });
}

function useName() {
  const { say } = useWords();
  return ({ kind }: Supplement) =>
    kind === 'rest'
      ? say('order.supplement.rest')
      : `${say('order.supplement.title')} · ${say(`order.supplement.${kind}`)}`;
}

/** Paid or withdrawn. Its buyer may return from the gateway before the gateway has said that money came for one that was withdrawn. */
function Over({ orderNo, one, first }: OpenProps & { first: PayResult }) {
  const { say, colon, money } = useWords();
  const name = useName();
  const waits = !isAnswered(first) && first.channel !== 'offline';
  const { late } = usePayResult(orderNo, waits, first, one.supplementNo, isAnswered) ?? first;
  return (
    <Notice
      tone={one.state === 'paid' ? 'good' : 'info'}
      title={colon(name(one)) + say(`order.supplement.${one.state}`)}
    >
      <p className={`tabular-nums ${one.state === 'withdrawn' ? 'line-through' : ''}`}>{money(one.amount)}</p>
      {late && <p>{say('order.supplement.late')}</p>}
    </Notice>
  );
}

type OpenProps = { orderNo: string; one: Supplement };

function ToPay({ orderNo, one }: OpenProps) {
  const { colon, money } = useWords();
  const name = useName();
  return (
    <Notice tone="warn" title={colon(name(one)) + money(one.amount)}>
      <p className="break-words whitespace-pre-wrap">{one.reason}</p>
      <Pay orderNo={orderNo} one={one} />
    </Notice>
  );
}

function Pay({ orderNo, one }: OpenProps) {
  const { say, money } = useWords();
  return (
    <LinkButton variant="book" className="mt-3" to={paths.payment('pay', orderNo, { supplement: one.supplementNo })}>
      {say('order.supplement.pay', { amount: money(one.amount) })}
    </LinkButton>
  );
}

/** Open, and its buyer has just tried to pay it: failed, or the gateway is still asked. A transfer has its own page. */
function Tried({ order, one, first }: { order: Order; one: Supplement; first: PayResult }) {
  const { say, colon, money } = useWords();
  const name = useName();
  const { revalidate } = useRevalidator();
  const waits = first.payStatus === PaymentStatus.paying && first.channel !== 'offline';
  const result = usePayResult(order.orderNo, waits, first, one.supplementNo) ?? first;
  const over = waits && isOver(result);
  useEffect(() => {
    if (over) revalidate();
  }, [over, revalidate]);
  if (waits && !over)
    return (
      <Notice tone="info" title={say('payment.result.waiting')}>
        <p>{colon(name(one)) + money(one.amount)}</p>
        <LinkButton
          variant="outline"
          className="mt-3"
          to={paths.payment('pay', order.orderNo, { supplement: one.supplementNo })}
        >
          {say('payment.transfer.otherWay')}
        </LinkButton>
      </Notice>
    );
  if (result.payStatus !== PaymentStatus.failed) return <ToPay orderNo={order.orderNo} one={one} />;
  return (
    <Notice tone="bad" title={say('payment.pay.failed')}>
      <p>{colon(name(one)) + money(one.amount)}</p>
      <p>{say('payment.pay.failedHint')}</p>
      <Pay orderNo={order.orderNo} one={one} />
    </Notice>
  );
}
