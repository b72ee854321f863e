// A row in the tables of calls and files: method, path and permission.
import type { StaffDuty } from '../domain/account-status.ts';
import { consoleRoot } from '../domain/paths.ts';
import { localPath } from '../domain/safe-path.ts';
import type { KeyScope } from '../domain/systems.ts';
import { isUnder } from '../domain/write-address.ts';

/**
 * any: visitors too · buyer: signed in, any kind · password: signed in by password, not by an e-mailed code alone · main: the
 * partner's main account, by password · staff: any role of an owner's back office · a role: staff with it. Admins may do all of it. ·
 * house: admins of the portal, who may do nothing of what staff may · console: staff and admins of the portal, for their own account.
 */
type Who =
  | 'any'
  | 'buyer'
  | 'password'
  | 'main'
  | 'staff'
  | 'operations'
  | 'finance'
  | 'content'
  | 'supplier'
  | 'admin'
  | 'house'
  | 'console';

/** Below it lie all calls and files. */
export const apiRoot = '/api';

export const isCallPath = (address: string): boolean => isUnder(address, apiRoot);

/** What owners may link from their shop: a page of it, neither a call nor the back office, which its visitors cannot open. */
export const isShopPath = (path: string): boolean =>
  localPath(path) === path && !isUnder(path, consoleRoot) && !isCallPath(path);

/** Below it lies the interface of the standard OCTO (decision 0390). */
export const octoRoot = '/octo';

/** Below each of them a marketplace calls (decision 0416). */
export const channelRoots = {
  ...{ getYourGuide: '/gyg', viator: '/viator', ctrip: '/ctrip', qunar: '/qunar', meituan: '/meituan' },
} as const;

/** Where a key of a system is looked for. */
export const takesKeys = (address: string): boolean =>
  [apiRoot, octoRoot, ...Object.values(channelRoots)].some((root) => isUnder(address, root));

export type CallRow = {
  method: 'GET' | 'POST';
  /** Fields of a POST that may also be in its address (§7 childaccountlist?page&limit). */
  inAddress?: readonly string[];
  path: `${typeof apiRoot}/${string}`;
  who: Who;
  /** Creates or moves money: requires an Idempotency-Key header (rules §2). */
  idempotent?: true;
  /** A repeat under the same Idempotency-Key header changes nothing; without the header each call counts. */
  takesKey?: true;
  /** Travels as `{ key, iv, body }` under the site's public key (rules §2); the plain form is refused unless it is `optional`. */
  secret?: true | 'optional';
  /** Largest body in bytes where a quarter of a megabyte is too little. */
  mostBytes?: number;
  /** Staff signed in as a partner may use it outside customer-service hostnames. By default they may only read there. */
  looks?: true;
  /** Of staff who act as a partner, finance alone may read it: what the back office keeps for finance (decision 0813). */
  finance?: true;
  /** A system may use it with a key that has this scope; calls without one are for people alone (decision 0360). */
  keyed?: KeyScope;
  /** Staff who must first do one of these may use it; every other call of theirs is refused until it is done. */
  whileDue?: readonly StaffDuty[];
};
