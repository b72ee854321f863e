// The money of an order: the ladder from the listed price to the paid price, payments, and refunds with their way (§3 refund details).

import { OrderStatus } from '../../../domain/order-status.ts';
import { nameWay } from '../../../domain/payment/name-way.ts';
import { nameReason } from '../../../domain/refund-reasons.ts';
import { Card } from '../../ui/pieces.tsx';
import { ExchangeLine } from '../payment/exchange-line.tsx';
import { useWords } from '../use-words.ts';
import { CardNote } from './card-note.tsx';
import { type Detail, orderSteps, PriceLadder } from './order-pieces.tsx';
import { SupplementAmounts } from './supplements.tsx';

export function MoneyCard({ order }: { order: Detail }) {
  const words = useWords();
  const { say } = words;
  const open = order.rest?.amount ?? order.stillToPay;
  const cameIn = [
    { key: 'order.paid', amount: order.paidTotal },
    { key: 'order.ladder.fee', amount: order.feeTotal },
  ];
  const remains = [
    ...(open ? [{ key: 'order.part.open', amount: open }] : []),
    { key: 'order.refunded', amount: order.refundTotal },
  ];
  return (
    <Card>
      <PriceLadder
        steps={orderSteps(order, words)}
        payable={order.payable}
        isOver={order.status !== OrderStatus.unpaid || order.stillToPay !== null}
      />
      <SupplementAmounts list={order.supplements} />
      <Totals list={cameIn} className="mt-3" />
      <Parts order={order} />
      {order.charges.map(({ amount, exchange, ...way }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sequence in which they paid
        <p key={at} className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="text-quiet">{nameWay(say, way)}</span>
          <span className="tabular-nums">{words.money(amount)}</span>
          <ExchangeLine exchange={exchange} charged={amount} className="basis-full text-right" />
        </p>
      ))}
      <Totals list={remains} className={order.paidTotal.amountMinor > 0 ? 'mt-1' : 'mt-3'} />
      {order.refunds.length > 0 && <Refunds order={order} />}
    </Card>
  );
}

type TotalsProps = { list: { key: string; amount: Detail['payable'] }[]; className: string };

function Totals({ list, className }: TotalsProps) {
  const { say, money } = useWords();
  const totals = list.filter(({ amount }) => amount.amountMinor > 0);
  if (totals.length === 0) return null;
  return (
    <dl className={`${className} grid gap-1`}>
      {totals.map(({ key, amount }) => (
        <div key={key} className={`flex justify-between gap-4 ${key === 'order.part.open' ? 'font-bold' : 'text-sm'}`}>
          <dt>{say(key)}</dt>
          <dd className="tabular-nums">{money(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Refunds({ order }: { order: Detail }) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <h2 className="mt-4 mb-2 font-bold">{say('order.refunds')}</h2>
      <ul className="grid gap-2 text-sm">
        {order.refunds.map((refund, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one cancellation refunds several ways at one instant; a later one is below
          <li key={at}>
            <p className="flex justify-between gap-4">
              <span>{nameWay(words.say, refund)}</span>
              <span className="text-right tabular-nums">
                {words.money(refund.amount)}
                {refund.ordered && <span className="block text-quiet">{words.money(refund.ordered)}</span>}
              </span>
            </p>
            {refund.reason && <p className="break-words">{nameReason(say, refund.reason)}</p>}
            <p className="text-quiet">
              {words.instant(refund.settledAt ?? refund.at, order.zone)} · {say(`order.refundState.${refund.status}`)}
            </p>
            {refund.card && <CardNote card={refund.card} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * The ways that paid it, if there are several, and the card of a gift: each gets its part of a refund. Those that paid in another currency
 * are shown with both amounts instead.
 */
function Parts({ order: { paidBy, charges } }: { order: Detail }) {
  const words = useWords();
  if (paidBy.length < 2 && !paidBy[0]?.ending) return null;
  const isShown = ({ channel, ending }: Detail['paidBy'][number]) =>
    !charges.some((charge) => charge.channel === channel && charge.ending === ending);
  return paidBy.filter(isShown).map((way, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sequence in which they paid
    <p key={at} className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm">
      <span className="text-quiet">{nameWay(words.say, way)}</span>
      <span className="tabular-nums">{words.money(way.amount)}</span>
    </p>
  ));
}
