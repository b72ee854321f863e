// Applications to cancel for the owner's operations (§4, rules §10): the oldest first, each with what the policy gives back;
// approved, or refused with a reason. What was decided stays readable.

import { useState } from 'react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { openDay } from '../../../../domain/dates.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, EmptyState, Pager, type Tone } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-cancels';
import { type CancelChoice, CancelFacts, type CancelRow, DecideCancel } from './decide-cancel.tsx';

const results = [0, 1, 2] as const;
const tones: Tone[] = ['warn', 'good', 'bad'];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const result = results.find((one) => String(one) === params.get('result')) ?? 0;
  const asked = Number(params.get('page') ?? 1);
  const page = Number.isInteger(asked) && asked > 0 && asked <= 1000 ? asked : 1;
  return { result, found: await load('consoleCancels', { result, page }) };
}

export default function ListCancels({ loaderData: { result, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const [choice, setChoice] = useState<CancelChoice>();
  const hrefOf = (page: number, of: number = result) => consolePaths.cancels({ result: of, page: page });
  return (
    <>
      <PageHeading className="mb-4 text-2xl font-bold" text={say('queue.cancels')} />
      <nav aria-label={say('queue.cancels')} className="mb-4 flex flex-wrap gap-2">
        {results.map((one) => (
          <Link
            key={one}
            to={hrefOf(1, one)}
            aria-current={one === result ? 'page' : undefined}
            className={
              'flex min-h-11 items-center rounded-lg border border-line bg-surface px-3 font-medium ' +
              'hover:border-brand aria-[current=page]:border-brand aria-[current=page]:bg-tint ' +
              'aria-[current=page]:text-brand'
            }
          >
            {say(`order.requestResult.${one}`)}
          </Link>
        ))}
      </nav>
      {found.list.length === 0 && <EmptyState title={say('desk.cancelsNone')} />}
      <ul className="grid gap-4">
        {found.list.map((row) => (
          <li key={row.id}>
            <OneCancel row={row} zone={found.zone} onAct={(approve) => setChoice({ row, approve })} />
          </li>
        ))}
      </ul>
      <Pager page={found.page} pages={found.pages} hrefOf={(page) => hrefOf(page)} />
      <DecideCancel choice={choice} onClose={() => setChoice(undefined)} />
    </>
  );
}

function OneCancel({ row, zone, onAct }: { row: CancelRow; zone: string; onAct(approve: boolean): void }) {
  const { say, day, instant } = useWords();
  const who = [say(`desk.applier.${row.applier}`), row.askedBy, instant(row.at, zone)].filter(Boolean).join(' · ');
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold break-words">
            {row.productName} × {row.quantity}
          </h2>
          <p className="text-sm break-words text-quiet">
            {[row.partnerName, row.playOn === openDay ? say('when.open') : day(row.playOn)].join(' · ')}
          </p>
          <Link
            to={consolePaths.order(row.orderNo)}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-brand tabular-nums underline"
          >
            {row.subOrderNo}
          </Link>
        </div>
        <Badge tone={tones[row.result]}>{say(`order.requestResult.${row.result}`)}</Badge>
      </div>
      <p className="text-sm text-quiet">{who}</p>
      {row.remark && <p className="break-words whitespace-pre-wrap">{row.remark}</p>}
      {row.result !== 2 && <CancelFacts row={row} />}
      {row.rejectReason !== null && (
        <p className="text-sm break-words">
          {[say(`order.reason.${row.rejectReason}`), row.rejectText].filter(Boolean).join(': ')}
        </p>
      )}
      {row.decidedAt && (
        <p className="text-sm text-quiet">{say('desk.decidedAt', { at: instant(row.decidedAt, zone) })}</p>
      )}
      {row.result === 0 && (
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => onAct(false)}>
            {say('desk.refuse')}
          </Button>
          <Button onClick={() => onAct(true)}>{say('desk.approve')}</Button>
        </div>
      )}
    </Card>
  );
}
