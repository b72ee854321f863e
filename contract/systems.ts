// Keys and web hooks of other systems (decisions 0360 and 0361): a partner's own, made by its main account, and the owner's, made by its
// admins.
import { hookEventTypes, hookTypes, keyRules, ownerScopes, partnerScopes } from '../domain/systems.ts';
import { done, listed, nothing, recordId, searched, z } from './call.ts';

const { page, size } = searched;

const scope = z.enum([...partnerScopes, ...ownerScopes]);

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters; the whole key is shown once, when it is made. */
  start: z.string(),
  scopes: z.array(scope),
  /** Its orders hold nothing and pay nothing (decision 0385). */
  test: z.boolean(),
  /** Empty: accepted from anywhere. */
  networks: z.array(z.string()),
  perMinute: z.int(),
  /** live · ending: it works until `endsAt` beside its replacement · over */
  state: z.enum(['live', 'ending', 'over']),
  madeBy: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  endsAt: z.string().nullable(),
});

const made = z.object({ id: z.string(), key: z.string() });

const wish = {
  name: z.string().max(200),
  /** One address or network for each line. */
  networks: z.string().max(2000).default(''),
};

/** `hours`: how long the previous key or secret works beside the new one. */
const replaceInput = z.strictObject({
  id: recordId,
  hours: z
    .int()
    .min(0)
    .max(Math.max(...keyRules.overlapHours)),
});

const hook = z.object({
  id: z.string(),
  address: z.string(),
  types: z.array(z.enum(hookEventTypes)),
  /** dead: paused because nothing got through for three days. */
  state: z.enum(['live', 'paused', 'dead']),
  /** Messages that wait to be sent. */
  waiting: z.int(),
  failingSince: z.string().nullable(),
  /** Until then its former secret signs beside the new one. */
  formerUntil: z.string().nullable(),
  /** A subscription of OCTO: its system changes it there. */
  octo: z.boolean(),
  createdAt: z.string(),
});

const hookList = z.object({ open: z.boolean(), zone: z.string(), list: z.array(hook) });

const hookWish = z.strictObject({ address: z.string().max(1000), types: z.array(z.enum(hookTypes)) });

/** The secret by which the receiver checks signatures; shown once. */
const hookMade = z.object({ id: z.string(), secret: z.string() });

const sendingStates = ['waiting', 'sent', 'given up'] as const;

const sendingsInput = z.strictObject({ id: recordId, state: z.enum(['', ...sendingStates]).default(''), page, size });

const sendings = z.object({
  ...listed,
  zone: z.string(),
  list: z.array(
    z.object({
      id: z.string(),
      type: z.enum(hookEventTypes),
      /** '' for messages about a product. */
      orderNo: z.string(),
      productId: z.string(),
      state: z.enum(sendingStates),
      tries: z.int(),
      /** HTTP status of the last answer; 0 where there was none. */
      answer: z.int().nullable(),
      problem: z.enum(['', 'privateAddress', 'noAddress', 'silent', 'redirect', 'refused']),
      at: z.string(),
      triedAt: z.string().nullable(),
      nextAt: z.string().nullable(),
    }),
  ),
});

const hookSet = z.strictObject({ id: recordId, live: z.boolean() });
const hookAgain = z.strictObject({ id: recordId, sendingId: recordId });

const text = z.string();
const field = z.object({ name: text, type: text, required: z.boolean() });

/** The page for developers; `words` are those of its frame. */
const developerGuide = z.object({
  words: z.record(z.string(), text),
  sections: z.array(
    z.object({ id: text, title: text, text: z.array(text), example: z.object({ name: text, text }).nullable() }),
  ),
  calls: z.array(
    z.object({
      ...{ name: text, summary: text, group: text, method: text, path: text, scope: text, idempotent: z.boolean() },
      input: z.array(field),
      output: z.array(field),
    }),
  ),
  refusals: z.array(z.object({ code: z.int(), text })),
  changes: z.array(z.object({ on: text, text })),
  /** Address of the client's package. */
  client: text,
});

export const systemsCalls = {
  developerGuide: { input: nothing, output: developerGuide },
  hooks: { input: nothing, output: hookList },
  hookCreate: { input: hookWish, output: hookMade },
  /** Pauses it, or lets it go on with what waited meanwhile. */
  hookSet: { input: hookSet, output: done },
  /** What waits goes to the new address. */
  hookChange: { input: hookWish.extend({ id: recordId }), output: done },
  /** A new secret; the former one signs beside it for `hours`. */
  hookSecret: { input: replaceInput, output: hookMade },
  hookDelete: { input: z.strictObject({ id: recordId }), output: done },
  hookSendings: { input: sendingsInput, output: sendings },
  hookAgain: { input: hookAgain, output: done },
  consoleHooks: { input: nothing, output: hookList },
  consoleHookCreate: { input: hookWish, output: hookMade },
  consoleHookSet: { input: hookSet, output: done },
  consoleHookChange: { input: hookWish.extend({ id: recordId }), output: done },
  consoleHookSecret: { input: replaceInput, output: hookMade },
  consoleHookDelete: { input: z.strictObject({ id: recordId }), output: done },
  consoleHookSendings: { input: sendingsInput, output: sendings },
  consoleHookAgain: { input: hookAgain, output: done },
  octoConnection: {
    input: nothing,
    output: z.object({
      open: z.boolean(),
      address: z.string(),
      zone: z.string(),
      list: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          keyName: z.string(),
          call: z.string(),
          code: z.int(),
          milliseconds: z.int(),
        }),
      ),
    }),
  },
  apiKeys: {
    input: nothing,
    output: z.object({ open: z.boolean(), zone: z.string(), list: z.array(apiKey) }),
  },
  apiKeyCreate: {
    input: z.strictObject({ ...wish, scopes: z.array(z.enum(partnerScopes)), test: z.boolean().default(false) }),
    output: made,
  },
  apiKeyReplace: { input: replaceInput, output: made },
  apiKeyRevoke: { input: z.strictObject({ id: recordId }), output: done },
  consolePartnerKeys: {
    input: z.strictObject({ id: recordId }),
    output: z.object({ open: z.boolean(), live: z.int() }),
  },
  consolePartnerKeysOpen: { input: z.strictObject({ id: recordId, open: z.boolean() }), output: done },
  consoleKeys: {
    input: z.strictObject({ ...searched, state: z.enum(['', 'live', 'ending', 'over']).default('') }),
    output: z.object({
      ...listed,
      zone: z.string(),
      /** `partnerId` is null for the owner's own systems. */
      list: z.array(apiKey.extend({ partnerId: z.string().nullable(), partnerName: z.string() })),
    }),
  },
  consoleKeyCreate: { input: z.strictObject({ ...wish, scopes: z.array(z.enum(ownerScopes)) }), output: made },
  consoleKeyReplace: { input: replaceInput, output: made },
  consoleKeyRevoke: { input: z.strictObject({ id: recordId }), output: done },
  consoleKeyLimit: {
    input: z.strictObject({ id: recordId, perMinute: z.int().min(1).max(keyRules.perMinute.most) }),
    output: done,
  },
  consoleKeyCalls: {
    input: z.strictObject({
      ...searched,
      /** Refused ones alone. */
      refused: z.enum(['', '1']).default(''),
    }),
    output: z.object({
      ...listed,
      zone: z.string(),
      list: z.array(
        z.object({
          id: z.string(),
          at: z.string(),
          keyName: z.string(),
          partnerName: z.string(),
          call: z.string(),
          code: z.int(),
          /** Why it was refused, in the reader's language; empty for 200. */
          text: z.string(),
          source: z.string(),
          milliseconds: z.int(),
        }),
      ),
    }),
  },
};
