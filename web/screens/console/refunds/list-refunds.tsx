// Refunds as queues (rules §8, §10): for a person, refused by a channel, in progress, done.

import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { nameReason } from '../../../../domain/refund-reasons.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { SheetOfList } from '../../../console-kit/sheet-of-list.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { nameChannel, Purpose, type Refund, RefundBadge } from '../../../parts/console/money/money-pieces.tsx';
import { Badge, Card, EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-refunds';
import { GoodwillWaiting } from './goodwill-waiting.tsx';
import { MarkRefundDone, TryAgain } from './refund-acts.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const [list, waiting] = await Promise.all([loadList('consoleRefunds', request), load('consoleGoodwills', {})]);
  return { list, waiting };
}

export default function ListRefunds({ loaderData: { list, waiting } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  return (
    <ListPage
      list={list}
      actions={<SheetOfList list={list} files={[['consoleRefundsFile', '']]} />}
      before={<GoodwillWaiting waiting={waiting} />}
      title={say('finance.refunds')}
      tabs={{ field: 'state', word: 'finance.tab', counts: list.found.counts }}
      empty={<EmptyState title={say('finance.refundsNone')} />}
      rowKey={(refund) => refund.refundNo}
      card={(refund, words) => <OneRefund {...{ refund, words }} />}
    />
  );
}

function OneRefund({ refund, words }: { refund: Refund; words: DeskWords }) {
  const { say, money, at } = words;
  const { state } = refund;
  const waits = state === 'manual' || state === 'failed';
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold break-words">{refund.partnerName || refund.refundNo}</h2>
          <Purpose of={refund} />
          <p className="text-sm break-words">{nameReason(say, refund.reason)}</p>
        </div>
        <div className="grid gap-1 sm:justify-items-end">
          <strong className="text-xl tabular-nums">{money(refund.amount)}</strong>
          {refund.ordered && <span className="text-sm text-quiet tabular-nums">{money(refund.ordered)}</span>}
          <span className="flex flex-wrap gap-1 sm:justify-end">
            <RefundBadge state={state} />
            {state === 'done' && refund.byHand && <Badge>{say('finance.byHand')}</Badge>}
          </span>
        </div>
      </div>
      {refund.problem && state !== 'done' && <p className="text-sm break-words text-bad">{refund.problem}</p>}
      <p className="text-sm break-all text-quiet">
        {nameChannel(words, refund.channel)} ·{' '}
        <Link to={consolePaths.payments({ payment: refund.paymentNo })} className="text-brand underline">
          {refund.paymentNo}
        </Link>{' '}
        · {refund.refundNo}
      </p>
      <p className="text-sm break-words text-quiet">
        {say('finance.created', { at: at(refund.createdAt) })}
        {refund.settledAt &&
          ` · ${say(state === 'done' ? 'finance.settled' : 'finance.refusedAt', { at: at(refund.settledAt) })}`}
        {refund.tries > 0 && ` · ${say('finance.tries', { count: refund.tries })}`}
        {refund.reference && ` · ${say('finance.reference', { reference: refund.reference })}`}
      </p>
      {waits && (
        <div className="flex flex-wrap justify-end gap-3">
          <MarkRefundDone refund={refund} />
          {state === 'failed' && <TryAgain refund={refund} />}
        </div>
      )}
    </Card>
  );
}
