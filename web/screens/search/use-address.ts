// The current address of the search with some choices changed; the page number is reset.
import { useSearchParams } from 'react-router';
import { paths } from '../../../domain/paths.ts';

export function useAddress(): (changes: Record<string, string | undefined>) => string {
  const [params] = useSearchParams();
  return (changes) => {
    const next = new URLSearchParams(params);
    for (const param of ['page', 'l']) next.delete(param);
    for (const [key, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(key);
      else next.set(key, value);
    }
    return paths.search(next);
  };
}
