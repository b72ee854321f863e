// An order mails addresses that its buyer typed. Accounts of members and guests cost nothing, nor does an order that is not paid: without
// a bound anybody could make the shop fill the mailbox of another person (decision 0789).
import { limits } from '../../../domain/limits.ts';
import { countAttempt } from '../../account/account.sql.ts';
import type { Owner } from '../../platform/db.ts';

type Bounded = { email: string; bounded_by: number | null };

const windowSeconds = 3600;

/** The recipients to whom another mail may go in this hour. */
export async function withinBounds<Recipient extends Bounded>(owner: Owner, list: Recipient[]): Promise<Recipient[]> {
  const allowed: Recipient[] = [];
  for (const recipient of list) if (await mayWrite(owner, recipient)) allowed.push(recipient);
  return allowed;
}

async function mayWrite(owner: Owner, { email, bounded_by: accountId }: Bounded): Promise<boolean> {
  if (accountId === null) return true;
  const toAddress = await countAttempt(owner, `unpaid-mail-to:${email.toLowerCase()}`, windowSeconds);
  const ofAccount = await countAttempt(owner, `unpaid-mail-of:${accountId}`, windowSeconds);
  return toAddress <= limits.unpaidMailsToEmailHour && ofAccount <= limits.unpaidMailsOfAccountHour;
}
