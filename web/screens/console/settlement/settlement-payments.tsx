// What of the owed amounts was paid (decision 0784): the rest for each supplier and currency, and the payments, which finance records and
// withdraws.
import { IconPlus } from '@tabler/icons-react';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { type Column, ListTable } from '../../../console-kit/list-table.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Card } from '../../../ui/pieces.tsx';
import { type PaymentStart, RecordPayment, type Settlement } from './record-payment.tsx';

type FoundProps = { found: Settlement };
type Balance = Settlement['balances'][number];
type Payment = Settlement['payments'][number];

/** Nothing for an owner whose suppliers have neither lines nor payments. */
export function SettlementPayments({ found, supplier }: FoundProps & { supplier: string }) {
  const { balances, payments, records } = found;
  if (!balances.length && !payments.length && !records) return null;
  return (
    <div className="mb-6 grid gap-4 print:gap-2">
      {balances.length > 0 && <Balances found={found} />}
      <Payments found={found} supplier={supplier} />
    </div>
  );
}

function Balances({ found }: FoundProps) {
  const words = useWords();
  const title = words.say('supplier.payment.balances');
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-bold">{title}</h2>
      <ListTable
        rows={found.balances}
        rowKey={(balance) => `${balance.supplierId} ${balance.owed.currency}`}
        caption={title}
        whole={false}
        columns={balanceColumns(words, found)}
      />
    </section>
  );
}

function balanceColumns({ say, money }: Words, found: Settlement): Column<Balance>[] {
  const { from, to, records } = found;
  const figure = (key: 'owed' | 'paid' | 'open', label: string): Column<Balance> => ({
    ...{ key, label, look: 'figure' },
    show: (balance) => (
      <span className={key === 'open' && balance.open.amountMinor ? 'font-semibold' : ''}>{money(balance[key])}</span>
    ),
  });
  return [
    {
      ...{ key: 'supplierName', label: say('supplier.settlement.supplier'), look: 'title' },
      show: (balance) => <span className="break-words">{balance.supplierName}</span>,
    },
    figure('owed', say('supplier.settlement.owed')),
    figure('paid', say('supplier.payment.paid')),
    figure('open', say('supplier.payment.open')),
    ...(records
      ? [
          {
            ...{ key: 'record', label: say('supplier.payment.record'), look: 'acts' as const },
            show: ({ supplierId, supplierName, open }: Balance) =>
              open.amountMinor !== 0 && (
                <RecordButton
                  start={{ supplier: supplierId, currency: open.currency, open, from, to }}
                  found={found}
                  of={supplierName}
                />
              ),
          },
        ]
      : []),
  ];
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
      {(close) => <RecordPayment start={start} found={found} onClose={close} />}
    </DialogButton>
  );
}

function Payments({ found, supplier }: FoundProps & { supplier: string }) {
  const { say } = useWords();
  const { payments, records, balances, from, to, morePayments } = found;
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
      {morePayments && (
        <p className="mt-2 text-sm text-quiet">{say('supplier.payment.more', { most: payments.length })}</p>
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
          act={say('supplier.payment.withdraw')}
          danger
          variant="outline"
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
