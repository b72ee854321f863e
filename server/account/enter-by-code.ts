// Guest sign-in (§1, §6): a right code creates the account if there is none, and opens a session without verAuthFlag.
import { timingSafeEqual } from 'node:crypto';
import { Refusal, TooFrequent } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { codeLength, isEmail, normalCode, normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate } from '../platform/db.ts';
import { countAttempt, countCodeTry, findProvedAccount, insertGuest, spendCode } from './account.sql.ts';
import { hashCode } from './hash-password.ts';
import { limitAttempts, limitOf, takeBack } from './limit-attempts.ts';
import { admitAccount, openSession } from './open-session.ts';

const day = 86_400;
const hour = 3600;

export type EnterByCode = { email: string; flow: string; code: string; language?: string };

/** Refuses invalidInput unless there are 4 characters, wrongCode when the code is wrong, spent, late or of another page. */
export async function enterByCode(context: Context, input: EnterByCode) {
  const email = normalEmail(input.email);
  const code = normalCode(input.code);
  if (!isEmail(email)) throw new Refusal('invalidInput', { fields: { email: { problem: 'emailFormat' } } });
  if (!code) throw new Refusal('invalidInput', { fields: { code: { problem: 'required' } } });
  if ([...code].length !== codeLength)
    throw new Refusal('invalidInput', { fields: { code: { problem: 'codeLength' } } });
  const ofSource = {
    bucket: `code-source:${context.source}`,
    most: limitOf(context, 'codeTriesPerSourceHour'),
    windowSeconds: hour,
  };
  await limitAttempts(context, [ofSource]);
  const tried = await countCodeTry(context.owner, email, 'guest', input.flow, limits.codeTries);
  if (tried) await limitTries(context, email, tried.tries);
  const hashed = await hashCode(context, code, `${context.owner.id} ${email} ${input.flow}`);
  if (!tried) throw new Refusal('codeExpired');
  if (!timingSafeEqual(hashed, tried.code_hash)) throw new Refusal('wrongCode');
  // Many readers of mails share an address of a hotel or a carrier: a right code is no guess (decision 0807).
  await takeBack(context, [ofSource]);
  try {
    return await admitGuest(context, tried.code_id, email, input.language ?? context.language);
  } catch (error) {
    if (isDuplicate(error, 'account_email')) return admitGuest(context, tried.code_id, email, context.language);
    throw error;
  }
}

/**
 * Tries of all codes of an address count together; without a live code of this page nothing is compared. The mailbox's reader types
 * the code right the first time, so the first try of each code counts even when others have used up the day's limit.
 */
async function limitTries(context: Context, email: string, tries: number): Promise<void> {
  const count = await countAttempt(context.owner, `code:${email}`, day);
  if (count > limitOf(context, 'codeTriesPerEmailDay') && tries > 1) throw new TooFrequent(600);
}

async function admitGuest(context: Context, codeId: number, email: string, language: string) {
  return inTransaction(context.owner, async (owner) => {
    if ((await spendCode(owner, codeId)) !== 1) throw new Refusal('wrongCode');
    const row = (await findProvedAccount(owner, email)) ?? (await insertGuest(owner, email, language));
    admitAccount(row);
    const token = await openSession(context, owner, {
      accountId: row.account_id,
      verAuth: false,
      staff: false,
      keep: false,
    });
    return { token, name: row.nick_name || row.name || row.email, passwordSet: row.password_hash !== null };
  });
}
