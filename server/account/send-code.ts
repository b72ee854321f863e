// E-mails a 4-character code after a solved slider (§1 guests, security rules 41 to 44). Works the same for known and
// unknown addresses; the mail itself goes out by a job.
import { randomInt } from 'node:crypto';
import { Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { codeAlphabet, codeLength, isEmail, normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { insertCode, spendCaptcha } from './account.sql.ts';
import { hashCode } from './hash-password.ts';
import { limitAttempts, limitOf } from './limit-attempts.ts';

/** The slider counts as solved within this many pixels of the gap. */
const slackPixels = 6;

export type SendCode = { email: string; flow: string; ticket: string; x: number };

/** Refuses invalidInput for the address, wrongCode (200004) for the slider; then the page fetches a new puzzle. */
export async function sendCode(context: Context, input: SendCode): Promise<{ resendAfterSeconds: number }> {
  const email = normalEmail(input.email);
  if (!email) throw new Refusal('invalidInput', { fields: { email: { problem: 'required' } } });
  if (!isEmail(email)) throw new Refusal('invalidInput', { fields: { email: { problem: 'emailFormat' } } });
  const { ownerId } = context.site;
  const puzzle = await spendCaptcha(context.db, ownerId, input.ticket, input.flow);
  if (!puzzle || puzzle.answer_text !== null || Math.abs(puzzle.answer_x - input.x) > slackPixels)
    throw new Refusal('wrongCode');
  await limitAttempts(context, [
    { bucket: `send:${email}`, most: limitOf(context, 'codeSendsPerEmailHour'), windowSeconds: 3600 },
    { bucket: `send-source:${context.source}`, most: limitOf(context, 'codeSendsPerSourceHour'), windowSeconds: 3600 },
  ]);
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  const hash = await hashCode(code, `${ownerId} ${email} ${input.flow}`);
  await inTransaction(context.db, async (trx) => {
    await insertCode(trx, ownerId, {
      email,
      purpose: 'guest',
      flow: input.flow,
      hash,
      lifeSeconds: limits.codeLifeSeconds,
    });
    await context.jobs.send(trx, 'code.mail', { ownerId, email, code, language: context.language });
  });
  return { resendAfterSeconds: limits.codeResendSeconds };
}
