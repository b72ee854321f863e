// Orders that platforms took, brought in by a file (§3 order source, decision 0430): upload, a check row by row, booking.
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { useDeskZone } from '../../../console-kit/use-desk-zone.ts';
import { load } from '../../../load.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';
import type { Route } from './+types/import-orders';
import { CheckedOrders } from './checked-orders.tsx';
import { SendOrders } from './send-orders.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('import') ?? '';
  const id = /^[0-9a-f-]{36}$/.test(asked) ? asked : '';
  const [{ list }, view] = await Promise.all([
    load('consoleOrderImports', {}),
    id ? load('consoleOrderImport', { id }) : null,
  ]);
  return { list, view };
}

export default function ImportOrders({ loaderData: { list, view } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="grid gap-2">
        <PageHeading text={say('marketplace.import.title')} />
        <p className="max-w-prose text-quiet">{say('marketplace.import.text')}</p>
        <a
          href={fileAddress('orderImportTemplate', {})}
          download
          className={
            'inline-flex min-h-11 items-center gap-2 justify-self-start rounded-lg border border-line bg-surface px-4 ' +
            'font-semibold hover:border-brand hover:text-brand'
          }
        >
          <IconFileSpreadsheet aria-hidden="true" className="size-5" />
          {say('marketplace.import.template')}
        </a>
      </div>
      {view && <CheckedOrders key={view.id} view={view} />}
      <SendOrders aside={view !== null && view.open > 0} />
      <Recent list={list} open={view?.id} />
    </div>
  );
}

type List = Route.ComponentProps['loaderData']['list'];

function Recent({ list, open }: { list: List; open: string | undefined }) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  if (list.length === 0) return null;
  return (
    <section aria-labelledby="recent-imports">
      <h2 id="recent-imports" className="mb-2 text-lg font-semibold">
        {say('porting.recent')}
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {list.map((item) => (
          <li key={item.id} className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-canvas">
            <Link
              to={consolePaths.orderImports({ import: item.id })}
              aria-current={item.id === open ? 'page' : undefined}
              className="min-w-0 grow truncate font-medium text-brand after:absolute after:inset-0"
            >
              {item.name || say('porting.unnamed')}
            </Link>
            <span className="text-sm text-quiet">{say(`order.list.source.${item.source}`)}</span>
            <Badge tone={item.open ? 'warn' : 'good'}>
              {say('marketplace.import.counts', { booked: item.booked, total: item.total })}
            </Badge>
            <time dateTime={item.startedAt} className="text-sm text-quiet">
              {instant(item.startedAt, zone)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
