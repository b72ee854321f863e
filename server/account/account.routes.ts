// Calls about signing in and who one is (§7 account and session).
import type { Handlers } from '../platform/bind.ts';
import { buyerOf, staffOf } from '../platform/context.ts';
import { deleteSession, findPartnerOf } from './account.sql.ts';
import { enterByCode } from './enter-by-code.ts';
import { limitAttempts } from './limit-attempts.ts';
import { makePuzzle } from './make-puzzle.ts';
import { sendCode } from './send-code.ts';
import { setPassword } from './set-password.ts';
import { signIn } from './sign-in.ts';

export const accountHandlers = {
  login: (context, input) => signIn(context, input, false),
  consoleLogin: (context, input) => signIn(context, { ...input, keep: false }, true),
  async logout(context) {
    if (context.visitor) await deleteSession(context.db, context.site.ownerId, context.visitor.sessionHash);
    context.setSession(null, { staff: false, maxAgeSeconds: undefined });
    return {};
  },
  async consoleLogout(context) {
    await deleteSession(context.db, context.site.ownerId, staffOf(context).sessionHash);
    context.setSession(null, { staff: true, maxAgeSeconds: undefined });
    return {};
  },
  async getSliderCaptcha(context, { flow }) {
    await limitAttempts(context, [{ bucket: `puzzle:${context.source}`, most: 120, windowSeconds: 3600 }]);
    return makePuzzle(context, flow);
  },
  sendEmailVerCode: sendCode,
  verCodeRegionAndLogin: enterByCode,
  async setPassword(context, input) {
    await setPassword(context, input);
    return {};
  },
  async getUserInfo(context) {
    const { site, db } = context;
    const buyer = buyerOf(context);
    const partner = await findPartnerOf(db, site.ownerId, buyer.accountId);
    return {
      name: buyer.name,
      nickName: partner?.nick_name || buyer.name,
      email: buyer.email,
      kind: buyer.kind,
      partnerName: partner?.name ?? '',
      verLoginFlag: partner?.ver_login_flag ?? false,
      verAuthFlag: buyer.verAuthFlag,
      passwordSet: buyer.passwordSet,
    };
  },
  async consoleMe(context) {
    const { name, email, roles } = staffOf(context);
    return { name, email, roles };
  },
} satisfies Partial<Handlers>;
