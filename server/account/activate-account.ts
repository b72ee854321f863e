// The link of the sign-up mail (§2 login/active) is used once and creates the account; distributors then wait for the owner. And
// the links by which the reader of a mailbox confirms that the address of a sub-account, or an account's new address, is theirs.
import type { OutputOf } from '../../contract/index.ts';
import { gatherContacts } from '../../domain/account-forms.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate, type OwnerTrx } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import { endFormerLinks, findAccountById, findProvedAccount, proveEmail } from './account.sql.ts';
import { hasOthersWaiting } from './activation/waiting-sign-ups.sql.ts';
import {
  endAccess,
  insertAccount,
  insertPartner,
  type NewPartner,
  raiseGuest,
  raisePartner,
  type SignUpRow,
  spendLink,
  spendSignUp,
  takeNewEmail,
} from './sign-up.sql.ts';

type Enabled = OutputOf<'enableEmail'>;

/**
 * Refuses linkExpired for a link that is unknown, expired or used, and when the address got an account meanwhile; signUpPassword where the
 * link alone does not say whose sign-up it is (decision 0779).
 */
export function activateAccount(context: Context, { token }: { token: string }): Promise<Enabled> {
  const spend = async (owner: OwnerTrx) => {
    const row = await spendSignUp(owner, hashToken(token));
    if (row && (await needsPassword(owner, row))) throw new Refusal('signUpPassword');
    return row;
  };
  return finishSignUp(
    context,
    spend,
    async (owner) => (await changeAddress(context, owner, token)) ?? proveAddress(context, owner, token),
  );
}

/** Anyone may have typed it: a guest's orders, or another sign-up's place, are for the person who chose its password. */
async function needsPassword(owner: OwnerTrx, row: SignUpRow): Promise<boolean> {
  const known = await findProvedAccount(owner, row.email);
  return known ? known.password_hash === null : hasOthersWaiting(owner, row);
}

/** Opens the account of the sign-up that `spend` returns. Where it returns none: what `otherwise` does, or linkExpired. */
export async function finishSignUp(
  context: Context,
  spend: (owner: OwnerTrx) => Promise<SignUpRow | undefined>,
  otherwise?: (owner: OwnerTrx) => Promise<Enabled>,
): Promise<Enabled> {
  const { owner, jobs } = context;
  try {
    return await inTransaction(owner, async (owner) => {
      const row = await spend(owner);
      if (!row && otherwise) return otherwise(owner);
      if (!row) throw new Refusal('linkExpired');
      const waits = row.registrant !== 'individual';
      await openAccount(owner, row, { proved: true, approval: waits ? 'waiting' : 'none', level: 0 });
      if (waits) {
        const mail = { kind: 'applied', email: row.email, language: row.language } as const;
        await jobs.send(owner, 'account.mail', mail);
      }
      return { registrant: row.registrant, email: row.email, waits };
    });
  } catch (error) {
    if (isDuplicate(error, 'account_email')) throw new Refusal('linkExpired');
    throw error;
  }
}

/** The link that was mailed to a sub-account's address: the address is now confirmed, and the main account is informed. */
async function proveAddress({ jobs }: Context, owner: OwnerTrx, token: string): Promise<Enabled> {
  const link = await spendLink(owner, hashToken(token), 'prove');
  const row = link && (await findAccountById(owner, link.account_id));
  if (!row || (await proveEmail(owner, row.account_id)) !== 1) throw new Refusal('linkExpired');
  const { email, account_id: accountId, partner_kind: registrant } = row;
  await jobs.send(owner, 'account.mail', { kind: 'sub-proved', email, accountId, language: '' });
  return { registrant, email, waits: false };
}

/** The link to an address that staff entered for an account: opening it proves the address and ends all sessions of the account. */
async function changeAddress({ jobs }: Context, owner: OwnerTrx, token: string) {
  const link = await spendLink(owner, hashToken(token), 'email');
  if (!link) return undefined;
  const row = await findAccountById(owner, link.account_id);
  if (!row || !link.email || (await takeNewEmail(owner, row.account_id, link.email)) !== 1)
    throw new Refusal('linkExpired');
  await endAccess(owner, row.account_id, null);
  await endFormerLinks(owner, row.partner_id, row.email);
  const mail = { kind: 'email-changed', email: row.email, accountId: row.account_id, language: '' } as const;
  await jobs.send(owner, 'account.mail', mail);
  return { registrant: row.partner_kind, email: link.email, waits: false };
}

type Opening = Pick<SignUpRow, 'email' | 'registrant' | 'data' | 'language' | 'agreement_version'> & {
  /** Null until the person chooses a password by a mailed link. */
  password_hash: string | null;
};

/**
 * The account and partner that come of a sign-up, or of what staff filled in; a guest of the same address is raised and keeps its orders.
 * `proved`: the reader of the address followed a link. Refuses linkExpired where the guest
 * got a password meanwhile.
 */
export async function openAccount(
  owner: OwnerTrx,
  { registrant, data, email, ...row }: Opening,
  { proved, approval, level }: { proved: boolean; approval: NewPartner['approval']; level: number },
): Promise<{ accountId: number; partnerId: number }> {
  const name = data.name ?? '';
  const partner: NewPartner = {
    kind: registrant,
    name: data.companyName || name,
    approval,
    level,
    country: data.country ?? '',
    city: data.city ?? '',
    address: data.address ?? '',
    taxNumber: data.taxNumber ?? '',
    contacts: gatherContacts(data),
  };
  const { wechat = '', line = '', whatsapp = '' } = data;
  const account = {
    kind: registrant === 'individual' ? 'member' : 'main',
    email,
    name,
    nickName: '',
    department: '',
    areaCode: data.areaCode ?? '',
    mobile: data.mobile ?? '',
    messengers: { wechat, line, whatsapp },
    language: row.language,
    passwordHash: row.password_hash,
    orderVisibility: 1,
    agreementVersion: row.agreement_version,
  } as const;
  const known = await findProvedAccount(owner, email);
  if (known?.partner_id) {
    if ((await raiseGuest(owner, known.account_id, account)) !== 1) throw new Refusal('linkExpired');
    await endAccess(owner, known.account_id, null);
    await raisePartner(owner, known.partner_id, partner);
    return { accountId: known.account_id, partnerId: known.partner_id };
  }
  const partnerId = await insertPartner(owner, partner);
  const accountId = await insertAccount(owner, { ...account, partnerId, username: null, emailProved: proved });
  return { accountId, partnerId };
}
