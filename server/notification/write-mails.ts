// Mails of the moment: the e-mailed code (§2). The code is drawn as its mail is written, so that no job carries it. Mails
// about orders are in write-order-mails.ts.
import { randomInt } from 'node:crypto';
import { languageOf } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { codeAlphabet, codeLength } from '../../domain/passwords.ts';
import { translate } from '../../locales/translate.ts';
import { insertCode } from '../account/account.sql.ts';
import { hashCode } from '../account/hash-password.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { findOwner } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { type Keeping, storeMail } from './store-mail.ts';

export type MailParts = Keeping & { owner: Owner };

export async function writeCodeMail(writing: MailParts, data: JobData['code.mail']): Promise<void> {
  const { email, flow, request } = data;
  const company = await findOwner(writing.owner);
  const language = languageOf(data.language);
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const code = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  const hash = await hashCode(writing, code, `${writing.owner.id} ${email} ${flow}`);
  const { html, body } = drawMail({
    language,
    company,
    title: say('notification.mail.codeHeading'),
    intro: say('notification.mail.codeIntro', { minutes: 10 }),
    code,
    facts: [],
    small: say('notification.mail.codeSmall'),
  });
  const mail = {
    occasion: `code ${request}`,
    recipient: email,
    subject: say('notification.mail.codeTitle', { code }),
    html,
    body,
    attachments: [],
    secret: { words: [code], lifeSeconds: limits.codeLifeSeconds, again: { name: 'code.mail', data } as const },
  };
  await inTransaction(writing.owner, async (owner) => {
    if (!(await storeMail(owner, writing, mail))) return;
    await insertCode(owner, { email, purpose: 'guest', flow, hash, lifeSeconds: limits.codeLifeSeconds });
  });
}
