// Every API call (§7): method, path and permission. `who` is the permission table: a call without a row does not compile.
import { deskRows } from './rows-desk.ts';
import { shopRows } from './rows-shop.ts';

export const calls = { ...shopRows, ...deskRows } as const;

export { apiRoot, type CallRow, channelRoots, isCallPath, octoRoot, takesKeys } from './call-row.ts';

export type CallName = keyof typeof calls;

/** Addresses that answer with files or take raw bytes. */
export { fileRoutes } from './file-routes.ts';
