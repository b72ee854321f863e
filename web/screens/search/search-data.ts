// The data that the parts of the search page show.
import type { OutputOf } from '../../../contract/index.ts';
import type { CardData } from '../../parts/product/product-card.tsx';
import type { SearchInput } from './read-input.ts';

type Counted = { key: string; count: number };

export type SearchData = {
  input: SearchInput;
  found: Omit<OutputOf<'searchProducts'>, 'list' | 'types' | 'subtypes'> & {
    list: CardData[];
    types: Counted[];
    subtypes: Counted[];
  };
  above: OutputOf<'listPage'> | null;
};
