// Signing in, guests, who one is (§2 login group, §7 account and session).
import { done, language, nothing, z } from './call.ts';

const signedIn = z.object({
  /** For apps and partners that send the `token` header; browsers use the cookie set with this answer. */
  token: z.string(),
  name: z.string(),
});

/** Texts are bounded here and judged by the rules of §5 in the use case, so that each refusal names its field. */
const typed = z.string().max(200);

export const accountCalls = {
  login: {
    input: z.strictObject({ account: typed, password: typed, keep: z.boolean().default(false) }),
    output: signedIn,
  },
  logout: { input: nothing, output: done },
  getSliderCaptcha: {
    input: z.strictObject({ flow: z.string().min(8).max(64) }),
    output: z.object({
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
  sendEmailVerCode: {
    input: z.strictObject({
      email: typed,
      flow: z.string().min(8).max(64),
      ticket: z.string().max(64),
      /** Pixels that the piece was moved, in the picture's own width. */
      x: z.number(),
    }),
    output: z.object({ resendAfterSeconds: z.int() }),
  },
  verCodeRegionAndLogin: {
    input: z.strictObject({
      email: typed,
      flow: z.string().min(8).max(64),
      code: typed,
      language: language.optional(),
    }),
    output: signedIn.extend({ passwordSet: z.boolean() }),
  },
  setPassword: {
    input: z.strictObject({ password: typed, confirmation: typed }),
    output: done,
  },
  getUserInfo: {
    input: nothing,
    output: z.object({
      name: z.string(),
      nickName: z.string(),
      email: z.string(),
      kind: z.enum(['member', 'guest', 'main', 'sub', 'staff']),
      partnerName: z.string(),
      verLoginFlag: z.boolean(),
      verAuthFlag: z.boolean(),
      passwordSet: z.boolean(),
    }),
  },
  consoleLogin: {
    input: z.strictObject({ account: typed, password: typed }),
    output: signedIn,
  },
  consoleMe: {
    input: nothing,
    output: z.object({ name: z.string(), email: z.string(), roles: z.array(z.string()) }),
  },
};
