// Manual changes with their state (rules §8): another person approves or refuses those above the limit; the requester may
// withdraw.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { useWords } from '../../use-words.ts';

type Change = OutputOf<'consoleAdjustments'>['list'][number];

const tones: Record<Change['state'], Tone> = { waiting: 'warn', done: 'good', refused: 'neutral' };

/** `named` shows their distributor, with a link. */
export function LedgerChanges({ list, zone, named }: { list: Change[]; zone: string; named?: boolean }) {
  return (
    <ul className="grid gap-3">
      {list.map((change) => (
        <ChangeRow key={change.id} change={change} zone={zone} named={named ?? false} />
      ))}
    </ul>
  );
}

function ChangeRow({ change, zone, named }: { change: Change; zone: string; named: boolean }) {
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
          {change.askedBy && ` · ${say('finance.ledger.requestedBy', { name: change.askedBy })}`}
          {change.decidedBy &&
            change.decidedBy !== change.askedBy &&
            ` · ${say('finance.ledger.decidedBy', { name: change.decidedBy })}`}
        </p>
        {waiting && change.own && <p className="text-sm text-quiet">{say('finance.ledger.own')}</p>}
      </div>
      {waiting && (
        <div className="flex flex-wrap items-start gap-2">
          {!change.own && <Decide change={change} act="approve" />}
          <Decide change={change} act={change.own ? 'withdraw' : 'refuse'} />
        </div>
      )}
    </li>
  );
}

function Decide({ change, act }: { change: Change; act: 'approve' | 'refuse' | 'withdraw' }) {
  const { say, money } = useWords();
  const { id, dealType, amount, partnerName: partner } = change;
  const approve = act === 'approve';
  return (
    <ActionButton
      size="sm"
      variant={approve ? 'primary' : 'danger'}
      title={say(`finance.ledger.${act}Title`)}
      act={say(`finance.ledger.${act}`)}
      danger={!approve}
      reason={approve ? undefined : { hint: say('finance.ledger.decideHint'), required: true }}
      work={(reason) => send('consoleAdjustmentDecide', { id, approve, reason })}
    >
      <p className="font-semibold break-words">
        {say('finance.ledger.bookText', { what: say(`finance.ledger.do.${dealType}`), amount: money(amount), partner })}
      </p>
      <p className="break-words text-quiet">{change.reason}</p>
      {approve && <p>{say('finance.ledger.bookNow')}</p>}
    </ActionButton>
  );
}
