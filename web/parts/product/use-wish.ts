// Whether this product is on the wish list, and what a press on heart or button does. What signing in needs of it is loaded with the press.
import { useSyncExternalStore } from 'react';
import { useRoot } from '../../root-data.ts';
import { readWishes, storeWishes, watchWishes } from './wishes.ts';

/** `kept` is undefined until the device was asked: while the page is the server's. */
export function useWish(id: string): { kept: boolean | undefined; toggle: () => void } {
  const { user } = useRoot();
  const kept = useSyncExternalStore(
    watchWishes,
    () => readWishes().includes(id),
    () => undefined,
  );
  const toggle = () => {
    const rest = readWishes().filter((other) => other !== id);
    storeWishes(kept ? rest : [id, ...rest]);
    if (user) void import('./sync-wishes.ts').then(({ syncWishes }) => syncWishes(kept ? [id] : []));
  };
  return { kept, toggle };
}
