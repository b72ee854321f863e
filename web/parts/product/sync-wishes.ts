// Merges the wish lists of the device and the account: at sign-in, with each change, and whenever the list is opened.
import { send } from '../../call.ts';
import { readWishes, storeWishes } from './wishes.ts';

let requests = 0;

/** Resolves even without network or session: the device's list stays, and the next sync merges both. */
export async function syncWishes(remove: string[] = []): Promise<void> {
  requests += 1;
  const mine = requests;
  const add = readWishes().filter((id) => !remove.includes(id));
  const saved = await send('wishes', { add, remove }).catch(() => undefined);
  // The answer to a later request has what was added or removed meanwhile.
  if (saved && mine === requests) storeWishes(saved.ids);
}
