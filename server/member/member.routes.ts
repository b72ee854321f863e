// Calls of the user centre's account part (§2 uc/account, §7).

import { addMark, removeMark } from '../account/onboarding/mark.sql.ts';
import type { Handlers } from '../platform/bind.ts';
import { bytesOf } from '../platform/bind-files.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { Room } from '../platform/room.ts';
import { changePartner, showPartner, withdrawChange } from './change-partner.ts';
import { changeProfile, showProfile } from './change-profile.ts';
import { changeSubStatus, createSubAccount, listSubAccounts, resetSubPassword } from './create-sub-account.ts';
import { dropLogo, mostLogoBytes, readLogo, receiveLogo } from './save-logo.ts';
import { showFirstSteps } from './show-first-steps.ts';

const calls = {
  partner: showPartner,
  partnerUpdate: changePartner,
  partnerRequestWithdraw: withdrawChange,
  partnerLogoDelete: dropLogo,
  childAccountList: listSubAccounts,
  childAccountInfo: showProfile,
  createChildAccount: createSubAccount,
  updateUser: changeProfile,
  changeUserStatus: changeSubStatus,
  resetChildPassword: resetSubPassword,
  onboardingConfig: showFirstSteps,
  async onboardingUpdate(context, { seen, undo }) {
    await (undo ? removeMark : addMark)(context.owner, buyerOf(context).accountId, seen);
    return {};
  },
} satisfies Partial<Handlers>;

export const memberRoom = {
  calls,
  files: {
    partnerLogo: answerLogo,
    partnerLogoUpload: { answer: takeLogo, takes: 'bytes', mostBytes: mostLogoBytes + 1, tooLarge: 'logoRefused' },
  },
} satisfies Room;

async function takeLogo(context: Context, request: FastifyRequest, reply: FastifyReply) {
  return reply.send({ code: 200, msg: '', data: await receiveLogo(context, bytesOf(request)) });
}

async function answerLogo(context: Context, _: FastifyRequest, reply: FastifyReply) {
  const { type, bytes } = await readLogo(context);
  return reply.header('x-content-type-options', 'nosniff').type(type).send(bytes);
}
