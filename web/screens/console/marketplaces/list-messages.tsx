// Single messages from and to platforms and suppliers (decisions 0541, 0572): time, name, order, result.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { isOwnCode } from '../../../../domain/order-sources.ts';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { LogList } from '../../../parts/console/log-list.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import type { Route } from './+types/list-messages';

type Message = OutputOf<'consoleChannelMessages'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleChannelMessages', request) };
}

export default function ListMessages({ loaderData: { list } }: Route.ComponentProps) {
  const { say } = useWords();
  const suppliers = list.found.suppliers.map(({ id, name }) => [id, name] as const);
  return (
    <LogList
      list={list}
      title={say('marketplace.messages.title')}
      intro={say('marketplace.messages.hint')}
      actions={
        <LinkButton to={consolePaths.marketplaces()} variant="outline">
          {say('marketplace.title')}
        </LinkButton>
      }
      filters={{
        query: { label: say('marketplace.messages.search') },
        source: { label: say('marketplace.import.platform'), word: 'order.list.source' },
        ...(suppliers.length ? { supplier: { label: say('editing.field.supplierId'), options: suppliers } } : {}),
        direction: { label: say('marketplace.messages.direction'), word: 'marketplace.messages.direction' },
        refused: { label: say('systems.refusedOnly') },
      }}
      none={say('marketplace.messages.none')}
      mainColumn={{ label: say('marketplace.messages.kind'), of: ({ kind }) => kind }}
      toneOf={({ good }) => (good ? 'good' : 'warn')}
      sayCode={({ code }) => (isOwnCode(code) ? say(`marketplace.messages.code.${code}`) : code)}
      columns={listColumns}
    />
  );
}

const listColumns = ({ say }: DeskWords): Column<Message>[] => [
  {
    ...{ key: 'source', label: say('marketplace.messages.with') },
    show: ({ source, supplierName, direction }) => (
      <>
        <span className="block break-words">{source === null ? supplierName : say(`order.list.source.${source}`)}</span>
        <span className="block text-xs text-quiet">{say(`marketplace.messages.direction.${direction}`)}</span>
      </>
    ),
  },
  {
    ...{ key: 'order', label: say('console.column.orderNo') },
    show: ({ orderNo, reference }) =>
      (orderNo || reference) && (
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
];
