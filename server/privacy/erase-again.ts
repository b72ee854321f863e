// After a restore (decision 0495): the backup still contains persons who were erased after it was made. The list of erased persons, as
// marks under the installation's key, is saved outside of the database and applied to the restored data.
import type { ReviewWish } from '../../domain/privacy/retention.ts';
import { inTransaction, type Owners, type OwnerTrx } from '../platform/db.ts';
import type { RoomParts } from '../platform/room.ts';
import { erasePerson, markPerson, StandsInTheWay } from './erase-person.ts';
import { listErasedMarks, listKnownPersons } from './erased-list.sql.ts';
import { listAccountsOf } from './persons.sql.ts';

/** `accounts`: where they are in the backup, others with the same address stay, such as one that another company typed in. */
export type ErasedPerson = { owner: number; mark: string; reviews: ReviewWish; at: string; accounts?: number[] };

export async function listErased({ house }: Pick<Owners, 'house'>): Promise<ErasedPerson[]> {
  const found = await listErasedMarks(house);
  return found.map((row) => ({
    owner: row.owner_id,
    mark: row.person_mark,
    reviews: row.reviews,
    at: row.at.toISOString(),
    accounts: row.accounts,
  }));
}

const keyOf = ({ owner, mark }: ErasedPerson) => `${owner} ${mark}`;

/** A database that was restored knows less than the list that was saved before: nobody leaves the list by that. */
export function addSaved(found: readonly ErasedPerson[], saved: readonly ErasedPerson[]): ErasedPerson[] {
  const known = new Set(found.map(keyOf));
  return [...found, ...saved.filter((person) => !known.has(keyOf(person)))];
}

/** How many were erased again, and how many have something open in the restored state: those are erased by staff once it is settled. */
export async function eraseAgain(
  { house, forOwner }: Owners,
  list: readonly ErasedPerson[],
  { vault, now }: { vault: RoomParts['vault']; now: Date },
): Promise<{ erased: number; blocked: number }> {
  const wanted = new Map(list.map((person) => [keyOf(person), person]));
  const done = { erased: 0, blocked: 0 };
  for (const known of await listKnownPersons(house)) {
    const { owner_id: ownerId, account_id: accountId, email } = known;
    const mark = markPerson({ vault, ownerId }, { email: accountId === null ? email : null, accountId });
    const person = wanted.get(`${ownerId} ${mark}`);
    // An account opened with the same address after the erasure belongs to a person who came back.
    if (!person || new Date(person.at) < known.since) continue;
    try {
      await inTransaction(forOwner(ownerId), async (owner) => {
        const closed = accountId === null ? await listClosed(owner, email, person) : [accountId];
        for (const id of closed.length ? closed : [null])
          await erasePerson(owner, {
            ...{ email, accountId: id, isProved: accountId === null },
            ...{ reviews: person.reviews, by: '', now, vault },
          });
      });
      done.erased += 1;
    } catch (error) {
      if (!(error instanceof StandsInTheWay)) throw error;
      done.blocked += 1;
    }
  }
  return done;
}

/** Those of the accounts that were closed with the person which the restored data have. */
async function listClosed(owner: OwnerTrx, email: string, { accounts = [] }: ErasedPerson): Promise<number[]> {
  const here = await listAccountsOf(owner, email, null);
  return here.map((row) => row.account_id).filter((id) => accounts.includes(id));
}
