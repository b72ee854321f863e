// Components of an order that several screens show: status, ladder, one line.

import { IconDownload } from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import type { Money } from '../../../domain/money.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { Badge, type Tone } from '../../ui/pieces.tsx';
import { nameSku, useWords } from '../use-words.ts';

export type Detail = OutputOf<'orderDetail'>;

const statusTones: Record<number, Tone> = {
  [OrderStatus.unpaid]: 'warn',
  [OrderStatus.pending]: 'brand',
  [OrderStatus.confirmed]: 'good',
  [OrderStatus.cancelling]: 'warn',
  [OrderStatus.completed]: 'neutral',
};

export function StatusBadge({ status }: { status: number }) {
  const { say } = useWords();
  return <Badge tone={statusTones[status] ?? 'neutral'}>{say(`order.status.${status}`)}</Badge>;
}

const payTones: Record<number, Tone> = {
  [PaymentStatus.pending]: 'neutral',
  [PaymentStatus.paying]: 'warn',
  [PaymentStatus.paid]: 'good',
  [PaymentStatus.failed]: 'bad',
};

const isClosed = (status?: number) => status === OrderStatus.closed || status === OrderStatus.closedForTimeout;

type Transfers = { transferOpen: boolean; transferWaits: boolean; transferRefused: boolean };

/** The state of the bank transfer that its buyer chose. */
export function transferOf(order: Transfers): 'open' | 'submitted' | 'refused' | undefined {
  if (order.transferOpen) return 'open';
  if (order.transferWaits) return 'submitted';
  return order.transferRefused ? 'refused' : undefined;
}

type Paid = Transfers & { status: number; payStatus: number; rest: object | null };

/**
 * How far an order is paid, beside its status. A bank transfer that its buyer chose is named beside it with its state, which says more than
 * that a payment is under way.
 */
export function OrderPayBadge({ of: order }: { of: Paid }) {
  if (transferOf(order)) return null;
  return <PayBadge status={order.payStatus} beside={order.status} rest={order.rest} />;
}

/** For staff: the state of the bank transfer that the buyer chose. */
export function TransferBadge({ of: order }: { of: Transfers }) {
  const { colon, say } = useWords();
  const state = transferOf(order);
  if (!state) return null;
  return (
    <Badge tone={state === 'open' ? 'neutral' : 'warn'}>
      {`${colon(say('payment.channel.offline'))}${say(`payment.transfer.state.${state}`)}`}
    </Badge>
  );
}

/**
 * Nothing for an unpaid order whose payment was not begun, whose badge says the same, nor for one that was closed before a payment
 * succeeded: no one can pay it any more. For an order that was paid in part, `rest` says so instead of "paid".
 */
export function PayBadge({ status, beside, rest }: { status: number; beside?: number; rest?: object | null }) {
  const { say } = useWords();
  if (rest) return <Badge tone="warn">{say('order.part.badge')}</Badge>;
  if (beside === OrderStatus.unpaid && status === PaymentStatus.pending) return null;
  if (isClosed(beside) && (status === PaymentStatus.pending || status === PaymentStatus.failed)) return null;
  return <Badge tone={payTones[status] ?? 'neutral'}>{say(`payment.status.${status}`)}</Badge>;
}

/** A note if only a part of a line was cancelled; the status of a line says that all of it was cancelled. */
export function CancelledPart({ of }: { of: { quantity: number; cancelledQuantity: number } }) {
  const { say } = useWords();
  const { quantity: total, cancelledQuantity: count } = of;
  if (count === 0 || count === total) return null;
  return <Badge tone="warn">{say('order.list.cancelledOf', { count, total })}</Badge>;
}

/** Named steps from the listed price to the paid price. */
export function PriceLadder({
  steps,
  payable,
  isOver = false,
}: {
  steps: { key: string; label: string; amount: Money }[];
  payable: Money;
  /** Paid, closed or cancelled: what the order came to, of which nothing may be open. */
  isOver?: boolean;
}) {
  const { say, money } = useWords();
  return (
    <dl className="grid gap-1.5">
      {steps.map((step) => (
        <div key={step.key} className="flex justify-between gap-4 text-sm">
          <dt className="min-w-0 break-words text-quiet">{step.label}</dt>
          <dd className="tabular-nums">{money(step.amount)}</dd>
        </div>
      ))}
      <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 text-lg font-bold">
        <dt>{say(isOver ? 'quotation.total' : 'order.ladder.payable')}</dt>
        <dd className="tabular-nums">{money(payable)}</dd>
      </div>
    </dl>
  );
}

type Priced = { lines: Detail['lines']; promoCode: string };

/** The steps of all lines of an order, line by line; a promo code by its letters. */
export function orderSteps({ lines, promoCode }: Priced, words: ReturnType<typeof useWords>) {
  const nameStep = (step: string) =>
    [words.say(`order.ladder.${step}`), step === 'promo' && promoCode].filter(Boolean).join(' ');
  return lines.flatMap((line) =>
    line.ladder.map((step) => ({
      key: line.subOrderNo + step.step,
      label:
        step.step === 'listed'
          ? `${nameSku(words, line)} ×\u00a0${line.quantity - line.addedQuantity}`
          : nameStep(step.step),
      amount: step.amount,
    })),
  );
}

type LineView = Detail['lines'][number];

/** Product, quantity and price. */
export function LineHead({ line }: { line: LineView }) {
  const words = useWords();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 font-semibold break-words">
        {nameSku(words, line)} ×&nbsp;{line.quantity}
      </p>
      {line.addedQuantity === 0 && <p className="font-semibold tabular-nums">{words.money(line.amount)}</p>}
    </div>
  );
}

export function VoucherLink({ line: { voucher } }: { line: LineView }) {
  const { say } = useWords();
  if (!voucher) return null;
  return (
    <a
      href={voucher}
      download
      className={
        'mt-1 inline-flex min-h-11 w-fit items-center gap-2 rounded-lg border border-line px-4 ' +
        'font-semibold text-brand hover:border-brand'
      }
    >
      <IconDownload aria-hidden="true" className="size-5" />
      {say('order.voucher')}
    </a>
  );
}

export function OrderLine({ line }: { line: LineView }) {
  const words = useWords();
  const when = describeWhen(line, words.day, words.say);
  return (
    <li className="grid gap-1 py-4 first:pt-0 last:pb-0">
      <LineHead line={line} />
      <p className="text-sm break-words text-quiet">
        {line.packageName} · {when}
      </p>
      {line.addOns.length > 0 && (
        <p className="text-sm">{words.join(line.addOns.map(({ name, quantity }) => `${name} ×\u00a0${quantity}`))}</p>
      )}
      {line.oversold && <p className="text-sm text-warn">{words.say('order.beyond')}</p>}
      {line.travellers.length > 0 && (
        <p className="text-sm">{words.join(line.travellers.flatMap((values) => values['102'] || []))}</p>
      )}
      <VoucherLink line={line} />
    </li>
  );
}
