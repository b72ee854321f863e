// Mails of what staff do for a partner (rules §3): the link to a first password, another e-mail with a word to both addresses, the
// decision about a change that the partner asked for, and what became of a top-up by bank transfer.
import { mayAct } from '../../domain/account-status.ts';
import { formatDay } from '../../domain/dates.ts';
import { formatLocale, type Language, languageOf } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { formatMoney, type Money } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import type { TopUpOfMail } from '../../domain/transfer-rules.ts';
import type { AccountRow } from '../account/account.sql.ts';
import { endLinks, findNewEmail, insertLink, type LinkPurpose } from '../account/sign-up.sql.ts';
import type { OwnerTrx } from '../platform/db.ts';
import type { AccountMail } from '../platform/jobs.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';

export type AccountLetter = {
  kind: AccountMail | 'known' | 'applied-staff' | 'email-asked';
  to: string;
  language: Language;
  name: string;
  /** Path of the button under the owner's address; with a token it works for everyone who opens it. */
  path?: string;
  link?: { token: string; lifeSeconds: number };
  facts?: { key: string; value: string }[];
};

const ofDetails = ['invite', 'new-email', 'email-changed', 'change-approved', 'change-refused'] as const;
const ofMoney = ['top-up-settled', 'top-up-refused'] as const;
const kinds = [...ofDetails, ...ofMoney];
type Kind = (typeof kinds)[number];

export const isOfPartner = (kind: AccountMail): kind is Kind => kinds.some((value) => value === kind);

type Recipient = {
  language: Language;
  email: string;
  reason: string | undefined;
  topUp: TopUpOfMail | undefined;
};

export async function lettersOfPartner(
  owner: OwnerTrx,
  kind: Kind,
  account: AccountRow,
  { language, email, reason, topUp }: Recipient,
): Promise<AccountLetter[]> {
  const base = { language, name: account.name };
  if (kind === 'invite') return inviteOf(owner, account, language);
  if (kind === 'new-email') return newEmailOf(owner, account, language);
  const facts = [{ key: 'account.detail.email', value: account.email }];
  if (kind === 'email-changed')
    return [email, account.email].map((to) => ({ ...base, kind, to, path: paths.login(), facts }));
  const why = reason ? [{ key: 'notification.mail.reason', value: reason }] : [];
  const path = ofMoney.some((value) => value === kind) ? paths.balance() : paths.partner();
  return [{ ...base, kind, to: account.email, path, facts: [...(topUp ? listTopUp(topUp, language) : []), ...why] }];
}

/** What the partner's accounting compares with its bank: which top-up, what was announced and what arrived. */
function listTopUp({ rechargeNo, announced, arrived }: TopUpOfMail, language: Language) {
  const locale = formatLocale(language);
  const show = (amount: Money) => formatMoney(amount, locale);
  const { amount = announced, credited, reference, on } = arrived ?? {};
  const differs = amount.amountMinor !== announced.amountMinor;
  const facts: [key: string, value: string | undefined][] = [
    ['payment.balance.column.reference', rechargeNo],
    ['notification.mail.announced', differs ? show(announced) : undefined],
    ['payment.balance.column.amount', show(amount)],
    ['payment.channel.deposit', credited && `+${show(credited)}`],
    ['payment.transfer.bankReference', reference],
    ['payment.transfer.receivedOn', on && formatDay(on, locale)],
  ];
  return facts.flatMap(([key, value]) => (value ? [{ key, value }] : []));
}

async function makeLink(owner: OwnerTrx, account: AccountRow, purpose: LinkPurpose, email?: string) {
  const token = makeToken();
  const lifeSeconds = limits.linkLifeSeconds.invite;
  const accountId = account.account_id;
  await insertLink(owner, { hash: hashToken(token), purpose, accountId, actingStaffId: null, email, lifeSeconds });
  return { token, lifeSeconds };
}

/** To an account that has no password yet; an account that got one meanwhile needs no link with such a long life. */
async function inviteOf(owner: OwnerTrx, account: AccountRow, language: Language): Promise<AccountLetter[]> {
  if (account.password_hash || !mayAct(account.status)) return [];
  // Of staff the newest invitation alone opens; a partner may come by any that it was sent.
  if (account.kind === 'staff') await endLinks(owner, account.account_id, 'reset');
  const link = await makeLink(owner, account, 'reset');
  const { email: to, name, partner_name: partner } = account;
  const base = { kind: 'invite', to, language, name, link } as const;
  const facts = partner ? [{ key: 'account.detail.partnerName', value: partner }] : [];
  const staff = account.kind === 'staff' ? ({ staff: 1 } as const) : {};
  return [{ ...base, path: paths.resetPassword(link.token, { first: 1, ...staff }), facts }];
}

/** The link to the address that waits now, and a word to the address that the account has. */
async function newEmailOf(owner: OwnerTrx, account: AccountRow, language: Language): Promise<AccountLetter[]> {
  const email = await findNewEmail(owner, account.account_id);
  if (!email) return [];
  const link = await makeLink(owner, account, 'email', email);
  const facts = [{ key: 'account.detail.email', value: email }];
  const base = { language: languageOf(language), name: account.name, facts };
  return [
    { ...base, kind: 'new-email', to: email, path: paths.activation(link.token), link },
    { ...base, kind: 'email-asked', to: account.email },
  ];
}
