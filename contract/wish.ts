// Wish lists (decision 0421): an account's list is the same on every device; without an account it stays on the device. Notices of a lower
// price or of new places (decision 0422): to the account's address, or to a typed one once it is confirmed.
import { limits } from '../domain/limits.ts';
import { done, recordId, z } from './call.ts';

const token = z.string().min(20).max(100);
const kind = z.enum(['price', 'stock']);

const ids = z.array(recordId).max(limits.wishes).default([]);

export const wishCalls = {
  /** Adds, takes away, and returns what is on the list then, the newest first. Above the limit the oldest go. */
  wishes: {
    input: z.strictObject({ add: ids, remove: ids }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** `email` counts for visitors who are not signed in. Refuses invalidInput by field, actionNotAllowed without anything to wait for. */
  noticeAsk: {
    input: z.strictObject({ id: recordId, kind, email: z.string().max(200).default('') }),
    /** asked: a mail asks for confirmation first. */
    output: z.object({ state: z.enum(['asked', 'waiting']) }),
  },
  noticeOpen: {
    input: z.strictObject({ token }),
    output: z.object({
      kind,
      state: z.enum(['asked', 'waiting', 'sent']),
      productName: z.string(),
      path: z.string(),
    }),
  },
  noticeAnswer: { input: z.strictObject({ token, act: z.enum(['confirm', 'stop']) }), output: done },
};
