// Other prices that apply to a product (rules §11): for a period, for a package, for its city, its category
// or everything.
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { FormSection } from '../../../console-kit/section.tsx';
import {
  describePriceBuyer,
  describePricePeriod,
  describePriceScope,
  describePriceValue,
} from '../../../parts/console/prices/describe-price.ts';
import type { AgentPrice, PriceList } from '../../../parts/console/prices/price-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';

export function OtherPrices({ list, productId }: { list: PriceList; productId: string }) {
  const { say } = useWords();
  return (
    <FormSection title={say('editing.price.others')} hint={say('editing.price.othersHint')}>
      {list.others.length > 0 && <PriceLines prices={list.others} levelNames={list.levelNames} />}
      <p className="flex flex-wrap gap-x-6">
        <Link
          to={consolePaths.agentPrices({ product: productId })}
          className="inline-flex min-h-11 items-center text-brand underline"
        >
          {say('editing.price.productPrices')}
        </Link>
        <Link to={consolePaths.agentPrices()} className="inline-flex min-h-11 items-center text-brand underline">
          {say('editing.price.allPrices')}
        </Link>
      </p>
    </FormSection>
  );
}

type PriceLinesProps = { prices: AgentPrice[]; levelNames: string[]; winner?: string };

/** `winner`: the number of the price that is marked. */
export function PriceLines({ prices, levelNames, winner }: PriceLinesProps) {
  const words = useWords();
  const { say } = words;
  return (
    <ol className="grid gap-2">
      {prices.map((price) => (
        <li
          key={price.id}
          className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-1 rounded-lg border px-4 py-2 ${
            price.id === winner ? 'border-brand bg-tint' : 'border-line'
          }`}
        >
          <span className="min-w-0 grow basis-48">
            <span className="font-medium break-words">{describePriceScope(price, words)}</span>
            <span className="block text-sm break-words text-quiet">{describePriceBuyer(price, levelNames, words)}</span>
          </span>
          <span className="text-sm">
            {describePriceValue(price, price.currency, words)}
            <span className="block text-quiet empty:hidden">{describePricePeriod(price, words)}</span>
          </span>
          {price.id === winner && <Badge tone="brand">{say('editing.price.wins')}</Badge>}
          {price.state === 'coming' && <Badge>{say('editing.price.state.coming')}</Badge>}
        </li>
      ))}
    </ol>
  );
}
