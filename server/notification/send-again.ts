// Staff see no link and no code of a mail (decision 0082), but may have a new one sent to the same person: to the same
// mailbox, by repeating the same request, counted and logged.
import type { OutputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limitAttempts, limitOf } from '../account/limit-attempts.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import type { Jobs, SecretMail } from '../platform/jobs.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { makeToken } from '../platform/make-ids.ts';
import { findMail } from './notification.sql.ts';

/** Refuses actionNotAllowed for a mail without a link or code. */
export async function sendAgain(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleMailAgain'>> {
  const { owner, jobs } = context;
  const mail = await findMail(owner, id);
  if (!mail) throw new NotHere();
  const { again, recipient } = mail;
  if (!again) throw new Refusal('actionNotAllowed');
  const most = limitOf(context, 'linkSendsPerEmailHour');
  await limitAttempts(context, [{ bucket: `again:${recipient}`, most, windowSeconds: 3600 }]);
  await inTransaction(owner, async (owner) => {
    await queueAnew(owner, jobs, again);
    await logAction(owner, context, {
      act: 'mail-again',
      subject: `mail ${id}`,
      after: { to: recipient, mail: mail.subject },
    });
  });
  return {};
}

/** A repeated job writes no second mail, so a new mail gets a new request number. */
function queueAnew(owner: Owner, jobs: Jobs, again: SecretMail): Promise<void> {
  if (again.name === 'account.mail') return jobs.send(owner, again.name, again.data);
  const request = makeToken();
  if (again.name === 'code.mail') return jobs.send(owner, again.name, { ...again.data, request });
  if (again.name === 'supply.mail') return jobs.send(owner, again.name, { ...again.data, request });
  if (again.name === 'notice.mail') return jobs.send(owner, again.name, { ...again.data, request });
  if (again.name === 'review.mail') return jobs.send(owner, again.name, { ...again.data, request });
  if (again.name === 'quotation.mail') return jobs.send(owner, again.name, { ...again.data, request });
  return jobs.send(owner, again.name, { ...again.data, request });
}
