// Mails already written, and the texts of an owner's mails (§3 settings, rules §10).
import { done, language, nothing, z } from './call.ts';

const mailText = z.object({ subject: z.string(), intro: z.string() });
const occasion = z.string().max(30);

/** An empty text means the standard text. */
const words = { occasion, language, subject: z.string().max(400), intro: z.string().max(4000) };

export const notificationCalls = {
  consoleMailTexts: {
    input: nothing,
    output: z.object({
      occasions: z.array(z.string()),
      /** By occasion, those that its mail fills. */
      blanks: z.record(z.string(), z.array(z.string())),
      languages: z.array(language),
      /** The standard texts with their blanks, by language and occasion. */
      standard: z.record(z.string(), z.record(z.string(), mailText)),
      list: z.array(mailText.extend({ occasion: z.string(), language })),
    }),
  },
  consoleMailTextSave: {
    /** `was` is the custom text that the editor saw: a newer one is not overwritten. */
    input: z.strictObject({ ...words, was: z.strictObject({ subject: z.string(), intro: z.string() }).nullable() }),
    output: z.object({}),
  },
  consoleMailTextPreview: { input: z.strictObject(words), output: z.object({ subject: z.string(), html: z.string() }) },
  /** A mail to the calling admin, by the saved sender; `consoleMail` returns its result. */
  consoleMailTry: { input: nothing, output: z.object({ id: z.string(), to: z.string() }) },
  consoleMails: {
    input: z.strictObject({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
    output: z.object({
      total: z.int(),
      list: z.array(
        z.object({ id: z.string(), to: z.string(), subject: z.string(), at: z.string(), sent: z.boolean() }),
      ),
    }),
  },
  consoleMail: {
    input: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }),
    output: z.object({
      id: z.string(),
      to: z.string(),
      subject: z.string(),
      at: z.string(),
      sentAt: z.string().nullable(),
      /** Why it is not sent yet: what the mail server said, or `noMailServer`. */
      problem: z.string().nullable(),
      /** Secret links and codes are hidden from staff. */
      masked: z.boolean(),
      /** A new link or code may be sent to the same person. */
      again: z.boolean(),
      html: z.string(),
      text: z.string(),
      /** `size` in bytes; null for vouchers, which are drawn when they are opened. */
      attachments: z.array(z.object({ name: z.string(), href: z.string(), size: z.int().nullable() })),
    }),
  },
  /** Sends a new link or code to the mailbox of this mail; refuses actionNotAllowed where it had none. */
  consoleMailAgain: { input: z.strictObject({ id: z.string().regex(/^\d{1,18}$/) }), output: done },
};
