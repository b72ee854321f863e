// The product of an agent price or of a hiding rule, found among all of the owner's products by a part of its name.
import { useState } from 'react';
import { InputField } from '../../form/fields.tsx';
import { useRead } from '../../use-read.ts';
import { useWords } from '../../use-words.ts';
import { ChooseFound } from './choose-found.tsx';

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
      <ChooseFound
        found={found?.list.map(({ id, name, cityName }) => ({ id, name, detail: cityName }))}
        legend={say('console.column.product')}
        name="product"
        chosen={productId}
        onPick={onPick}
      />
    </div>
  );
}
