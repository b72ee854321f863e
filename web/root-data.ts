// What the frame of every page knows: the site, the visitor's language and currency, who is signed in.
import { useRouteLoaderData } from 'react-router';
import { visitor } from './call.ts';
import { load } from './load.ts';

export async function loadRoot() {
  const { configured, language, currency, nonce, origin, signedIn } = visitor();
  const site = configured ? await load('webSettings', {}) : null;
  const user = configured && signedIn ? await load('getUserInfo', {}) : null;
  return { configured, language, currency, nonce, origin, site, user };
}

export type RootData = Awaited<ReturnType<typeof loadRoot>>;

/** The frame's data; undefined where the frame itself failed. */
export function useRootAtHand(): RootData | undefined {
  return useRouteLoaderData<typeof loadRoot>('root') as RootData | undefined;
}

export function useRoot(): RootData {
  const root = useRootAtHand();
  if (!root) throw new Error('the frame has no data');
  return root;
}
