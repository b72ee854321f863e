// Reviews (decision 0420): written by who was there, read by everybody, looked after by the owner's operations.
import { fileRoutes } from '../../contract/calls.ts';
import { NotHere } from '../../domain/errors.ts';
import { reviewRules } from '../../domain/review-rules.ts';
import { readPicture } from '../picture/picture.routes.ts';
import { mostPictureBytes } from '../picture/store-picture.ts';
import { checkOrigin, type Handlers } from '../platform/bind.ts';
import { bytesOf } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { Room } from '../platform/room.ts';
import { answerReview, decideReview, listReviewsForDesk } from './decide-reviews.ts';
import { listProductReviews, reportReview } from './read-reviews.ts';
import { reviewJobs } from './review.jobs.ts';
import { removeTranslator, saveTranslator, showTranslator } from './translation/save-translator.ts';
import { translateReview } from './translation/translate-review.ts';
import { eraseOwnReview, sendReview, showReview, takeReviewPicture } from './write-review.ts';

const calls = {
  review: showReview,
  reviewSend: sendReview,
  reviewErase: eraseOwnReview,
  productReviews: listProductReviews,
  reviewReport: reportReview,
  reviewTranslate: translateReview,
  consoleReviews: listReviewsForDesk,
  consoleReviewDecide: decideReview,
  consoleReviewAnswer: answerReview,
  consoleTranslator: showTranslator,
  consoleTranslatorSave: saveTranslator,
  consoleTranslatorRemove: removeTranslator,
} satisfies Partial<Handlers>;

export const reviewRoom = {
  calls,
  files: {
    reviewPicture: {
      answer: takePicture,
      takes: 'bytes',
      mostBytes: mostPictureBytes + 1,
      tooLarge: 'pictureRefused',
    },
    consoleReviewPicture: answerPicture,
  },
  jobs: reviewJobs,
} satisfies Room;

async function takePicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  // Not by the row, whose callers may be anyone: who is signed in has a cookie that another site's page would send along.
  checkOrigin(fileRoutes.reviewPicture, request, context);
  const { token, line, place } = request.query as Record<string, unknown>;
  const index = Number(place);
  if (!Number.isInteger(index) || index < 0 || index >= reviewRules.mostPictures) throw new NotHere();
  const door = { token: textOf(token), line: textOf(line), place: index };
  return reply.send({ code: 200, msg: '', data: await takeReviewPicture(context, door, bytesOf(request)) });
}

async function answerPicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const picture = await readPicture(context, request);
  if (!picture?.review) throw new NotHere();
  return reply.header('cache-control', 'private, no-store').type(picture.type).send(picture.bytes);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
