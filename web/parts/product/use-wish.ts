// Whether this product is on the wish list, and the toggle for heart and button. The code for signed-in users is loaded with the click.
import { useSyncExternalStore } from 'react';
import { useRoot } from '../../root-data.ts';
import { readWishes, storeWishes, watchWishes } from './wishes.ts';

/** `saved` (on the list) is undefined until the device's storage was read: in the server's rendering. */
export function useWish(id: string): { saved: boolean | undefined; toggle: () => void } {
  const { user } = useRoot();
  const saved = useSyncExternalStore(
    watchWishes,
    () => readWishes().includes(id),
    () => undefined,
  );
  const toggle = () => {
    const rest = readWishes().filter((other) => other !== id);
    storeWishes(saved ? rest : [id, ...rest]);
    if (user) void import('./sync-wishes.ts').then(({ syncWishes }) => syncWishes(saved ? [id] : []));
  };
  return { saved, toggle };
}
