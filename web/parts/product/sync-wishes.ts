// Merges the wish lists of the device and the account: at sign-in, with each change, and whenever the list is opened.
import { send } from '../../call.ts';
import { readWishes, storeWishes } from './wishes.ts';

/** Resolves even without network or session: the device's list stays, and the next sync merges both. */
export async function syncWishes(remove: string[] = []): Promise<void> {
  const add = readWishes().filter((id) => !remove.includes(id));
  const saved = await send('wishes', { add, remove }).catch(() => undefined);
  if (saved) storeWishes(saved.ids);
}
