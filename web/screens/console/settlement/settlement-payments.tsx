// What of the owed amounts was paid (decision 0784): the rest for each supplier and currency, and the payments, which finance records and
// withdraws.
import { IconPlus } from '@tabler/icons-react';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Card } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { type PaymentStart, RecordPayment, type Settlement } from './record-payment.tsx';

type FoundProps = { found: Settlement };
type Balance = Settlement['balances'][number];
type Payment = Settlement['payments'][number];

/** Nothing for an owner whose suppliers have neither lines nor payments. */
export function SettlementPayments({ found, supplier }: FoundProps & { supplier: string }) {
  const { balances, payments, records } = found;
  if (!balances.length && !payments.length && !records) return null;
  return (
    <div className="grid gap-4 print:gap-2">
      {balances.length > 0 && <Balances found={found} />}
      <Payments found={found} supplier={supplier} />
    </div>
  );
}

function Balances({ found }: FoundProps) {
  const { say } = useWords();
  return (
    <TitledCard title={say('supplier.payment.balances')}>
      <ul className="grid divide-y divide-line">
        {found.balances.map((balance) => (
          <BalanceRow key={`${balance.supplierId} ${balance.owed.currency}`} balance={balance} found={found} />
        ))}
      </ul>
    </TitledCard>
  );
}

function BalanceRow({ balance, found }: { balance: Balance } & FoundProps) {
  const { say, money } = useWords();
  const { supplierId, supplierName, owed, paid, open } = balance;
  const facts = [
    { label: say('supplier.settlement.owed'), amount: owed, look: '' },
    { label: say('supplier.payment.paid'), amount: paid, look: '' },
    { label: say('supplier.payment.open'), amount: open, look: open.amountMinor ? 'font-semibold' : 'text-quiet' },
  ];
  const start = { supplier: supplierId, currency: open.currency, open, from: found.from, to: found.to };
  return (
    <li className="grid gap-x-6 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-center">
      <p className="min-w-0 font-medium break-words">{supplierName}</p>
      <dl className="grid grid-cols-3 gap-x-4 sm:min-w-96">
        {facts.map(({ label, amount, look }) => (
          <div key={label} className="min-w-0 sm:text-right">
            <dt className="text-xs text-quiet">{label}</dt>
            <dd className={`break-words tabular-nums ${look}`}>{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {found.records && open.amountMinor !== 0 && <RecordButton start={start} found={found} of={supplierName} />}
    </li>
  );
}

function RecordButton({ start, found, of }: { start: PaymentStart; of?: string } & FoundProps) {
  const { say } = useWords();
  const text = say('supplier.payment.record');
  return (
    <DialogButton
      size="sm"
      className="justify-self-start print:hidden"
      text={text}
      icon={<IconPlus aria-hidden="true" className="size-4" />}
      {...(of === undefined ? {} : { 'aria-label': `${text}: ${of}` })}
    >
      {(close) => <RecordPayment start={start} suppliers={found.suppliers} onClose={close} />}
    </DialogButton>
  );
}

function Payments({ found, supplier }: FoundProps & { supplier: string }) {
  const { say } = useWords();
  const { payments, records, balances, from, to } = found;
  const currency = balances[0]?.owed.currency ?? found.currency;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">{say('supplier.payment.title')}</h2>
        {records && found.suppliers.length > 0 && (
          <RecordButton start={{ supplier, currency, from, to }} found={found} />
        )}
      </div>
      {payments.length === 0 ? (
        <p className="text-quiet">{say('supplier.payment.none')}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} records={records} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function PaymentRow({ payment, records }: { payment: Payment; records: boolean }) {
  const { say, money, day } = useWords();
  const { amount, from, to, reference, recordedBy, withdrawn, counts } = payment;
  const size = { ...amount, amountMinor: Math.abs(amount.amountMinor) };
  const more = [
    reference && `${say('payment.transfer.bankReference')} ${reference}`,
    recordedBy && say('supplier.payment.recordedBy', { name: recordedBy }),
  ].filter(Boolean);
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{day(payment.paidOn)}</span>
          <span className={`font-semibold tabular-nums ${withdrawn ? 'line-through' : ''}`}>{money(size)}</span>
          {amount.amountMinor < 0 && <Badge>{say('supplier.payment.returned')}</Badge>}
          {withdrawn && <Badge>{say('supplier.payment.withdrawn')}</Badge>}
        </p>
        <p className="font-medium break-words">{payment.supplierName}</p>
        <p className="text-sm text-quiet">{say('supplier.payment.for', { from: day(from), to: day(to) })}</p>
        {more.length > 0 && <p className="text-sm break-words text-quiet">{more.join(' · ')}</p>}
        {!counts && !withdrawn && <p className="text-sm text-warn">{say('supplier.payment.outside')}</p>}
      </div>
      {records && !withdrawn && (
        <ActionButton
          size="sm"
          title={say('supplier.payment.withdrawTitle')}
          act={say('finance.ledger.withdraw')}
          danger
          work={() => send('consoleSupplierPaymentWithdraw', { id: payment.id })}
        >
          <p className="font-semibold break-words">
            {payment.supplierName} · {money(size)} · {day(payment.paidOn)}
          </p>
          <p>{say('supplier.payment.withdrawText')}</p>
        </ActionButton>
      )}
    </li>
  );
}
