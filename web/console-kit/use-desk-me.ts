import { useRouteLoaderData } from 'react-router';
import type { OutputOf } from '../../contract/index.ts';

/** The member of staff who is signed in. */
export function useDeskMe(): OutputOf<'consoleMe'> {
  const me = useRouteLoaderData('screens/console/frame/console-layout') as OutputOf<'consoleMe'> | undefined;
  if (!me) throw new Error('only in the back office');
  return me;
}

/** The owner's zone: the back office shows all times in it, whichever zone a product is in (rules §11). */
export const useDeskZone = (): string => useDeskMe().zone;
