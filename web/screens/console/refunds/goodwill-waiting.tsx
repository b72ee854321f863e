// Refunds without cancellation that wait for a second person (decision 0024): decided by another person, or withdrawn by the requester.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { useWords } from '../../../parts/use-words.ts';

type Waiting = OutputOf<'consoleGoodwills'>;
type Row = Waiting['list'][number];

/** Hidden while nothing waits. */
export function GoodwillWaiting({ waiting: { list, zone } }: { waiting: Waiting }) {
  const { say } = useWords();
  if (!list.length) return null;
  return (
    <section aria-labelledby="goodwill" className="mb-6 grid gap-3">
      <h2 id="goodwill" className="text-lg font-bold">
        {say('desk.queue.goodwill')}
      </h2>
      <ul className="grid gap-3">
        {list.map((row) => (
          <WaitingRow key={row.id} row={row} zone={zone} />
        ))}
      </ul>
    </section>
  );
}

function WaitingRow({ row, zone }: { row: Row; zone: string }) {
  const { say, money, instant } = useWords();
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">
          <span className="tabular-nums">{money(row.amount)}</span> · {row.partnerName}
        </p>
        <Link
          to={consolePaths.order(row.orderNo)}
          className="inline-flex min-h-11 items-center justify-self-start text-brand underline"
        >
          {row.orderNo}
        </Link>
        <p className="break-words">{row.reason}</p>
        <p className="text-sm text-quiet">
          {instant(row.at, zone)} · {say('finance.ledger.requestedBy', { name: row.askedBy })}
        </p>
        {row.own && <p className="text-sm text-quiet">{say('finance.ledger.own')}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {!row.own && <Decide row={row} act="approve" />}
        <Decide row={row} act={row.own ? 'withdraw' : 'refuse'} />
      </div>
    </li>
  );
}

function Decide({ row, act }: { row: Row; act: 'approve' | 'refuse' | 'withdraw' }) {
  const { say, money } = useWords();
  const approve = act === 'approve';
  return (
    <ActionButton
      size="sm"
      variant={approve ? 'primary' : 'danger'}
      title={say('mending.goodwill.title')}
      act={say(`finance.ledger.${act}`)}
      danger={!approve}
      reason={approve ? undefined : { hint: say('finance.ledger.decideHint'), required: true }}
      work={(reason) => send('consoleGoodwillDecide', { id: row.id, approve, reason })}
    >
      <p className="break-words">
        {say('mending.goodwill.decide', {
          ...{ amount: money(row.amount), partner: row.partnerName, orderNo: row.orderNo },
        })}
      </p>
    </ActionButton>
  );
}
