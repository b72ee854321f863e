// One gift card (decision 0409, role finance): its value, payments and refunds; blocked, or released by a second person.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionButton, ActionResult } from '../../../console-kit/action-dialog.tsx';
import { EditHead } from '../../../console-kit/edit-form.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { Facts } from '../../../parts/console/money/money-pieces.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import type { Route } from './+types/show-gift-card';
import { CardBadge } from './card-badge.tsx';

type View = OutputOf<'consoleGiftCard'>;

export async function loader({ params }: Route.LoaderArgs) {
  return { view: await load('consoleGiftCard', { id: params.id }) };
}

export default function ShowGiftCard({ loaderData: { view } }: Route.ComponentProps) {
  const { say, money, day, at } = useListWords(view.zone);
  const { card } = view;
  return (
    <>
      <EditHead back={consolePaths.giftCards()} backText={say('finance.giftCard.title')} title={`••••${card.ending}`} />
      <div className="grid gap-4">
        <Card className="grid gap-4">
          <Facts
            facts={[
              [say('console.status'), <CardBadge key="state" state={card.state} />],
              ...(card.block
                ? [[say('console.why'), `${card.block.why} · ${card.block.by} · ${at(card.block.at)}`] as const]
                : []),
              [say('finance.giftCard.value'), money(card.value)],
              [say('finance.giftCard.balance'), money(card.balance)],
              [say('finance.giftCard.ends'), card.endsOn ? day(card.endsOn) : '–'],
              [say('finance.giftCard.by'), `${card.issuedBy} · ${at(card.at)}`],
              [say('finance.giftCard.note'), card.note || '–'],
            ]}
          />
          <Acts card={card} />
        </Card>
        <Uses view={view} />
      </div>
    </>
  );
}

function Acts({ card }: { card: View['card'] }) {
  const { say } = useListWords();
  const action = useAction();
  const move = (to: 'unblock' | 'release') =>
    action.run(() => send('consoleGiftCardMove', { id: card.id, act: to }), {
      what: to,
      done: say('finance.giftCard.moved'),
    });
  return (
    <div className="grid gap-3">
      <ActionResult act={action} />
      <div className="flex flex-wrap gap-3">
        {card.waits && !card.own && !card.blocked && (
          <Button busy={action.busy === 'release'} onClick={() => move('release')}>
            {say('finance.giftCard.release')}
          </Button>
        )}
        {card.blocked ? (
          <Button variant="outline" busy={action.busy === 'unblock'} onClick={() => move('unblock')}>
            {say('finance.giftCard.unblock')}
          </Button>
        ) : (
          <ActionButton
            act={say('finance.giftCard.block')}
            title={say('finance.giftCard.blockTitle', { card: `••••${card.ending}` })}
            danger
            reason={{ hint: say('finance.giftCard.noteHint'), required: true }}
            work={(reason) => send('consoleGiftCardMove', { id: card.id, act: 'block', reason })}
          >
            <p>{say('finance.giftCard.blockText')}</p>
          </ActionButton>
        )}
      </div>
      {card.waits && card.own && <p className="text-sm text-quiet">{say('finance.giftCard.waits')}</p>}
    </div>
  );
}

function Uses({ view: { uses, zone } }: { view: View }) {
  const { say, money, at } = useListWords(zone);
  return (
    <TitledCard title={say('finance.giftCard.usesTitle')}>
      {uses.length === 0 && <p className="text-quiet">{say('finance.giftCard.noUses')}</p>}
      <ul className="grid gap-3">
        {uses.map((use) => (
          <li
            key={`${use.orderNo} ${use.at}`}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-3 last:border-0 last:pb-0"
          >
            <span>
              <Link to={consolePaths.order(use.orderNo)} className="font-medium text-brand hover:underline">
                {say('order.number', { orderNo: use.orderNo })}
              </Link>
              <span className="block text-sm text-quiet">{at(use.at)}</span>
              {use.held && <span className="block text-sm text-quiet">{say('finance.giftCard.held')}</span>}
            </span>
            <span className="text-right tabular-nums">
              <strong>{money(use.amount)}</strong>
              {use.returned.amountMinor > 0 && (
                <span className="block text-sm text-quiet">
                  {say('finance.giftCard.returned')} {money(use.returned)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
