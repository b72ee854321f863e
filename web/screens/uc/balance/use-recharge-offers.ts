// The ways to top up.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { CallRefused, send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';

export type RechargeOffers = OutputOf<'cashier'>;

/** Ways to pay and their cost for the typed amount; requested a moment after the last key. */
export function useRechargeOffers(amountMinor: number): { offers: RechargeOffers | undefined; problem: string } {
  const words = useWords();
  const [offers, setOffers] = useState<RechargeOffers>();
  const [problem, setProblem] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another amount means another question
  useEffect(() => {
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const took = (answer: RechargeOffers) => {
        setOffers(answer);
        setProblem('');
      };
      send('cashier', { amount: amountMinor }, { signal: gone.signal }).then(took, (error: unknown) => {
        if (!gone.signal.aborted && !(error instanceof CallRefused)) setProblem(describeError(error, words).text);
      });
    }, 250);
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [amountMinor]);
  return { offers, problem };
}
