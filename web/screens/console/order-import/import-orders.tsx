// Orders of platforms, imported from a file (§3 order source, decision 0430): upload, a check row by row, booking.
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { RecentImports } from '../../../parts/console/files/recent-imports.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';
import type { Route } from './+types/import-orders';
import { CheckedOrders } from './checked-orders.tsx';
import { SendOrders } from './send-orders.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const importId = new URL(request.url).searchParams.get('import') ?? '';
  const id = /^[0-9a-f-]{36}$/.test(importId) ? importId : '';
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
      <RecentImports
        list={list}
        open={view?.id}
        pathOf={(id) => consolePaths.orderImports({ import: id })}
        show={({ source, open, booked, total }) => (
          <>
            <span className="text-sm text-quiet">{say(`order.list.source.${source}`)}</span>
            <Badge tone={open ? 'warn' : 'good'}>{say('marketplace.import.counts', { booked, total })}</Badge>
          </>
        )}
      />
    </div>
  );
}
