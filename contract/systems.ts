// Keys of other systems (decision 0360): a partner's own, made by its main account, and the owner's, made by its admins.
import { keyRules, ownerScopes, partnerScopes } from '../domain/api-keys.ts';
import { done, nothing, recordId, z } from './call.ts';

const page = z.coerce.number().int().min(1).max(1000).default(1);
const size = z.coerce.number().int().min(1).max(50).default(20);
const listed = { total: z.int(), page: z.int(), pages: z.int() };
const query = z.string().max(80).default('');

const scope = z.enum([...partnerScopes, ...ownerScopes]);

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters; the whole key is shown once, when it is made. */
  start: z.string(),
  scopes: z.array(scope),
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

/** `hours`: how long the previous key works beside the new one. */
const replaceInput = z.strictObject({
  id: recordId,
  hours: z
    .int()
    .min(0)
    .max(Math.max(...keyRules.overlapHours)),
});

export const systemsCalls = {
  apiKeys: {
    input: nothing,
    output: z.object({ open: z.boolean(), zone: z.string(), list: z.array(apiKey) }),
  },
  apiKeyCreate: { input: z.strictObject({ ...wish, scopes: z.array(z.enum(partnerScopes)) }), output: made },
  apiKeyReplace: { input: replaceInput, output: made },
  apiKeyRevoke: { input: z.strictObject({ id: recordId }), output: done },
  consolePartnerKeys: {
    input: z.strictObject({ id: recordId }),
    output: z.object({ open: z.boolean(), live: z.int() }),
  },
  consolePartnerKeysOpen: { input: z.strictObject({ id: recordId, open: z.boolean() }), output: done },
  consoleKeys: {
    input: z.strictObject({ query, state: z.enum(['', 'live', 'ending', 'over']).default(''), page, size }),
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
      query,
      /** Refused ones alone. */
      refused: z.enum(['', '1']).default(''),
      page,
      size,
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
          source: z.string(),
          milliseconds: z.int(),
        }),
      ),
    }),
  },
};
