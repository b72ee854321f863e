// New passwords (§2 reset, §5): by a mailed link, or by a person who knows the current one. Both end every other session,
// link and open sign-up of the account (security rule 45).
import { checkNewPassword } from '../../domain/account-forms.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { buyerOf, type Context, staffOf, type Visitor } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { hashToken } from '../platform/make-ids.ts';
import { listShopNames } from '../site/read-appearance.ts';
import { findAccountById } from './account.sql.ts';
import { fitsPassword, hashPassword } from './hash-password.ts';
import { rememberSource } from './known-source.sql.ts';
import { limitAttempts } from './limit-attempts.ts';
import { openSession } from './open-session.ts';
import { namesOf } from './set-password.ts';
import { findOpenLink, replacePassword, spendLink } from './sign-up.sql.ts';

type NewPassword = { password: string; confirmation: string };

const looksPerSourceHour = 600;

/** Before anything is typed: refuses linkExpired for a link that would not be taken. Changes nothing, so mail programs may look, too. */
export async function openResetLink(context: Context, { token }: { token: string }): Promise<Record<string, never>> {
  const { owner, source } = context;
  await limitAttempts(context, [{ bucket: `reset-look:${source}`, most: looksPerSourceHour, windowSeconds: 3600 }]);
  if (!(await findOpenLink(owner, hashToken(token), 'reset'))) throw new Refusal('linkExpired');
  return {};
}

/** Refuses invalidInput by field and linkExpired. A bad password does not use up the link. */
export async function resetPassword(
  context: Context,
  { token, ...typed }: NewPassword & { token: string },
): Promise<Record<string, never>> {
  const { owner } = context;
  const names = await listShopNames(context);
  refuseProblems(checkNewPassword(typed.password, typed.confirmation, names));
  await limitAttempts(context, [{ bucket: `reset-source:${context.source}`, most: 60, windowSeconds: 3600 }]);
  // Hashing is expensive: an invented link must not cause it.
  const tokenHash = hashToken(token);
  const open = await findOpenLink(owner, tokenHash, 'reset');
  const row = open && (await findAccountById(owner, open.account_id));
  if (!row) throw new Refusal('linkExpired');
  refuseProblems(checkNewPassword(typed.password, typed.confirmation, [...names, ...namesOf(row)]));
  const hash = await hashPassword(typed.password);
  try {
    await inTransaction(owner, async (owner) => {
      const link = await spendLink(owner, tokenHash, 'reset');
      if (!link || (await replacePassword(owner, link.account_id, hash, true)) !== 1) throw new Refusal('linkExpired');
      await rememberSource(owner, context, link.account_id);
    });
  } catch (error) {
    // Another account proved the address of an invitation meanwhile.
    if (isDuplicate(error, 'account_email')) throw new Refusal('linkExpired');
    throw error;
  }
  return {};
}

function refuseProblems(fields: FieldProblems): void {
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

type Change = NewPassword & { current: string };

/** Refuses invalidInput by field; `current` when it is wrong. The caller gets a new session, all old ones end. */
export async function changePassword(context: Context, input: Change): Promise<Record<string, never>> {
  await replaceOwn(context, buyerOf(context), input, false);
  return {};
}

/** The same for staff, written to the log. */
export async function changeStaffPassword(context: Context, input: Change): Promise<Record<string, never>> {
  await replaceOwn(context, staffOf(context), input, true);
  return {};
}

async function replaceOwn(
  context: Context,
  who: Visitor,
  { current, ...typed }: Change,
  staff: boolean,
): Promise<void> {
  const { owner } = context;
  const row = await findAccountById(owner, who.accountId);
  const names = [...(await listShopNames(context)), ...(row ? namesOf(row) : [])];
  const fields = checkNewPassword(typed.password, typed.confirmation, names);
  if (!current) fields.current = { problem: 'required' };
  // Who changes it may fear that another person knows it; and one that the installation made must not become the lasting one.
  if (current && typed.password === current) fields.password ??= { problem: 'passwordSame' };
  refuseProblems(fields);
  await limitAttempts(context, [
    { bucket: `password:${who.accountId}`, most: limits.passwordTriesPerAccountHour, windowSeconds: 3600 },
  ]);
  if (!(await fitsPassword(row?.password_hash, current)))
    throw new Refusal('invalidInput', { fields: { current: { problem: 'passwordWrong' } } });
  const hash = await hashPassword(typed.password);
  await inTransaction(owner, async (owner) => {
    await replacePassword(owner, who.accountId, hash);
    await openSession(context, owner, { accountId: who.accountId, verAuth: true, staff, keep: false });
    if (staff) await logAction(owner, context, { act: 'own-password', subject: `staff ${who.accountId}` });
  });
}
