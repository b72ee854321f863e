// The refund of a cancellation, as figures and text (§4).

import type { OutputOf } from '../../../../contract/index.ts';
import { giveAdded } from '../../../../domain/cancellation.ts';
import { addMoney, type Money } from '../../../../domain/money.ts';
import { splitGiven } from '../../../../domain/open-payments.ts';
import { giveByWay } from '../../../../domain/payment/give-of-charge.ts';
import type { Detail } from '../../../parts/order/order-pieces.tsx';
import { refundByWay } from '../../../parts/order/refund-by-way.ts';
import { RefundWays } from '../../../parts/order/refund-ways.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Notice } from '../../../ui/pieces.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

export type Quote = {
  share: Money;
  fee: Money;
  refund: Money;
  /** Of the lines, before an unpaid part is taken off: what is compared when cancelling. */
  given: Money;
  /** For an order that was paid in part: the unpaid part that falls away. */
  lowers: Money;
  /** Of additional payments of the whole order, where the whole order ends. */
  added: Money;
  needsApproval: boolean;
  /** The policy refunds nothing: a request would be refused. */
  hopeless: boolean;
};

/** Several lines as one figure; undefined for none. `ends`: nothing of the order is left then. */
export function addQuotes(list: OutputOf<'calculateRefund'>[], ends: boolean): Quote | undefined {
  const [first, ...rest] = list;
  if (!first) return undefined;
  const sum = (part: 'share' | 'fee' | 'given') => addMoney(first[part], ...rest.map((item) => item[part]));
  const returned = sum('given');
  // The unpaid amount is that of the whole order, whichever part of it is cancelled.
  const { lowersMinor, refundMinor } = splitGiven(returned.amountMinor, first.open.amountMinor);
  const [share, fee] = [sum('share'), sum('fee')];
  const before = first.added;
  const unpaidMinor = first.open.amountMinor - lowersMinor;
  const cancelled = {
    shareMinor: addMoney(before.share, share).amountMinor,
    feeMinor: addMoney(before.fee, fee).amountMinor - unpaidMinor,
    unpaidMinor,
  };
  const addedMinor = ends ? giveAdded(before.left.amountMinor, cancelled) : 0;
  return {
    share,
    fee,
    given: returned,
    refund: { ...returned, amountMinor: refundMinor + addedMinor },
    lowers: { ...returned, amountMinor: lowersMinor },
    added: { ...returned, amountMinor: addedMinor },
    needsApproval: list.some((item) => item.needsApproval),
    hopeless: list.every((item) => !item.cancellable && item.share.amountMinor > 0),
  };
}

type QuoteFactsProps = { quote: Quote | undefined; order: Pick<Detail, 'paidBy'> };

/** What comes: with the fee of the way to pay where it goes back, in the order's currency if all of it was charged in that. */
function backOf(refund: Money, parts: { back: Money }[]): Money {
  const inIt = parts.length > 0 && parts.every(({ back }) => back.currency === refund.currency);
  return inIt ? addMoney({ ...refund, amountMinor: 0 }, ...parts.map(({ back }) => back)) : refund;
}

/** The fee of each way to pay: it comes back, too, or it stays. */
function FeeRows({ parts }: { parts: Record<'feeBack' | 'feeStays', Money>[] }) {
  const { money, say } = useWords();
  const rows = parts.flatMap(({ feeBack, feeStays }) => [
    { label: say('order.quoteFeeBack'), amount: feeBack },
    { label: say('order.quoteFeeStays'), amount: feeStays },
  ]);
  return rows
    .filter(({ amount }) => amount.amountMinor > 0)
    .map(({ label, amount }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the sequence in which they paid
      <div key={at} className="flex justify-between gap-4 text-sm">
        <dt className="text-quiet">{label}</dt>
        <dd className="tabular-nums">{money(amount)}</dd>
      </div>
    ));
}

export function QuoteFacts({ quote, order }: QuoteFactsProps) {
  const words = useWords();
  const { say } = words;
  if (!quote)
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner />
        {say('order.quoting')}
      </p>
    );
  // Of additional payments of the whole order it is not known here which of them goes back.
  const paidBy = quote.added.amountMinor === 0 ? order.paidBy : [];
  const parts = giveByWay(quote.refund, paidBy);
  return (
    <div className="grid gap-3" aria-live="polite">
      <dl className="grid gap-1.5">
        {(['Share', 'Fee'] as const).map((item) => (
          <div key={item} className="flex justify-between gap-4 text-sm">
            <dt className="text-quiet">{say(`order.quote${item}`)}</dt>
            <dd className="tabular-nums">{words.money(item === 'Share' ? quote.share : quote.fee)}</dd>
          </div>
        ))}
        {quote.lowers.amountMinor > 0 && (
          <div className="flex justify-between gap-4 text-sm">
            <dt className="text-quiet">{say('order.part.quoteOpen')}</dt>
            <dd className="tabular-nums">{words.money(quote.lowers)}</dd>
          </div>
        )}
        {quote.added.amountMinor > 0 && (
          <div className="flex justify-between gap-4 text-sm">
            <dt className="text-quiet">{say('order.quoteAdded')}</dt>
            <dd className="tabular-nums">{words.money(quote.added)}</dd>
          </div>
        )}
        <FeeRows parts={parts} />
        <div className="flex justify-between gap-4 border-t border-line pt-2 text-lg font-bold">
          <dt>{say('order.quoteRefund')}</dt>
          <dd className="text-right tabular-nums">{words.money(backOf(quote.refund, parts))}</dd>
        </div>
        {paidBy.length > 0 && <RefundWays list={refundByWay(quote.refund, paidBy)} />}
      </dl>
      {quote.hopeless ? (
        <Notice tone="warn">{say('order.cancelNothing')}</Notice>
      ) : (
        <Notice>{say(quote.needsApproval ? 'order.cancelByApproval' : 'order.cancelAtOnce')}</Notice>
      )}
    </div>
  );
}
