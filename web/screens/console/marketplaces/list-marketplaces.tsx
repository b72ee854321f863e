// Marketplaces that call the shop (decision 0431): their addresses and keys, and the codes of the products that they may sell.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { pushedSources } from '../../../../domain/order-sources.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/list-marketplaces';
import { ConnectedAccounts } from './connected-accounts.tsx';
import { DoorText } from './door-text.tsx';
import { SignedAccounts } from './signed-accounts.tsx';

type Found = OutputOf<'consoleMarketplaces'>;
type Product = Found['list'][number];
type Channel = Found['channels'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const [me, list] = await Promise.all([load('consoleMe', {}), loadList('consoleMarketplaces', request)]);
  return { list, admin: me.roles.includes('admin') };
}

export default function ListMarketplaces({ loaderData: { list, admin } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  return (
    <ListPage
      list={list}
      title={say('marketplace.title')}
      intro={say('marketplace.intro')}
      actions={
        <>
          <LinkButton variant="outline" to={consolePaths.channelMessages()}>
            {say('marketplace.messages.title')}
          </LinkButton>
          <LinkButton variant="outline" to={consolePaths.orderImports()}>
            {say('marketplace.import.title')}
          </LinkButton>
        </>
      }
      before={
        <div className="grid gap-4 lg:grid-cols-2">
          {list.found.channels.map((channel) => (
            <ShowChannel key={channel.channel} channel={channel} found={list.found} admin={admin} words={words} />
          ))}
          {list.found.doors.map((door) => (
            <SignedAccounts key={door.platform} door={door} found={list.found} admin={admin} words={words} />
          ))}
        </div>
      }
      filters={{ query: { label: say('console.column.product') } }}
      empty={<EmptyState title={say('marketplace.noCodes')} />}
      fileName="product-codes"
      rowKey={({ code }) => code}
      columns={listColumns(words, list.found.channels)}
    />
  );
}

/** The prefix of its calls in the log of keys, which admins read. */
const callsOf: Record<string, string> = { getYourGuide: 'gyg', viator: 'viator' };

type Shown = { channel: Channel; found: Found; admin: boolean; words: DeskWords };

function ShowChannel({ channel: { channel, source, address, supplierId, keys }, found, admin, words }: Shown) {
  const { say, at } = words;
  const platform = say(`order.list.source.${source}`);
  const notified = pushedSources.filter((one) => one === source);
  return (
    <TitledCard className="grid content-start gap-2" title={platform}>
      <DoorText name="address" text={address} platform={platform} />
      {supplierId !== null && <DoorText name="supplierId" text={supplierId} platform={platform} />}
      <p className="text-sm">{say(`marketplace.keyPlace.${channel}`)}</p>
      {keys.length === 0 && <p className="text-sm text-quiet">{say('marketplace.noKey')}</p>}
      <ul className="grid gap-1 text-sm empty:hidden">
        {keys.map((key) => (
          <li key={key.start} className="min-w-0 break-words">
            <Link to={consolePaths.partner(key.partnerId)} className="target font-medium text-brand hover:underline">
              {key.partnerName}
            </Link>{' '}
            · {key.keyName} · <code>{key.start}…</code> ·{' '}
            <span className="text-quiet">
              {key.lastUsedAt ? say('marketplace.keyUsed', { at: at(key.lastUsedAt) }) : say('marketplace.keyUnused')}
            </span>
            {key.closed && <span className="block text-warn">{say('marketplace.keyClosed')}</span>}
          </li>
        ))}
      </ul>
      {notified.length > 0 && (
        <>
          <p className="text-sm">{say('marketplace.places.text')}</p>
          <ConnectedAccounts found={found} sources={notified} admin={admin} words={words} />
          {admin && (
            <Link to={consolePaths.gygDeals()} className="target text-sm font-medium text-brand hover:underline">
              {say('marketplace.deals.title')}
            </Link>
          )}
        </>
      )}
      <p className="text-sm text-quiet">{say('marketplace.onlySimulated')}</p>
      {admin && (
        <Link
          to={consolePaths.keyCalls({ query: callsOf[channel] })}
          className="target text-sm font-medium text-brand hover:underline"
        >
          {say('systems.calls')}
        </Link>
      )}
    </TitledCard>
  );
}

function listColumns({ say, join }: DeskWords, channels: Channel[]): Column<Product>[] {
  const skus = say('marketplace.skus');
  return [
    {
      ...{ key: 'code', label: say('marketplace.code'), look: 'title', sort: true },
      show: ({ code }) => <code className="select-all">{code}</code>,
    },
    {
      ...{ key: 'product', label: say('console.column.product'), look: 'plain', sort: nameOf },
      show: nameOf,
    },
    ...channels.map(({ channel, source }): Column<Product> => {
      const label = say(`order.list.source.${source}`);
      const kindsAt = ({ kinds }: Product) => join(kinds.find((kind) => kind.channel === channel)?.names ?? []);
      return {
        ...{ key: channel, label, show: (row) => kindsAt(row) || '–' },
        file: (row) => ({ [label]: kindsAt(row) }),
      };
    }),
    {
      ...{ key: 'skus', label: skus },
      show: (row) => (
        <ul className="grid gap-0.5">
          {row.skus.map(({ id, name }) => (
            <li key={id}>
              <code className="select-all">{id}</code> {name}
            </li>
          ))}
        </ul>
      ),
      file: (row) => ({ [skus]: join(row.skus.map(({ id, name }) => `${id} ${name}`)) }),
    },
  ];
}

const nameOf = ({ productName, packageName }: Product) => `${productName} · ${packageName}`;
