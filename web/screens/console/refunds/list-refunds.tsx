// Refunds as queues (rules §8, §10): those a person moves, those a channel refused, those under way, those done.

import { useState } from 'react';
import { Link } from 'react-router';
import { refundQueues } from '../../../../contract/finance.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { readPage } from '../../../parts/balance/read-filters.ts';
import { nameChannel, Purpose, type Refund, RefundBadge, Tabs } from '../../../parts/console/money/money-pieces.tsx';
import { addressWith, pick } from '../../../parts/console/money/read-address.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-refunds';
import { DoneByHand, TryAgain } from './refund-acts.tsx';

const path = consolePaths.refunds();

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const state = pick(refundQueues, params.get('state')) ?? 'manual';
  const [found, me] = await Promise.all([
    load('consoleRefunds', { state, page: readPage(params) }),
    load('consoleMe', {}),
  ]);
  return { state, found, orders: me.roles.some((one) => one === 'admin' || one === 'operations') };
}

type Act = 'done' | 'again';

export default function ListRefunds({ loaderData: { state, found, orders } }: Route.ComponentProps) {
  const { say } = useWords();
  const [asked, setAsked] = useState<{ refund: Refund; act: Act }>();
  const stop = () => setAsked(undefined);
  const counts: Record<string, number> = found.counts;
  return (
    <div className="grid gap-4">
      <PageHeading text={say('finance.refunds')} />
      <Tabs
        label={say('finance.refunds')}
        tabs={refundQueues.map((one) => ({
          key: one,
          to: addressWith(path, { state: one === 'manual' ? undefined : one }),
          text: say(`finance.tab.${one}`),
          chosen: one === state,
          count: counts[one] ?? 0,
        }))}
      />
      {found.list.length === 0 && <EmptyState title={say('finance.refundsNone')} />}
      <ul className="grid gap-4">
        {found.list.map((refund) => (
          <li key={refund.refundNo}>
            <OneRefund {...{ refund, orders }} zone={found.zone} onAct={(act) => setAsked({ refund, act })} />
          </li>
        ))}
      </ul>
      <Pager page={found.page} pages={found.pages} hrefOf={(page) => addressWith(path, { state, page })} />
      {asked?.act === 'done' && <DoneByHand refund={asked.refund} onClose={stop} />}
      {asked?.act === 'again' && <TryAgain refund={asked.refund} onClose={stop} />}
    </div>
  );
}

type OneRefundProps = { refund: Refund; orders: boolean; zone: string; onAct(act: Act): void };

function OneRefund({ refund, orders, zone, onAct }: OneRefundProps) {
  const words = useWords();
  const { say, money, instant } = words;
  const { state } = refund;
  const waits = state === 'manual' || state === 'failed';
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold break-words">{refund.partnerName || refund.refundNo}</h2>
          <Purpose of={refund} orders={orders} />
          <p className="text-sm break-words">{refund.reason}</p>
        </div>
        <div className="grid gap-1 sm:justify-items-end">
          <strong className="text-xl tabular-nums">{money(refund.amount)}</strong>
          <span className="flex flex-wrap gap-1 sm:justify-end">
            <RefundBadge state={state} />
            {state === 'done' && refund.byHand && <Badge>{say('finance.byHand')}</Badge>}
          </span>
        </div>
      </div>
      {refund.problem && state !== 'done' && <p className="text-sm break-words text-bad">{refund.problem}</p>}
      <p className="text-sm break-all text-quiet">
        {nameChannel(words, refund.channel)} ·{' '}
        <Link to={addressWith(consolePaths.payments(), { payment: refund.paymentNo })} className="text-brand underline">
          {refund.paymentNo}
        </Link>{' '}
        · {refund.refundNo}
      </p>
      <p className="text-sm break-words text-quiet">
        {say('finance.created', { at: instant(refund.createdAt, zone) })}
        {refund.settledAt && ` · ${say('finance.settled', { at: instant(refund.settledAt, zone) })}`}
        {refund.tries > 0 && ` · ${say('finance.tries', { count: refund.tries })}`}
        {refund.reference && ` · ${say('finance.reference', { reference: refund.reference })}`}
      </p>
      {waits && (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant={state === 'manual' ? 'primary' : 'outline'} onClick={() => onAct('done')}>
            {say('finance.doneByHand')}
          </Button>
          {state === 'failed' && <Button onClick={() => onAct('again')}>{say('finance.again')}</Button>}
        </div>
      )}
    </Card>
  );
}
