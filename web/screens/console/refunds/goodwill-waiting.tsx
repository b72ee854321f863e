// Refunds without cancellation that wait for a second person (decision 0024): decided by another person, or withdrawn by the requester.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';

type Waiting = OutputOf<'consoleGoodwills'>;
type Row = Waiting['list'][number];
type Act = 'approve' | 'refuse' | 'withdraw';

/** Hidden while nothing waits. */
export function GoodwillWaiting({ waiting: { list, zone }, orders }: { waiting: Waiting; orders: boolean }) {
  const { say, money } = useWords();
  const [asked, setAsked] = useState<{ act: Act; row: Row }>();
  if (!list.length) return null;
  const isRefusal = asked !== undefined && asked.act !== 'approve';
  return (
    <section aria-labelledby="goodwill" className="mb-6 grid gap-3">
      <h2 id="goodwill" className="text-lg font-bold">
        {say('desk.queue.goodwill')}
      </h2>
      <ul className="grid gap-3">
        {list.map((row) => (
          <WaitingRow key={row.id} row={row} zone={zone} orders={orders} onAct={(act) => setAsked({ act, row })} />
        ))}
      </ul>
      <ActionDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={say('mending.goodwill.title')}
        act={asked ? say(`finance.ledger.${asked.act}`) : ''}
        danger={isRefusal}
        reason={isRefusal ? { hint: say('finance.ledger.decideHint'), required: true } : undefined}
        work={async (reason) => {
          if (asked) await send('consoleGoodwillDecide', { id: asked.row.id, approve: !isRefusal, reason });
        }}
      >
        {asked && (
          <p className="break-words">
            {say('mending.goodwill.decide', {
              ...{ amount: money(asked.row.amount), partner: asked.row.partnerName, orderNo: asked.row.orderNo },
            })}
          </p>
        )}
      </ActionDialog>
    </section>
  );
}

type RowProps = { row: Row; zone: string; orders: boolean; onAct(act: Act): void };

function WaitingRow({ row, zone, orders, onAct }: RowProps) {
  const { say, money, instant } = useWords();
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">
          <span className="tabular-nums">{money(row.amount)}</span> · {row.partnerName}
        </p>
        {orders ? (
          <Link to={consolePaths.order(row.orderNo)} className="justify-self-start text-brand underline">
            {row.orderNo}
          </Link>
        ) : (
          <p>{row.orderNo}</p>
        )}
        <p className="break-words">{row.reason}</p>
        <p className="text-sm text-quiet">
          {instant(row.at, zone)} · {say('finance.ledger.askedBy', { name: row.askedBy })}
        </p>
        {row.own && <p className="text-sm text-quiet">{say('finance.ledger.own')}</p>}
      </div>
      <div className="flex flex-wrap items-start gap-2">
        {!row.own && (
          <Button size="sm" onClick={() => onAct('approve')}>
            {say('finance.ledger.approve')}
          </Button>
        )}
        <Button size="sm" variant="danger" onClick={() => onAct(row.own ? 'withdraw' : 'refuse')}>
          {say(row.own ? 'finance.ledger.withdraw' : 'finance.ledger.refuse')}
        </Button>
      </div>
    </li>
  );
}
