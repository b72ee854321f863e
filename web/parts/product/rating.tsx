// The mean of a product's reviews and their number, on cards and on the product's page.
import type { Words } from '../use-words.ts';

export function Rating({ rating, words }: { rating: { mean: number; count: number } | null; words: Words }) {
  if (!rating) return null;
  const mean = words.intl.formatNumber(rating.mean, { minimumFractionDigits: 1 });
  return <span className="card-fact icon icon-star">{words.say('review.card', { mean, count: rating.count })}</span>;
}
