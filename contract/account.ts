// Signing in and up, guests, links by mail, the signed-in account (§1, §2 login and signup groups, §7 account and session).
import { trackLimits } from '../domain/judge-track.ts';
import { done, language, nothing, recordId, typedPlain, z } from './call.ts';

const signedIn = z.object({
  /** For apps and partners that send the `token` header; browsers use the cookie set with this answer. */
  token: z.string(),
  name: z.string(),
});

/** Texts are bounded here and judged by the rules of §5 in the use case, so that each refusal names its field. */
const typed = z.string().max(300);

/** One page in one browser: codes and puzzles issued to another page are invalid here. */
const flow = z.string().min(8).max(64);
const resend = z.object({ resendAfterSeconds: z.int() });
const image = { imageTicket: z.string().max(64).optional(), imageCode: typed.optional() };
const newPassword = { password: typed, confirmation: typed };

const registrants = ['individual', 'personal', 'corporate'] as const;

export const accountCalls = {
  login: {
    /** The image code is required after failures, which the refusal `imageCodeNeeded` reports. */
    input: z.strictObject({
      account: typedPlain,
      password: typed,
      keep: z.boolean().default(false),
      flow: flow.optional(),
      ...image,
    }),
    output: signedIn,
  },
  logout: { input: nothing, output: done },
  /** Without `flow` the answer names a new one, with which the code is asked for. */
  getSliderCaptcha: {
    input: z.strictObject({ flow: flow.optional() }),
    output: z.object({
      flow: z.string(),
      ticket: z.string(),
      /** data: URLs of the background with the gap and of the piece. */
      background: z.string(),
      piece: z.string(),
      width: z.int(),
      height: z.int(),
      pieceWidth: z.int(),
      pieceY: z.int(),
    }),
  },
  getImageCode: {
    input: z.strictObject({ flow }),
    output: z.object({ ticket: z.string(), picture: z.string(), width: z.int(), height: z.int() }),
  },
  sendEmailVerCode: {
    input: z.strictObject({
      email: typedPlain,
      flow,
      ticket: z.string().max(64),
      /** Pixels that the piece was moved, in the picture's own width. */
      x: z.number(),
      /** How it was moved: milliseconds since the puzzle appeared, and pixels. */
      track: z.array(z.tuple([z.number(), z.number()])).max(trackLimits.mostPoints),
    }),
    output: resend,
  },
  verCodeRegionAndLogin: {
    input: z.strictObject({ email: typedPlain, flow, code: typed, language: language.optional() }),
    output: signedIn.extend({ passwordSet: z.boolean() }),
  },
  setPassword: { input: z.strictObject(newPassword), output: done },
  /** Fields that a registrant's form does not have are refused when filled; domain/account-forms.ts has the rules. */
  register: {
    input: z.strictObject({
      registrant: z.enum(registrants),
      email: typedPlain,
      ...newPassword,
      name: typed,
      areaCode: typedPlain.default(''),
      mobile: typedPlain.default(''),
      wechat: typedPlain.default(''),
      line: typedPlain.default(''),
      whatsapp: typedPlain.default(''),
      companyName: typed.default(''),
      country: typed.default(''),
      city: typed.default(''),
      address: typed.default(''),
      orderContactName: typed.default(''),
      orderContactAreaCode: typedPlain.default(''),
      orderContactPhone: typedPlain.default(''),
      orderContactEmail: typedPlain.default(''),
      businessContactName: typed.default(''),
      businessContactAreaCode: typedPlain.default(''),
      businessContactPhone: typedPlain.default(''),
      businessContactEmail: typedPlain.default(''),
      settlementContactName: typed.default(''),
      settlementContactAreaCode: typedPlain.default(''),
      settlementContactPhone: typedPlain.default(''),
      settlementContactEmail: typedPlain.default(''),
      agreed: z.boolean(),
      flow,
      ...image,
    }),
    output: resend,
  },
  /** The same answer for every address (security rule 44). */
  resendEmail: { input: z.strictObject({ email: typedPlain, flow, ...image }), output: resend },
  enableEmail: {
    input: z.strictObject({ token: z.string().max(100) }),
    output: z.object({ registrant: z.enum(registrants), email: z.string(), waits: z.boolean() }),
  },
  /** A sign-up of which enableEmail refuses signUpPassword: with the password that was chosen in it. */
  enableEmailByPassword: {
    input: z.strictObject({ token: z.string().max(100), password: typed }),
    output: z.object({ registrant: z.enum(registrants), email: z.string(), waits: z.boolean() }),
  },
  forgetPassword: { input: z.strictObject({ email: typedPlain, flow, ...image }), output: resend },
  /** Whether the link of a mail still leads to a new password. Uses nothing up; refuses linkExpired. */
  resetLinkOpened: { input: z.strictObject({ token: z.string().max(100) }), output: done },
  resetPasswordByToken: { input: z.strictObject({ token: z.string().max(100), ...newPassword }), output: done },
  changePassword: { input: z.strictObject({ current: typed, ...newPassword }), output: done },
  getUserInfo: {
    /** With a body or without one; the caller's own number only. */
    input: z.strictObject({ userNo: recordId.optional() }),
    output: z.object({
      userNo: z.string(),
      name: z.string(),
      nickName: z.string(),
      email: z.string(),
      username: z.string(),
      kind: z.enum(['member', 'guest', 'main', 'sub', 'staff']),
      partnerName: z.string(),
      registrant: z.enum(registrants),
      /** State of a distributor's application; `none` for individuals. */
      approval: z.enum(['none', 'waiting', 'approved', 'disapproved']),
      approvalReason: z.string(),
      verLoginFlag: z.boolean(),
      verAuthFlag: z.boolean(),
      passwordSet: z.boolean(),
      /** Name of the member of staff who acts for this account, or ''. */
      actingStaff: z.string(),
      /** They are not finance: the partner's statement, top-ups and invoices are not theirs to read (decision 0813). */
      withoutMoney: z.literal(true).optional(),
      zone: z.string(),
    }),
  },
  globalSetting: {
    input: nothing,
    output: z.object({
      /** 1: accounts opened by an e-mailed code alone have no user centre (§2). */
      omitVerCodeType: z.int(),
      codeResendSeconds: z.int(),
      payMinutes: z.int(),
      customerService: z.boolean(),
    }),
  },
  ipCountry: { input: nothing, output: z.object({ country: z.string() }) },
  logoutElsewhere: { input: nothing, output: done },
};
