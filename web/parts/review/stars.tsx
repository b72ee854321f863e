// The stars of one review: for eyes as stars, for screen readers as a number.
import { reviewRules } from '../../../domain/review-rules.ts';
import { useWords } from '../use-words.ts';

export function Stars({ count }: { count: number }) {
  const { say } = useWords();
  return (
    <span
      role="img"
      aria-label={say('review.stars', { count })}
      className="text-lg leading-none tracking-wide text-warn"
    >
      {'★'.repeat(count)}
      {'☆'.repeat(reviewRules.mostStars - count)}
    </span>
  );
}
