// The guest comes in (§1, §6): a right code makes the account if there is none, and opens a session without verAuthFlag.
import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { codeLength, isEmail, normalCode, normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { countCodeTry, findAccount, insertGuest, spendCode } from './account.sql.ts';
import { hashCode } from './hash-password.ts';
import { limitAttempts, limitOf } from './limit-attempts.ts';
import { admitAccount, openSession } from './open-session.ts';

export type EnterByCode = { email: string; flow: string; code: string; language?: string };

/** Refuses invalidInput unless there are 4 characters, wrongCode when the code is wrong, spent, late or of another page. */
export async function enterByCode(context: Context, input: EnterByCode) {
  const email = normalEmail(input.email);
  const code = normalCode(input.code);
  if (!isEmail(email)) throw new Refusal('invalidInput', { fields: { email: { problem: 'emailFormat' } } });
  if (!code) throw new Refusal('invalidInput', { fields: { code: { problem: 'required' } } });
  if ([...code].length !== codeLength)
    throw new Refusal('invalidInput', { fields: { code: { problem: 'codeLength' } } });
  const { ownerId } = context.site;
  await limitAttempts(context, [
    { bucket: `code:${email}`, most: limitOf(context, 'codeTriesPerEmailDay'), windowSeconds: 86_400 },
    { bucket: `code-source:${context.source}`, most: 200, windowSeconds: 86_400 },
  ]);
  const tried = await countCodeTry(context.db, ownerId, email, 'guest', input.flow, limits.codeTries);
  const given = await hashCode(code, `${ownerId} ${email} ${input.flow}`);
  if (!tried) throw new Refusal('codeExpired');
  if (!timingSafeEqual(given, tried.code_hash)) throw new Refusal('wrongCode');
  try {
    return await admitGuest(context, tried.code_id, email, input.language ?? context.language);
  } catch (error) {
    if (isDuplicate(error, 'account_email')) return admitGuest(context, tried.code_id, email, context.language);
    throw error;
  }
}

async function admitGuest(context: Context, codeId: number, email: string, language: string) {
  const { ownerId } = context.site;
  return inTransaction(context.db, async (trx) => {
    if ((await spendCode(trx, ownerId, codeId)) !== 1) throw new Refusal('wrongCode');
    const row = (await findAccount(trx, ownerId, email, false)) ?? (await insertGuest(trx, ownerId, email, language));
    admitAccount(row);
    const token = await openSession(context, trx, {
      accountId: row.account_id,
      verAuth: false,
      staff: false,
      keep: false,
    });
    return { token, name: row.nick_name || row.name, passwordSet: row.password_hash !== null };
  });
}
