// After a restore (decision 0495): the backup still contains persons who were erased after it was made. The list of erased persons, as
// marks under the installation's key, is saved outside of the database and applied to the restored data.
import type { ReviewWish } from '../../domain/privacy/retention.ts';
import { inTransaction, type Owners } from '../platform/db.ts';
import type { RoomParts } from '../platform/room.ts';
import { erasePerson, markPerson, StandsInTheWay } from './erase-person.ts';
import { listErasedMarks, listKnownPersons } from './erased-list.sql.ts';

export type ErasedPerson = { owner: number; mark: string; reviews: ReviewWish; at: string };

export async function listErased({ house }: Pick<Owners, 'house'>): Promise<ErasedPerson[]> {
  const found = await listErasedMarks(house);
  return found.map((row) => ({
    owner: row.owner_id,
    mark: row.person_mark,
    reviews: row.reviews,
    at: row.at.toISOString(),
  }));
}

/** How many were erased again, and how many have something open in the restored state: those are erased by staff once it is settled. */
export async function eraseAgain(
  { house, forOwner }: Owners,
  list: readonly ErasedPerson[],
  { vault, now }: { vault: RoomParts['vault']; now: Date },
): Promise<{ erased: number; blocked: number }> {
  const wanted = new Map(list.map((person) => [`${person.owner} ${person.mark}`, person]));
  const done = { erased: 0, blocked: 0 };
  for (const known of await listKnownPersons(house)) {
    const { owner_id: ownerId, account_id: accountId, email } = known;
    const mark = markPerson({ vault, ownerId }, { email: accountId === null ? email : null, accountId });
    const person = wanted.get(`${ownerId} ${mark}`);
    // An account opened with the same address after the erasure belongs to a person who came back.
    if (!person || new Date(person.at) < known.since) continue;
    try {
      await inTransaction(forOwner(ownerId), (owner) =>
        erasePerson(owner, { email, accountId, reviews: person.reviews, by: '', now, vault }),
      );
      done.erased += 1;
    } catch (error) {
      if (!(error instanceof StandsInTheWay)) throw error;
      done.blocked += 1;
    }
  }
  return done;
}
