// Mails of the moment: the e-mailed code (§2). Mails about orders are in write-order-mails.ts.
import { languageOf } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { type Db, inTransaction } from '../platform/db.ts';
import type { JobData, Jobs } from '../platform/jobs.ts';
import type { Vault } from '../platform/vault.ts';
import { findOwner } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { insertMail, type NewMail } from './notification.sql.ts';

export type Writing = { db: Db; jobs: Jobs };
/** Mails that carry vouchers: they are signed. */
export type SignedWriting = Writing & { vault: Vault };

async function keepMail({ db, jobs }: Writing, ownerId: number, mail: NewMail): Promise<void> {
  await inTransaction(db, async (trx) => {
    const mailId = await insertMail(trx, ownerId, mail);
    if (mailId !== undefined) await jobs.send(trx, 'mail.deliver', { ownerId, mailId });
  });
}

export async function writeCodeMail(
  writing: Writing,
  { ownerId, email, code, language: spoken }: JobData['code.mail'],
): Promise<void> {
  const owner = await findOwner(writing.db, ownerId);
  const language = languageOf(spoken);
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const title = say('mail.codeTitle', { code });
  const { html, body } = drawMail({
    language,
    ownerName: owner.name,
    colour: owner.brand_colour,
    title: say('mail.codeHeading'),
    intro: say('mail.codeIntro', { minutes: 10 }),
    code,
    facts: [],
    small: say('mail.codeSmall'),
  });
  await keepMail(writing, ownerId, {
    occasion: `code ${code} ${Date.now()}`,
    recipient: email,
    subject: title,
    html,
    body,
    attachments: [],
  });
}
