// The wish list of this device (decision 0421): ids of products, the newest first; a copy of the account's list if a user is signed in.
import { mostWishes } from '../../../domain/most-wishes.ts';

const key = 'wish-list';
const changed = 'wish-list-changed';

export function readWishes(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(list) ? list.filter((id) => typeof id === 'string' && /^\d{1,18}$/.test(id)) : [];
  } catch {
    return [];
  }
}

export function storeWishes(ids: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify([...new Set(ids)].slice(0, mostWishes)));
  } catch {
    // Storage may be full or forbidden.
  }
  dispatchEvent(new Event(changed));
}

/** Also notified of changes in other tabs. */
export function watchWishes(onChange: () => void): () => void {
  addEventListener(changed, onChange);
  addEventListener('storage', onChange);
  return () => {
    removeEventListener(changed, onChange);
    removeEventListener('storage', onChange);
  };
}
