// The user centre's account part (§2 uc/account, §7): the user's profile, the partner's data, sub-accounts.
import { done, nothing, recordId, typedPlain, z } from './call.ts';

const typed = z.string().max(300);

const profile = {
  name: typed,
  nickName: typed,
  department: typed,
  areaCode: typedPlain,
  mobile: typedPlain,
  landline: typedPlain,
  wechat: typedPlain,
  qq: typedPlain,
  line: typedPlain,
  viber: typedPlain,
  whatsapp: typedPlain,
  commonAddress: typed,
  /** City key of searchRegion; drives the time zone. */
  region: typed,
};

const account = z.object({
  userNo: z.string(),
  kind: z.enum(['member', 'guest', 'main', 'sub']),
  username: z.string(),
  email: z.string(),
  /** Until the person confirms it by a mailed link, the address cannot be used for signing in. */
  emailProved: z.boolean(),
  ...profile,
  zone: z.string(),
  /** -2 deleted, -1 disabled, 0 frozen, 1 normal, 2 disapproved (§3). */
  status: z.int(),
  /** 1 shared among sub-accounts, 2 visible only to the creator (§3). */
  orderVisibility: z.union([z.literal(1), z.literal(2)]),
  createdAt: z.string(),
  lastLoginAt: z.string().nullable(),
  /** Sent back when saving, so that no change overwrites another. */
  revision: z.int(),
});

const contact = z.object({ name: z.string(), areaCode: z.string(), phone: z.string(), email: z.string() });

export const partnerData = z.object({
  name: z.string(),
  registrant: z.enum(['individual', 'personal', 'corporate']),
  approval: z.enum(['none', 'waiting', 'approved', 'disapproved']),
  approvalReason: z.string(),
  country: z.string(),
  city: z.string(),
  address: z.string(),
  taxNumber: z.string(),
  orderContact: contact,
  businessContact: contact,
  settlementContact: contact,
  revision: z.int(),
});

/** Legal fields that are to change, each with its value. */
export const legalChange = z.object({
  name: z.string().optional(),
  country: z.string().optional(),
  city: z.string().optional(),
  address: z.string().optional(),
  taxNumber: z.string().optional(),
});

/** What a distributor may change or submit again; flat, so that each refusal names its field. */
export const partnerChange = {
  name: typed,
  country: typed,
  city: typed,
  address: typed,
  /** Unchanged when left out. */
  taxNumber: typed.optional(),
  orderContactName: typed,
  orderContactAreaCode: typedPlain,
  orderContactPhone: typedPlain,
  orderContactEmail: typedPlain,
  businessContactName: typed,
  businessContactAreaCode: typedPlain,
  businessContactPhone: typedPlain,
  businessContactEmail: typedPlain,
  settlementContactName: typed,
  settlementContactAreaCode: typedPlain,
  settlementContactPhone: typedPlain,
  settlementContactEmail: typedPlain,
};

/** The same for buyers and staff. */
export const stepState = z.object({ step: z.string(), done: z.enum(['found', 'ticked']).nullable() });
export const onboardingMark = z.strictObject({
  seen: z.string().regex(/^[a-z-]{1,40}$/),
  undo: z.boolean().default(false),
});

export const memberCalls = {
  onboardingConfig: {
    input: nothing,
    /** What was shown, hidden or ticked once (`seen`), and the reader's first steps, each done automatically, by hand, or not yet. */
    output: z.object({ seen: z.array(z.string()), steps: z.array(stepState) }),
  },
  /** `undo` forgets it again. */
  onboardingUpdate: { input: onboardingMark, output: done },
  partner: {
    input: nothing,
    /** `logo` identifies the agency's logo and changes with it; null: no logo. */
    output: partnerData.extend({
      mayChange: z.boolean(),
      logo: z.string().nullable(),
      /** The newest change of legal data that was asked for, while it waits or was refused. */
      request: z
        .object({
          state: z.enum(['waiting', 'refused']),
          before: legalChange,
          asked: legalChange,
          reason: z.string(),
          askedAt: z.string(),
        })
        .nullable(),
    }),
  },
  partnerLogoDelete: { input: nothing, output: done },
  /** Takes the waiting change back; refuses 200009 when it was decided. */
  partnerRequestWithdraw: { input: nothing, output: done },
  partnerUpdate: {
    /** A disapproved application that is changed is submitted again; legal data of an approved partner waits for the owner. */
    input: z.strictObject({ ...partnerChange, revision: z.int() }),
    output: partnerData,
  },
  childAccountList: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      status: z.coerce.number().int().optional(),
      page: z.coerce.number().int().min(1).max(1000).default(1),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), list: z.array(account) }),
  },
  childAccountInfo: { input: z.strictObject({ userNo: recordId }), output: account },
  createChildAccount: {
    input: z.strictObject({
      username: typedPlain,
      email: typedPlain,
      password: typed,
      confirmation: typed,
      orderVisibility: z.union([z.literal(1), z.literal(2)]).default(1),
      name: typed,
      nickName: typed.default(''),
      department: typed.default(''),
      areaCode: typedPlain.default(''),
      mobile: typedPlain.default(''),
    }),
    output: z.object({ userNo: z.string() }),
  },
  /**
   * The caller's profile, or a sub-account's when the main account asks. Fields that are left out stay as they are; without the revision
   * the change applies to the current state.
   */
  updateUser: {
    input: z.strictObject({
      userNo: recordId,
      revision: z.int().optional(),
      ...z.object(profile).partial().shape,
      orderVisibility: z.union([z.literal(1), z.literal(2)]).optional(),
    }),
    output: account,
  },
  /** 1 enables, -1 disables, -2 deletes; by the main account. */
  changeUserStatus: {
    input: z.strictObject({ id: recordId, status: z.coerce.number().int() }),
    output: z.object({ status: z.int() }),
  },
  /** A new password, shown once; all sessions of the sub-account end. */
  resetChildPassword: { input: z.strictObject({ id: recordId }), output: z.object({ password: z.string() }) },
};
