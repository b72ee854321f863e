// Suggestions for an address while typing: the built-in places first, then those of the site's provider of addresses.
import { useEffect, useState } from 'react';
import type { PlaceFound } from '../../../contract/places.ts';
import type { Point } from '../../../domain/areas.ts';
import { send } from '../../call.ts';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

const pauseMilliseconds = 250;
const least = { letters: 2, lettersForProvider: 3, own: 5 };
const most = 8;

export type Suggestions = { list: PlaceFound[]; problem: string };
const nothing: Suggestions = { list: [], problem: '' };

/** An empty text sends no request. */
export function usePlaces(text: string, near: Point | undefined): Suggestions {
  const words = useWords();
  const [found, setFound] = useState(nothing);
  const query = text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested again only for another text
  useEffect(() => {
    if (query.length < least.letters) return setFound(nothing);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const callError = await findPlaces(query, near, abort.signal, (error) => describeError(error, words).text);
      if (!abort.signal.aborted) setFound(callError);
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return found;
}

async function findPlaces(
  query: string,
  near: Point | undefined,
  signal: AbortSignal,
  describe: (error: unknown) => string,
): Promise<Suggestions> {
  let problem = '';
  const listOf = (answer: Promise<{ list: PlaceFound[] }>) =>
    answer.then(
      ({ list }) => list,
      (error) => {
        problem = describe(error);
        return [];
      },
    );
  const ownPlaces = await listOf(send('searchPois', { name: query.slice(0, 80) }, { signal }));
  const wanted = ownPlaces.length < least.own && query.length >= least.lettersForProvider && !signal.aborted;
  const more = wanted ? await listOf(send('searchGooglePlaces', { query, ...near }, { signal })) : [];
  const known = new Set<string>();
  const list = [...ownPlaces, ...more].filter(({ provider, id }) => {
    const key = `${provider} ${id}`;
    return !known.has(key) && known.add(key);
  });
  return { list: list.slice(0, most), problem: list.length ? '' : problem };
}
