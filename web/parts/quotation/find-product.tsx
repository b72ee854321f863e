// Searches for a product by name and adds it to the quotation (§2 onlinequotation).

import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { send } from '../../call.ts';
import { InputField } from '../form/fields.tsx';
import { useWords } from '../use-words.ts';

type Found = OutputOf<'keyQuery'>['products'];

const pauseMilliseconds = 250;

/** Undefined before the first answer; `query` is that of the newest answer. */
function useFound(query: string): { query: string; products: Found } | undefined {
  const [found, setFound] = useState<{ query: string; products: Found }>();
  useEffect(() => {
    if (!query) return setFound(undefined);
    const abort = new AbortController();
    const ask = () =>
      send('keyQuery', { query }, { signal: abort.signal }).then(
        ({ products }) => setFound({ query, products }),
        () => undefined,
      );
    const timer = setTimeout(ask, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return found;
}

export function FindProduct({ onAdd }: { onAdd(product: { id: string; name: string }): void }) {
  const { say } = useWords();
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLElement>(null);
  const answer = useFound(typed.trim());
  const found = answer?.products;
  const add = (item: Found[number]) => {
    onAdd(item);
    setTyped('');
    // The list with the pressed button closes.
    search.current?.querySelector('input')?.focus();
  };
  return (
    <search ref={search} className="grid gap-2">
      <InputField
        label={say('quotation.find')}
        type="search"
        data-adds="lines"
        maxLength={80}
        value={typed}
        autoComplete="off"
        onValue={setTyped}
        onKeyDown={(event) => {
          // The form around it would be saved; Enter that ends the typing of Chinese or Japanese adds nothing.
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = found ?? [];
          // The shown list may be that of an earlier text.
          if (first && answer?.query === typed.trim() && !event.nativeEvent.isComposing) add(first);
        }}
      />
      <p role="status" className="text-sm text-quiet empty:hidden">
        {found?.length === 0 ? say('catalog.search.none') : ''}
      </p>
      <ul className="grid gap-1 empty:hidden">
        {found?.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-label={say('quotation.addProduct', { name: item.name })}
              onClick={() => add(item)}
              className={
                'flex min-h-11 w-full items-center gap-3 rounded-lg border border-line bg-surface px-3 py-2 ' +
                'text-left hover:border-brand'
              }
            >
              <IconPlus aria-hidden="true" className="size-5 shrink-0 text-brand" />
              <span className="min-w-0 grow break-words">{item.name}</span>
              <span className="shrink-0 text-sm text-quiet">{item.city}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
}
