// Polls for the result of a payment: every 3 seconds, slowing to 10 (rules §9), even after a lost connection.
import { useEffect, useRef, useState } from 'react';

/** Polls while there is a `key`, until an answer is final. `ask` returns undefined for no answer, null for one that will never come. */
export function useAnswer<Answer>(
  key: string | undefined,
  ask: () => Promise<Answer | null | undefined>,
  isFinal: (answer: Answer) => boolean,
  first?: Answer,
): Answer | undefined {
  const [result, setResult] = useState(first);
  const latest = useRef({ ask, isFinal });
  latest.current = { ask, isFinal };
  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout>;
    let seconds = 3;
    let over = false;
    const poll = async () => {
      const answer = await latest.current.ask();
      if (over || answer === null) return;
      if (answer !== undefined) setResult(answer);
      if (answer !== undefined && latest.current.isFinal(answer)) return;
      timer = setTimeout(poll, seconds * 1000);
      seconds = Math.min(10, seconds + 1);
    };
    void poll();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key]);
  return result;
}
