// The address that npm start prints: one at which this database has a shop or the back office of the installation. Any other hostname
// is answered 404.

import type { House } from '../platform/db.ts';
import { findOpenAddress } from './house.sql.ts';

/** `known`: there is an account that can sign in there. */
export async function chooseAddress(house: House, port: number, hasDemo: boolean) {
  const address = hasDemo ? undefined : await findOpenAddress(house);
  return { origin: address?.address ?? `http://localhost:${port}`, known: hasDemo || address !== undefined };
}
