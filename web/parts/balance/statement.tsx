// The transactions of a deposit and credit line: filters in the address, sums, a table on wide screens and cards on phones.

import { IconReceipt } from '@tabler/icons-react';
import { Form, Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { dealTypes, ledgerKinds } from '../../../domain/payment-status.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { EmptyState, Pager } from '../../ui/pieces.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { ChoiceField, InputField } from '../form/fields.tsx';
import { isReversed } from '../form/is-reversed.ts';
import { useGivenFields } from '../form/use-given-fields.ts';
import { useWords } from '../use-words.ts';
import { ExportButtons } from './export-file.tsx';
import type { StatementFilters } from './read-filters.ts';

type Page = Omit<OutputOf<'bill'>, 'figures' | 'main' | 'transfers'>;
type Line = Page['list'][number];

type StatementProps = {
  page: Page;
  filters: StatementFilters;
  /** Addresses of the page, of its files, and of an order. */
  pathOf(query: StatementFilters & { page?: number }): string;
  fileOf(query: StatementFilters & { format: string }): string;
  orderOf: OrderPath;
};

type OrderPath = (orderNo: string) => string;

export function Statement({ page, filters, pathOf, fileOf, orderOf }: StatementProps) {
  const { say } = useWords();
  const filtered = Object.keys(filters).length > 0;
  return (
    <section className="grid gap-4" aria-label={say('payment.balance.statement')}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-bold">{say('payment.balance.statement')}</h2>
        {page.total > 0 && <ExportButtons address={(format) => fileOf({ ...filters, format })} />}
      </div>
      {(page.total > 0 || filtered) && <FilterForm page={page} filters={filters} path={pathOf({})} />}
      {page.list.length === 0 ? (
        <EmptyState
          icon={<IconReceipt aria-hidden="true" className="size-12" />}
          title={say(filtered || page.total > 0 ? 'catalog.search.none' : 'payment.balance.none')}
        />
      ) : (
        <>
          <Sums page={page} />
          <LineTable list={page.list} zone={page.zone} orderOf={orderOf} total={page.total} />
          <LineCards list={page.list} zone={page.zone} orderOf={orderOf} />
        </>
      )}
      <Pager page={page.page} pages={page.pages} hrefOf={(item) => pathOf({ ...filters, page: item })} />
    </section>
  );
}

function FilterForm({ page, filters, path }: { page: Page; filters: StatementFilters; path: string }) {
  const { say } = useWords();
  const form = useGivenFields(filters);
  return (
    <Form
      ref={form}
      action={path}
      className="grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-3"
    >
      <Choice name="dealType" column="deal" values={dealTypes} chosen={filters.dealType} word="payment.deal" />
      <Choice name="kind" column="account" values={ledgerKinds} chosen={filters.kind} word="payment.channel" />
      <div className="max-sm:col-span-2">
        <Choice
          name="channel"
          column="channel"
          values={page.channels}
          chosen={filters.channel}
          word="payment.channel"
        />
      </div>
      {(['from', 'to'] as const).map((name) => (
        <InputField
          key={name}
          label={say(`payment.balance.${name}`)}
          type="date"
          name={name}
          defaultValue={filters[name] ?? ''}
          {...(isReversed(filters, name) && { error: say('catalog.narrow.daysOrder') })}
          className="min-w-0"
        />
      ))}
      <div className="flex flex-wrap gap-2 max-sm:col-span-2">
        <Button type="submit" variant="outline">
          {say('payment.balance.filterShow')}
        </Button>
        {Object.keys(filters).length > 0 && (
          <LinkButton to={path} variant="quiet">
            {say('payment.balance.filterClear')}
          </LinkButton>
        )}
      </div>
    </Form>
  );
}

type ChoiceProps = {
  name: keyof StatementFilters;
  column: string;
  values: readonly (string | number)[];
  chosen: string | number | undefined;
  /** The prefix of the keys of the values' texts. */
  word: string;
};

function Choice({ name, column, values, chosen, word }: ChoiceProps) {
  const { say } = useWords();
  return (
    <ChoiceField
      name={name}
      label={say(`payment.balance.column.${column}`)}
      defaultValue={chosen ?? ''}
      none={say('catalog.search.any')}
      options={values}
      word={word}
    />
  );
}

function Sums({ page }: { page: Page }) {
  const { say, money, zone } = useWords();
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm">
      <p className="text-quiet">
        {say('payment.balance.count', { count: page.total })} · {say('payment.balance.zone', { zone: zone(page.zone) })}
      </p>
      <ul className="grid gap-0.5">
        {page.sums.map((sum) => (
          <li key={sum.kind} className="tabular-nums">
            <span className="font-medium">{say(`payment.channel.${sum.kind}`)}</span>{' '}
            {say('payment.balance.in', { amount: money(sum.incoming) })} ·{' '}
            {say('payment.balance.out', { amount: money(sum.outgoing) })}
          </li>
        ))}
      </ul>
    </div>
  );
}

function useSigned() {
  const { money } = useWords();
  return (amount: Line['amount']) => `${amount.amountMinor > 0 ? '+' : ''}${money(amount)}`;
}

const toneOf = (line: Line) => (line.amount.amountMinor > 0 ? 'text-good' : '');
const columns = ['at', 'deal', 'account', 'amount', 'after', 'reference'] as const;
const figureColumns = [columns.indexOf('amount'), columns.indexOf('after')];

function LineTable({ list, zone, orderOf, total }: { list: Line[]; zone: string; orderOf: OrderPath; total: number }) {
  const { say, money, instant } = useWords();
  const signed = useSigned();
  const cell = 'px-3 py-2 align-top';
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface max-md:hidden">
      <PlainTable
        caption={say('payment.balance.count', { count: total })}
        heads={columns.map((column) => say(`payment.balance.column.${column}`))}
        figures={figureColumns}
        headClass="px-3 py-2 whitespace-nowrap"
      >
        {list.map((line) => (
          <tr key={line.id} className="hover:bg-canvas">
            <td className={`${cell} whitespace-nowrap`}>{instant(line.at, zone)}</td>
            <td className={cell}>
              {say(`payment.deal.${line.dealType}`)}
              {line.channel && (
                <span className="block text-xs text-quiet">{say(`payment.channel.${line.channel}`)}</span>
              )}
            </td>
            <td className={cell}>{say(`payment.channel.${line.kind}`)}</td>
            <td className={`${cell} text-right font-semibold whitespace-nowrap tabular-nums ${toneOf(line)}`}>
              {signed(line.amount)}
              {line.other && <span className="block font-normal text-quiet">{money(line.other)}</span>}
            </td>
            <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>{money(line.after)}</td>
            <td className={`${cell} max-w-56 break-words`}>
              <Reference line={line} orderOf={orderOf} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

/** The same lines on phones. */
function LineCards({ list, zone, orderOf }: { list: Line[]; zone: string; orderOf: OrderPath }) {
  const { say, money, instant } = useWords();
  const signed = useSigned();
  return (
    <ul className="grid gap-3 md:hidden">
      {list.map((line) => (
        <li key={line.id} className="grid gap-1 rounded-card border border-line bg-surface p-4 text-sm">
          <div className="flex flex-wrap justify-between gap-x-3">
            <span className="font-semibold">{say(`payment.deal.${line.dealType}`)}</span>
            <span className={`font-semibold tabular-nums ${toneOf(line)}`}>{signed(line.amount)}</span>
          </div>
          {line.other && <span className="text-right text-quiet tabular-nums">{money(line.other)}</span>}
          <div className="flex flex-wrap justify-between gap-x-3 text-quiet">
            <span>
              {say(`payment.channel.${line.kind}`)}
              {line.channel && line.channel !== line.kind && ` · ${say(`payment.channel.${line.channel}`)}`}
            </span>
            <span className="tabular-nums">
              {say('payment.balance.column.after')} {money(line.after)}
            </span>
          </div>
          <span className="text-quiet">{instant(line.at, zone)}</span>
          <span className="min-w-0 break-words">
            <Reference line={line} orderOf={orderOf} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A line without a reference is of an order that the reader may not see. */
function Reference({ line, orderOf }: { line: Line; orderOf: OrderPath }) {
  const { say } = useWords();
  return (
    <>
      {line.orderNo ? (
        <Link
          to={orderOf(line.orderNo)}
          className="font-semibold whitespace-nowrap text-brand tabular-nums hover:underline"
        >
          {line.orderNo}
        </Link>
      ) : (
        <span className="text-quiet tabular-nums">{line.reference || say('payment.balance.ofOthers')}</span>
      )}
      {line.note && <span className="block">{line.note}</span>}
    </>
  );
}
