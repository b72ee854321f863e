import { type CancelTerms, formatDeadline } from '../../../domain/cancellation.ts';
import { useWords } from '../use-words.ts';

/** The cancellation terms for the chosen day: shown only as long as they can still apply. `zone` is the product's. */
export function TermsText({ terms, zone }: { terms: CancelTerms; zone: string }) {
  const { say, locale } = useWords();
  const { freeUntil, feePercent } = terms;
  if (freeUntil) return say('catalog.policy.freeUntil', { date: formatDeadline(terms, locale, zone) });
  return feePercent < 100 ? say('catalog.policy.feeNow', { percent: feePercent }) : say('catalog.policy.none');
}
