// Sign-in with account and password (§2 login, §5): the same answer and the same work for known and unknown accounts. After
// failures of the account or the source the image code is required; staff with a second factor also enter its six digits. However
// often strangers try, the right password with the right image code signs in (decision 0081).
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { countAttempt, findAccount, forgetAttempts, readAttempts } from './account.sql.ts';
import { checkImageCode, type ImageAnswer } from './check-image-code.ts';
import { fitsPassword } from './hash-password.ts';
import { isKnownSource } from './known-source.sql.ts';
import { limitAttempts, limitCommon, limitOf, takeBackCommon } from './limit-attempts.ts';
import { admitAccount, openSession } from './open-session.ts';
import { spendOneTimeCode } from './second-factor.ts';
import { findSignUp } from './sign-up.sql.ts';

export type SignIn = {
  account: string;
  password: string;
  keep: boolean;
  oneTimeCode?: string | undefined;
} & ImageAnswer;

const hour = 3600;

/**
 * Returns the session's token. Refuses invalidInput by field, imageCodeNeeded and wrongCode for the picture, loginFailed, and only
 * after a right password: emailNotActive, accountFrozen, firstPasswordOver, secondFactorNeeded.
 */
export async function signIn(
  context: Context,
  input: SignIn,
  staff: boolean,
): Promise<{ token: string; name: string }> {
  const { owner } = context;
  // Normalised here, so that no second spelling of an account gets a separate count of tries.
  const named = normalEmail(input.account);
  const fields: FieldProblems = {};
  if (!named) fields.account = { problem: 'required' };
  else if (/[\p{Cc}\p{Cs}]/u.test(named)) fields.account = { problem: 'format' };
  const shortest = limits.passwordShortest;
  if (!input.password) fields.password = { problem: 'required' };
  else if ([...input.password].length < shortest) fields.password = { problem: 'tooShort', min: shortest };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  // The source's limit first: the tries of one address must not count for everybody.
  await limitAttempts(context, [
    {
      bucket: `login-source:${context.source}`,
      most: limitOf(context, 'loginTriesPerSourceHour'),
      windowSeconds: hour,
    },
  ]);
  const row = await findAccount(owner, named, staff);
  const known = await isKnownSource(owner, context, row?.account_id ?? 0);
  const failures = [`login-fail:${staff}:${named}`, `login-fail-source:${context.source}`];
  const counts = await Promise.all(failures.map((bucket) => readAttempts(owner, bucket, hour)));
  const rush = (await countAttempt(owner, 'login-all', 60)) > limitOf(context, 'loginTriesOverallMinute') && !known;
  const suspected = rush || counts.some((count) => count >= limits.loginFailuresBeforeImage);
  if (suspected) await checkImageCode(context, input);
  const limit = {
    bucket: `login:${staff}:${named}`,
    most: limitOf(context, 'loginTriesPerAccountHour'),
    windowSeconds: hour,
    alone: limits.triesAlone.login,
  };
  if ((await limitCommon(context, limit, known)) && !suspected) throw new Refusal('imageCodeNeeded');
  const waiting = row?.password_hash || staff ? undefined : await findSignUp(owner, named);
  const fits = await fitsPassword(row?.password_hash ?? waiting?.password_hash, input.password);
  if (!fits || !(row?.password_hash || waiting)) {
    for (const bucket of failures) await countAttempt(owner, bucket, hour);
    throw new Refusal('loginFailed');
  }
  if (!row?.password_hash) throw new Refusal('emailNotActive');
  admitAccount(row);
  if (row.first_password_until && row.first_password_until <= context.now) throw new Refusal('firstPasswordOver');
  if (staff && row.totp_sealed) await spendOneTimeCode(context, row.account_id, row.totp_sealed, input.oneTimeCode);
  await forgetAttempts(owner, failures[0] ?? '');
  await takeBackCommon(context, limit, known);
  const { account_id: accountId } = row;
  const token = await openSession(context, owner, { accountId, verAuth: true, staff, keep: input.keep });
  if (staff)
    await logAction(
      owner,
      { ...context, staff: { accountId, name: row.name } as never },
      { act: 'signed-in', subject: `staff ${accountId}` },
    );
  return { token, name: row.nick_name || row.name };
}
