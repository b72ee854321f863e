// Products of a quotation as they are sold now, by their id, null for those no longer sold; each is loaded once, in the reader's
// language. Agents load all at once; visitors, who quote at retail, load each product as its page does.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { CallFailed, CallRefused, send } from '../../call.ts';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

export type Quoted = Pick<OutputOf<'dtaQuoteList'>['list'][number], 'id' | 'name' | 'path' | 'stockBy' | 'addOns'> & {
  packages: Pick<
    OutputOf<'dtaQuoteList'>['list'][number]['packages'][number],
    | 'id'
    | 'name'
    | 'openDays'
    | 'byDay'
    | 'sessions'
    | 'nextOn'
    | 'nextSession'
    | 'skus'
    | 'maxAdults'
    | 'maxChildren'
    | 'childAge'
    | 'includedGuests'
  >[];
};

/** The maximum of one call. */
const together = 20;

export function useProducts(ids: string[], agent = true) {
  const words = useWords();
  const [products, setProducts] = useState(new Map<string, Quoted | null>());
  const [problem, setProblem] = useState('');
  const missing = [...new Set(ids)].filter((id) => id && !products.has(id)).slice(0, together);
  const wanted = missing.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids as one word; words change with the page only
  useEffect(() => {
    if (!wanted) return;
    const abort = new AbortController();
    const read = agent ? readAll : readEach;
    read(missing, abort.signal).then(
      (list) => {
        setProblem('');
        setProducts(
          (known) =>
            new Map([...known, ...missing.map((id) => [id, list.find((quoted) => quoted.id === id) ?? null] as const)]),
        );
      },
      (error: unknown) => !abort.signal.aborted && setProblem(describeError(error, words).text),
    );
    return () => abort.abort();
  }, [wanted, agent]);
  return { products, problem };
}

async function readAll(ids: string[], signal: AbortSignal): Promise<Quoted[]> {
  return (await send('dtaQuoteList', { ids }, { signal })).list;
}

function readEach(ids: string[], signal: AbortSignal): Promise<Quoted[]> {
  const read = async (id: string): Promise<Quoted[]> => {
    try {
      const product = await send('productDetail', { id }, { signal });
      return product.onShelf ? [product] : [];
    } catch (error) {
      if (error instanceof CallRefused || error instanceof CallFailed) return [];
      throw error;
    }
  };
  return Promise.all(ids.map(read)).then((list) => list.flat());
}
