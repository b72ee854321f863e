// Mails about accounts (§1, §2 signup and reset): which one, if any, is decided here and not where the caller could see it. Links
// are made as the mail is written, lead to the owner's own address, and only their hash is kept (security rules 44, 48, 59).
import { type Language, languageOf } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { translate } from '../../locales/translate.ts';
import { type AccountRow, findAccount } from '../account/account.sql.ts';
import { findSignUp, insertLink, renewSignUpToken } from '../account/sign-up.sql.ts';
import { inTransaction, type Trx } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findOwner, listAdminMails } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { insertMail } from './notification.sql.ts';
import type { Writing } from './write-mails.ts';

type Kind = JobData['account.mail']['kind'] | 'known' | 'applied-staff';
type Letter = {
  kind: Kind;
  to: string;
  language: Language;
  name: string;
  /** Path of the button under the owner's address. */
  path?: string;
  facts?: { key: string; value: string }[];
};

export async function writeAccountMail({ db, jobs }: Writing, data: JobData['account.mail']): Promise<void> {
  const { ownerId } = data;
  await inTransaction(db, async (trx) => {
    for (const letter of await lettersFor(trx, data)) {
      const mailId = await keepLetter(trx, ownerId, letter);
      if (mailId !== undefined) await jobs.send(trx, 'mail.deliver', { ownerId, mailId });
    }
  });
}

async function lettersFor(
  trx: Trx,
  { ownerId, kind, email, language: spoken, reason }: JobData['account.mail'],
): Promise<Letter[]> {
  const account = await findAccount(trx, ownerId, email, false);
  const language = languageOf(spoken || account?.language);
  if (kind === 'activate') return activation(trx, ownerId, email, language, account);
  if (!account) return [];
  const base = { to: email, language, name: account.name };
  if (kind === 'reset') {
    if (account.status !== 1 && account.status !== 2) return [];
    const token = makeToken();
    await insertLink(trx, ownerId, {
      hash: hashToken(token),
      purpose: 'reset',
      accountId: account.account_id,
      actingStaffId: null,
      lifeSeconds: limits.linkLifeSeconds.reset,
    });
    return [{ ...base, kind, path: `/login/reset?token=${token}`, facts: usernameOf(account) }];
  }
  if (kind === 'applied') {
    const staff = await listAdminMails(trx, ownerId);
    const told = {
      kind: 'applied-staff',
      name: account.partner_name,
      path: '/console/partners?approval=waiting',
    } as const;
    return [{ ...base, kind }, ...staff.map((one) => ({ ...told, to: one.email, language: languageOf(one.language) }))];
  }
  const path = kind === 'disapproved' ? '/uc/account' : '/login';
  const facts = kind === 'sub-account' ? usernameOf(account) : reason ? [{ key: 'mail.reason', value: reason }] : [];
  return [{ ...base, kind, path, facts }];
}

/** The address has a waiting sign-up: its link. It has an account already: a friendly word. Neither: nothing. */
async function activation(
  trx: Trx,
  ownerId: number,
  email: string,
  language: Language,
  account: AccountRow | undefined,
): Promise<Letter[]> {
  const waiting = await findSignUp(trx, ownerId, email);
  const base = { to: email, language };
  if (account?.password_hash)
    return waiting ? [{ ...base, kind: 'known', name: account.name, path: '/login/retrieve' }] : [];
  if (!waiting) return [];
  const token = makeToken();
  const seconds = limits.linkLifeSeconds.activate;
  await renewSignUpToken(trx, ownerId, waiting.sign_up_id, hashToken(token), seconds);
  return [{ ...base, kind: 'activate', name: waiting.data.name ?? '', path: `/login/active?token=${token}` }];
}

function usernameOf(account: AccountRow) {
  return account.username ? [{ key: 'account.username', value: account.username }] : [];
}

async function keepLetter(trx: Trx, ownerId: number, letter: Letter): Promise<number | undefined> {
  const owner = await findOwner(trx, ownerId);
  const { language, kind } = letter;
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const values = { name: letter.name, owner: owner.name };
  const { html, body } = drawMail({
    language,
    ownerName: owner.name,
    colour: owner.brand_colour,
    title: say(`mail.${kind}.title`, values),
    intro: say(`mail.${kind}.intro`, values),
    facts: (letter.facts ?? []).map(({ key, value }) => ({ label: say(key), value })),
    button:
      letter.path && owner.address
        ? { label: say(`mail.${kind}.button`), href: `${owner.address}${letter.path}` }
        : undefined,
    small: say(`mail.${kind}.small`, values),
  });
  return insertMail(trx, ownerId, {
    occasion: `account ${kind} ${makeToken().slice(0, 12)}`,
    recipient: letter.to,
    subject: say(`mail.${kind}.title`, values),
    html,
    body,
    attachments: [],
  });
}
