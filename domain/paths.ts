// Addresses of the shop's screens (§2), in the order of web/routes.ts, which has their patterns. Screens, mails, payments and redirects
// take an address from here; the back office's are in console-paths.ts.
import { isUnder, type Query, withQuery } from './write-address.ts';

/** Channels whose own app can pay have a screen each. */
const appChannels = ['alipay', 'wechat'] as const;
type AppChannel = (typeof appChannels)[number];

export const hasPayScreen = (channel: string): channel is AppChannel =>
  appChannels.some((appChannel) => appChannel === channel);

/** The steps of paying, each a screen under the same address. */
type PayStep = 'pay' | AppChannel | 'offlinePay' | 'offlinePayInfo' | 'complete';

/** What of an order is paid, and how: `part` is its first part alone, false everything; left out, the part where there is one. */
type PayWish = { supplement?: string | undefined; channel?: string; part?: boolean | undefined };

/** The screens about one order that the mobile group has; the first two spellings are the specification's. */
export type TravelScreen =
  | 'ordeInfo'
  | 'transferInfo'
  | 'passenger'
  | 'showBookDeclare'
  | 'driverinfo'
  | 'gmap'
  | 'agreement';

/** §2: every address below it is of the mobile group. */
export const mobileRoot = '/wechat';

export const bookingRoot = '/booking';

type SearchQuery = {
  query?: string;
  type?: string | number;
  subtype?: string | number;
  country?: string;
  city?: string;
};

export const paths = {
  home: () => '/',
  search: (query?: SearchQuery | URLSearchParams) => withQuery('/search', query),
  product: (place: { country: string; city: string; id: string | number }) =>
    `/tours/${place.country}/${place.city}/${place.id}`,
  /** The same page by its number alone, with a choice that it begins with (§2). */
  productAgain: (id: string, choice: Query) => withQuery(`/search/${id}`, choice),
  /** `of`: the products of a shared list. */
  wishes: (query?: { of: string }) => withQuery('/wishes', query),
  /** The link of a mail about a product's price or places. */
  productNotice: (query: { token: string; l: string }) => withQuery('/productNotice', query),
  calculation: (productId: string | number) => `/calPrice/${productId}`,
  /** With the token of a customer's link: that quotation; `l` is its language. */
  quotation: (query?: { quotetoken: string; l?: string }) => withQuery('/onlinequotation', query),
  notices: (query?: { page?: number }) => withQuery('/notice', query),
  notice: (id: string | number) => `/notice/${id}`,
  page: (id: string | number) => `/customPage/${id}`,
  /** All points of a product, an order, or a signed voucher, with the way back; or the one that the address names. */
  map: (query?: Query) => withQuery('/googleMap', query),
  agreement: (token: string) => `/agreement/${token}`,
  /** `proof` is the signature in the QR code (domain/voucher-token.ts). */
  voucher: (code: string, proof?: string) => withQuery(`/voucher/${code}`, { s: proof }),
  /** The voucher of a whole booking; `key` is that of a link for fellow travellers. */
  pass: (orderNo: string, key?: string) => withQuery(`/pass/${orderNo}`, { key }),

  /** `way`: which of the two ways is open. */
  login: (query?: { go?: string; way?: 'member' }) => withQuery('/login', query),
  activation: (token?: string) => withQuery('/login/active', { token }),
  loginDone: (query: { of: 'active' | 'first' | 'reset'; waits?: 0 | 1; staff?: 1 }) =>
    withQuery('/login/complete', query),
  forgotPassword: () => '/login/retrieve',
  resetMail: () => '/login/mail',
  /** `first`: there was no password before. `staff`: it opens the back office. */
  resetPassword: (token: string, query: { first?: 1; staff?: 1 } = {}) =>
    withQuery('/login/reset', { token, ...query }),
  signUp: () => '/signup',
  signUpAsPerson: (as: 'individual' | 'personal') => withQuery('/signup/personal', { as }),
  signUpAsCompany: () => '/signup/company',
  signUpMail: () => '/signup/email',

  booking: (query?: { lines: string; extras?: string; direction?: string }) => withQuery(`${bookingRoot}/order`, query),
  payment: (step: PayStep, orderNo?: string, { part, ...more }: PayWish = {}) =>
    withQuery(`${bookingRoot}/${step}`, {
      order: orderNo,
      ...more,
      part: part === undefined ? undefined : Number(part),
    }),
  completion: (token?: string, orderNo?: string) => withQuery('/completion', { token, order: orderNo }),
  /** A supplier's answer to an order; `l` is the language of the page. */
  supply: (token: string, l: string) => withQuery('/supply', { token, l }),
  /** By the link of a mail, or for a line of an order that the reader sees. */
  review: (query: { token?: string; line?: string; l?: string }) => withQuery('/review', query),
  completionList: (token?: string) => withQuery('/completion/list', { token }),
  completed: () => '/completed',

  account: () => '/uc',
  orders: (query?: Query) => withQuery('/uc/order', query),
  /** `supplement`: the additional payment from which the buyer comes. */
  order: (orderNo: string, query?: { supplement: string }) => withQuery(`/uc/order/${orderNo}`, query),
  netRates: () => '/uc/netRates',
  balance: (query?: Query) => withQuery('/uc/balance', query),
  quotations: (query?: Query) => withQuery('/uc/quotation', query),
  savedQuotation: (id: string) => `/uc/quotation/${id}`,
  bookQuotation: (id: string) => `/uc/quotation/${id}/book`,
  setPassword: () => '/uc/setPassword',
  personalData: () => '/uc/account/data',
  changePassword: () => '/uc/reset',
  partner: (query?: { edit?: 1 }) => withQuery('/uc/account', query),
  profile: () => '/uc/account/profile',
  subAccounts: (query?: Query) => withQuery('/uc/account/subreset', query),
  apiKeys: () => '/uc/account/keys',
  octo: () => '/uc/account/octo',
  testOrders: (query?: Query) => withQuery('/uc/account/keys/orders', query),
  developers: () => '/developers',
  hooks: (query?: Query) => withQuery('/uc/account/hooks', query),
  newSubAccount: () => '/uc/account/store',
  subAccount: (userNo: string) => `/uc/account/user/${userNo}`,

  mobileLogin: (query?: { go?: string; way?: 'guest' }) => withQuery(`${mobileRoot}/wlogin`, query),
  mobileUser: () => `${mobileRoot}/user`,
  mobileOrders: (query?: Query) => withQuery(`${mobileRoot}/order`, query),
  findOrder: (query?: { over?: 1 }) => withQuery(`${mobileRoot}/orderOne`, query),
  travel: (screen: TravelScreen, query: Query) => withQuery(`${mobileRoot}/${screen}`, query),
  mobileAgreements: (query?: { kind?: string }) => withQuery(`${mobileRoot}/agreement`, query),
  missing: () => '/404',
};

/** Of vouchers of whole bookings; a worker looks after what is under it (decision 0441). */
export const passRoot = '/pass/';
export const passWorkerPath = `${passRoot}worker.js` as const;

/** A file: the OpenAPI document of the calls that partners' keys may use. */
export const interfacePath = '/developers/openapi.json';
/** A package for npm: the TypeScript client of these calls. */
export const clientPath = '/developers/kembara-client.tgz';

/** Booking, paying, and the vouchers and orders that mails lead to: guests, who sign in by a mailed code, come here too. */
export const isGuestPath = (address: string): boolean =>
  isUnder(address, bookingRoot) || [passRoot, paths.order('')].some((start) => address.startsWith(start));

/** Screens of the back office that the shop leads to; the others are in console-paths.ts. */
export const consoleRoot = '/console';
export const consoleDoors = {
  login: (query?: { go?: string }) => withQuery(`${consoleRoot}/login`, query),
  partners: (query?: Query) => withQuery(`${consoleRoot}/partners`, query),
  redeem: (query?: { text: string }) => withQuery(`${consoleRoot}/redeem`, query),
};

/** Pages for signing in and up, at each of their addresses: who is signed in goes one step back from them (§2 navigation). */
export const doorPaths = [paths.login(), paths.signUp(), `/account${paths.signUp()}`];

const firstPages = [
  paths.home(),
  paths.search(),
  paths.notices(),
  '/tours',
  '/customPage',
  '/agreement',
  paths.missing(),
];

/** Whether a visit begins with such a page as a rule: it is sent the words of these alone (decision 0396). */
export function isFirstPage(path: string): boolean {
  return firstPages.some((first) => isUnder(path, first));
}

/** Pages of one person, pages opened by a key, and pages of no use to visitors: hidden from search engines. */
export const unlistedPaths = [
  ...[
    paths.account(),
    bookingRoot,
    '/completion',
    '/review',
    '/wishes',
    '/productNotice',
    '/supply',
    paths.completed(),
    '/agreement',
    '/voucher',
    '/pass',
    paths.login(),
  ],
  ...[paths.signUp(), '/account', mobileRoot, paths.quotation(), '/calPrice'],
];
