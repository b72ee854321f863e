// Calls about signing in and up, and the signed-in account (§7 account and session).

import { NotHere } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { keyRules } from '../../domain/systems.ts';
import type { Handlers } from '../platform/bind.ts';
import { buyerOf, staffOf } from '../platform/context.ts';
import { makeToken } from '../platform/make-ids.ts';
import { pictureWork } from '../platform/queue-work.ts';
import type { Room } from '../platform/room.ts';
import { deleteExpired, deleteOtherSessions, deleteSession, findAccountById } from './account.sql.ts';
import { activateAccount } from './activate-account.ts';
import { activateByPassword } from './activation/activate-by-password.ts';
import { askLink } from './ask-link.ts';
import { changePassword, changeStaffPassword, openResetLink, resetPassword } from './change-password.ts';
import { enterByCode } from './enter-by-code.ts';
import { deleteOldKeyCalls } from './keys/keys.sql.ts';
import { writeNotedCalls } from './keys/note-calls.ts';
import { limitAttempts } from './limit-attempts.ts';
import { makeImageCode } from './make-image-code.ts';
import { makePuzzle } from './make-puzzle.ts';
import { confirmFactor, startFactor, stopFactor } from './second-factor.ts';
import { sendCode } from './send-code.ts';
import { setPassword } from './set-password.ts';
import { signIn } from './sign-in.ts';
import { mayKeepPlaces } from './sign-up.sql.ts';
import { signUp } from './sign-up.ts';
import { deleteLinks } from './wechat-link.sql.ts';

const calls = {
  login: (context, input) => signIn(context, input, false),
  consoleLogin: (context, input) => signIn(context, { ...input, keep: false }, true),
  async logout(context) {
    if (context.visitor) await deleteSession(context.owner, context.visitor.sessionHash);
    context.setSession(null, { staff: false, maxAgeSeconds: undefined });
    return {};
  },
  async logoutElsewhere(context) {
    const { accountId, sessionHash } = buyerOf(context);
    await deleteOtherSessions(context.owner, accountId, sessionHash);
    await deleteLinks(context.owner, accountId);
    return {};
  },
  async consoleLogout(context) {
    await deleteSession(context.owner, staffOf(context).sessionHash);
    context.setSession(null, { staff: true, maxAgeSeconds: undefined });
    return {};
  },
  async getSliderCaptcha(context, { flow = makeToken() }) {
    await limitAttempts(context, [{ bucket: `puzzle:${context.source}`, most: 120, windowSeconds: 3600 }]);
    return { flow, ...(await pictureWork.puzzles(() => makePuzzle(context, flow))) };
  },
  async getImageCode(context, { flow }) {
    await limitAttempts(context, [{ bucket: `puzzle:${context.source}`, most: 120, windowSeconds: 3600 }]);
    return pictureWork.puzzles(() => makeImageCode(context, flow));
  },
  sendEmailVerCode: sendCode,
  verCodeRegionAndLogin: enterByCode,
  register: signUp,
  resendEmail: (context, input) => askLink(context, input, 'activate'),
  enableEmail: activateAccount,
  enableEmailByPassword: activateByPassword,
  forgetPassword: (context, input) => askLink(context, input, 'reset'),
  resetLinkOpened: openResetLink,
  resetPasswordByToken: resetPassword,
  changePassword,
  async setPassword(context, input) {
    await setPassword(context, input);
    return {};
  },
  async getUserInfo(context, { userNo }) {
    if (userNo && userNo !== String(buyerOf(context).accountId)) throw new NotHere();
    const { accountId, name, fullName, email, kind, approval, verAuthFlag, passwordSet, actingStaff, profile } =
      buyerOf(context);
    return {
      ...profile,
      userNo: String(accountId),
      name: fullName,
      // A guest who has not ordered yet has none.
      nickName: name || email,
      email,
      kind,
      approval,
      verAuthFlag,
      passwordSet,
      actingStaff: actingStaff?.name ?? '',
      ...(actingStaff && !actingStaff.finance && { withoutMoney: true as const }),
      zone: profile.zone || context.site.zone,
    };
  },
  async globalSetting({ site }) {
    return {
      omitVerCodeType: site.omitVerCodeType,
      codeResendSeconds: limits.codeResendSeconds,
      payMinutes: site.payMinutes,
      customerService: site.customerService,
    };
  },
  async ipCountry({ country }) {
    return { country };
  },
  async consoleMe(context) {
    const { accountId, name, email, roles, duty } = staffOf(context);
    const row = await findAccountById(context.owner, accountId);
    const { customerService, zone } = context.site;
    const keepsPlaces = roles.includes('supplier') && (await mayKeepPlaces(context.owner, accountId));
    const secondFactor = Boolean(row?.totp_sealed);
    return { name, email, roles, secondFactor, duty, customerService, keepsPlaces, zone };
  },
  consolePassword: changeStaffPassword,
  consoleFactorStart: startFactor,
  consoleFactorConfirm: confirmFactor,
  consoleFactorStop: stopFactor,
} satisfies Partial<Handlers>;

export const accountRoom = {
  calls,
  jobs: ({ database }) => ({
    rounds: [{ everyMilliseconds: 1000, run: () => writeNotedCalls(database), ofRequests: true }],
    async hourly() {
      await deleteExpired(database.house);
      await deleteOldKeyCalls(database.house, keyRules.logDays);
    },
    end: () => writeNotedCalls(database),
  }),
} satisfies Room;
