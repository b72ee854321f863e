// The catalogue as files (rules §10): exports all products, imports products after a check, lists each import with its findings.

import { IconFileSpreadsheet, IconFileTypeJs } from '@tabler/icons-react';
import { fileAddress } from '../../../../contract/file-address.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { RecentImports } from '../../../parts/console/files/recent-imports.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, Card } from '../../../ui/pieces.tsx';
import type { Route } from './+types/port-catalogue';
import { ListRows, shows } from './list-rows.tsx';
import { SendImport } from './send-import.tsx';
import { ShowProgress, toneOf } from './show-progress.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const show = shows.find((item) => item === params.get('show')) ?? 'all';
  const importId = params.get('import') ?? '';
  const { list, parts } = await load('consoleImports', {});
  const id = /^[0-9a-f-]{36}$/.test(importId) ? importId : '';
  if (!id) return { list, parts, show, view: null, rows: null };
  const view = await load('consoleImport', { id });
  return { list, parts, show, view, rows: await load('consoleImportRows', { id, show }) };
}

export default function PortCatalogue({ loaderData: { list, parts, show, view, rows } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHeading text={say('porting.title')} />
      {view && <ShowProgress key={view.id} first={view} />}
      {view && rows && view.total > 0 && <ListRows key={`${view.id} ${show}`} id={view.id} show={show} first={rows} />}
      <SendImport aside={view?.state === 'checked'} />
      <Export parts={parts} />
      <RecentImports
        list={list}
        open={view?.id}
        pathOf={(id) => consolePaths.catalogue({ import: id })}
        show={(item) => <Badge tone={toneOf(item)}>{say(`porting.state.${item.state}`)}</Badge>}
      />
    </div>
  );
}

function Export({ parts }: Pick<Route.ComponentProps['loaderData'], 'parts'>) {
  const { say } = useWords();
  const link =
    'inline-flex min-h-11 items-center gap-2 rounded-lg border border-line bg-surface px-4 ' +
    'font-semibold hover:border-brand hover:text-brand';
  return (
    <Card>
      <h2 className="text-lg font-semibold">{say('porting.exportTitle')}</h2>
      <p className="mt-1 mb-4 max-w-prose text-quiet">{say('porting.exportText')}</p>
      <div className="flex flex-wrap gap-3">
        <a href={fileAddress('catalogueExport', { format: 'xlsx' })} download className={link}>
          <IconFileSpreadsheet aria-hidden="true" className="size-5" />
          {say('porting.exportXlsx')}
        </a>
        <a href={fileAddress('catalogueExport', { format: 'json' })} download className={link}>
          <IconFileTypeJs aria-hidden="true" className="size-5" />
          {say('porting.exportJson')}
        </a>
      </div>
      {parts.length > 0 && (
        <>
          <p className="mt-4 mb-3 max-w-prose text-quiet">{say('porting.exportParts')}</p>
          <ul className="flex flex-wrap gap-3">
            {parts.map(({ after, from, to }) => (
              <li key={after}>
                <a href={fileAddress('catalogueExport', { format: 'json', after })} download className={link}>
                  {say('porting.exportPart', { from, to })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
