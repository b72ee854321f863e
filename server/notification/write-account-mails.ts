// Mails about accounts (§1, §2 signup and reset): the job decides which mail is sent, if any, where the caller cannot see it. Links
// are made when the mail is written, lead to the owner's own address, and only their hash is stored (security rules 44, 48, 59).
import { mayAct } from '../../domain/account-status.ts';
import { consolePaths } from '../../domain/console-paths.ts';
import { type Language, languageOf } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { type AccountRow, findAccountById, findProvedAccount, listClaims } from '../account/account.sql.ts';
import { findSignUp, insertLink, renewSignUpToken } from '../account/sign-up.sql.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { JobData, StoredJob } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { findOwner, listAdminMails } from '../site/site.sql.ts';
import { drawMail } from './draw-mail.ts';
import { type AccountLetter, isOfPartner, lettersOfPartner } from './list-partner-letters.ts';
import { isOfSystem, lettersOfSystem } from './list-system-letters.ts';
import { listMainAccounts } from './notification.sql.ts';
import { type Mail, storeMail } from './store-mail.ts';
import type { MailParts } from './write-mails.ts';

type Job = StoredJob<'account.mail'>;

class WrittenBefore extends Error {}

/** A job that runs again, because its process ended with it, writes nothing: the links of the mails stay those that open. */
export async function writeAccountMail(writing: MailParts, job: Job): Promise<void> {
  try {
    await inTransaction(writing.owner, async (owner) => {
      for (const [at, letter] of (await lettersFor(owner, job)).entries())
        if (!(await storeMail(owner, writing, await drawLetter(owner, job, letter, at)))) throw new WrittenBefore();
    });
  } catch (error) {
    if (!(error instanceof WrittenBefore)) throw error;
  }
}

async function lettersFor(
  owner: OwnerTrx,
  { kind, email, accountId, language: spoken, reason, topUp, made }: JobData['account.mail'],
): Promise<AccountLetter[]> {
  // Nothing is left that an account could be found by.
  if (kind === 'erased') return [{ kind, to: email, language: languageOf(spoken), name: '' }];
  const account = accountId ? await findAccountById(owner, accountId) : await findProvedAccount(owner, email);
  const language = languageOf(spoken || account?.language);
  if (kind === 'activate') return activation(owner, email, language, account);
  if (!account) return [];
  const base = { to: email, language, name: account.name || account.email };
  if (kind === 'reset') {
    // Asked for once more from an old mail: the account may have another address since.
    if (!mayAct(account.status) || account.email !== email) return [];
    const token = makeToken();
    await insertLink(owner, {
      hash: hashToken(token),
      purpose: 'reset',
      accountId: account.account_id,
      actingStaffId: null,
      lifeSeconds: limits.linkLifeSeconds.reset,
    });
    const link = { token, lifeSeconds: limits.linkLifeSeconds.reset };
    return [{ ...base, kind, path: paths.resetPassword(token), link, facts: usernameOf(account) }];
  }
  if (kind === 'hook-paused') {
    const path = account.partner_id ? paths.hooks() : consolePaths.hooks();
    return [{ ...base, kind, path, facts: [{ key: 'systems.hooks.address', value: reason ?? '' }] }];
  }
  if (isOfSystem(kind)) return made ? lettersOfSystem(owner, kind, account, made) : [];
  if (isOfPartner(kind)) return lettersOfPartner(owner, kind, account, { language, email, reason, topUp });
  if (kind === 'sub-account') return [await askProof(owner, account, language)];
  if (kind === 'sub-proved') return writeToMainAccounts(owner, account);
  if (kind === 'applied') {
    const staff = await listAdminMails(owner);
    const mail = {
      kind: 'applied-staff',
      name: account.partner_name,
      path: consolePaths.partners({ approval: 'waiting' }),
    } as const;
    return [
      { ...base, kind },
      ...staff.map((item) => ({ ...mail, to: item.email, language: languageOf(item.language) })),
    ];
  }
  const path =
    kind === 'disapproved' ? paths.partner() : kind === 'erasure-refused' ? paths.personalData() : paths.login();
  const facts = reason ? [{ key: 'notification.mail.reason', value: reason }] : [];
  return [{ ...base, kind, path, facts }];
}

/** To the mailbox of a new sub-account: the company's name, and the link by which its reader confirms the address. */
async function askProof(owner: OwnerTrx, account: AccountRow, language: Language): Promise<AccountLetter> {
  const token = makeToken();
  const lifeSeconds = limits.linkLifeSeconds.prove;
  await insertLink(owner, {
    hash: hashToken(token),
    purpose: 'prove',
    accountId: account.account_id,
    actingStaffId: null,
    lifeSeconds,
  });
  const facts = [{ key: 'account.detail.partnerName', value: account.partner_name }, ...usernameOf(account)];
  const path = paths.activation(token);
  return {
    kind: 'sub-account',
    to: account.email,
    language,
    name: account.name,
    path,
    link: { token, lifeSeconds },
    facts,
  };
}

/** Informs the main account that an address was confirmed, and of which sub-account. */
async function writeToMainAccounts(owner: OwnerTrx, account: AccountRow): Promise<AccountLetter[]> {
  const mains = account.partner_id ? await listMainAccounts(owner, account.partner_id) : [];
  const facts = [{ key: 'account.detail.email', value: account.email }, ...usernameOf(account)];
  return mains.map((main) => ({
    kind: 'sub-proved',
    to: main.email,
    language: languageOf(main.language),
    name: account.name,
    path: paths.subAccounts(),
    facts,
  }));
}

/** The address has an open sign-up: its link. It has an account already: a friendly notice. Neither: no mail. */
async function activation(
  owner: OwnerTrx,
  email: string,
  language: Language,
  account: AccountRow | undefined,
): Promise<AccountLetter[]> {
  const waiting = await findSignUp(owner, email);
  const base = { to: email, language };
  if (account?.password_hash)
    return waiting ? [{ ...base, kind: 'known', name: account.name, path: paths.forgotPassword() }] : [];
  if (!waiting) {
    const claims = account ? [] : await listClaims(owner, email);
    return Promise.all(claims.map((claim) => askProof(owner, claim, language)));
  }
  const token = makeToken();
  const lifeSeconds = limits.linkLifeSeconds.activate;
  await renewSignUpToken(owner, waiting.sign_up_id, hashToken(token), lifeSeconds);
  const link = { token, lifeSeconds };
  return [{ ...base, kind: 'activate', name: waiting.data.name ?? '', path: paths.activation(token), link }];
}

function usernameOf(account: AccountRow) {
  return account.username ? [{ key: 'account.detail.username', value: account.username }] : [];
}

/** A browser that was never here before shows the page in the mail's language. */
const inLanguage = (path: string, l: Language) => `${path}${path.includes('?') ? '&' : '?'}l=${l}`;

async function drawLetter(owner: OwnerTrx, job: Job, letter: AccountLetter, at: number): Promise<Mail> {
  const { jobId, ...data } = job;
  const company = await findOwner(owner);
  const { language, kind } = letter;
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const values = { name: letter.name, owner: company.name };
  const { html, body } = drawMail({
    language,
    company,
    title: say(`notification.mail.${kind}.title`, values),
    intro: say(`notification.mail.${kind}.intro`, values),
    facts: (letter.facts ?? []).map(({ key, value }) => ({ label: say(key), value })),
    button:
      letter.path && company.address
        ? { label: say(`notification.mail.${kind}.button`), href: company.address + inLanguage(letter.path, language) }
        : undefined,
    small: say(`notification.mail.${kind}.small`, values),
  });
  return {
    occasion: `account ${kind} ${jobId}.${at}`,
    recipient: letter.to,
    subject: say(`notification.mail.${kind}.title`, values),
    html,
    body,
    attachments: [],
    secret: letter.link
      ? { words: [letter.link.token], lifeSeconds: letter.link.lifeSeconds, again: { name: 'account.mail', data } }
      : null,
  };
}
