// Bank transfers for the owner's finance (§4, rules §10): receipts side by side with the amount; settled once, or refused with a reason.

import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { VoucherList } from '../../../parts/payment/pay-vouchers.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-transfers';
import { SettleTopUp } from './settle-top-up.tsx';

type Row = OutputOf<'consoleTransfers'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  // Who looks for one finds it in whatever state it is.
  const finds = Boolean(new URL(request.url).searchParams.get('query')?.trim());
  const start = finds ? {} : { state: 'submitted' as const };
  return { list: await loadList('consoleTransfers', request, { start }), finds };
}

export default function ListTransfers({ loaderData: { list, finds } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <ListPage
      list={list}
      title={say('payment.channel.offline')}
      tabs={{
        field: 'state',
        word: 'payment.transfer.state',
        values: ['submitted', 'refused', 'verified', 'open', 'withdrawn'],
        ...(finds ? { all: true as const } : {}),
      }}
      filters={{ query: { label: say('finance.search') } }}
      empty={<EmptyState title={say(finds ? 'catalog.search.none' : 'payment.transfer.none')} />}
      rowKey={(row) => row.paymentNo}
      card={(row, words) => <OneTransfer {...{ row, words }} />}
    />
  );
}

/** The order, its additional payment, or the top-up that a transfer pays. */
const nameSubject = (row: Row, say: DeskWords['say']) =>
  row.rechargeNo
    ? say('payment.transfer.topUp', { number: row.rechargeNo })
    : say('order.number', { orderNo: row.supplement ?? row.orderNo ?? '' });

function Subject({ row }: { row: Row }) {
  const { say } = useWords();
  const name = nameSubject(row, say);
  if (row.orderNo === null) return name;
  return (
    <Link to={consolePaths.order(row.orderNo)} className="text-brand underline">
      {name}
    </Link>
  );
}

function OneTransfer({ row, words }: { row: Row; words: DeskWords }) {
  const { colon, say, money, at } = words;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold break-words">{row.partnerName}</h2>
          <p className="text-sm break-words text-quiet">
            {/* A person's account has the person's name. */}
            {row.contactName !== row.partnerName && `${row.contactName} · `}
            <Subject row={row} />
          </p>
          {row.submittedAt && (
            <p className="text-sm text-quiet">{say('payment.transfer.sentAt', { at: at(row.submittedAt) })}</p>
          )}
        </div>
        <p className="sm:text-right">
          <strong className="block text-xl tabular-nums">{money(row.amount)}</strong>
          <ExchangeLine exchange={row.exchange} charged={row.amount} />
          <Badge tone={row.state === 'verified' ? 'good' : row.state === 'refused' ? 'warn' : 'neutral'}>
            {say(`payment.transfer.state.${row.state}`)}
          </Badge>
        </p>
      </div>
      {row.refusals.map((item) => (
        <p key={item.at} className="text-sm break-words">
          {colon(say('payment.transfer.refusedBefore', { at: at(item.at), by: item.by }))}
          {item.reason}
        </p>
      ))}
      {row.remark && <p className="break-words whitespace-pre-wrap">{row.remark}</p>}
      {row.reason && <p className="break-words">{say('payment.result.why', { reason: row.reason })}</p>}
      {row.received && (
        <p className="text-sm break-words">
          {colon(say('payment.transfer.received', { currency: row.received.amount.currency }))}
          {money(row.received.amount)} · {row.received.reference} · {words.day(row.received.on)}
        </p>
      )}
      {row.decidedAt && (
        <p className="text-sm text-quiet">
          {row.decidedBy} {row.decidedBy && '·'} {at(row.decidedAt)}
        </p>
      )}
      <VoucherList files={row.files} desk />
      {row.state !== 'verified' && (
        <div className="flex flex-wrap justify-end gap-3">
          {row.state === 'submitted' && <Refuse row={row} />}
          {row.rechargeNo ? (
            <DialogButton variant={verifyLook(row)} text={say('payment.transfer.verify')}>
              {(close) => <SettleTopUp row={row} onClose={close} />}
            </DialogButton>
          ) : (
            <Verify row={row} />
          )}
        </div>
      )}
    </Card>
  );
}

const verifyLook = ({ state }: Row) => (state === 'submitted' ? 'primary' : 'outline');

function Verify({ row }: { row: Row }) {
  const { say, money } = useWords();
  const { paymentNo: id, state: seen } = row;
  return (
    <ActionButton
      variant={verifyLook(row)}
      act={say('payment.transfer.verify')}
      work={(reason) => send('consoleTransferDecide', { id, verified: true, reason, seen })}
    >
      <p>{say('payment.transfer.verifyHint', { orderNo: row.orderNo ?? '', amount: money(row.amount) })}</p>
      <p className="text-sm text-quiet">
        {say('payment.transfer.otherArrived', { refuse: say('payment.transfer.refuse') })}
      </p>
      {!row.live && <Notice tone="warn" title={say('payment.transfer.lateHint')} />}
    </ActionButton>
  );
}

function Refuse({ row }: { row: Row }) {
  const { say, money } = useWords();
  const { paymentNo: id, state: seen } = row;
  return (
    <ActionButton
      variant="outline"
      act={say('payment.transfer.refuse')}
      danger
      reason={{ hint: say('payment.transfer.refuseHint'), required: true }}
      work={(reason) => send('consoleTransferDecide', { id, verified: false, reason, seen })}
    >
      <p className="break-words">{`${nameSubject(row, say)} · ${money(row.amount)}`}</p>
    </ActionButton>
  );
}
