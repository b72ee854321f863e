// The columns of the list of agent prices, on screen and in its file.
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { type PriceState, priceScopes } from '../../../../domain/price-scopes.ts';
import type { Column } from '../../../console-kit/list-table.tsx';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import {
  describePriceBuyer,
  describePricePeriod,
  describePriceScope,
  describePriceValue,
} from '../../../parts/console/prices/describe-price.ts';
import type { AgentPrice } from '../../../parts/console/prices/price-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, type Tone } from '../../../ui/pieces.tsx';

const tones: Record<PriceState, Tone> = { current: 'good', coming: 'neutral', over: 'warn' };

type RowActs = {
  onEdit(price: AgentPrice): void;
  onDelete(price: AgentPrice): void;
  nameRow(price: AgentPrice): string;
};

export function listPriceColumns(words: DeskWords, levelNames: string[], acts: RowActs): Column<AgentPrice>[] {
  const { say } = words;
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

function RowActions({ price, words: { say }, acts }: { price: AgentPrice; words: DeskWords; acts: RowActs }) {
  const of = acts.nameRow(price);
  return (
    <span className="flex md:justify-end">
      <Button variant="quiet" size="sm" onClick={() => acts.onEdit(price)}>
        {say('editing.price.change')}
        <span className="sr">: {of}</span>
      </Button>
      <Button
        variant="quiet"
        size="sm"
        aria-label={say('catalog.search.remove', { filter: of })}
        onClick={() => acts.onDelete(price)}
      >
        <IconTrash aria-hidden="true" className="size-4" />
      </Button>
    </span>
  );
}
