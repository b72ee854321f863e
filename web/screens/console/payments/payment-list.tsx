// Payments as finance looks for them: filters in the address, one line for each payment with what became of the money.
import { Form, Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { nameChannel, type Payment, PaymentBadges, Purpose } from '../../../parts/console/money/money-pieces.tsx';
import { type PaymentFilters, paymentStates } from '../../../parts/console/money/read-address.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Field, SelectInput, TextInput } from '../../../ui/field.tsx';

export function PaymentFilterForm({ filters, channels }: { filters: PaymentFilters; channels: string[] }) {
  const words = useWords();
  const { say } = words;
  const any = <option value="">{say('search.any')}</option>;
  return (
    <Form
      action={consolePaths.payments()}
      className="grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-surface p-4 md:grid-cols-4"
    >
      <div className="col-span-2">
        <Field label={say('finance.search')}>
          {(ids) => (
            <TextInput ids={ids} type="search" name="query" maxLength={80} defaultValue={filters.query ?? ''} />
          )}
        </Field>
      </div>
      <StateField chosen={filters.status} />
      <Field label={say('balance.column.channel')}>
        {(ids) => (
          <SelectInput ids={ids} name="channel" defaultValue={filters.channel ?? ''}>
            {any}
            {channels.map((one) => (
              <option key={one} value={one}>
                {nameChannel(words, one)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={say(`balance.${name}`)}>
          {(ids) => (
            <TextInput ids={ids} type="date" name={name} defaultValue={filters[name] ?? ''} className="min-w-0" />
          )}
        </Field>
      ))}
      <div className="max-md:col-span-2">
        <Field label={say('finance.order')}>
          {(ids) => <TextInput ids={ids} name="order" maxLength={20} defaultValue={filters.order ?? ''} />}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-2">
        <Button type="submit">{say('balance.filterShow')}</Button>
        {Object.keys(filters).length > 0 && (
          <LinkButton to={consolePaths.payments()} variant="quiet">
            {say('balance.filterClear')}
          </LinkButton>
        )}
      </div>
    </Form>
  );
}

type PaymentListProps = {
  list: Payment[];
  zone: string;
  orders: boolean;
  /** Opens a payment's details. */
  hrefOf(paymentNo: string): string;
};

export function PaymentList({ list, zone, orders, hrefOf }: PaymentListProps) {
  return (
    <ul className="grid gap-3">
      {list.map((payment) => (
        <PaymentLine key={payment.paymentNo} {...{ payment, zone, orders }} to={hrefOf(payment.paymentNo)} />
      ))}
    </ul>
  );
}

type PaymentLineProps = { payment: Payment; zone: string; orders: boolean; to: string };

function PaymentLine({ payment, zone, orders, to }: PaymentLineProps) {
  const words = useWords();
  const { say, money, instant } = words;
  return (
    <li
      className={
        'grid gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 text-sm ' +
        'md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]'
      }
    >
      <div className="grid min-w-0 content-start justify-items-start gap-0.5">
        <Link to={to} preventScrollReset className="text-base font-semibold break-all text-brand hover:underline">
          {payment.paymentNo}
        </Link>
        <span className="text-quiet">{say('finance.created', { at: instant(payment.createdAt, zone) })}</span>
        <PaymentBadges payment={payment} />
      </div>
      <div className="min-w-0">
        <Purpose of={payment} orders={orders} />
        <p className="break-words">{payment.partnerName}</p>
        {payment.reason && <p className="break-words text-quiet">{payment.reason}</p>}
      </div>
      <div className="md:text-right">
        <p className="text-base font-semibold tabular-nums">{money(payment.amount)}</p>
        <p>{nameChannel(words, payment.channel)}</p>
        <Returned payment={payment} />
      </div>
    </li>
  );
}

export function Returned({ payment: { refunded, refunding } }: { payment: Payment }) {
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

function StateField({ chosen }: { chosen: PaymentFilters['status'] }) {
  const { say } = useWords();
  return (
    <Field label={say('console.status')}>
      {(ids) => (
        <SelectInput ids={ids} name="status" defaultValue={chosen ?? ''}>
          <option value="">{say('search.any')}</option>
          {paymentStates.map((one) => (
            <option key={one} value={one}>
              {say(one === 'trouble' ? 'finance.trouble' : `payStatus.${one}`)}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
