// A guest gives the account a password (§1, optional): rule of §5, other sessions and links end (security rule 45).
import { checkNewPassword } from '../../domain/account-forms.ts';
import { Refusal } from '../../domain/errors.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { listShopNames } from '../site/read-appearance.ts';
import { type AccountRow, findAccountById, setPasswordHash } from './account.sql.ts';
import { hashPassword } from './hash-password.ts';
import { endAccess } from './sign-up.sql.ts';

/** What an account contains about its person: a new password may contain no word of it (ASVS 6.2.11). */
export function namesOf(row: AccountRow): string[] {
  return [row.email, row.username ?? '', row.name, row.nick_name, row.partner_name];
}

/** Refuses invalidInput by field, passwordAlreadySet when the account has one: that one is changed, not set. */
export async function setPassword(context: Context, input: { password: string; confirmation: string }): Promise<void> {
  const buyer = buyerOf(context);
  const row = await findAccountById(context.owner, buyer.accountId);
  const names = [...(await listShopNames(context)), ...(row ? namesOf(row) : [])];
  const fields = checkNewPassword(input.password, input.confirmation, names);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const hash = await hashPassword(input.password);
  await inTransaction(context.owner, async (owner) => {
    if ((await setPasswordHash(owner, buyer.accountId, hash)) !== 1) throw new Refusal('passwordAlreadySet');
    await endAccess(owner, buyer.accountId, buyer.sessionHash);
  });
}
