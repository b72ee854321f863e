// Bank transfers for the owner's finance (§4, rules §10): vouchers side by side with the amount; settled once, or refused with a reason.

import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { type TransferState, transferStates } from '../../../domain/transfer-rules.ts';
import { send } from '../../call.ts';
import { load } from '../../load.ts';
import { ActDialog } from '../../parts/console/act.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { VoucherList } from '../../parts/payment/pay-vouchers.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, EmptyState, Notice, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-transfers';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const state: TransferState = transferStates.find((one) => one === params.get('state')) ?? 'submitted';
  const asked = Number(params.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked > 0 && asked <= 10_000 ? asked : 1;
  return { state, found: await load('consoleTransfers', { state, page }) };
}

type Row = OutputOf<'consoleTransfers'>['list'][number];

export default function ListTransfers({ loaderData: { state, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const [asked, setAsked] = useState<{ row: Row; verified: boolean }>();
  const hrefOf = (page: number, of = state) => consolePaths.transfers({ state: of, page: page });
  return (
    <>
      <PageHeading className="mb-4 text-2xl font-bold" text={say('channel.offline')} />
      <nav aria-label={say('channel.offline')} className="mb-4 flex flex-wrap gap-2">
        {(['submitted', 'refused', 'verified', 'open'] as const).map((one) => (
          <Link
            key={one}
            to={hrefOf(1, one)}
            aria-current={one === state ? 'page' : undefined}
            className={
              'flex min-h-11 items-center rounded-lg border border-line bg-surface px-3 font-medium ' +
              'hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
              'aria-[current=page]:text-brand'
            }
          >
            {say(`transfer.state.${one}`)}
          </Link>
        ))}
      </nav>
      {found.list.length === 0 && <EmptyState title={say('transfer.none')} />}
      <ul className="grid gap-4">
        {found.list.map((row) => (
          <li key={row.paymentNo}>
            <OneTransfer row={row} zone={found.zone} onAct={(verified) => setAsked({ row, verified })} />
          </li>
        ))}
      </ul>
      <Pager page={found.page} pages={found.pages} hrefOf={(page) => hrefOf(page)} />
      {asked && <Decide {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function OneTransfer({ row, zone, onAct }: { row: Row; zone: string; onAct(verified: boolean): void }) {
  const { say, money, instant } = useWords();
  const at = row.submittedAt;
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold break-words">{row.partnerName}</h2>
          <p className="text-sm break-words text-quiet">
            {row.contactName} · {say('order.number', { orderNo: row.supplement ?? row.orderNo })}
          </p>
          {at && <p className="text-sm text-quiet">{say('transfer.sentAt', { at: instant(at, zone) })}</p>}
        </div>
        <p className="text-right">
          <strong className="block text-xl tabular-nums">{money(row.amount)}</strong>
          <Badge tone={row.state === 'verified' ? 'good' : row.state === 'refused' ? 'warn' : 'neutral'}>
            {say(`transfer.state.${row.state}`)}
          </Badge>
        </p>
      </div>
      {row.remark && <p className="break-words whitespace-pre-wrap">{row.remark}</p>}
      {row.reason && <p className="break-words">{say('result.why', { reason: row.reason })}</p>}
      {row.decidedAt && (
        <p className="text-sm text-quiet">
          {row.decidedBy} · {instant(row.decidedAt, zone)}
        </p>
      )}
      <VoucherList files={row.files} desk />
      {row.state !== 'verified' && (
        <div className="flex flex-wrap justify-end gap-3">
          {row.state === 'submitted' && (
            <Button variant="outline" onClick={() => onAct(false)}>
              {say('transfer.refuse')}
            </Button>
          )}
          <Button variant={row.state === 'submitted' ? 'primary' : 'outline'} onClick={() => onAct(true)}>
            {say('transfer.verify')}
          </Button>
        </div>
      )}
    </Card>
  );
}

function Decide({ row, verified, onClose }: { row: Row; verified: boolean; onClose(): void }) {
  const { say, money } = useWords();
  const { paymentNo: id, state: seen, orderNo } = row;
  const act = say(verified ? 'transfer.verify' : 'transfer.refuse');
  return (
    <ActDialog
      open
      onClose={onClose}
      title={act}
      act={act}
      danger={!verified}
      {...(verified ? {} : { reason: { hint: say('transfer.refuseHint'), required: true } })}
      work={(reason) => send('consoleTransferDecide', { id, verified, reason, seen })}
    >
      <p>{verified ? say('transfer.verifyHint', { orderNo, amount: money(row.amount) }) : money(row.amount)}</p>
      {verified && !row.live && <Notice tone="warn" title={say('transfer.lateHint')} />}
    </ActDialog>
  );
}
