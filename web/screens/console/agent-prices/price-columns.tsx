// The columns of the list of agent prices, on screen and in its file.
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { type PriceState, priceScopes } from '../../../../domain/price-scopes.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import {
  describePriceBuyer,
  describePricePeriod,
  describePriceScope,
  describePriceValue,
} from '../../../parts/console/prices/describe-price.ts';
import { type AgentPrice, draftOf } from '../../../parts/console/prices/price-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { AnyPriceForm } from './any-price-form.tsx';

const tones: Record<PriceState, Tone> = { current: 'good', coming: 'neutral', over: 'warn' };

type RowActs = { levelNames: string[]; maySearch: boolean; nameRow(price: AgentPrice): string };

export function listPriceColumns(words: DeskWords, acts: RowActs): Column<AgentPrice>[] {
  const { say } = words;
  const { levelNames } = acts;
  return [
    {
      ...{ key: 'what', label: say('editing.price.on'), look: 'title', width: 'md:min-w-56' },
      sort: (price) => `${priceScopes.indexOf(price.scope)} ${describePriceScope(price, words)}`,
      file: (price) => ({
        [say('editing.price.on')]: say(`editing.price.scope.${price.scope}`),
        [say('console.column.product')]: describePriceScope(price, words),
      }),
      show: (price) => <Target price={price} words={words} />,
    },
    {
      ...{ key: 'who', label: say('editing.price.for'), width: 'md:min-w-32' },
      sort: (price) => describePriceBuyer(price, levelNames, words),
      show: (price) => describePriceBuyer(price, levelNames, words),
    },
    {
      ...{ key: 'worth', label: say('editing.price.value'), look: 'figure' },
      sort: (price) => price.value,
      file: (price) => ({ [say('editing.price.value')]: describePriceValue(price, price.currency, words) }),
      show: (price) => describePriceValue(price, price.currency, words),
    },
    {
      ...{ key: 'time', label: say('editing.price.valid'), width: 'md:min-w-40' },
      file: (price) => ({
        [say('editing.price.valid')]: describePricePeriod(price, words) || say('editing.price.validBy.always'),
      }),
      show: (price) => describePricePeriod(price, words) || say('editing.price.validBy.always'),
    },
    {
      ...{ key: 'state', label: say('console.status') },
      sort: (price) => say(`editing.price.state.${price.state}`),
      show: (price) => <Badge tone={tones[price.state]}>{say(`editing.price.state.${price.state}`)}</Badge>,
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (price) => <RowActions {...{ price, words, acts }} />,
    },
  ];
}

function Target({ price, words }: { price: AgentPrice; words: DeskWords }) {
  const text = describePriceScope(price, words);
  return (
    <>
      {price.productId ? (
        <Link
          to={consolePaths.prices(price.productId)}
          className="font-semibold break-words text-brand hover:underline"
        >
          {text}
        </Link>
      ) : (
        <span className="font-semibold break-words">{text}</span>
      )}
      {price.scope !== 'everything' && (
        <span className="block text-xs text-quiet">{words.say(`editing.price.scope.${price.scope}`)}</span>
      )}
    </>
  );
}

function RowActions({ price, words, acts }: { price: AgentPrice; words: DeskWords; acts: RowActs }) {
  const { say } = words;
  const { nameRow, ...form } = acts;
  const of = nameRow(price);
  const summary = describePriceScope(price, words);
  return (
    <span className="flex md:justify-end">
      <DialogButton
        variant="quiet"
        size="sm"
        text={say('editing.price.change')}
        more={<span className="sr">: {of}</span>}
        title={say('editing.price.changeTitle')}
      >
        {(close) => <AnyPriceForm {...form} draft={draftOf(price)} summary={summary} onDone={close} />}
      </DialogButton>
      <DeletePrices prices={[price]} of={of} />
    </span>
  );
}

/** What a colleague changes meanwhile is not overwritten. */
export const asShown = (prices: AgentPrice[]) => ({
  ids: prices.map(({ id }) => id),
  was: prices.map(({ kind, value }) => ({ kind, value })),
});

/** `of`: the name of the one price, for its button without a text. */
export function DeletePrices({ prices, of }: { prices: AgentPrice[]; of?: string }) {
  const { say } = useWords();
  const look =
    of === undefined
      ? {}
      : ({
          ...{ variant: 'quiet', size: 'sm', text: '', icon: <IconTrash aria-hidden="true" className="size-4" /> },
          'aria-label': say('catalog.search.remove', { filter: of }),
        } as const);
  return (
    <ActionButton
      {...look}
      title={say('editing.price.deleteMany', { count: prices.length })}
      act={say('site.setting.remove')}
      danger
      work={() => send('consoleAgentPricesDelete', asShown(prices))}
    >
      <p>{say('editing.price.deleteManyText')}</p>
    </ActionButton>
  );
}
