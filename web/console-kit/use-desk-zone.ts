import { useRouteLoaderData } from 'react-router';
import type { OutputOf } from '../../contract/index.ts';

/** The owner's zone: the back office shows all times in it, whichever zone a product is in (rules §11). */
export function useDeskZone(): string {
  const me = useRouteLoaderData('screens/console/console-layout') as OutputOf<'consoleMe'> | undefined;
  if (!me) throw new Error('only in the back office');
  return me.zone;
}
