// Requesting a mail with a link (§2 login/retrieve, signup/email): the same answer and work for every address; the job decides
// which mail is sent, if any (security rule 44).
import { type FieldProblem, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { checkImageCode, type ImageAnswer } from './check-image-code.ts';
import { limitAttempts, limitCommon, limitOf } from './limit-attempts.ts';

/** `activate` sends the sign-up's link again, `reset` the link to a new password. */
export async function askLink(
  context: Context,
  input: { email: string } & ImageAnswer,
  kind: 'activate' | 'reset',
): Promise<{ resendAfterSeconds: number }> {
  const email = normalEmail(input.email);
  const refuse = (problem: FieldProblem) => new Refusal('invalidInput', { fields: { email: { problem } } });
  if (!email) throw refuse('required');
  if (!isEmail(email)) throw refuse('emailFormat');
  await checkImageCode(context, input);
  await limitAttempts(context, [
    { bucket: `link-source:${context.source}`, most: limitOf(context, 'signUpsPerSourceHour'), windowSeconds: 3600 },
  ]);
  await limitCommon(context, {
    bucket: `link:${email}`,
    most: limitOf(context, 'linkSendsPerEmailHour'),
    windowSeconds: 3600,
    alone: limits.triesAlone.mail,
  });
  const { owner, jobs, language } = context;
  await inTransaction(owner, (owner) => jobs.send(owner, 'account.mail', { kind, email, language }));
  return { resendAfterSeconds: limits.codeResendSeconds };
}
