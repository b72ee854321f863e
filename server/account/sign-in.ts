// Sign-in with account and password (§2 login, §5): the same answer and the same work for known and unknown accounts.
import { AccountStatus } from '../../domain/account-status.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';
import { findAccount } from './account.sql.ts';
import { fitsPassword } from './hash-password.ts';
import { limitAttempts } from './limit-attempts.ts';
import { openSession } from './open-session.ts';

export type SignIn = { account: string; password: string; keep: boolean };

/** Returns the session's token. Refuses invalidInput by field, loginFailed, and accountFrozen only after a right password. */
export async function signIn(
  context: Context,
  input: SignIn,
  staff: boolean,
): Promise<{ token: string; name: string }> {
  const named = input.account.trim();
  const fields: FieldProblems = {};
  if (!named) fields.account = { problem: 'required' };
  if (!input.password) fields.password = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await limitAttempts(context, [
    { bucket: `login:${staff}:${named.toLowerCase()}`, most: limits.loginTriesPerAccountHour, windowSeconds: 3600 },
    { bucket: `login-source:${context.source}`, most: limits.loginTriesPerSourceHour, windowSeconds: 3600 },
  ]);
  const row = await findAccount(context.db, context.site.ownerId, named, staff);
  const fits = await fitsPassword(row?.password_hash, input.password);
  if (!row || !fits) throw new Refusal('loginFailed');
  if (row.status === AccountStatus.frozen || row.status === AccountStatus.disabledByMain)
    throw new Refusal('accountFrozen');
  const token = await openSession(context, context.db, {
    accountId: row.account_id,
    verAuth: true,
    staff,
    keep: input.keep,
  });
  return { token, name: row.nick_name || row.name };
}
