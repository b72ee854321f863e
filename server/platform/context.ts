// What every use case is given: whose rows, who asks, when, in which words. Nothing is read from the surroundings.
import type { AccountKind, StaffRole } from '../../domain/account-status.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import type { PlacesConfig } from './config.ts';
import type { Db } from './db.ts';
import type { Jobs } from './jobs.ts';
import type { Logger } from './log.ts';
import type { Vault } from './vault.ts';

/** The company behind a hostname and what its site offers. */
export type Site = {
  ownerId: number;
  ownerCode: string;
  ownerName: string;
  currency: Currency;
  zone: string;
  languages: Language[];
  currencies: Currency[];
  payMinutes: number;
  demo: boolean;
  /** Staff serve partners on this hostname (decisions §3). */
  customerService: boolean;
  /** 1: accounts opened by an e-mailed code alone have no user centre (§2). */
  omitVerCodeType: number;
  /** RSA key for secret calls, SPKI in base64. */
  publicKey: string;
  /** The owner's own address, for links in mails; '' when none is set. */
  address: string;
  /** The owner's own numbers for limits. */
  limits: Record<string, number>;
};

/** Who is signed in; read from the database on each request (security rule 35). */
export type Visitor = {
  accountId: number;
  partnerId: number | null;
  kind: AccountKind;
  name: string;
  email: string;
  status: number;
  roles: StaffRole[];
  verAuthFlag: boolean;
  passwordSet: boolean;
  sessionHash: Buffer;
  orderVisibility: number;
  /** Where the partner's application stands; individuals need none. */
  approval: 'none' | 'waiting' | 'approved' | 'disapproved';
  level: number;
  /** §3 agent types: 0 agent, 1–10 the platform it sells on. */
  agentType: number;
  /** What screens show of the account and its partner; nothing is decided from it. */
  profile: {
    username: string;
    partnerName: string;
    registrant: 'individual' | 'personal' | 'corporate';
    approvalReason: string;
    verLoginFlag: boolean;
    /** '' where the site's own serves. */
    zone: string;
  };
  /** The member of staff who signed in as this account. */
  actingStaff: { id: number; name: string } | null;
};

export type Context = {
  site: Site;
  db: Db;
  jobs: Jobs;
  log: Logger;
  vault: Vault;
  places: PlacesConfig;
  now: Date;
  language: Language;
  currency: Currency;
  visitor: Visitor | null;
  staff: Visitor | null;
  /** Whether what is looked at counts as a person's interest: not of machines, not fetched ahead, not of staff. */
  counted: boolean;
  /** Network address for limits; IPv6 by /64. */
  source: string;
  /** What the caller's browser calls itself; '' when it does not say. */
  agent: string;
  /** Two letters of the caller's country where a trusted proxy tells it, else ''. */
  country: string;
  /** Where the daily exchange rates lie. */
  ecbUrl: string;
  /** Payment gateways that lie elsewhere than usual, by channel. */
  gateways: Record<string, string>;
  /** Absolute address of this site, without a slash at the end. */
  origin: string;
  /** An app or a partner's own system asks, with its session in the `token` header; no browser does. */
  byApp: boolean;
  idempotencyKey: string | undefined;
  /** A random value that this browser alone knows for ten minutes: what it began elsewhere nobody else can end. '' when it has none. */
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
