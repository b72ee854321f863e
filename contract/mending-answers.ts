// Answering buyers' remarks (§7 remark, remarks): unread again for the whole team, and texts that the owner keeps per language.
import { done, orderNo, recordId, textsOf, z } from './call.ts';

const template = z.object({
  id: z.string(),
  titles: textsOf(120),
  texts: textsOf(2000),
  revision: z.int(),
});

export const mendingAnswersCalls = {
  /** The buyer's latest remark counts as unread again, for everybody. */
  consoleRemarkUnread: { input: z.strictObject({ id: orderNo }), output: done },
  consoleAnswers: {
    input: z.strictObject({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), list: z.array(template) }),
  },
  /** Titles in the reader's language, texts in the buyer's with their blanks filled. */
  consoleAnswersFor: {
    input: z.strictObject({ id: orderNo }),
    output: z.object({ list: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })) }),
  },
  /** Without `id` a new one. Refuses invalidInput by field, changedMeanwhile. */
  consoleAnswerSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      titles: textsOf(120),
      texts: textsOf(2000),
    }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  consoleAnswerDelete: { input: z.strictObject({ id: recordId, revision: z.int() }), output: done },
};
