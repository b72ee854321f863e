// Reviews as everybody reads them on a product's page, and what a reader reports.
import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { reviewRules } from '../../domain/review-rules.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import type { Context } from '../platform/context.ts';
import { findReviewPage, insertReport, type ShownReview } from './review.sql.ts';
import { listTranslatable } from './translation/translate-review.ts';
import { srcOf } from './write-review.ts';

const reportsPerHour = 20;

export async function listProductReviews(
  context: Context,
  { id, sort, language, page }: ParsedInputOf<'productReviews'>,
): Promise<OutputOf<'productReviews'>> {
  const size = reviewRules.pageSize;
  const query = { id, sort, language, size, from: (page - 1) * size };
  const [found, translatable] = await Promise.all([
    findReviewPage(context.owner, pricingOf(context), query),
    listTranslatable(context),
  ]);
  if (!found) throw new NotHere();
  const { total, counts, languages, list } = found;
  return {
    ...{ total, page, pages: Math.max(1, Math.ceil(total / size)), languages, translatable },
    counts: Array.from(
      { length: reviewRules.mostStars },
      (_, at) => counts.find((count) => count.stars === at + 1)?.n ?? 0,
    ),
    list: list.map((row) => showReviewRow(row, srcOf)),
  };
}

type Shown = Pick<
  ShownReview,
  'review_id' | 'stars' | 'body' | 'language' | 'author' | 'used_on' | 'answer' | 'pictures'
>;

/** `addressOf` a picture. */
export function showReviewRow(row: Shown, addressOf: (id: string) => string) {
  const { review_id, stars, body, language, author, used_on, answer, pictures } = row;
  const shown = { id: String(review_id), stars, body, language, author, usedOn: used_on, answer };
  return { ...shown, pictures: pictures.map((picture) => ({ id: picture, src: addressOf(picture) })) };
}

/** Where the reader's network address is counted once, it is not stored. */
export async function reportReview(
  context: Context,
  { id, reason }: ParsedInputOf<'reviewReport'>,
): Promise<OutputOf<'reviewReport'>> {
  const { owner, source: from, now } = context;
  await limitAttempts(context, [{ bucket: `review-report:${from}`, most: reportsPerHour, windowSeconds: 3600 }]);
  const source = createHash('sha256').update(`${owner.id} ${id} ${from}`).digest();
  if (!(await insertReport(owner, { id, source, reason, now }))) throw new NotHere();
  return {};
}
