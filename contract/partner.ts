// Partners in the back office (rules §3, §10): applications, price level, freezing, signing in as one.
import { highestLevel, levelNameLength, priceLevels, retailLevel } from '../domain/price-levels.ts';
import { done, nothing, recordId, z } from './call.ts';
import { partnerData } from './member.ts';
import { logEntry } from './staff.ts';

const page = z.coerce.number().int().min(1).max(1000).default(1);
const size = z.coerce.number().int().min(1).max(50).default(20);
const listed = { total: z.int(), page: z.int(), pages: z.int() };

const level = z.int().min(retailLevel).max(highestLevel);
/** The name of each level from 0 on; '' where the owner gave none. */
export const levelNames = z.array(z.string());

const partnerRow = z.object({
  id: z.string(),
  name: z.string(),
  registrant: z.enum(['individual', 'personal', 'corporate']),
  approval: z.enum(['none', 'waiting', 'approved', 'disapproved']),
  frozen: z.boolean(),
  level: z.int(),
  agentType: z.int(),
  mainEmail: z.string(),
  mainName: z.string(),
  subAccounts: z.int(),
  appliedAt: z.string().nullable(),
  createdAt: z.string(),
});

export const partnerCalls = {
  consolePartners: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      approval: z.enum(['none', 'waiting', 'approved', 'disapproved']).optional(),
      registrant: z.enum(['individual', 'personal', 'corporate']).optional(),
      page,
      size,
    }),
    output: z.object({ ...listed, waiting: z.int(), levelNames, list: z.array(partnerRow) }),
  },
  consolePartner: {
    input: z.strictObject({ id: recordId }),
    output: partnerRow.extend({
      levelNames,
      /** Of newly approved distributors. */
      defaultLevel: z.int(),
      data: partnerData,
      accounts: z.array(
        z.object({
          userNo: z.string(),
          kind: z.enum(['member', 'guest', 'main', 'sub']),
          name: z.string(),
          username: z.string(),
          email: z.string(),
          mobile: z.string(),
          status: z.int(),
          orderVisibility: z.int(),
          emailProved: z.boolean(),
          createdAt: z.string(),
          lastLoginAt: z.string().nullable(),
        }),
      ),
      log: z.array(logEntry),
      revision: z.int(),
    }),
  },
  consolePartnerDecide: {
    /** A reason is required to disapprove; it is shown to the applicant. */
    input: z.strictObject({
      id: recordId,
      revision: z.int(),
      approve: z.boolean(),
      reason: z.string().max(1000).default(''),
      /** Of an approved one; without it the level that it was given before, or else the owner's default. */
      level: level.optional(),
    }),
    output: done,
  },
  consolePartnerLevel: {
    input: z.strictObject({
      id: recordId,
      revision: z.int(),
      level,
      /** §3 agent types; unchanged when left out. */
      agentType: z.int().min(0).max(10).optional(),
    }),
    output: done,
  },
  consolePartnerFreeze: {
    input: z.strictObject({
      id: recordId,
      revision: z.int(),
      frozen: z.boolean(),
      reason: z.string().max(1000).default(''),
    }),
    output: done,
  },
  consoleAccountFreeze: {
    input: z.strictObject({ id: recordId, accountId: recordId, frozen: z.boolean() }),
    output: done,
  },
  /** A one-time sign-in address for the shop, valid for 60 seconds; logged. */
  consoleSignInAs: {
    input: z.strictObject({ id: recordId, accountId: recordId }),
    output: z.object({ address: z.string() }),
  },
  consoleLevels: {
    input: nothing,
    output: z.object({
      names: levelNames,
      /** Of newly approved distributors. */
      defaultLevel: z.int(),
      /** Distributors at each level from 0 on. */
      partners: z.array(z.int()),
      revision: z.int(),
    }),
  },
  consoleLevelsSave: {
    input: z.strictObject({
      /** No two alike; '' takes a name away. */
      names: z.array(z.string().max(levelNameLength)).length(priceLevels.length),
      defaultLevel: level,
      revision: z.int(),
    }),
    output: z.object({ revision: z.int() }),
  },
};
