// Personal data (decisions 0495 and 0496): given out and erased on request, and erased by the clock.
import { erasureObstacles, retentionTerms, reviewWishes } from '../domain/privacy/retention.ts';
import { done, nothing, recordId, z } from './call.ts';

const obstacles = z.array(z.enum(erasureObstacles));
const reviews = z.enum(reviewWishes);
const state = z.enum(['asked', 'withdrawn', 'refused', 'done']);

const term = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);
const terms = z.strictObject({
  documents: term(retentionTerms.documents),
  travellers: term(retentionTerms.travellers),
  contacts: term(retentionTerms.contacts),
  mails: term(retentionTerms.mails),
  signIns: term(retentionTerms.signIns),
  invoices: term(retentionTerms.invoices),
});

export const privacyCalls = {
  personalData: {
    input: nothing,
    output: z.object({
      /** What prevents an erasure now. */
      obstacles,
      request: z.object({ state, reason: z.string(), askedAt: z.string() }).nullable(),
      /** How the caller proves to be the person again: the password, a new code by mail, or signing in with the password first. */
      proof: z.enum(['password', 'code', 'signIn']),
      /** How long invoices are retained. */
      invoiceYears: z.int(),
    }),
  },
  /** Asks staff for it. Refuses invalidInput by field, codeExpired where the code is too old, erasureRequested where a request waits. */
  personalDataErase: {
    input: z.strictObject({ password: z.string().max(300).default(''), reviews }),
    output: done,
  },
  /** Refuses actionNotAllowed where none waits. */
  personalDataWithdraw: { input: nothing, output: done },
  consolePersons: {
    /** An e-mail or a telephone number, in full. */
    input: z.strictObject({ query: z.string().max(200).default('') }),
    output: z.object({
      zone: z.string(),
      persons: z.array(
        z.object({
          email: z.string(),
          accounts: z.array(
            z.object({ id: z.string(), name: z.string(), kind: z.enum(['member', 'guest', 'main', 'sub', 'staff']) }),
          ),
          orders: z.int(),
          obstacles,
        }),
      ),
      requests: z.array(
        z.object({
          id: z.string(),
          email: z.string(),
          name: z.string(),
          reviews,
          askedAt: z.string(),
          obstacles,
        }),
      ),
      /** The newest that were decided, without names. */
      decided: z.array(
        z.object({
          id: z.string(),
          state,
          reason: z.string(),
          by: z.string(),
          askedAt: z.string(),
          decidedAt: z.string(),
        }),
      ),
    }),
  },
  /** Of a waiting request, else of the person with this address. Refuses erasureBlocked, and actionNotAllowed without such a person. */
  consolePersonErase: {
    input: z.strictObject({ request: recordId.optional(), email: z.string().max(200).default(''), reviews }),
    output: done,
  },
  /** The person gets the reason by mail. */
  consoleErasureRefuse: {
    input: z.strictObject({ id: recordId, reason: z.string().max(1000) }),
    output: done,
  },
  consoleRetention: {
    input: nothing,
    output: z.object({
      terms,
      revision: z.int(),
      zone: z.string(),
      /** When the clock was there last, how many it erased then, and how many so far. */
      runs: z.array(z.object({ kind: z.string(), at: z.string(), count: z.int(), total: z.int() })),
    }),
  },
  consoleRetentionSave: { input: z.strictObject({ terms, revision: z.int() }), output: done },
};
