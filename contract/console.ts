// The back office's accounts (decisions §10): staff, second factor, partners, the log, the site's settings, agreements.
import { currency, done, language, nothing, recordId, textsOf, z } from './call.ts';
import { partnerData } from './members.ts';

const typed = z.string().max(300);
const page = z.coerce.number().int().min(1).max(1000).default(1);
const size = z.coerce.number().int().min(1).max(50).default(20);
const listed = { total: z.int(), page: z.int(), pages: z.int() };
const role = z.enum(['admin', 'operations', 'finance', 'content', 'supplier']);
/** Texts by language; languages left out fall back to English. */
const texts = textsOf(20_000);

const staff = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(role),
  active: z.boolean(),
  secondFactor: z.boolean(),
  lastLoginAt: z.string().nullable(),
  revision: z.int(),
});

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

const logEntry = z.object({
  id: z.string(),
  at: z.string(),
  staffName: z.string(),
  actingFor: z.string(),
  /** Key of the act; its words are `act.<key>`. */
  act: z.string(),
  subject: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

const service = z.strictObject({
  /** 1 WhatsApp, 2 LINE, 3 Viber, 4 WeChat, 5 QQ, 6 telephone (§3). */
  type: z.int().min(1).max(6),
  infoList: z.array(z.strictObject({ info: typed, picture: z.string().max(200).nullable() })).max(5),
  timeInfo: typed,
});

const settings = {
  title: texts,
  description: texts,
  brandColour: typed,
  ownerPicture: z.string().max(200).nullable(),
  favicon: z.string().max(200).nullable(),
  wxQrCode: z.string().max(200).nullable(),
  onlineServices: z.array(service).max(6),
  hostnames: z
    .array(z.strictObject({ host: typed, customerService: z.boolean() }))
    .min(1)
    .max(20),
  languages: z.array(language).min(1),
  currencies: z.array(currency).min(1),
  payMinutes: z.int(),
  omitVerCodeType: z.int().min(0).max(1),
  /** Adjustments of a balance above this many minor units of the owner's currency want a second person; null: never. */
  fourEyesMinor: z.int().min(0).max(1_000_000_000_000).nullable(),
  /** Overrides of the limits by name; empty means the house's own number. */
  limits: z.record(z.string().max(60), z.int().min(1).max(1_000_000)),
};

const agreementVersion = z.object({
  kind: z.enum(['registration', 'booking', 'privacy']),
  version: z.int(),
  token: z.string(),
  titles: z.record(z.string(), z.string()),
  texts: z.record(z.string(), z.string()),
  publishedAt: z.string(),
});

export const consoleCalls = {
  consoleLogin: {
    /** `oneTimeCode` when the account has a second factor; the refusal `secondFactorNeeded` says so. */
    input: z.strictObject({
      account: typed,
      password: typed,
      oneTimeCode: typed.optional(),
      flow: z.string().min(8).max(64).optional(),
      imageTicket: z.string().max(64).optional(),
      imageCode: typed.optional(),
    }),
    output: z.object({ token: z.string(), name: z.string() }),
  },
  consoleMe: {
    input: nothing,
    output: z.object({
      name: z.string(),
      email: z.string(),
      roles: z.array(role),
      secondFactor: z.boolean(),
      customerService: z.boolean(),
    }),
  },
  consolePassword: {
    input: z.strictObject({ current: typed, password: typed, confirmation: typed }),
    output: done,
  },
  /** A new secret, not yet in force: shown as a QR code and as letters. */
  consoleFactorStart: { input: nothing, output: z.object({ secret: z.string(), picture: z.string() }) },
  consoleFactorConfirm: { input: z.strictObject({ code: typed }), output: done },
  consoleFactorStop: { input: z.strictObject({ password: typed }), output: done },
  consoleStaff: { input: nothing, output: z.object({ list: z.array(staff) }) },
  /** Without `id` a new account, whose first password is shown once. */
  consoleStaffSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      email: typed,
      name: typed,
      roles: z.array(role).max(5),
      active: z.boolean().default(true),
    }),
    output: z.object({ id: z.string(), password: z.string().nullable() }),
  },
  /** A new password, shown once; sessions end and the second factor is taken off. */
  consoleStaffReset: { input: z.strictObject({ id: recordId }), output: z.object({ password: z.string() }) },
  consolePartners: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      approval: z.enum(['none', 'waiting', 'approved', 'disapproved']).optional(),
      registrant: z.enum(['individual', 'personal', 'corporate']).optional(),
      page,
      size,
    }),
    output: z.object({ ...listed, waiting: z.int(), list: z.array(partnerRow) }),
  },
  consolePartner: {
    input: z.strictObject({ id: recordId }),
    output: partnerRow.extend({
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
    }),
    output: done,
  },
  consolePartnerLevel: {
    input: z.strictObject({
      id: recordId,
      revision: z.int(),
      level: z.int().min(0).max(9),
      /** §3 agent types; left as it is unless told. */
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
  /** A hand-over address for the shop, good once within 60 seconds; logged. */
  consoleSignInAs: {
    input: z.strictObject({ id: recordId, accountId: recordId }),
    output: z.object({ address: z.string() }),
  },
  consoleLog: {
    input: z.strictObject({ query: z.string().max(80).default(''), act: z.string().max(40).optional(), page, size }),
    output: z.object({ ...listed, acts: z.array(z.string()), list: z.array(logEntry) }),
  },
  consoleSettings: {
    input: nothing,
    output: z.object({
      ...settings,
      revision: z.int(),
      name: z.string(),
      currency,
      /** Limits that may be overridden, with the house's own numbers. */
      limitDefaults: z.record(z.string(), z.int()),
    }),
  },
  consoleSettingsSave: {
    input: z.strictObject({ ...settings, revision: z.int() }),
    output: z.object({ revision: z.int() }),
  },
  consoleAgreements: { input: nothing, output: z.object({ list: z.array(agreementVersion) }) },
  /** A new version; older ones stay readable under their tokens. */
  consoleAgreementPublish: {
    input: z.strictObject({ kind: z.enum(['registration', 'booking', 'privacy']), titles: texts, texts }),
    output: z.object({ version: z.int() }),
  },
};
