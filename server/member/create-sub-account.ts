// Sub-accounts of a distributor (§6): created, enabled, disabled, deleted and given a new password by the main account.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm, checkNewPassword, subAccountForm } from '../../domain/account-forms.ts';
import { AccountStatus } from '../../domain/account-status.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { findProvedAccount } from '../account/account.sql.ts';
import { hashPassword, makePassword } from '../account/hash-password.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { insertAccount, replacePassword } from '../account/sign-up.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { listShopNames } from '../site/read-appearance.ts';
import { showMember } from './change-profile.ts';
import { findMember, listChildren, moveChildStatus } from './member.sql.ts';

/** Each opening mails the address and says whether it has an account: more than a company needs would be neither. */
const openings = { perPartnerHour: 60, perEmailHour: 5 };
const windowSeconds = 3600;

const emailTaken = () => new Refusal('invalidInput', { fields: { email: { problem: 'emailTaken' } } });

/**
 * Refuses invalidInput by field (usernameTaken, emailTaken too) and partnerNotApproved. The address works for signing in once its reader
 * followed the mailed link; the account itself exists at once, under its username. TooFrequent beyond what a company opens in an hour.
 */
export async function createSubAccount(
  context: Context,
  input: ParsedInputOf<'createChildAccount'>,
): Promise<{ userNo: string }> {
  const { owner, language, jobs } = context;
  const main = buyerOf(context);
  if (main.approval !== 'approved') throw new Refusal('partnerNotApproved');
  const { email: address, username, name, nickName } = input;
  const known = [...(await listShopNames(context)), address, username, name, nickName, main.profile.partnerName];
  const fields = {
    ...checkForm(input, subAccountForm),
    ...checkNewPassword(input.password, input.confirmation, known),
  };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const email = normalEmail(input.email);
  await limitAttempts(context, [
    { bucket: `sub-accounts:${main.partnerId}`, most: openings.perPartnerHour, windowSeconds },
    { bucket: `sub-account-to:${email}`, most: openings.perEmailHour, windowSeconds },
  ]);
  const passwordHash = await hashPassword(input.password);
  try {
    return await inTransaction(owner, async (owner) => {
      if (await findProvedAccount(owner, email)) throw emailTaken();
      const id = await insertAccount(owner, {
        partnerId: main.partnerId,
        kind: 'sub',
        username: input.username.trim(),
        email,
        name: input.name.trim(),
        nickName: input.nickName.trim(),
        department: input.department.trim(),
        areaCode: input.areaCode.trim(),
        mobile: input.mobile.trim(),
        messengers: {},
        language,
        passwordHash,
        orderVisibility: input.orderVisibility,
        agreementVersion: null,
        emailProved: false,
      });
      const mail = { kind: 'sub-account', email, accountId: id, language } as const;
      await jobs.send(owner, 'account.mail', mail);
      return { userNo: String(id) };
    });
  } catch (error) {
    if (isDuplicate(error, 'account_username'))
      throw new Refusal('invalidInput', { fields: { username: { problem: 'usernameTaken' } } });
    throw error;
  }
}

export async function listSubAccounts(
  { owner, site, ...context }: Context,
  input: ParsedInputOf<'childAccountList'>,
): Promise<OutputOf<'childAccountList'>> {
  const main = buyerOf({ owner, site, ...context });
  const { total, list } = await listChildren(owner, main.partnerId, {
    query: input.query.trim(),
    status: input.status ?? null,
    size: input.limit,
    from: (input.page - 1) * input.limit,
  });
  return { total, page: input.page, pages: Math.ceil(total / input.limit), list: list.map(showMember) };
}

/** From and to which statuses the main account may move a sub-account (§3): it cannot lift the owner's freeze. */
const moves: Record<number, number[]> = {
  [AccountStatus.normal]: [AccountStatus.disabledByMain],
  [AccountStatus.disabledByMain]: [AccountStatus.normal],
  [AccountStatus.deleted]: [AccountStatus.normal, AccountStatus.disabledByMain, AccountStatus.frozen],
};

/** Refuses invalidInput for a status that a main account does not set, actionNotAllowed when it cannot be reached from the present one. */
export async function changeSubStatus(context: Context, { id, status }: { id: string; status: number }) {
  const { owner } = context;
  const main = buyerOf(context);
  const from = moves[status];
  if (!from) throw new Refusal('invalidInput', { fields: { status: { problem: 'choose' } } });
  const row = await findMember(owner, main.partnerId, id);
  if (row?.kind !== 'sub') throw new NotHere();
  const moved = await moveChildStatus(owner, main.partnerId, id, { from, to: status });
  // Asked for twice, it is done.
  if (!moved && row.status !== status) throw new Refusal('actionNotAllowed');
  return { status };
}

/** A new password, shown once to the main account; the sub-account's sessions end. */
export async function resetSubPassword(context: Context, { id }: { id: string }): Promise<{ password: string }> {
  const { owner } = context;
  const main = buyerOf(context);
  const row = await findMember(owner, main.partnerId, id);
  if (row?.kind !== 'sub') throw new NotHere();
  const password = makePassword();
  const hash = await hashPassword(password);
  await inTransaction(owner, async (owner) => {
    if ((await replacePassword(owner, row.account_id, hash)) !== 1) throw new Refusal('actionNotAllowed');
  });
  return { password };
}
