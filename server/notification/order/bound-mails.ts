// Mails about orders that nobody paid, to addresses that a member or guest only named. Such an account costs nothing, and placing an order
// neither: without a bound the shop would mail any mailbox as often as a stranger likes (decision 0789).
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
