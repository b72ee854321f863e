// The price of a line at another place, asked for while staff choose; an answer that is overtaken by the next is dropped.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';

export type LineQuote = OutputOf<'consoleLineQuote'>;
export type AskedPlace = {
  id: string;
  subOrderNo: string;
  playOn: string;
  session: string;
  untilOn: string;
  quantity: number;
};
type State = { key: string; quote?: LineQuote; problem?: string };

/** Nothing while the day is not typed or the answer is under way. */
export function useLineQuote(asked: AskedPlace): { quote: LineQuote | undefined; problem: string | undefined } {
  const words = useWords();
  const [state, setState] = useState<State>({ key: '' });
  const key = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked is in the key; words change with the page alone
  useEffect(() => {
    if (!asked.playOn || !(asked.quantity >= 1)) return;
    let isOver = false;
    const show = (next: Omit<State, 'key'>) => isOver || setState({ key, ...next });
    send('consoleLineQuote', asked).then(
      (quote) => show({ quote }),
      (error: unknown) => {
        const { text, fields } = describeError(error, words);
        show({ problem: Object.values(fields)[0] ?? text });
      },
    );
    return () => {
      isOver = true;
    };
  }, [key]);
  const isCurrent = state.key === key;
  return { quote: isCurrent ? state.quote : undefined, problem: isCurrent ? state.problem : undefined };
}
