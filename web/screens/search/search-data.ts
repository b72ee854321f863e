// The data that the parts of the search page show.
import type { OutputOf } from '../../../contract/index.ts';
import type { SearchInput } from './read-input.ts';

export type SearchData = {
  input: SearchInput;
  found: OutputOf<'searchProducts'>;
  above: OutputOf<'listPage'> | null;
};
