import type { CancelTerms } from '../../../domain/cancellation.ts';
import { useWords } from '../use-words.ts';

/** What cancelling means for the chosen day: promised only as long as it can still be had. */
export function TermsText({ terms: { freeUntil, feePercent } }: { terms: CancelTerms }) {
  const { say, day } = useWords();
  if (freeUntil) return say('catalog.policy.freeUntil', { date: day(freeUntil) });
  return feePercent < 100 ? say('catalog.policy.feeNow', { percent: feePercent }) : say('catalog.policy.none');
}
