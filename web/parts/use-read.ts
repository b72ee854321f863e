// Reads data beside that of the page's loader: the request follows the typed or chosen input after a pause, and a late answer is
// dropped. A failure keeps the last answer and shows the reason.
import { useEffect, useState } from 'react';
import type { CallName } from '../../contract/calls.ts';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { send } from '../call.ts';
import { describeError } from './describe-error.ts';
import { useWords } from './use-words.ts';

type Read<Name extends CallName> = { found?: OutputOf<Name>; problem?: string };

/** Sends no request while `input` is undefined. */
export function useRead<Name extends CallName>(
  name: Name,
  input: InputOf<Name> | undefined,
  pauseMilliseconds = 200,
): Read<Name> {
  const words = useWords();
  const [read, setRead] = useState<Read<Name>>({});
  const key = input && JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words only say what went wrong
  useEffect(() => {
    if (key === undefined) return setRead({});
    const abort = new AbortController();
    const timer = setTimeout(() => {
      send(name, JSON.parse(key) as InputOf<Name>, { signal: abort.signal }).then(
        (found) => abort.signal.aborted || setRead({ found }),
        (error) =>
          abort.signal.aborted || setRead(({ found }) => ({ found, problem: describeError(error, words).text })),
      );
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [name, key, pauseMilliseconds]);
  return read;
}
