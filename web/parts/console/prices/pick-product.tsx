// The product of an agent price or of a hiding rule, found among all of the owner's products by a part of its name.
import { useState } from 'react';
import { useRead } from '../../../console-kit/use-read.ts';
import { InputField } from '../../form/fields.tsx';
import { useWords } from '../../use-words.ts';

type PickProductProps = { productId: string; error?: string; onPick(productId: string, name: string): void };

export function PickProduct({ productId, error, onPick }: PickProductProps) {
  const { say } = useWords();
  const [query, setQuery] = useState('');
  const { found } = useRead('consoleProducts', { query, size: 8 });
  return (
    <div className="grid gap-2">
      <InputField
        label={say('editing.price.searchProduct')}
        error={error}
        maxLength={80}
        value={query}
        onValue={setQuery}
      />
      <fieldset className="grid max-h-56 gap-1 overflow-y-auto">
        <legend className="sr">{say('console.column.product')}</legend>
        {found?.list.map((one) => (
          <label
            key={one.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-2 hover:bg-canvas"
          >
            <input
              type="radio"
              name="product"
              className="size-5 shrink-0 accent-brand"
              checked={productId === one.id}
              onChange={() => onPick(one.id, one.name)}
            />
            <span className="min-w-0">
              {one.name} <span className="block text-sm text-quiet">{one.cityName}</span>
            </span>
          </label>
        ))}
        {found?.list.length === 0 && <p className="text-sm text-quiet">{say('catalog.search.none')}</p>}
      </fieldset>
    </div>
  );
}
