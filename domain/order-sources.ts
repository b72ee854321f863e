// Where orders come from (§3 order source): 0 is an agent at the portal and 9 its own system; the others are platforms that sell elsewhere.
import { type Money, money } from './money.ts';

/** 15 is beyond the list of §3. */
export const OrderSource = {
  ...{ fliggy: 1, ctrip: 2, meituan: 3, mafengwo: 4, qyer: 5, tuniu: 6, tongcheng: 7, qunar: 8, openApi: 9 },
  ...{ ctripPlatform: 10, langhua: 11, ctripCar: 12, mozio: 13, getYourGuide: 14, viator: 15 },
} as const;

/** Those whose orders are handed in with the platform's number: by a file, by a system, or by the marketplace itself. */
export const platformSources = [
  ...[OrderSource.fliggy, OrderSource.ctrip, OrderSource.meituan, OrderSource.mafengwo, OrderSource.qyer],
  ...[OrderSource.tuniu, OrderSource.tongcheng, OrderSource.qunar, OrderSource.ctripPlatform, OrderSource.langhua],
  ...[OrderSource.ctripCar, OrderSource.mozio, OrderSource.getYourGuide, OrderSource.viator],
] as const;
export type PlatformSource = (typeof platformSources)[number];

export const isPlatformSource = (value: number): value is PlatformSource =>
  platformSources.some((source) => source === value);

/** Secrets of an account at a platform that signs its messages. */
export type AccountKey = 'aesKey' | 'aesIv' | 'signKey' | 'appKey' | 'session';

/** Names that the platform itself has for the account and its keys; it has no others. */
type AccountForm = { account: string; keys: { [Key in AccountKey]?: string } };
const ctripForm: AccountForm = {
  account: 'accountId',
  keys: { aesKey: 'aesKey', aesIv: 'aesIv', signKey: 'signKey' },
};

/** Sources of each platform that an admin connects by an account there (decisions 0432, 0462, 0500, 0502), as the screen lists them. */
export const signedPlatforms = {
  ctrip: [2, 10],
  meituan: [3],
  qunar: [8],
  fliggy: [1],
  mafengwo: [4],
} as const;
/** Those that are asked for their orders (decision 0502); the others call us. */
export const pulledPlatforms = ['fliggy', 'mafengwo'] as const;
export type SignedPlatform = keyof typeof signedPlatforms;
type SignedSource = (typeof signedPlatforms)[SignedPlatform][number];
/** Platforms that call us with a key of ours and get our updates under an account of theirs (decision 0595). */
export const pushedSources = [14] as const;
export type AccountSource = SignedSource | (typeof pushedSources)[number];

/** Those that get places and prices from us (decisions 0595, 0690): Ctrip and Trip.com, Meituan, GetYourGuide. */
export const placeSources = [2, 3, 10, 14] as const;
export type StockSource = (typeof placeSources)[number];
/** Of them those for which staff choose SKUs, since they ask for none, or not before they sell it. */
export const chosenSources = [2, 3, 10] as const;
/** Their messages name no currency: an admin says which one the contract there has. Meituan's are in yuan. */
export const pricedSources = [2, 10] as const;

export const signedAccounts: Record<AccountSource, AccountForm> = {
  1: { account: 'app_key', keys: { signKey: 'app_secret', session: 'session' } },
  2: ctripForm,
  3: { account: 'PartnerId', keys: { appKey: 'AppKey', signKey: 'AppSecret', aesKey: 'AES key' } },
  4: { account: 'partnerId', keys: { signKey: 'client_secret', aesKey: 'ase_key' } },
  8: { account: 'supplierIdentity', keys: { signKey: 'key' } },
  10: ctripForm,
  14: { account: 'username', keys: { signKey: 'password' } },
};

/** How long a key may be, in bytes; left out: any length. */
export const keyLengths: { [Source in AccountSource]?: { [Key in AccountKey]?: readonly number[] } } = {
  2: { aesKey: [16], aesIv: [16] },
  3: { aesKey: [16, 32] },
  4: { aesKey: [32] },
  10: { aesKey: [16], aesIv: [16] },
};

/** Sources to whose platforms used vouchers are reported (decisions 0540, 0611). */
export const reportedSources = [2, 3, 8, 10, 14] as const;

/**
 * Of messages of stock and prices to Ctrip (decision 0690): it takes 90 rows of one and 210 days in its time zone, so one day less is never
 * too far; within a minute fewer than 5 of a product and than 100 in all.
 */
export const ctripRules = { mostRows: 90, days: 209, ofProduct: 4, inAll: 99 } as const;

/** How a message ended for which the other system gave no code; words say it. */
const ownCodes = ['silent', 'noAddress', 'privateAddress', 'key', 'odd', 'failed'];
export const isOwnCode = (code: string): boolean => ownCodes.includes(code);

/** How long single messages of platforms are listed (decision 0541). */
export const messageDays = 30;

/** Of one file of orders. */
export const orderImportRules = { mostRows: 500, mostLines: 10, mostRecent: 10 } as const;

/** How much a platform's price is above ours; null where it is not known, or cannot be given in our currency. */
export function differenceOf(platformPrice: Money | null, listed: Money, converted: Money | null = null): Money | null {
  const price = platformPrice?.currency === listed.currency ? platformPrice : converted;
  return price && money(price.amountMinor - listed.amountMinor, listed.currency);
}

export const lastOrderSource = OrderSource.viator;
