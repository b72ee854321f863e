// The voucher of a booking on one page (§3 vouchers, decision 0440), in the order of need on the day: the code, when, where,
// the pick-up, whom to call, what to know, the lines; then sharing and the calendar, and last the link to change or cancel.
import { IconPhone } from '@tabler/icons-react';
import { describeWhen } from '../../../domain/dates.ts';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { ESimCards, hasESims } from '../../parts/order/esim-cards.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useSavedPass } from '../../parts/voucher/save-pass.ts';
import { DayFields } from '../../parts/wechat/travel-frame.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/show-pass';
import { PassActions } from './pass-actions.tsx';
import { ShowStop } from './show-stop.tsx';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../parts/order/order-unseen.tsx';

/** It shows the current state, and its address may contain a key: not cached, not indexed, no referrer. */
export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ params: { orderNo }, request }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key') ?? undefined;
  return { pass: await load('pass', { orderNo, key }), passKey: key };
}

type Pass = Route.ComponentProps['loaderData']['pass'];

export default function ShowPass({ loaderData: { pass, passKey } }: Route.ComponentProps) {
  const { say } = useWords();
  const changeable = ['valid', 'waiting', 'restOpen'];
  const mayChange = pass.stops.some(({ lines }) => lines.some(({ state }) => changeable.includes(state)));
  // Points where something is handed over are among the places of the day.
  const { collectPoint: _collect, returnPoint: _return, ...otherFields } = pass.fields;
  const isSaved = useSavedPass(paths.pass(pass.orderNo, passKey));
  return (
    <div className="mx-auto grid max-w-xl gap-4 py-6">
      <PageTitle text={say('export.voucher.title')} />
      <SavedAs stops={pass.stops} />
      <div className="hidden in-data-offline:block">
        <Notice tone="warn" title={say('export.pass.offline')} />
      </div>
      {pass.stops.map((stop, at) => (
        <ShowStop
          key={stop.lines[0]?.subOrderNo}
          stop={stop}
          pass={pass}
          passKey={passKey}
          level={at === 0 ? 'h1' : 'h2'}
        />
      ))}
      {Object.keys(otherFields).length > 0 && (
        <Card>
          <h2 className="mb-2 text-lg font-bold">{say('export.document.answers')}</h2>
          <DayFields fields={otherFields} />
        </Card>
      )}
      {hasESims(pass.eSims) && (
        <Card>
          <ESimCards eSims={pass.eSims} />
        </Card>
      )}
      <CallShop pass={pass} />
      <PassActions key={pass.orderNo} pass={pass} passKey={passKey} />
      <p className="text-sm text-quiet tabular-nums">{say('order.number', { orderNo: pass.orderNo })}</p>
      {isSaved && (
        <p role="status" className="text-sm text-quiet">
          {say('export.pass.saved')}
        </p>
      )}
      {pass.seesOrder && (
        <LinkButton
          variant="outline"
          to={paths.order(pass.orderNo) + (mayChange ? '#change' : '')}
          className="in-data-offline:hidden whitespace-normal!"
        >
          {say(mayChange ? 'export.pass.change' : 'export.pass.order')}
        </LinkButton>
      )}
    </div>
  );
}

/** How the list of saved vouchers names this one (server/export/pass/save-passes.js). */
function SavedAs({ stops }: Pick<Pass, 'stops'>) {
  const { say, day } = useWords();
  const [first] = stops;
  if (!first) return null;
  const label = [describeWhen(first, day, say), ...stops.map(({ productName }) => productName)].join(' · ');
  return (
    <>
      <meta name="voucher-day" content={first.playOn} />
      <meta name="voucher-label" content={label} />
      <meta name="voucher-list" content={say('export.pass.list')} />
    </>
  );
}

function CallShop({ pass: { ownerName, ownerPhone } }: { pass: Pass }) {
  const { say } = useWords();
  if (!ownerPhone) return null;
  return (
    <a
      href={`tel:${ownerPhone.replace(/[^\d+]/g, '')}`}
      className={
        'flex min-h-12 items-center justify-center gap-2 rounded-lg border border-line bg-surface px-4 ' +
        'text-center font-semibold break-words hover:border-brand hover:text-brand'
      }
    >
      <IconPhone aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0">
        {say('wechat.travel.call', { name: ownerName })} <span className="whitespace-nowrap">{ownerPhone}</span>
      </span>
    </a>
  );
}
