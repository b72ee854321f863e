// The link of the sign-up mail (§2 login/active) is used once and creates the account; distributors then wait for the owner. And
// the link by which the reader of a mailbox confirms that a sub-account's address is theirs.
import type { OutputOf } from '../../contract/index.ts';
import { gatherContacts } from '../../domain/account-forms.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, isDuplicate, type Trx } from '../platform/db.ts';
import { hashToken } from '../platform/make-ids.ts';
import { findAccountById, findProvedAccount, proveEmail } from './account.sql.ts';
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
} from './sign-up.sql.ts';

/** Refuses linkExpired for a link that is unknown, expired or used, and when the address got an account meanwhile. */
export async function activateAccount(
  context: Context,
  { token }: { token: string },
): Promise<OutputOf<'enableEmail'>> {
  const { db, site, jobs } = context;
  try {
    return await inTransaction(db, async (trx) => {
      const row = await spendSignUp(trx, site.ownerId, hashToken(token));
      if (!row) return proveAddress(context, trx, token);
      await makeAccount(trx, site.ownerId, row);
      const waits = row.registrant !== 'individual';
      if (waits) {
        const told = { ownerId: site.ownerId, kind: 'applied', email: row.email, language: row.language } as const;
        await jobs.send(trx, 'account.mail', told);
      }
      return { registrant: row.registrant, email: row.email, waits };
    });
  } catch (error) {
    if (isDuplicate(error, 'account_email')) throw new Refusal('linkExpired');
    throw error;
  }
}

/** The link that was mailed to a sub-account's address: the address is now confirmed, and the main account is informed. */
async function proveAddress({ site, jobs }: Context, trx: Trx, token: string): Promise<OutputOf<'enableEmail'>> {
  const { ownerId } = site;
  const link = await spendLink(trx, ownerId, hashToken(token), 'prove');
  const row = link && (await findAccountById(trx, ownerId, link.account_id));
  if (!row || (await proveEmail(trx, ownerId, row.account_id)) !== 1) throw new Refusal('linkExpired');
  const { email, account_id: accountId, partner_kind: registrant } = row;
  await jobs.send(trx, 'account.mail', { ownerId, kind: 'sub-proved', email, accountId, language: '' });
  return { registrant, email, waits: false };
}

async function makeAccount(trx: Trx, ownerId: number, { registrant, data, email, ...row }: SignUpRow): Promise<void> {
  const kind = registrant === 'individual' ? 'member' : 'main';
  const name = data.name ?? '';
  const partner: NewPartner = {
    kind: registrant,
    name: data.companyName || name,
    approval: registrant === 'individual' ? 'none' : 'waiting',
    country: data.country ?? '',
    city: data.city ?? '',
    address: data.address ?? '',
    contacts: gatherContacts(data),
  };
  const { wechat = '', line = '', whatsapp = '' } = data;
  const account = {
    kind,
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
  const known = await findProvedAccount(trx, ownerId, email);
  if (known?.partner_id) {
    if ((await raiseGuest(trx, ownerId, known.account_id, account)) !== 1) throw new Refusal('linkExpired');
    await endAccess(trx, ownerId, known.account_id, null);
    await raisePartner(trx, ownerId, known.partner_id, partner);
    return;
  }
  const partnerId = await insertPartner(trx, ownerId, partner);
  await insertAccount(trx, ownerId, { ...account, partnerId, username: null, emailProved: true });
}
