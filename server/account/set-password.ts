// A guest gives the account a password (§1, optional): rule of §5, other sessions end (security rule 45).
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { isPassword } from '../../domain/passwords.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { deleteOtherSessions, setPasswordHash } from './account.sql.ts';
import { hashPassword } from './hash-password.ts';

/** Refuses invalidInput by field, passwordAlreadySet when the account has one: that one is changed, not set. */
export async function setPassword(context: Context, input: { password: string; confirmation: string }): Promise<void> {
  const buyer = buyerOf(context);
  const fields: FieldProblems = {};
  if (!input.password) fields.password = { problem: 'required' };
  else if (!isPassword(input.password)) fields.password = { problem: 'passwordRule' };
  if (input.password !== input.confirmation) fields.confirmation = { problem: 'passwordsDiffer' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const hash = await hashPassword(input.password);
  await inTransaction(context.db, async (trx) => {
    const { ownerId } = context.site;
    if ((await setPasswordHash(trx, ownerId, buyer.accountId, hash)) !== 1) throw new Refusal('passwordAlreadySet');
    await deleteOtherSessions(trx, ownerId, buyer.accountId, buyer.sessionHash);
  });
}
