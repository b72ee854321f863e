// Erasing a person (decision 0495): the obstacles are read while the accounts are locked, so an order placed meanwhile is either seen
// or refused. Money, numbers, ledger and the record of who did what stay as they were.
import { Refusal } from '../../domain/errors.ts';
import { normalEmail } from '../../domain/passwords.ts';
import { type ErasureObstacle, type ReviewWish, readRetention } from '../../domain/privacy/retention.ts';
import type { Context } from '../platform/context.ts';
import type { OwnerTrx } from '../platform/db.ts';
import type { Vault } from '../platform/vault.ts';
import { dropPictures, eraseReview } from '../review/review.sql.ts';
import {
  closeAccounts,
  eraseByRegister,
  eraseFromHistory,
  holdMails,
  listContactWords,
  listReviewedLines,
  noteErased,
  retainInvoiceNames,
  wordsOf,
} from './erase.sql.ts';
import { findScope, listAccountsOf, listObstacles, type Person, type PersonAccount } from './persons.sql.ts';
import { findTerms } from './retention.sql.ts';

type Marking = { vault: Pick<Vault, 'mark'>; ownerId: number };

/** In place of the person's name: of the address, or of an account that did not prove it. */
export function markPerson({ vault, ownerId }: Marking, { email, accountId }: MarkedPerson): string {
  return vault.mark(email === null ? `account ${accountId}` : normalEmail(email), `erased person of ${ownerId}`);
}

/** `email`: the proved one (provedEmailOf). */
export type MarkedPerson = { email: string | null; accountId: number | null };

/** Why the person may not be erased yet. */
export class StandsInTheWay extends Refusal {
  constructor(obstacles: ErasureObstacle[]) {
    super('erasureBlocked', { data: { obstacles } });
  }
}

type Erasing = Person & { reviews: ReviewWish; by: string; now: Date; vault: Context['vault'] };

/** Refuses erasureBlocked. Returns the accounts that were closed; none where the person was only a contact, or was erased before. */
export async function erasePerson(owner: OwnerTrx, erasing: Erasing): Promise<PersonAccount[]> {
  const { email, accountId, reviews, by, now, vault } = erasing;
  const accounts = await listAccountsOf(owner, email, accountId, true);
  const scope = await findScope(owner, erasing, accounts);
  const obstacles = await listObstacles(owner, scope, accounts);
  if (obstacles.length) throw new StandsInTheWay(obstacles);
  const words = wordsOf(scope, accounts, await listContactWords(owner, scope));
  const { invoices } = readRetention((await findTerms(owner)).terms);
  await retainInvoiceNames(owner, scope.orders, invoices, now);
  for (const line of await listReviewedLines(owner, scope)) {
    if (reviews === 'erased') await eraseReview(owner, { subOrderNo: line });
    else await dropPictures(owner, line, []);
  }
  await holdMails(owner);
  await eraseFromHistory(owner, scope, words);
  await eraseByRegister(owner, scope);
  await closeAccounts(owner, scope);
  const mark = markPerson({ vault, ownerId: owner.id }, { email: scope.email, accountId });
  const closed = accounts.map((account) => account.account_id);
  for (const id of closed.length ? closed : [null]) await noteErased(owner, { mark, accountId: id, reviews, by, now });
  return accounts;
}
