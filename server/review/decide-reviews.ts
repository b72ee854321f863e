// The owner's side of reviews: the queue of what waits or was reported, publishing, hiding with a reason, erasing, and answering.
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { listReviewRows } from './desk.sql.ts';
import { showReviewRow } from './read-reviews.ts';
import { dropReports, eraseReview, findAnsweredLine, lockAnswer, moveReview, writeAnswer } from './review.sql.ts';

const pageSize = 20;

export async function listReviewsForDesk(
  { owner, language, site }: Context,
  { query, state, page }: ParsedInputOf<'consoleReviews'>,
): Promise<OutputOf<'consoleReviews'>> {
  const filter = { query: query.trim(), state: state ?? null, size: pageSize, from: (page - 1) * pageSize };
  const found = await listReviewRows(owner, filter);
  const total = found[0]?.total ?? 0;
  return {
    ...{ total, page, pages: Math.max(1, Math.ceil(total / pageSize)), zone: site.zone },
    list: found.map((row) => ({
      ...showReviewRow(row, (id) => fileAddress('consoleReviewPicture', { id })),
      state: row.state,
      why: row.hidden_why,
      orderNo: row.order_no,
      productName: textIn(row.names, language),
      productId: String(row.product_id),
      createdAt: row.created_at.toISOString(),
      reports: row.reports,
    })),
  };
}

/** Refuses invalidInput where nothing says why it is hidden, actionNotAllowed for an erased one. */
export async function decideReview(
  context: Context,
  { id, act, why }: ParsedInputOf<'consoleReviewDecide'>,
): Promise<OutputOf<'consoleReviewDecide'>> {
  const reason = why.trim();
  if (act === 'hide' && !reason) throw new Refusal('invalidInput', { fields: { why: { problem: 'required' } } });
  await inTransaction(context.owner, async (owner) => {
    const done =
      act === 'erase'
        ? (await eraseReview(owner, { id })) !== undefined
        : (await moveReview(owner, id, act === 'publish' ? 'published' : 'hidden', act === 'hide' ? reason : '')) === 1;
    if (!done) throw new Refusal('actionNotAllowed');
    await dropReports(owner, id);
    if (act === 'publish') await mailAnswer(context, owner, id);
    await logAction(owner, context, {
      act: `review-${act}`,
      subject: `review ${id}`,
      after: act === 'hide' ? { why: reason } : {},
    });
  });
  return {};
}

/** Refuses actionNotAllowed for an erased one, changedMeanwhile when another person answered since. */
export async function answerReview(
  context: Context,
  { id, text, was }: ParsedInputOf<'consoleReviewAnswer'>,
): Promise<OutputOf<'consoleReviewAnswer'>> {
  const answer = text.replace(/\r\n?/g, '\n').trim();
  await inTransaction(context.owner, async (owner) => {
    const before = await lockAnswer(owner, id);
    if (!before) throw new Refusal('actionNotAllowed');
    if (was !== undefined && was !== before.answer) throw new Refusal('changedMeanwhile');
    await writeAnswer(owner, id, answer, context.now);
    await mailAnswer(context, owner, id);
    await logAction(owner, context, {
      ...{ act: 'review-answered', subject: `review ${id}` },
      before: { text: before.answer },
      after: { text: answer },
    });
  });
  return {};
}

/** Once for a review, as soon as both are read in the shop: the mail of an occasion is written once, also where the answer is corrected. */
async function mailAnswer({ jobs }: Context, owner: OwnerTrx, id: string): Promise<void> {
  const line = await findAnsweredLine(owner, id);
  if (!line) return;
  const occasion = `reviewAnswered:${line.sub_order_no}@${id}`;
  await jobs.send(owner, 'order.changed', { orderNo: line.order_no, occasion });
}
