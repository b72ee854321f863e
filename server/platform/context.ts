// The input of every use case: owner, caller, time, language. Use cases read no global state.
import type { AccountKind, DeskRole, StaffDuty } from '../../domain/account-status.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import type { KeyScope } from '../../domain/systems.ts';
import type { HouseCells } from './cells/cells.ts';
import type { PlacesConfig } from './config.ts';
import type { Owner, Owners } from './db.ts';
import type { RequestJobs } from './jobs.ts';
import type { Logger } from './log.ts';
import type { Vault } from './vault.ts';

/** The company behind a hostname and what its site offers. */
export type Site = {
  ownerCode: string;
  ownerName: string;
  currency: Currency;
  zone: string;
  languages: Language[];
  /** As the owner's settings have them. */
  currencies: Currency[];
  /** Those of them with a rate that may be used today: what visitors are offered (decision 0729). */
  usableCurrencies: Currency[];
  payMinutes: number;
  demo: boolean;
  /** Staff serve partners on this hostname (rules §3). */
  customerService: boolean;
  /** 1: accounts opened by an e-mailed code alone have no user centre (§2). */
  omitVerCodeType: number;
  /** RSA key for secret calls, SPKI in base64. */
  publicKey: string;
  /** The owner's website, for links in mails; '' when none is set. */
  address: string;
  /** The owner's overrides of limits. */
  limits: Record<string, number>;
};

/** A site as a hostname leads to it. What works for its owner takes the owner's handle (`database.forOwner`), not this number. */
export type FoundSite = Site & {
  ownerId: number;
  /** The installation's own hostname: its admins work there, and nothing is sold. */
  house: boolean;
};

/** The signed-in account; read from the database on each request (security rule 35). */
export type Visitor = {
  accountId: number;
  partnerId: number | null;
  kind: AccountKind;
  /** What the account is called: its nickname, or its name. */
  name: string;
  fullName: string;
  email: string;
  /** Whether its reader proved it; sub-accounts may have anyone's address (decision 0083). */
  emailProved: boolean;
  phone: { areaCode: string; mobile: string };
  status: number;
  roles: DeskRole[];
  /** What a member of staff must do before anything else. */
  duty: StaffDuty | null;
  verAuthFlag: boolean;
  passwordSet: boolean;
  sessionHash: Buffer;
  orderVisibility: number;
  /** State of the partner's application; individuals need none. */
  approval: 'none' | 'waiting' | 'approved' | 'disapproved';
  level: number;
  /** §3 agent types: 0 agent, 1–10 the platform it sells on. */
  agentType: number;
  /** What screens show of the account and its partner; no decision depends on it. */
  profile: {
    username: string;
    partnerName: string;
    registrant: 'individual' | 'personal' | 'corporate';
    approvalReason: string;
    verLoginFlag: boolean;
    /** '' where the site's logo is used. */
    zone: string;
  };
  /** The member of staff who signed in as this account. */
  actingStaff: { id: number; name: string; finance: boolean } | null;
};

/** A system that calls with a key (decision 0360). */
export type KeyCaller = {
  id: number;
  scopes: KeyScope[];
  /** Its statements run in the test mode (decision 0385). */
  isTest: boolean;
  /** Why no call of it is carried out at present. */
  problem: 'tooFrequent' | 'keyElsewhere' | 'keysClosed' | null;
  /** Of this minute, which ends in `seconds`. */
  limit: { most: number; left: number; seconds: number };
};

/** The time at this moment. `main.ts` gives it to the process; everything else takes it from its context or its room's parts. */
export type Clock = () => Date;

export type Context = {
  site: Site;
  /** The owner of the site; all statements of the request run on it. */
  owner: Owner;
  /** The same owner in test mode (decision 0385). */
  tests: Owner;
  /** The same owner for reports, lists as files and statements: a standby's where one is set (decision 0451), so it may be late. */
  reports: Owner;
  /** All owners, for the installation's admins alone (server/house). */
  owners: Owners & { cells?: HouseCells | undefined };
  jobs: RequestJobs;
  log: Logger;
  vault: Vault;
  places: PlacesConfig;
  /** When the request began. */
  now: Date;
  /** Called with an instant (ms) at which the shown data change: a shared page or result is not cached beyond it. */
  holdsUntil?: ((at: number) => void) | undefined;
  /** For what may come long after that: requests to gateways carry the time at which they are sent. */
  clock: Clock;
  language: Language;
  currency: Currency;
  visitor: Visitor | null;
  staff: Visitor | null;
  /** Set where the caller is a system with a key; `visitor` or `staff` is the account that the key works for. */
  key?: KeyCaller | undefined;
  /** Whether a view counts as a person's interest: not for robots, systems with a key, prefetches or staff. */
  counted: boolean;
  /** Network address for limits; IPv6 by /64. */
  source: string;
  /** The caller's user agent; '' when it sends none. */
  agent: string;
  /** Two letters of the caller's country from a trusted proxy, else ''. */
  country: string;
  /** Address of the daily exchange rates. */
  ecbUrl: string;
  /** Payment gateways at other addresses than usual, by channel. */
  gateways: Record<string, string>;
  /** Whether web hooks may lead to this machine (development and tests). */
  hooksPrivately: boolean;
  /** Whether the installation has a mail server (SMTP_URL); without one every mail stays in the back office. */
  sendsMails: boolean;
  /** Absolute address of this site, without a slash at the end. */
  origin: string;
  /** An app or a partner's system calls, with its session in the `token` header; browsers do not. */
  byApp: boolean;
  idempotencyKey: string | undefined;
  /** A random value that only this browser has for ten minutes, so that no other one can finish what it started. '' when it has none. */
  browserMark: string;
  markBrowser(mark: string): void;
  /** Cookies to set with the answer; only sign-in and sign-out use it. */
  setSession(token: string | null, options: { staff: boolean; maxAgeSeconds: number | undefined }): void;
};

/** The signed-in buyer; calls marked `buyer` have one. */
export function buyerOf(context: Context): Visitor & { partnerId: number } {
  const { visitor } = context;
  if (!visitor || visitor.partnerId === null) throw new Error('a call for buyers ran without one');
  return visitor as Visitor & { partnerId: number };
}

/** The signed-in member of staff; console calls have one. */
export function staffOf(context: Context): Visitor {
  if (!context.staff) throw new Error('a call for staff ran without one');
  return context.staff;
}
