// One task that a reader starts: busy while it runs, and the text of the refusal if it fails.
import { useState } from 'react';
import { type CallError, describeError } from './describe-error.ts';
import { useWords } from './use-words.ts';

export function useTask() {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError>();
  return {
    busy,
    error,
    setError,
    /** The text of the refusal; '' for none. */
    problem: error?.text ?? '',
    setProblem: (text: string) => setError({ text, fields: {}, code: 0 }),
    /** True if it succeeded. `leaves`: the page is left afterwards, so the button stays busy until then. */
    async run(work: () => Promise<unknown>, { leaves = false } = {}): Promise<boolean> {
      setError(undefined);
      setBusy(true);
      try {
        await work();
        if (!leaves) setBusy(false);
        return true;
      } catch (failure) {
        setError(describeError(failure, words));
        setBusy(false);
        return false;
      }
    },
  };
}
