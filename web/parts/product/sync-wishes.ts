// The device's wish list and the account's become one: at sign-in, with each change, and whenever the list is opened.
import { send } from '../../call.ts';
import { readWishes, storeWishes } from './wishes.ts';

/** Resolves although the network or the session is gone: the device's list stays, and the next time brings both together. */
export async function syncWishes(remove: string[] = []): Promise<void> {
  const add = readWishes().filter((id) => !remove.includes(id));
  const kept = await send('wishes', { add, remove }).catch(() => undefined);
  if (kept) storeWishes(kept.ids);
}
