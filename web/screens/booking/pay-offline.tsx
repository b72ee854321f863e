// Paying by bank transfer (§2 offlinePay, §4): account by currency, receipts, remark, "payment completed".

import { useState } from 'react';
import { redirect, useNavigate } from 'react-router';
import type { Currency } from '../../../domain/currencies.ts';
import { decimalOf } from '../../../domain/money.ts';
import { paths } from '../../../domain/paths.ts';
import { accountFields, transferRules } from '../../../domain/transfer-rules.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { CallProblem } from '../../parts/call-problem.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { AreaField, ChoiceField } from '../../parts/form/fields.tsx';
import { orderOf } from '../../parts/order/order-of.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { ExchangeLine } from '../../parts/payment/exchange-line.tsx';
import { type Transfer, type TransferInput, Vouchers } from '../../parts/payment/pay-vouchers.tsx';
import { WithdrawTopUp } from '../../parts/payment/withdraw-top-up.tsx';
import { useTask } from '../../parts/use-task.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/pay-offline';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../parts/order/order-unseen.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const input: TransferInput = { id: orderOf(params), supplement: params.get('supplement') || undefined };
  const transfer = await load('offlineInfo', input);
  if (!transfer.open) throw redirect(paths.payment('offlinePayInfo', input.id, { supplement: input.supplement }));
  return { asked: input, transfer };
}

export default function PayOffline({ loaderData: { asked: input, transfer: first } }: Route.ComponentProps) {
  const { say, instant } = useWords();
  const { transfer, change, remark, setRemark, problem, busy, run, finish } = useTransfer(input, first);
  const topUp = input.id.startsWith('R');
  return (
    <div className={`mx-auto max-w-3xl ${topUp ? 'pt-6' : ''}`}>
      {!topUp && <BookingSteps step={2} />}
      <PageHeading className="mb-1 text-2xl font-bold" text={say('payment.channel.offline')} />
      <p className="mb-4 text-quiet">{say('payment.transfer.intro')}</p>
      <div className="grid gap-4">
        {transfer.state === 'refused' && (
          <Notice tone="warn" title={say('payment.transfer.about.refused')}>
            {say('payment.result.why', { reason: transfer.reason })}
          </Notice>
        )}
        {transfer.payBy && (
          <p className="rounded-card bg-tint p-4">
            {say('payment.transfer.heldUntil', { at: instant(transfer.payBy, transfer.zone) })}
          </p>
        )}
        <Instructions
          transfer={transfer}
          topUp={topUp}
          orderNo={input.supplement ?? input.id}
          busy={busy}
          onCurrency={(currency) => run(() => send('offlineCurrency', { ...input, currency }))}
        />
        <Card className="grid gap-4">
          <Vouchers input={input} transfer={transfer} onChange={change} />
          <AreaField
            label={say('payment.transfer.remark')}
            maxLength={transferRules.remarkLength}
            value={remark}
            onValue={setRemark}
          />
          {problem && <CallProblem title={problem} />}
          <div className="flex flex-wrap gap-3">
            <Button variant="book" size="lg" busy={busy} onClick={finish}>
              {say('payment.transfer.completed')}
            </Button>
            <LinkButton
              variant="quiet"
              size="lg"
              to={topUp ? paths.balance() : paths.payment('pay', input.id, { supplement: input.supplement })}
            >
              {say(topUp ? 'payment.transfer.toBalance' : 'payment.transfer.otherWay')}
            </LinkButton>
            {topUp && <WithdrawTopUp rechargeNo={input.id} />}
          </div>
        </Card>
      </div>
    </div>
  );
}

type InstructionsProps = {
  transfer: Transfer;
  orderNo: string;
  topUp: boolean;
  busy: boolean;
  onCurrency(currency: Currency): void;
};

function Instructions({ transfer, orderNo, topUp, busy, onCurrency }: InstructionsProps) {
  const { say, money } = useWords();
  const current = transfer.currencies.find((currency) => currency.payable.currency === transfer.payable.currency);
  return (
    <Card className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex items-start justify-between gap-3">
          <p>
            <span className="block text-sm text-quiet">{say('payment.transfer.amount')}</span>
            <strong className="text-2xl tabular-nums">{money(transfer.payable)}</strong>
            <ExchangeLine exchange={transfer.exchange} charged={transfer.payable} />
            {transfer.fee.amountMinor > 0 && (
              <span className="block text-sm text-quiet">
                {say('payment.pay.fee', { amount: money(transfer.fee) })}
              </span>
            )}
          </p>
          <CopyText label={say('payment.transfer.amount')} text={decimalOf(transfer.payable)} />
        </div>
        {transfer.currencies.length > 1 && (
          <ChoiceField
            label={say('payment.transfer.currency')}
            value={transfer.payable.currency}
            disabled={busy}
            onValue={onCurrency}
            options={transfer.currencies
              .map(({ payable }) => [payable.currency, `${payable.currency} · ${money(payable)}`] as const)
              .sort(([code], [other]) => (code < other ? -1 : 1))}
          />
        )}
      </div>
      <div>
        <h2 className="mb-1 text-lg font-bold">{say('payment.transfer.where')}</h2>
        {current?.account && <AccountFacts account={current.account} />}
        <p className="break-words whitespace-pre-line">
          {current?.instructions || (!current?.account && say('payment.transfer.askUs'))}
        </p>
        {current?.instructions && !current.account && (
          <p className="mt-1">
            <CopyText label={say('payment.transfer.where')} text={current.instructions} />
          </p>
        )}
        <p className="mt-3 flex items-center justify-between gap-3 rounded-lg bg-tint px-4 py-2 font-semibold">
          <span className="min-w-0 break-words">{say('payment.transfer.reference', { orderNo })}</span>
          <CopyText label={orderNo} text={orderNo} />
        </p>
      </div>
      <div>
        <h2 className="mb-1 text-lg font-bold">{say('payment.transfer.next')}</h2>
        <ol className="grid list-decimal gap-1 pl-5">
          {[1, 2, 3].map((step) => (
            <li key={step}>{say(`payment.transfer.next${step}${topUp && step === 3 ? 'TopUp' : ''}`)}</li>
          ))}
        </ol>
      </div>
    </Card>
  );
}

/** Each value separately, as a bank's form asks for it: a number is copied without the spaces that help to read it. */
function AccountFacts({ account }: { account: NonNullable<Transfer['currencies'][number]['account']> }) {
  const { say } = useWords();
  return (
    <dl className="mb-2 grid gap-x-8 gap-y-2 sm:grid-cols-2">
      {accountFields
        .filter((name) => account[name])
        .map((name) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-quiet">{say(`payment.transfer.account.${name}`)}</dt>
            <dd className="flex items-center justify-between gap-3 font-semibold tabular-nums">
              <span className="min-w-0 break-words">{account[name]}</span>
              <CopyText
                label={say(`payment.transfer.account.${name}`)}
                text={name === 'number' ? account[name].replace(/\s/g, '') : account[name]}
              />
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The transfer, its messages, and submitting it. */
function useTransfer(input: TransferInput, first: Transfer) {
  const { say } = useWords();
  const navigate = useNavigate();
  const [transfer, setTransfer] = useState(first);
  const [remark, setRemark] = useState(first.remark);
  const { busy, problem, setProblem, run: runTask } = useTask();
  const infoPath = paths.payment('offlinePayInfo', input.id, { supplement: input.supplement });
  const run = (work: () => Promise<Transfer>) => runTask(async () => setTransfer(await work()));
  const finish = async () => {
    if (!transfer.files.length) return setProblem(say('refusal.voucherMissing'));
    if (await run(() => send('offlineEvaluation', { ...input, remark }))) await navigate(infoPath);
  };
  /** With the receipt that was missing, its message goes, too. */
  const change = (next: Transfer) => {
    setTransfer(next);
    setProblem('');
  };
  return { transfer, change, remark, setRemark, problem, busy, run, finish };
}
