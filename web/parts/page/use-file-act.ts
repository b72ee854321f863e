// Something that sends or deletes a file, and the page shown anew after it.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallFailed } from '../../call.ts';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

/** What the edge answers for a body that is too large, before any call has seen it. */
const tooLarge = 413;

/** `tooLargeWord`: what is said of a file that is larger than its call takes. */
export function useFileAct(tooLargeWord: string) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (work: () => Promise<unknown>) => {
    setProblem('');
    setBusy(true);
    try {
      await work();
      await revalidate();
    } catch (error) {
      const refused = error instanceof CallFailed && error.status === tooLarge;
      setProblem(refused ? words.say(tooLargeWord) : describeError(error, words).text);
    }
    setBusy(false);
  };
  return { busy, problem, act };
}
