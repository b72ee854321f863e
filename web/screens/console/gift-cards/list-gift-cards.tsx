// Gift cards (decision 0409, role finance): the owner's total liability, each card with its remaining value, and new ones.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewDialog } from '../../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { Card, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-gift-cards';
import { CardBadge } from './card-badge.tsx';
import { IssueCards, type IssuedCards } from './issue-cards.tsx';
import { ShowCodes } from './show-codes.tsx';

type Found = OutputOf<'consoleGiftCards'>;
type Row = Found['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleGiftCards', request) };
}

export default function ListGiftCards({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const { found } = list;
  const [made, setMade] = useState<IssuedCards>();
  // Codes that still stand here stay beside those of the next cards.
  const add = ({ codes, waits }: IssuedCards) =>
    setMade((before) => ({ codes: [...(before?.codes ?? []), ...codes], waits: waits || before?.waits === true }));
  return (
    <ListPage
      list={list}
      title={say('finance.giftCard.title')}
      fileName="gift-cards"
      actions={
        <NewDialog text={say('finance.giftCard.new')}>
          {(close) => (
            <IssueCards currencies={found.currencies} fourEyes={found.fourEyes} onClose={close} onDone={add} />
          )}
        </NewDialog>
      }
      before={
        <>
          {made && <ShowCodes key={made.codes.length} made={made} onClose={() => setMade(undefined)} />}
          <Owed found={found} />
        </>
      }
      filters={{
        query: { label: say('finance.giftCard.query') },
        state: { label: say('console.status'), word: 'finance.giftCard.state' },
      }}
      empty={
        <EmptyState title={say('finance.giftCard.none')}>
          <p>{say('finance.giftCard.noneText')}</p>
        </EmptyState>
      }
      rowKey={(row) => row.id}
      columns={listColumns(words)}
    />
  );
}

/** The liability, and a warning if cards were issued that cannot be used for paying. */
function Owed({ found: { owed, offered } }: { found: Found }) {
  const { say, money } = useListWords();
  if (owed.length === 0) return null;
  return (
    <div className="grid gap-3">
      <Card>
        <h2 className="font-bold">{say('finance.giftCard.owed')}</h2>
        <ul className="mt-1 flex flex-wrap gap-x-8 gap-y-1">
          {owed.map(({ amount, cards }) => (
            <li key={amount.currency}>
              <strong className="text-lg tabular-nums">{money(amount)}</strong>{' '}
              <span className="text-sm text-quiet">{say('finance.giftCard.owedCards', { count: cards })}</span>
            </li>
          ))}
        </ul>
      </Card>
      {!offered && (
        <Notice tone="warn" title={say('finance.giftCard.off')}>
          <Link
            to={consolePaths.channels({ channel: 'giftCard' })}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            {say('payment.channelSetting.edit', { name: say('payment.channel.giftCard') })}
          </Link>
        </Notice>
      )}
    </div>
  );
}

function listColumns({ say, money, day }: DeskWords): Column<Row>[] {
  return [
    {
      ...{ key: 'card', label: say('finance.giftCard.card'), look: 'title', sort: ({ ending }) => ending },
      file: ({ ending, note }) => ({ [say('finance.giftCard.card')]: ending, [say('finance.giftCard.note')]: note }),
      show: (row) => (
        <>
          <RowLink code to={consolePaths.giftCard(row.id)}>
            ••••{row.ending}
          </RowLink>
          <span className="block text-xs break-words text-quiet">{row.note}</span>
        </>
      ),
    },
    {
      ...{ key: 'state', label: say('console.status'), look: 'plain', sort: true },
      file: ({ state }) => ({ [say('console.status')]: say(`finance.giftCard.state.${state}`) }),
      show: (row) => <CardBadge state={row.state} />,
    },
    {
      ...{ key: 'value', label: say('finance.giftCard.value'), look: 'figure', sort: ({ value }) => value },
      show: (row) => money(row.value),
    },
    {
      ...{ key: 'balance', label: say('finance.giftCard.balance'), look: 'figure', sort: ({ balance }) => balance },
      show: (row) => money(row.balance),
    },
    { ...{ key: 'uses', label: say('finance.giftCard.uses'), look: 'figure', sort: true }, show: (row) => row.uses },
    {
      ...{ key: 'endsOn', label: say('finance.giftCard.ends'), sort: true },
      show: (row) => row.endsOn && day(row.endsOn),
    },
    { key: 'issuedBy', label: say('finance.giftCard.by'), sort: true, show: (row) => row.issuedBy },
  ];
}
