// Partners in the back office (rules §3, §10): applications, price level, freezing, signing in as one.

import { languages } from '../domain/languages.ts';
import { highestLevel, levelNameLength, priceLevels, retailLevel } from '../domain/price-levels.ts';
import { done, nothing, recordId, typedPlain, z } from './call.ts';
import { legalChange, partnerChange, partnerData } from './member.ts';
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
  /** It was approved before or an administrator chose the level: only administrators give it another. */
  levelGiven: z.boolean(),
  agentType: z.int(),
  mainEmail: z.string(),
  mainName: z.string(),
  subAccounts: z.int(),
  appliedAt: z.string().nullable(),
  createdAt: z.string(),
});

const change = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  askedBy: z.string(),
  askedByEmail: z.string(),
  state: z.enum(['waiting', 'approved', 'refused', 'withdrawn']),
  before: legalChange,
  asked: legalChange,
  reason: z.string(),
  decidedBy: z.string(),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
});

const typed = z.string().max(300);
const note = z.string().max(1000);

export const partnerCalls = {
  consolePartners: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      approval: z.enum(['none', 'waiting', 'approved', 'disapproved']).optional(),
      registrant: z.enum(['individual', 'personal', 'corporate']).optional(),
      /** Those with a document that ends soon or has ended. */
      documents: z.enum(['', 'ending']).default(''),
      page,
      size,
    }),
    output: z.object({ ...listed, waiting: z.int(), levelNames, defaultLevel: z.int(), list: z.array(partnerRow) }),
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
          /** Waits for its reader to follow the mailed link. */
          newEmail: z.string().nullable(),
          passwordSet: z.boolean(),
          createdAt: z.string(),
          lastLoginAt: z.string().nullable(),
        }),
      ),
      log: z.array(logEntry),
      /** The change of legal data that waits for a decision. */
      change: change.nullable(),
      revision: z.int(),
    }),
  },
  /** Approved as it is made; the main account gets the link to choose a password. */
  consolePartnerCreate: {
    input: z.strictObject({
      registrant: z.enum(['individual', 'personal', 'corporate']),
      /** Of the mails to its main account. */
      language: z.enum(languages),
      email: typedPlain,
      /** The person of the main account. */
      name: typed,
      areaCode: typedPlain.default(''),
      mobile: typedPlain.default(''),
      companyName: typed.default(''),
      country: typed.default(''),
      city: typed.default(''),
      address: typed.default(''),
      taxNumber: typed.default(''),
      /** Left out: the person. */
      orderContactName: typed.default(''),
      orderContactAreaCode: typedPlain.default(''),
      orderContactPhone: typedPlain.default(''),
      orderContactEmail: typedPlain.default(''),
      /** Of a distributor; without it the owner's default. */
      level: level.optional(),
    }),
    output: z.object({ id: z.string() }),
  },
  /** Legal data and contacts; the note goes into the log. */
  consolePartnerSave: {
    input: z.strictObject({
      id: recordId,
      revision: z.int(),
      note: note.default(''),
      ...partnerChange,
    }),
    output: done,
  },
  /** The link to a first password, or to a new one; staff never see it. */
  consoleAccountLink: { input: z.strictObject({ id: recordId, accountId: recordId }), output: done },
  /** Another address, which its reader confirms; null takes a waiting one back. */
  consoleAccountEmail: {
    input: z.strictObject({ id: recordId, accountId: recordId, email: typedPlain.nullable(), note: note.default('') }),
    output: done,
  },
  /** Changes of legal data that approved partners ask for. */
  consolePartnerChanges: {
    input: z.strictObject({
      state: z.enum(['waiting', 'approved', 'refused', 'withdrawn']).default('waiting'),
      page,
      size,
    }),
    output: z.object({ ...listed, waiting: z.int(), list: z.array(change) }),
  },
  consolePartnerChangeDecide: {
    /** A reason is required to refuse; the partner reads it. */
    input: z.strictObject({ id: recordId, approve: z.boolean(), reason: note.default('') }),
    output: done,
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
      /** For each level: places that the quotations of one partner hold together, and for how many hours; 0: none. */
      quotePlaces: z.array(z.int()),
      quoteHours: z.array(z.int()),
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
      quotePlaces: z.array(z.int().min(0).max(999)).length(priceLevels.length),
      quoteHours: z.array(z.int().min(0).max(720)).length(priceLevels.length),
      revision: z.int(),
    }),
    output: z.object({ revision: z.int() }),
  },
};
