// Calls of the user centre's account part (§2 uc/account, §7).
import type { Handlers } from '../platform/bind.ts';
import { buyerOf } from '../platform/context.ts';
import { changePartner, showPartner } from './change-partner.ts';
import { changeProfile, showProfile } from './change-profile.ts';
import { changeSubStatus, createSubAccount, listSubAccounts, resetSubPassword } from './create-sub-account.ts';
import { dropLogo } from './keep-logo.ts';
import { addOnboarding, readOnboarding } from './member.sql.ts';

export const memberHandlers = {
  partner: showPartner,
  partnerUpdate: changePartner,
  partnerLogoDelete: dropLogo,
  childAccountList: listSubAccounts,
  childAccountInfo: showProfile,
  createChildAccount: createSubAccount,
  updateUser: changeProfile,
  changeUserStatus: changeSubStatus,
  resetChildPassword: resetSubPassword,
  async onboardingConfig(context) {
    return { seen: await readOnboarding(context.db, context.site.ownerId, buyerOf(context).accountId) };
  },
  async onboardingUpdate(context, { seen }) {
    await addOnboarding(context.db, context.site.ownerId, buyerOf(context).accountId, seen);
    return {};
  },
} satisfies Partial<Handlers>;
