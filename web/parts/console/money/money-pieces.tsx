// Parts shared by screens about money: status of a payment or refund, its customer, and facts.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { PayBadge } from '../../order/order-pieces.tsx';
import { useWords, type Words } from '../../use-words.ts';

export type Payment = OutputOf<'consolePayment'>['payment'];
export type Refund = OutputOf<'consoleRefunds'>['list'][number];

export function PaymentBadges({ payment: { status, outcome } }: { payment: Pick<Payment, 'status' | 'outcome'> }) {
  const { say } = useWords();
  return (
    <span className="flex flex-wrap gap-1">
      <PayBadge status={status} />
      {outcome && outcome !== 'applied' && (
        <Badge tone={outcome === 'held' || outcome === 'released' ? 'neutral' : 'bad'}>
          {say(`finance.outcome.${outcome}`)}
        </Badge>
      )}
    </span>
  );
}

const tones: Record<Refund['state'], Tone> = {
  manual: 'warn',
  failed: 'bad',
  again: 'neutral',
  processing: 'brand',
  done: 'good',
};

export function RefundBadge({ state }: { state: Refund['state'] }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`finance.refund.${state}`)}</Badge>;
}

/** Gateways whose ways to pay are named after what buyers hold in their hands. */
const gateways: Record<string, string> = {
  ...{ billionConnect: 'Billion Connect', chillPay: 'ChillPay', gbPay: 'GB Prime Pay', iPay88: 'iPay88' },
  ...{ stripe: 'Stripe', telr: 'Telr' },
};

/** For staff, who look for the gateway's name; ways to pay without a text yet are shown by their keys. */
export function nameChannel({ say, intl }: Words, channel: string): string {
  const name = intl.messages[`payment.channel.${channel}`] ? say(`payment.channel.${channel}`) : channel;
  const gateway = gateways[channel];
  return !gateway || name.includes(gateway) ? name : `${name} · ${gateway}`;
}

/** The other side of its keys. */
export const nameGateway = (words: Words, channel: string): string => gateways[channel] ?? nameChannel(words, channel);

type PurposeProps = {
  of: { orderNo: string | null; supplement?: string | null; recharge?: string | null };
};

/** The order, the additional payment or the top-up that a payment is for. */
export function Purpose({ of: { orderNo, supplement, recharge } }: PurposeProps) {
  const { say } = useWords();
  if (!orderNo)
    return recharge ? <span className="break-all">{say('finance.recharge', { number: recharge })}</span> : '–';
  const text = say('order.number', { orderNo: supplement ?? orderNo });
  return (
    <Link to={consolePaths.order(orderNo)} className="font-medium break-all text-brand hover:underline">
      {text}
    </Link>
  );
}

type FactsProps = { facts: readonly (readonly [string, React.ReactNode])[] };

/** Names and values, in one column on phones. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{name}</dt>
          <dd className="min-w-0 break-words max-sm:mb-1.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
