// A sign-up is finished with the password that was chosen in it where the link alone does not say whose it is (decision 0779).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { Refusal } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import type { Context } from '../../platform/context.ts';
import { hashToken } from '../../platform/make-ids.ts';
import { finishSignUp } from '../activate-account.ts';
import { fitsPassword } from '../hash-password.ts';
import { limitAttempts, limitOf, takeBack } from '../limit-attempts.ts';
import { listWaiting, spendWaiting, type WaitingSignUp } from './waiting-sign-ups.sql.ts';

/** Refuses linkExpired as activateAccount does, and invalidInput for `password` when it is of no sign-up of the address. */
export async function activateByPassword(
  context: Context,
  { token, password }: ParsedInputOf<'enableEmailByPassword'>,
): Promise<OutputOf<'enableEmail'>> {
  const { owner } = context;
  if (!password) throw new Refusal('invalidInput', { fields: { password: { problem: 'required' } } });
  const hash = hashToken(token);
  // Hashing is expensive: an invented link must not cause it.
  const waiting = await listWaiting(owner, hash, limits.signUpsCompared);
  if (!waiting[0]) throw new Refusal('linkExpired');
  const most = limitOf(context, 'loginTriesPerAccountHour');
  const tries = [{ bucket: `activate:${waiting[0].email}`, most, windowSeconds: 3600 }];
  await limitAttempts(context, tries);
  const chosen = await findFitting(waiting, password);
  if (!chosen) throw new Refusal('invalidInput', { fields: { password: { problem: 'signUpPassword' } } });
  await takeBack(context, tries);
  return finishSignUp(context, (owner) => spendWaiting(owner, hash, chosen));
}

async function findFitting(waiting: WaitingSignUp[], password: string): Promise<WaitingSignUp | undefined> {
  for (const row of waiting) if (await fitsPassword(row.password_hash, password)) return row;
  return undefined;
}
