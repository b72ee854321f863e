// Sends or deletes a file, and reloads the page's data afterwards.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallFailed } from '../../call.ts';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

/** The server's answer to a body that is too large, before any call has seen it. */
const tooLarge = 413;

/** `tooLargeWord`: the message for a file that is larger than its call accepts. */
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
