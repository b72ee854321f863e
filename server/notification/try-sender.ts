// A test mail to the admin who requests it (rules §10): written, queued and sent like any other, so that it shows how those fare.
import { randomUUID } from 'node:crypto';
import type { OutputOf } from '../../contract/index.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { findOwner } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { findMailOf } from './notification.sql.ts';
import { storeMail } from './store-mail.ts';

const mostPerHour = 20;

export async function trySender(context: Context): Promise<OutputOf<'consoleMailTry'>> {
  const { owner, language, jobs, vault } = context;
  const { accountId, email } = staffOf(context);
  await limitAttempts(context, [{ bucket: `test mail ${accountId}`, most: mostPerHour, windowSeconds: 3600 }]);
  const company = await findOwner(owner);
  const say = (part: string) => translate(language, `notification.mail.trial.${part}`, { owner: company.name });
  const subject = say('title');
  const drawn = drawMail({ language, company, title: subject, intro: say('intro'), facts: [], small: say('small') });
  const occasion = `trial ${randomUUID()}`;
  await inTransaction(owner, async (owner) => {
    const mail = { ...drawn, occasion, recipient: email, subject, attachments: [], secret: null };
    await storeMail(owner, { jobs, vault, erasures: null }, mail);
    await logAction(owner, context, { act: 'mail-tried', subject: 'company', after: { to: email } });
  });
  const mailId = await findMailOf(owner, occasion);
  if (mailId === undefined) throw new Error('the test mail was not written');
  return { id: String(mailId), to: email };
}
