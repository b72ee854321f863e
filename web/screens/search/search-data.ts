// The data that the parts of the search page show.
import type { OutputOf } from '../../../contract/index.ts';
import type { CardData } from '../../parts/product/product-card.tsx';
import type { SearchInput } from './read-input.ts';

export type SearchData = {
  input: SearchInput;
  found: Omit<OutputOf<'searchProducts'>, 'list'> & { list: CardData[] };
  above: OutputOf<'listPage'> | null;
};
