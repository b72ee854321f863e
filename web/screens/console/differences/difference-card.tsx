// One line on which a gateway's list and our books differ: both sides beside each other, and the note of the person who closed it.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { nameChannel } from '../../../parts/console/money/money-pieces.tsx';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Badge, Card } from '../../../ui/pieces.tsx';

export type Difference = OutputOf<'consoleDifferences'>['list'][number];

const refundStates = ['processing', 'done', 'failed'];

function nameStatus({ say }: Words, of: Difference['of'], status: number): string {
  return of === 'payment'
    ? say(`payment.status.${status}`)
    : say(`finance.refund.${refundStates[status] ?? 'processing'}`);
}

export function DifferenceCard({ difference }: { difference: Difference }) {
  const words = useWords();
  const { say, day } = words;
  const { kind, of, channel, paymentNo, ours, theirs, exchange, state, note, decidedBy } = difference;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h2 className="font-bold">{say(`finance.kind.${kind}`)}</h2>
          <p className="text-sm text-quiet">
            {say(`finance.of.${of}`)} · {nameChannel(words, channel)} · {day(difference.day)}
          </p>
        </div>
        <Badge tone={state === 'open' ? 'warn' : 'neutral'}>
          {say(state === 'open' ? 'finance.open' : 'finance.explained')}
        </Badge>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Side title={say('finance.ours')} of={of} side={ours} {...{ paymentNo, exchange }} />
        <Side title={say('finance.theirs')} of={of} side={theirs} paymentNo={null} exchange={null} />
      </div>
      {note && (
        <p className="text-sm break-words whitespace-pre-wrap">
          {note} <span className="text-quiet">– {decidedBy}</span>
        </p>
      )}
      {state === 'open' && (
        <div className="flex justify-end">
          <ActionButton
            title={say('finance.closeTitle')}
            act={say('finance.close')}
            reason={{ hint: '', required: true }}
            work={(note) => send('consoleDifferenceClose', { id: difference.id, note })}
          >
            <p>{say('finance.closeText')}</p>
          </ActionButton>
        </div>
      )}
    </Card>
  );
}

type SideProps = Pick<Difference, 'of' | 'paymentNo' | 'exchange'> & { title: string; side: Difference['ours'] };

function Side({ title, of, side, paymentNo, exchange }: SideProps) {
  const words = useWords();
  const { say, money } = words;
  return (
    <div className="min-w-0 rounded-lg bg-canvas p-3 text-sm">
      <h3 className="text-xs font-semibold text-quiet">{title}</h3>
      {side ? (
        <>
          {side.amount && <p className="text-base font-semibold tabular-nums">{money(side.amount)}</p>}
          {side.amount && <ExchangeLine exchange={exchange} charged={side.amount} />}
          {side.status !== null && <p>{nameStatus(words, of, side.status)}</p>}
          <p className="break-all">{side.ref}</p>
          {side.named && (
            <p className="break-all">
              {say('payment.balance.column.reference')}: {side.named}
            </p>
          )}
        </>
      ) : (
        <p>{say('finance.absent')}</p>
      )}
      {paymentNo && (
        <Link
          to={consolePaths.payments({ payment: paymentNo })}
          className="inline-flex min-h-9 touch:min-h-11 items-center break-all text-brand hover:underline"
        >
          {say('finance.details', { number: paymentNo })}
        </Link>
      )}
    </div>
  );
}
