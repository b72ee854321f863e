// The data of the frame around every page: the site, the visitor's language and currency, the signed-in user, the time.
import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { OutputOf } from '../contract/index.ts';
import { visitor } from './call.ts';
import { load } from './load.ts';
import { serverNow, setServerNow } from './ui/browser-now.ts';

/** Pages of the same minute are identical. */
const minute = 60_000;

export async function loadRoot() {
  const { configured, language, currency, proposed, nonce, origin, signedIn, now } = visitor();
  const settings = configured ? await load('webSettings', {}) : null;
  const user = configured && signedIn ? await load('getUserInfo', {}) : null;
  const site = settings && leaveKey(settings);
  // The language that is read is listed though the shop does not offer it any more: a list that says another one does not let
  // its reader choose that.
  const switchable = [...new Set(site?.languages).add(language)];
  return { configured, language, switchable, currency, proposed, nonce, origin, site, user, now: now - (now % minute) };
}

/** Code that encrypts a call fetches the key when it needs it. */
function leaveKey({ publicKey: _, ...site }: OutputOf<'webSettings'>) {
  return site;
}

export type RootData = Awaited<ReturnType<typeof loadRoot>>;

/** The frame's data; undefined if the frame itself failed. */
export function useRootAtHand(): RootData | undefined {
  return useRouteLoaderData<typeof loadRoot>('root') as RootData | undefined;
}

export function useRoot(): RootData {
  const root = useRootAtHand();
  if (!root) throw new Error('the frame has no data');
  return root;
}

/** For the frame only: sets the clock to each time that the server sends. */
export function useClock(now: number): void {
  useEffect(() => setServerNow(now), [now]);
}

/**
 * The time for rendering and decisions of a screen, in milliseconds since 1970: the server's time plus the time passed since. Server and
 * browser begin with the same value, whatever the browser's clock says.
 */
export function useNow(): number {
  const { now } = useRoot();
  return useState(() => serverNow() ?? now)[0];
}
