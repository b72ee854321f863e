// Manual changes with their state (rules §8): another person approves or refuses those above the limit; the requester may
// withdraw.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { useWords } from '../../use-words.ts';

type Change = OutputOf<'consoleAdjustments'>['list'][number];
type Act = 'approve' | 'refuse' | 'withdraw';

const tones: Record<Change['state'], Tone> = { waiting: 'warn', done: 'good', refused: 'neutral' };

/** `named` shows their distributor, with a link. */
export function LedgerChanges({ list, zone, named }: { list: Change[]; zone: string; named?: boolean }) {
  const { say, money } = useWords();
  const [asked, setAsked] = useState<{ act: Act; change: Change }>();
  return (
    <>
      <ul className="grid gap-3">
        {list.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            zone={zone}
            named={named ?? false}
            onAct={(act) => setAsked({ act, change })}
          />
        ))}
      </ul>
      <ActionDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked ? say(`finance.ledger.${asked.act}Title`) : ''}
        act={asked ? say(`finance.ledger.${asked.act}`) : ''}
        danger={asked !== undefined && asked.act !== 'approve'}
        reason={
          asked && asked.act !== 'approve' ? { hint: say('finance.ledger.decideHint'), required: true } : undefined
        }
        work={async (reason) => {
          if (asked)
            await send('consoleAdjustmentDecide', { id: asked.change.id, approve: asked.act === 'approve', reason });
        }}
      >
        {asked && (
          <>
            <p className="font-semibold break-words">
              {say('finance.ledger.bookText', {
                what: say(`finance.ledger.do.${asked.change.dealType}`),
                amount: money(asked.change.amount),
                partner: asked.change.partnerName,
              })}
            </p>
            <p className="break-words text-quiet">{asked.change.reason}</p>
            {asked.act === 'approve' && <p>{say('finance.ledger.bookNow')}</p>}
          </>
        )}
      </ActionDialog>
    </>
  );
}

type ChangeRowProps = { change: Change; zone: string; named: boolean; onAct(act: Act): void };

function ChangeRow({ change, zone, named, onAct }: ChangeRowProps) {
  const { say, money, instant } = useWords();
  const waiting = change.state === 'waiting';
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{say(`payment.deal.${change.dealType}`)}</span>
          <span className="font-semibold tabular-nums">{money(change.amount)}</span>
          <Badge tone={tones[change.state]}>{say(`finance.ledger.state.${change.state}`)}</Badge>
        </p>
        {named && (
          <Link
            to={consolePaths.balance(change.partnerId)}
            className="justify-self-start font-medium break-words text-brand hover:underline"
          >
            {change.partnerName}
          </Link>
        )}
        {change.reason && <p className="break-words">{change.reason}</p>}
        <p className="text-sm text-quiet">
          {instant(change.at, zone)}
          {change.askedBy && ` · ${say('finance.ledger.askedBy', { name: change.askedBy })}`}
          {change.decidedBy &&
            change.decidedBy !== change.askedBy &&
            ` · ${say('finance.ledger.decidedBy', { name: change.decidedBy })}`}
        </p>
        {waiting && change.own && <p className="text-sm text-quiet">{say('finance.ledger.own')}</p>}
      </div>
      {waiting && (
        <div className="flex flex-wrap items-start gap-2">
          {!change.own && (
            <Button size="sm" onClick={() => onAct('approve')}>
              {say('finance.ledger.approve')}
            </Button>
          )}
          <Button size="sm" variant="danger" onClick={() => onAct(change.own ? 'withdraw' : 'refuse')}>
            {say(change.own ? 'finance.ledger.withdraw' : 'finance.ledger.refuse')}
          </Button>
        </div>
      )}
    </li>
  );
}
