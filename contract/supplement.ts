// What is added to an order after it was placed (§3 additional payment: extra time, price difference, freight), and what an owner's
// mails say.
import { supplementKinds } from '../domain/supplement-kinds.ts';
import { language, money, nothing, orderNo, z } from './call.ts';

/** The order's number, "S" and a count. */
export const supplementNo = z.string().regex(/^[A-Z0-9]{8,20}S\d{1,3}$/);

export const supplement = z.object({
  supplementNo: z.string(),
  kind: z.enum(supplementKinds),
  amount: money,
  reason: z.string(),
  state: z.enum(['open', 'paid', 'withdrawn']),
  at: z.string(),
  paidAt: z.string().nullable(),
});

const mailText = z.object({ subject: z.string(), intro: z.string() });
const occasion = z.string().max(30);
/** Empty words mean the standard ones. */
const words = { occasion, language, subject: z.string().max(400), intro: z.string().max(4000) };

export const supplementCalls = {
  consoleSupplementAdd: {
    input: z.strictObject({
      id: orderNo,
      kind: z.enum(supplementKinds),
      /** In the order's selling currency. */
      amountMinor: z.int().min(0).max(9_000_000_000_000),
      reason: z.string().max(1000),
    }),
    output: z.object({ supplementNo: z.string() }),
  },
  consoleSupplementWithdraw: { input: z.strictObject({ id: orderNo, supplementNo }), output: z.object({}) },
  consoleMailTexts: {
    input: nothing,
    output: z.object({
      occasions: z.array(z.string()),
      blanks: z.array(z.string()),
      languages: z.array(language),
      /** The standard words with their blanks, by language and occasion. */
      standard: z.record(z.string(), z.record(z.string(), mailText)),
      list: z.array(mailText.extend({ occasion: z.string(), language })),
    }),
  },
  consoleMailTextSave: {
    /** `was` is the own text that the reader saw: somebody else's newer one is not overwritten. */
    input: z.strictObject({ ...words, was: z.strictObject({ subject: z.string(), intro: z.string() }).nullable() }),
    output: z.object({}),
  },
  consoleMailTextPreview: { input: z.strictObject(words), output: z.object({ subject: z.string(), html: z.string() }) },
};
