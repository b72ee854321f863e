// E-mails a 4-character code after a solved slider (§1 guests, security rules 41 to 44). Works the same for known and
// unknown addresses; the code is drawn where its mail is written, by a job.
import { Refusal } from '../../domain/errors.ts';
import { isLikelyTrack, type TrackPoint } from '../../domain/judge-track.ts';
import { limits } from '../../domain/limits.ts';
import { isEmail, normalEmail } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { makeToken } from '../platform/make-ids.ts';
import { spendCaptcha } from './account.sql.ts';
import { limitAttempts, limitCommon, limitOf } from './limit-attempts.ts';

/** The slider counts as solved within this many pixels of the gap. */
const slackPixels = 6;

export type SendCode = { email: string; flow: string; ticket: string; x: number; track: TrackPoint[] };

/** Refuses invalidInput for the address, wrongCode (200004) for the slider; then the page fetches a new puzzle. */
export async function sendCode(context: Context, input: SendCode): Promise<{ resendAfterSeconds: number }> {
  const email = normalEmail(input.email);
  if (!email) throw new Refusal('invalidInput', { fields: { email: { problem: 'required' } } });
  if (!isEmail(email)) throw new Refusal('invalidInput', { fields: { email: { problem: 'emailFormat' } } });
  const puzzle = await spendCaptcha(context.owner, input.ticket, input.flow);
  if (!puzzle || puzzle.answer_text !== null || Math.abs(puzzle.answer_x - input.x) > slackPixels)
    throw new Refusal('wrongCode');
  const ageMilliseconds = (limits.captchaLifeSeconds - puzzle.left_seconds) * 1000;
  if (!isLikelyTrack(input.track, input.x, ageMilliseconds)) throw new Refusal('wrongCode');
  await limitAttempts(context, [
    { bucket: `send-source:${context.source}`, most: limitOf(context, 'codeSendsPerSourceHour'), windowSeconds: 3600 },
  ]);
  await limitCommon(context, {
    bucket: `send:${email}`,
    most: limitOf(context, 'codeSendsPerEmailHour'),
    windowSeconds: 3600,
    alone: limits.triesAlone.mail,
  });
  const { owner, jobs, language } = context;
  const request = makeToken();
  await inTransaction(owner, (owner) => jobs.send(owner, 'code.mail', { email, flow: input.flow, language, request }));
  return { resendAfterSeconds: limits.codeResendSeconds };
}
