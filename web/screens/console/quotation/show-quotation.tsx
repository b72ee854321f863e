// One quotation for the owner's staff (§2 onlinequotation): the lines of each version, its history, and its places, which staff can
// hold or release (decision 0812). Its texts and lines belong to the agent: staff change them by signing in for the partner.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { todayIn } from '../../../../domain/dates.ts';
import { send } from '../../../call.ts';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { type Column, ListTable } from '../../../console-kit/list-table.tsx';
import { Tabs } from '../../../console-kit/tabs.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { load } from '../../../load.ts';
import { HoldPlaces } from '../../../parts/quotation/hold-places.tsx';
import { QuotationHistory } from '../../../parts/quotation/show-history.tsx';
import { QuotationBadge } from '../../../parts/quotation/status-badge.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/show-quotation';

export function loader({ params, request }: Route.LoaderArgs) {
  const version = Number(new URL(request.url).searchParams.get('version'));
  return load('consoleQuotation', { id: params.id, ...(version > 0 ? { version } : {}) });
}

type Shown = OutputOf<'consoleQuotation'>;
type Line = Shown['lines'][number];

export default function ShowQuotation({ loaderData: shown }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  return (
    <div className="grid gap-4">
      <header>
        <EditHead
          back={consolePaths.quotations()}
          backText={say('quotation.quotations')}
          title={`${say('quotation.listTitle')} ${shown.number}`}
        />
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <QuotationBadge status={shown.status} />
          <Link to={consolePaths.partner(shown.partnerId)} className="target py-2 break-words text-brand underline">
            {shown.partnerName}
          </Link>
          <span className="min-w-0 break-words text-quiet">{shown.madeBy}</span>
        </p>
      </header>
      <Versions shown={shown} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <Texts shown={shown} />
          <div>
            <h2 className="mb-2 text-lg font-bold">{say('quotation.lines')}</h2>
            <ListTable
              rows={shown.lines.map((line, at) => ({ ...line, at }))}
              rowKey={(line) => String(line.at)}
              caption={say('quotation.lines')}
              whole={false}
              columns={listColumns(words)}
            />
          </div>
        </div>
        <div className="grid min-w-0 gap-4">
          <Sums shown={shown} />
          <QuotationHistory saved={shown} />
        </div>
      </div>
    </div>
  );
}

/** A single version needs no choice. */
function Versions({ shown: { id, versions, shown } }: { shown: Shown }) {
  const { say, day } = useWords();
  const zone = useDeskZone();
  if (versions.length < 2) return null;
  return (
    <Tabs
      label={say('quotation.versions')}
      tabs={versions.map(({ version, sentAt }) => ({
        key: String(version),
        text: [
          say('quotation.version', { version }),
          sentAt ? day(todayIn(zone, Date.parse(sentAt)), 'short') : say('quotation.notSent'),
        ].join(' · '),
        to: consolePaths.quotation(id, { version }),
        chosen: version === shown,
      }))}
    />
  );
}

function Texts({ shown }: { shown: Shown }) {
  const { colon, say, day } = useWords();
  return (
    <Card className="grid gap-3">
      {shown.title && <h2 className="text-lg font-bold break-words">{shown.title}</h2>}
      {shown.customerName && <p className="break-words">{shown.customerName}</p>}
      <p className="text-sm text-quiet">
        {colon(say('quotation.field.validUntil'))}
        {day(shown.validUntil)}
      </p>
    </Card>
  );
}

function Sums({ shown }: { shown: Shown }) {
  const words = useWords();
  const { colon, say } = words;
  const action = useAction();
  const input = { id: shown.id, revision: shown.revision };
  return (
    <Card className="grid gap-4">
      <dl className="grid gap-1">
        <div className="flex justify-between gap-4">
          <dt className="text-quiet">{say('editing.price.pays')}</dt>
          <dd className="font-semibold tabular-nums">{shown.net ? words.money(shown.net) : '–'}</dd>
        </div>
      </dl>
      {shown.acceptedBy && <p>{`${colon(say('quotation.status.accepted'))}${shown.acceptedBy}`}</p>}
      {shown.orderNos.length > 0 && (
        <ul className="grid gap-1">
          {shown.orderNos.map((orderNo) => (
            <li key={orderNo}>
              <Link to={consolePaths.order(orderNo)} className="inline-flex min-h-11 items-center text-brand underline">
                {orderNo}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {action.problem && <Notice tone="bad" title={action.problem.text} />}
      <HoldPlaces
        saved={shown}
        priced={shown.net !== null}
        unbound
        busy={action.busy !== undefined}
        onHold={() => action.run(() => send('consoleQuotationHold', input))}
        onRelease={() => action.run(() => send('consoleQuotationRelease', input))}
      />
    </Card>
  );
}

function listColumns({ say, money, day }: Words): Column<Line & { at: number }>[] {
  return [
    {
      ...{ key: 'name', label: say('console.column.product'), look: 'title' },
      show: (line) => (
        <>
          <span className="break-words">{line.name || '–'}</span>
          {line.details && <span className="block text-sm break-words text-quiet">{line.details}</span>}
          {line.problem && <span className="block text-sm text-warn">{line.problem}</span>}
        </>
      ),
    },
    {
      ...{ key: 'playOn', label: say('console.column.date') },
      show: ({ playOn, dayOn, session }) => {
        const on = playOn && !playOn.startsWith('9999') ? playOn : dayOn;
        return on && [day(on), session].filter(Boolean).join(' ');
      },
    },
    { key: 'quantity', label: say('order.list.column.quantity'), look: 'figure', show: (line) => line.quantity },
    { key: 'net', label: say('editing.price.pays'), look: 'figure', show: (line) => line.net && money(line.net) },
  ];
}
