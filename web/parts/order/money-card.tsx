// The money of an order: the ladder from the listed price to the paid price, payments, and refunds with their way (§3 refund details).
import { nameReason } from '../../../domain/refund-reasons.ts';
import { Card } from '../../ui/pieces.tsx';
import { ExchangeLine } from '../payment/exchange-line.tsx';
import { useWords } from '../use-words.ts';
import { type Detail, orderSteps, PriceLadder } from './order-pieces.tsx';
import { SupplementAmounts } from './supplements.tsx';

export function MoneyCard({ order }: { order: Detail }) {
  const words = useWords();
  const { say } = words;
  const totals = [
    { key: 'order.paid', amount: order.paidTotal },
    { key: 'order.ladder.fee', amount: order.feeTotal },
    ...(order.rest ? [{ key: 'order.part.open', amount: order.rest.amount }] : []),
    { key: 'order.refunded', amount: order.refundTotal },
  ].filter((item) => item.amount.amountMinor > 0);
  return (
    <Card>
      <PriceLadder steps={orderSteps(order.lines, words)} payable={order.payable} />
      <SupplementAmounts list={order.supplements} />
      {totals.length > 0 && (
        <dl className="mt-3 grid gap-1">
          {totals.map((total) => (
            <div key={total.key} className="flex justify-between gap-4 text-sm">
              <dt>{say(total.key)}</dt>
              <dd className="tabular-nums">{words.money(total.amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {order.charges.map(({ channel, amount, exchange }) => (
        <p key={`${channel} ${amount.amountMinor}`} className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="text-quiet">{say(`payment.channel.${channel}`)}</span>
          <span className="tabular-nums">{words.money(amount)}</span>
          <ExchangeLine exchange={exchange} charged={amount} className="basis-full text-right" />
        </p>
      ))}
      {order.refunds.length > 0 && (
        <>
          <h2 className="mt-4 mb-2 font-bold">{say('order.refunds')}</h2>
          <ul className="grid gap-2 text-sm">
            {order.refunds.map((refund) => (
              <li key={refund.at}>
                <p className="flex justify-between gap-4">
                  <span>{say(`payment.channel.${refund.channel}`)}</span>
                  <span className="text-right tabular-nums">
                    {words.money(refund.amount)}
                    {refund.ordered && <span className="block text-quiet">{words.money(refund.ordered)}</span>}
                  </span>
                </p>
                {refund.reason && <p className="break-words">{nameReason(say, refund.reason)}</p>}
                <p className="text-quiet">
                  {words.instant(refund.settledAt ?? refund.at, order.zone)} ·{' '}
                  {say(`order.refundState.${refund.status}`)}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
