// Sign-in with account and password (§2 login, §5): the same answer and the same work for known and unknown accounts. After
// failures from the account or the source the image code is asked for; staff with a second factor also give its six digits.
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { logAct } from '../platform/log-acts.sql.ts';
import { countAttempt, findAccount, forgetAttempts, readAttempts } from './account.sql.ts';
import { checkImageCode, type ImageAnswer } from './check-image-code.ts';
import { fitsPassword } from './hash-password.ts';
import { limitAttempts, limitOf } from './limit-attempts.ts';
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
 * after a right password: emailNotActive, accountFrozen, secondFactorNeeded.
 */
export async function signIn(
  context: Context,
  input: SignIn,
  staff: boolean,
): Promise<{ token: string; name: string }> {
  const { db, site } = context;
  // In one form here, so that an account has no second name under which its tries would be counted apart.
  const named = normalEmail(input.account);
  const fields: FieldProblems = {};
  if (!named) fields.account = { problem: 'required' };
  else if (/[\p{Cc}\p{Cs}]/u.test(named)) fields.account = { problem: 'format' };
  if (!input.password) fields.password = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await limitAttempts(context, [
    { bucket: 'login-all', most: limitOf(context, 'loginTriesOverallMinute'), windowSeconds: 60 },
    {
      bucket: `login:${staff}:${named}`,
      most: limitOf(context, 'loginTriesPerAccountHour'),
      windowSeconds: hour,
    },
    {
      bucket: `login-source:${context.source}`,
      most: limitOf(context, 'loginTriesPerSourceHour'),
      windowSeconds: hour,
    },
  ]);
  const failures = [`login-fail:${staff}:${named}`, `login-fail-source:${context.source}`];
  const counts = await Promise.all(failures.map((bucket) => readAttempts(db, site.ownerId, bucket, hour)));
  if (counts.some((count) => count >= limits.loginFailuresBeforeImage)) await checkImageCode(context, input);
  const row = await findAccount(db, site.ownerId, named, staff);
  const waiting = row?.password_hash || staff ? undefined : await findSignUp(db, site.ownerId, named);
  const fits = await fitsPassword(row?.password_hash ?? waiting?.password_hash, input.password);
  if (!fits || !(row?.password_hash || waiting)) {
    for (const bucket of failures) await countAttempt(db, site.ownerId, bucket, hour);
    throw new Refusal('loginFailed');
  }
  if (!row?.password_hash) throw new Refusal('emailNotActive');
  admitAccount(row);
  if (staff && row.totp_sealed) await spendOneTimeCode(context, row.account_id, row.totp_sealed, input.oneTimeCode);
  await forgetAttempts(db, site.ownerId, failures[0] ?? '');
  const token = await openSession(context, db, { accountId: row.account_id, verAuth: true, staff, keep: input.keep });
  if (staff)
    await logAct(
      db,
      { ...context, staff: { accountId: row.account_id, name: row.name } as never },
      {
        act: 'signed-in',
        subject: `staff ${row.account_id}`,
      },
    );
  return { token, name: row.nick_name || row.name };
}
