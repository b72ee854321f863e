// Writing a review (decision 0420): by the link of a mail, which opens this one line, or by a reader of the order. Only a redeemed
// line has a review, and only one; the statement that inserts it is the guard.
import { createHash } from 'node:crypto';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { shownName } from '../../domain/review-rules.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { listCards } from '../catalog/catalog.sql.ts';
import { pathOf, pictureOf, shownPicture } from '../catalog/show-card.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { insertPicture } from '../picture/picture.sql.ts';
import { encodeUpload } from '../picture/store-picture.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import {
  dropPictures,
  emptyPlace,
  eraseReview,
  findLineByToken,
  findReviewOf,
  findVisibleLine,
  insertReview,
  listPicturesOf,
  lockForPictures,
  putPicture,
  type ReviewedLine,
} from './review.sql.ts';

type Door = { token?: string | undefined; line?: string | undefined };

const triesPerHour = 120;
const uploadsPerLineHour = 30;
const windowSeconds = 3600;

/** Refuses linkExpired for a link that is none any more; throws NotHere for lines of others. */
async function openLine(context: Context, { token, line }: Door): Promise<ReviewedLine> {
  const { owner, now, source, visitor } = context;
  await limitAttempts(context, [{ bucket: `review:${source}`, most: triesPerHour, windowSeconds }]);
  const byToken = token ? await findLineByToken(owner, hashToken(token), now) : undefined;
  const found =
    byToken ??
    (line && visitor && visitor.partnerId !== null
      ? await findVisibleLine(owner, line, limitVisibility(context))
      : undefined);
  if (!found) throw token ? new Refusal('linkExpired') : new NotHere();
  return found;
}

export const srcOf = (id: string) => fileAddress('ownerPicture', { id });

export async function showReview(context: Context, input: ParsedInputOf<'review'>): Promise<OutputOf<'review'>> {
  const { owner, language } = context;
  const line = await openLine(context, input);
  const [review, pictures, [card]] = await Promise.all([
    findReviewOf(owner, line.sub_order_no),
    listPicturesOf(owner, line.sub_order_no),
    listCards(context, { ids: [String(line.product_id)] }),
  ]);
  return {
    state: review?.state ?? (line.used_on ? 'open' : 'notUsed'),
    productName: textIn(line.terms.names, language),
    picture: card ? shownPicture(card.own_picture, pictureOf(card.scene, card.key, card.name), language) : null,
    path: card ? pathOf(card) : null,
    usedOn: line.used_on,
    author: review?.author || shownName(line.name),
    language: review?.language ?? language,
    // Those of a hidden one are not served.
    pictures: (review?.state === 'hidden' ? [] : pictures).map(({ place, picture_id: id }) => ({
      place,
      id,
      src: srcOf(id),
    })),
    written: review && review.state !== 'erased' ? review : null,
  };
}

/** A review is of those who travelled: staff who are signed in as their partner read it. Refuses actingOnlyLooks. */
function openOwnLine(context: Context, door: Door): Promise<ReviewedLine> {
  if (context.visitor?.actingStaff) throw new Refusal('actingOnlyLooks');
  return openLine(context, door);
}

/** Refuses reviewNotUsed, reviewWritten, invalidInput by field. */
export async function sendReview(
  context: Context,
  { stars, body, language, pictures, ...door }: ParsedInputOf<'reviewSend'>,
): Promise<OutputOf<'reviewSend'>> {
  const line = await openOwnLine(context, door);
  const text = body.replace(/\r\n?/g, '\n').trim();
  if (!line.used_on) throw new Refusal('reviewNotUsed');
  const { sub_order_no: subOrderNo } = line;
  const author = shownName(line.name);
  return inTransaction(context.owner, async (owner) => {
    await lockForPictures(owner, subOrderNo);
    const state = await insertReview(owner, { subOrderNo, stars, body: text, language, author, now: context.now });
    if (state !== 'waiting' && state !== 'published') throw new Refusal('reviewWritten');
    await dropPictures(owner, subOrderNo, pictures);
    return { state };
  });
}

/** The author takes it back. Refuses actionNotAllowed where there is none. */
export async function eraseOwnReview(
  context: Context,
  input: ParsedInputOf<'reviewErase'>,
): Promise<OutputOf<'reviewErase'>> {
  const { sub_order_no: subOrderNo } = await openOwnLine(context, input);
  const erased = await inTransaction(context.owner, (owner) => eraseReview(owner, { subOrderNo }));
  if (!erased) throw new Refusal('actionNotAllowed');
  return {};
}

/** A picture before the review is sent, into one of the line's places. Refuses pictureRefused, reviewNotUsed, reviewWritten. */
export async function takeReviewPicture(
  context: Context,
  { place, ...door }: Door & { place: number },
  bytes: Buffer,
): Promise<{ id: string; address: string }> {
  const line = await openOwnLine(context, door);
  const { sub_order_no: subOrderNo } = line;
  if (!line.used_on) throw new Refusal('reviewNotUsed');
  await limitAttempts(context, [{ bucket: `review-picture:${subOrderNo}`, most: uploadsPerLineHour, windowSeconds }]);
  const { data, info, colour } = await encodeUpload(bytes);
  // Of its line alone, so that it can be deleted with it.
  const id = createHash('sha256').update(`${subOrderNo} ${place} `).update(data).digest('base64url').slice(0, 32);
  await inTransaction(context.owner, async (owner) => {
    const { width, height } = info;
    await lockForPictures(owner, subOrderNo);
    await emptyPlace(owner, subOrderNo, place);
    await insertPicture(owner, { picture_id: id, type: 'image/webp', bytes: data, width, height, colour });
    if ((await putPicture(owner, { subOrderNo, place, id, now: context.now })) !== 1)
      throw new Refusal('reviewWritten');
  });
  return { id, address: srcOf(id) };
}
