// What systems called with their keys (decision 0360): when, which key, what, how it ended, from where.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Badge, EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-calls';

type KeyCall = OutputOf<'consoleKeyCalls'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleKeyCalls', request) };
}

export default function ListCalls({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  return (
    <ListPage
      list={list}
      title={say('systems.calls')}
      intro={say('systems.callsHint')}
      zoned
      actions={
        <LinkButton to={consolePaths.systems()} variant="outline">
          {say('systems.title')}
        </LinkButton>
      }
      filters={{ query: { label: say('systems.callSearch') }, refused: { label: say('systems.refusedOnly') } }}
      empty={<EmptyState title={say('systems.noCalls')} />}
      rowKey={({ id }) => id}
      columns={listColumns(words)}
    />
  );
}

function listColumns({ say, at }: DeskWords): Column<KeyCall>[] {
  return [
    {
      ...{ key: 'call', label: say('systems.call'), look: 'title' },
      show: ({ call }) => <code className="break-all">{call}</code>,
    },
    {
      ...{ key: 'code', label: say('systems.result'), look: 'plain' },
      show: ({ code }) => (
        <Badge tone={code === 200 ? 'good' : code >= 500 && code < 600 ? 'bad' : 'warn'}>{code}</Badge>
      ),
    },
    { key: 'at', label: say('systems.at'), show: (one) => at(one.at) },
    {
      ...{ key: 'keyName', label: say('systems.key') },
      show: ({ keyName, partnerName }) => (
        <>
          <span className="block break-words">{keyName}</span>
          <span className="block text-xs break-words text-quiet">{partnerName || say('systems.own')}</span>
        </>
      ),
    },
    { key: 'source', label: say('systems.source'), show: ({ source }) => <span className="break-all">{source}</span> },
    {
      key: 'milliseconds',
      label: say('systems.took'),
      look: 'figure',
      show: ({ milliseconds }) => `${milliseconds} ms`,
    },
  ];
}
