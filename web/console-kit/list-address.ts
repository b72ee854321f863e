// The state of a list is in its address: filters, page and order. Every change except of the page goes back to the first page.
import { useLocation } from 'react-router';
import { type Query, withQuery } from '../../domain/write-address.ts';

/** The parameter of the column by which a page is sorted; a minus before its key reverses the order. */
export const sortParam = 'by';

export type Changes = Record<string, string | number | undefined>;

/** The address of this page with some parameters changed; empty ones are left out. */
export function useHrefWith(): (changes: Changes) => string {
  const { pathname, search } = useLocation();
  return (changes) => {
    const next = new URLSearchParams(search);
    if (!('page' in changes)) next.delete('page');
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '' || (name === 'page' && value === 1)) next.delete(name);
      else next.set(name, String(value));
    }
    return withQuery(pathname, next);
  };
}

/** The address of this page with only these parameters. */
export function useHrefOnly(): (query: Query) => string {
  const { pathname } = useLocation();
  return (query) => withQuery(pathname, query);
}
