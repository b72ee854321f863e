// Every API call (§7): method, path and permission. `who` is the permission table: a call without a row does not compile.
import { deskCalls } from './calls-desk.ts';
import { shopCalls } from './calls-shop.ts';

export const calls = { ...shopCalls, ...deskCalls } as const;

export { apiRoot, type CallRow, isCallPath } from './call-row.ts';

export type CallName = keyof typeof calls;

/** Addresses that answer with files or take raw bytes. */
export { fileRoutes } from './file-routes.ts';
