// Reviews (decision 0420): written once for each redeemed line, by the link of a mail or by the signed-in buyer; read by all, reported
// by readers, published, hidden and answered by the owner's operations.
import { reportReasons, reviewRules } from '../domain/review-rules.ts';
import { hookRules } from '../domain/systems.ts';
import { day, done, language, nothing, pictureShape, recordId, z } from './call.ts';

/** The token of the mail's link, or the line of an order that the caller sees. */
const door = {
  token: z.string().min(20).max(100).optional(),
  line: z
    .string()
    .regex(/^[A-Z0-9]{8,20}-\d{1,3}$/)
    .optional(),
};

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const stars = z.int().min(1).max(reviewRules.mostStars);
const pictures = z.array(z.object({ id: z.string(), src: z.string() }));

const shown = z.object({
  id: z.string(),
  stars: z.int(),
  body: z.string(),
  language,
  author: z.string(),
  usedOn: day,
  pictures,
  answer: z.string(),
});

export const reviewCalls = {
  /** What the review is about, and what was written so far. `state` open: not written yet · notUsed: the voucher is not redeemed. */
  review: {
    input: z.strictObject(door),
    output: z.object({
      state: z.enum(['open', 'notUsed', 'waiting', 'published', 'hidden', 'erased']),
      productName: z.string(),
      picture: pictureShape.nullable(),
      path: z.string().nullable(),
      usedOn: day.nullable(),
      /** As readers will see the name. */
      author: z.string(),
      language,
      /** Sent already, by their places. */
      pictures: z.array(z.object({ place: z.int(), id: z.string(), src: z.string() })),
      written: shown.pick({ stars: true, body: true, answer: true }).nullable(),
    }),
  },
  /** Refuses reviewNotUsed, reviewWritten and invalidInput by field. */
  reviewSend: {
    input: z.strictObject({
      ...door,
      stars,
      body: z.string().max(reviewRules.textLength),
      language,
      /** Of those sent before; others are dropped. */
      pictures: z.array(z.string().max(60)).max(reviewRules.mostPictures).default([]),
    }),
    output: z.object({ state: z.enum(['waiting', 'published']) }),
  },
  /** The author takes it back for good; the line cannot be reviewed again. */
  reviewErase: { input: z.strictObject(door), output: done },
  /** Published reviews of a product that the caller sees. */
  productReviews: {
    input: z.strictObject({
      id: recordId,
      sort: z.enum(['newest', 'highest', 'lowest']).default('newest'),
      language: language.optional(),
      page,
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      /** Whatever the filter: how many of each number of stars, from one to five. */
      counts: z.array(z.int()),
      languages: z.array(z.object({ key: language, count: z.int() })),
      /** From which a review can be translated into the caller's language; none without a translator. */
      translatable: z.array(language),
      list: z.array(shown),
    }),
  },
  /** Into the caller's language (decision 0620): the review and the owner's answer; null: no translation came, '': there is none. */
  reviewTranslate: {
    input: z.strictObject({ id: recordId }),
    output: z.object({ text: z.string().nullable(), answer: z.string().nullable() }),
  },
  reviewReport: { input: z.strictObject({ id: recordId, reason: z.enum(reportReasons) }), output: done },
  /** reported: published ones that readers reported. */
  consoleReviews: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      state: z.enum(['waiting', 'reported', 'published', 'hidden', 'erased']).optional(),
      page,
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      zone: z.string(),
      list: z.array(
        shown.extend({
          state: z.enum(['waiting', 'published', 'hidden', 'erased']),
          why: z.string(),
          orderNo: z.string(),
          productName: z.string(),
          productId: z.string(),
          createdAt: z.string(),
          reports: z.array(z.object({ reason: z.enum(reportReasons), count: z.int() })),
        }),
      ),
    }),
  },
  /** publish also settles what was reported; hide asks for a reason; erase leaves nothing of it. Refuses actionNotAllowed. */
  consoleReviewDecide: {
    input: z.strictObject({
      id: recordId,
      act: z.enum(['publish', 'hide', 'erase']),
      why: z.string().max(reviewRules.whyLength).default(''),
    }),
    output: done,
  },
  /** The owner's translator; its key is never given out. */
  consoleTranslator: {
    input: nothing,
    output: z.object({
      translator: z.object({ address: z.string(), hasKey: z.boolean(), languages: z.array(language) }).nullable(),
    }),
  },
  /** Refuses invalidInput by field: what does not translate is not saved. */
  consoleTranslatorSave: {
    input: z.strictObject({
      address: z.string().max(hookRules.addressLength),
      /** '' where the server asks for none. */
      key: z.string().max(200).default(''),
    }),
    output: done,
  },
  consoleTranslatorRemove: { input: nothing, output: done },
  /** An empty text takes the answer back. Refuses changedMeanwhile if the answer is no longer `was`. */
  consoleReviewAnswer: {
    input: z.strictObject({
      id: recordId,
      text: z.string().max(reviewRules.answerLength),
      was: z.string().max(reviewRules.answerLength).optional(),
    }),
    output: done,
  },
};
