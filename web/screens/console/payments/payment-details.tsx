// One payment in detail: its order or recharge, every attempt for it, the gateway's notices, and refunds.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { nameReason } from '../../../../domain/refund-reasons.ts';
import {
  Facts,
  nameChannel,
  type Payment,
  PaymentBadges,
  Purpose,
  RefundBadge,
} from '../../../parts/console/money/money-pieces.tsx';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';

type Detail = OutputOf<'consolePayment'>;
const noticeTones: Record<Detail['notices'][number]['state'], Tone> = {
  pending: 'neutral',
  applied: 'good',
  refused: 'bad',
};

type PaymentDetailsProps = { detail: Detail; hrefOf(paymentNo: string): string };

export function PaymentDetails({ detail, hrefOf }: PaymentDetailsProps) {
  const words = useWords();
  const { say, money, instant } = words;
  const { payment, attempts, zone } = detail;
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <strong className="text-xl tabular-nums">{money(payment.amount)}</strong>
          <PaymentBadges payment={payment} />
        </p>
        <Facts
          facts={[
            [say('finance.order'), <Purpose key="of" of={payment} />],
            [say('account.detail.partnerName'), payment.partnerName || '–'],
            [say('payment.balance.column.channel'), nameChannel(words, payment.channel)],
            [say('payment.balance.column.reference'), payment.providerRef || '–'],
            [say('payment.balance.column.at'), instant(payment.settledAt ?? payment.createdAt, zone)],
            ...(payment.exchange
              ? [[say('finance.exchange'), <Rate key="rate" {...{ payment, zone }} />] as const]
              : []),
            ...(payment.fee.amountMinor > 0
              ? [[say('payment.balance.column.note'), say('finance.fee', { amount: money(payment.fee) })] as const]
              : []),
            ...(payment.reason ? [[say('console.why'), payment.reason] as const] : []),
          ]}
        />
        <PaymentRefunds payment={payment} />
      </div>
      <section>
        <h3 className="mb-1 font-bold">{say('finance.attempts')}</h3>
        <ul className="divide-y divide-line text-sm">
          {attempts.map((attempt) => (
            <li key={attempt.paymentNo} className="grid gap-0.5 py-2">
              <Link
                to={hrefOf(attempt.paymentNo)}
                preventScrollReset
                aria-current={attempt.paymentNo === payment.paymentNo ? 'true' : undefined}
                className="justify-self-start break-all text-brand hover:underline aria-[current=true]:font-semibold"
              >
                {attempt.paymentNo}
              </Link>
              <span className="text-quiet">
                {instant(attempt.createdAt, zone)} · {nameChannel(words, attempt.channel)} · {money(attempt.amount)}
              </span>
              <PaymentBadges payment={attempt} />
            </li>
          ))}
        </ul>
      </section>
      <Notices detail={detail} />
      <RefundLines detail={detail} />
    </div>
  );
}

/** Both amounts, the source of the rate, and when it was fixed. */
function Rate({ payment: { exchange, amount }, zone }: { payment: Payment; zone: string }) {
  const { say, day, instant } = useWords();
  if (!exchange) return null;
  const { source, on, surchargePercent, at } = exchange;
  const about = [
    source && say(`finance.rateSource.${source}`, { date: on ? day(on) : '' }),
    Number(surchargePercent) > 0 && say('finance.surcharge', { percent: surchargePercent }),
    at && say('finance.locked', { at: instant(at, zone) }),
  ];
  return (
    <>
      <ExchangeLine exchange={exchange} charged={amount} />
      <span className="block text-quiet">{about.filter(Boolean).join(' · ')}</span>
    </>
  );
}

function Notices({ detail: { notices, zone } }: { detail: Detail }) {
  const { say, instant } = useWords();
  return (
    <section>
      <h3 className="mb-1 font-bold">{say('finance.notices')}</h3>
      {notices.length === 0 && <p className="text-sm text-quiet">{say('finance.noNotices')}</p>}
      <ul className="divide-y divide-line text-sm">
        {notices.map((notice) => (
          <li key={notice.eventId} className="grid gap-0.5 py-2">
            <span className="flex flex-wrap items-center gap-2">
              {instant(notice.at, zone)}
              <Badge tone={noticeTones[notice.state]}>{say(`finance.notice.${notice.state}`)}</Badge>
            </span>
            {notice.reason && <span className="break-words">{notice.reason}</span>}
            <span className="break-all text-quiet">{notice.eventId}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RefundLines({ detail: { refunds, zone } }: { detail: Detail }) {
  const { say, money, instant } = useWords();
  return (
    <section>
      <h3 className="mb-1 font-bold">{say('finance.refunds')}</h3>
      {refunds.length === 0 && <p className="text-sm text-quiet">{say('finance.noRefunds')}</p>}
      <ul className="divide-y divide-line text-sm">
        {refunds.map((refund) => (
          <li key={refund.refundNo} className="grid gap-0.5 py-2">
            <span className="flex flex-wrap items-center gap-2">
              <strong className="tabular-nums">{money(refund.amount)}</strong>
              {refund.ordered && <span className="text-quiet tabular-nums">{money(refund.ordered)}</span>}
              <RefundBadge state={refund.state} />
            </span>
            <span className="break-words">{nameReason(say, refund.reason)}</span>
            <span className="break-all text-quiet">
              {instant(refund.settledAt ?? refund.createdAt, zone)} · {refund.refundNo}
              {refund.reference && ` · ${say('finance.reference', { reference: refund.reference })}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Refunds of a payment, completed and in progress. */
export function PaymentRefunds({ payment: { refunded, refunding } }: { payment: Payment }) {
  const { say, money } = useWords();
  return (
    <>
      {refunded.amountMinor > 0 && <p className="text-quiet">{say('finance.refunded', { amount: money(refunded) })}</p>}
      {refunding.amountMinor > 0 && (
        <p className="text-warn">{say('finance.refunding', { amount: money(refunding) })}</p>
      )}
    </>
  );
}
