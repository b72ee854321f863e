// Single messages from and to platforms (decision 0541): when, which, about which order, how they ended.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Badge, EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-messages';

type Message = OutputOf<'consoleChannelMessages'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleChannelMessages', request) };
}

export default function ListMessages({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  return (
    <ListPage
      list={list}
      title={say('marketplace.messages.title')}
      intro={say('marketplace.messages.hint')}
      zoned
      actions={
        <LinkButton to={consolePaths.marketplaces()} variant="outline">
          {say('marketplace.title')}
        </LinkButton>
      }
      filters={{
        query: { label: say('marketplace.messages.search') },
        source: { label: say('marketplace.import.platform'), word: 'order.list.source' },
        direction: { label: say('marketplace.messages.direction'), word: 'marketplace.messages.direction' },
        refused: { label: say('systems.refusedOnly') },
      }}
      empty={<EmptyState title={say('marketplace.messages.none')} />}
      rowKey={({ id }) => id}
      columns={listColumns(words)}
    />
  );
}

function listColumns({ say, at }: DeskWords): Column<Message>[] {
  return [
    {
      ...{ key: 'kind', label: say('marketplace.messages.kind'), look: 'title' },
      show: ({ kind }) => <code className="break-all">{kind}</code>,
    },
    {
      ...{ key: 'code', label: say('systems.result'), look: 'plain' },
      show: ({ code, good }) => <Badge tone={good ? 'good' : 'warn'}>{code}</Badge>,
    },
    { key: 'at', label: say('systems.at'), show: (one) => at(one.at) },
    {
      ...{ key: 'source', label: say('marketplace.import.platform') },
      show: ({ source, direction }) => (
        <>
          <span className="block break-words">{say(`order.list.source.${source}`)}</span>
          <span className="block text-xs text-quiet">{say(`marketplace.messages.direction.${direction}`)}</span>
        </>
      ),
    },
    {
      ...{ key: 'order', label: say('console.column.orderNo') },
      show: ({ orderNo, reference }) => (
        <>
          {orderNo && (
            <Link to={consolePaths.order(orderNo)} className="block font-medium text-brand hover:underline">
              {orderNo}
            </Link>
          )}
          <span className="block text-xs break-all text-quiet">{reference}</span>
        </>
      ),
    },
    {
      key: 'milliseconds',
      label: say('systems.took'),
      look: 'figure',
      show: ({ milliseconds }) => `${milliseconds} ms`,
    },
  ];
}
