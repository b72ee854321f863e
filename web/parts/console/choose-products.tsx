// Products chosen by searching the shop, in a free order: added, moved, removed.
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../form/fields.tsx';
import { removesRow } from '../form/remove-row.ts';
import { useRead } from '../use-read.ts';
import { useWords } from '../use-words.ts';

export type ChosenProduct = OutputOf<'consolePromotions'>['list'][number]['products'][number];

const most = 24;
/** The shop's search results; undefined before the first search. */
function useFound(query: string): ChosenProduct[] | undefined {
  const { found } = useRead('searchProducts', query ? { query, size: 6 } : undefined);
  return found?.list.map(({ id, name, city, picture }) => ({ id, name, city, picture, onShelf: true }));
}

type ChooseProductsProps = {
  chosen: ChosenProduct[];
  problem: string | undefined;
  onChange(chosen: ChosenProduct[]): void;
};

export function ChooseProducts({ chosen, problem, onChange }: ChooseProductsProps) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const found = useFound(query.trim());
  const others = found?.filter((item) => !chosen.some((known) => known.id === item.id));
  return (
    <fieldset className="grid gap-2">
      <legend className="text-sm font-medium">
        {say('marketing.promotion.products')} · {say('marketing.promotion.count', { count: chosen.length })}
      </legend>
      <Chosen chosen={chosen} onChange={onChange} />
      <InputField
        label={say('marketing.promotion.find')}
        error={problem}
        type="search"
        data-adds="products"
        value={query}
        maxLength={80}
        autoComplete="off"
        onValue={setQuery}
        // Enter searches; it does not save the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className={found && !others?.length ? 'text-sm text-quiet' : 'sr'}>
        {found && !others?.length ? say('marketing.promotion.noMatch') : ''}
      </p>
      <ul className="grid gap-1">
        {others?.map((item) => (
          <li key={item.id} className="flex items-center gap-2">
            <ProductName product={item} />
            <Button
              variant="outline"
              size="sm"
              disabled={chosen.length >= most}
              aria-label={say('marketing.promotion.addName', { name: item.name })}
              onClick={() => onChange([...chosen, item])}
            >
              <IconPlus aria-hidden="true" className="size-4" />
              {say('marketing.promotion.add')}
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function Chosen({ chosen, onChange }: Omit<ChooseProductsProps, 'problem'>) {
  const { say } = useWords();
  const swap = (at: number, other: number) => {
    const next = [...chosen];
    [next[at], next[other]] = [next[other] as ChosenProduct, next[at] as ChosenProduct];
    onChange(next);
  };
  const small =
    'grid size-9 touch:size-11 shrink-0 place-items-center rounded-lg text-brand hover:bg-tint disabled:opacity-40';
  return (
    <ol className="grid gap-1">
      {chosen.map((item, at) => (
        <li key={item.id} className="flex items-center gap-1 rounded-lg border border-line p-1.5">
          <ProductName product={item} />
          <button
            type="button"
            className={small}
            aria-label={say('marketing.promotion.up', { name: item.name })}
            disabled={at === 0}
            onClick={() => swap(at, at - 1)}
          >
            <IconArrowUp aria-hidden="true" className="size-5" />
          </button>
          <button
            type="button"
            className={small}
            aria-label={say('marketing.promotion.down', { name: item.name })}
            disabled={at === chosen.length - 1}
            onClick={() => swap(at, at + 1)}
          >
            <IconArrowDown aria-hidden="true" className="size-5" />
          </button>
          <button
            type="button"
            className={small}
            aria-label={say('catalog.search.remove', { filter: item.name })}
            {...removesRow('products', () => onChange(chosen.filter((known) => known.id !== item.id)))}
          >
            <IconX aria-hidden="true" className="size-5" />
          </button>
        </li>
      ))}
    </ol>
  );
}

function ProductName({ product: { name, city, picture, onShelf } }: { product: ChosenProduct }) {
  const { say } = useWords();
  return (
    <>
      <img
        src={`${picture.src}?w=160`}
        alt=""
        width={48}
        height={36}
        className="h-9 w-12 shrink-0 rounded object-cover"
        style={{ backgroundColor: picture.colour }}
      />
      <span className="min-w-0 grow text-sm">
        <span className="line-clamp-2 font-medium">{name}</span>
        <span className="block text-quiet">{onShelf ? city : say('marketing.promotion.offShelf')}</span>
      </span>
    </>
  );
}
