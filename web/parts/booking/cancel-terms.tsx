import { type CancelTerms, formatDeadline } from '../../../domain/cancellation.ts';
import { useWords } from '../use-words.ts';

/** What cancelling means for the chosen day: promised only as long as it can still be had. `zone` is the product's. */
export function TermsText({ terms, zone }: { terms: CancelTerms; zone: string }) {
  const { say, locale } = useWords();
  const { freeUntil, feePercent } = terms;
  if (freeUntil) return say('catalog.policy.freeUntil', { date: formatDeadline(terms, locale, zone) });
  return feePercent < 100 ? say('catalog.policy.feeNow', { percent: feePercent }) : say('catalog.policy.none');
}
