// Each address is written once: screens in domain/paths.ts and domain/console-paths.ts, calls and files in the contract.
import { describe, expect, it } from 'vitest';
import { fileAddress } from '../contract/file-address.ts';
import { consolePaths } from '../domain/console-paths.ts';
import { paths } from '../domain/paths.ts';
import { fillPath, isUnder, withQuery } from '../domain/write-address.ts';
import routes from '../web/routes.ts';
import { isTest, listSources, type Source } from './build/list-sources.ts';

type Route = { path?: string; index?: boolean; children?: Route[] };

function listPatterns(list: readonly Route[]): string[] {
  return list.flatMap(({ path, index, children }) => [
    ...(path !== undefined ? [`/${path}`] : index ? ['/'] : []),
    ...listPatterns(children ?? []),
  ]);
}

const patterns = [...new Set(listPatterns(routes as Route[]))];
const roots = new Set(['api', ...patterns.flatMap((pattern) => /^\/(\w+)/.exec(pattern)?.[1] ?? [])]);

/** Where addresses and the patterns of the routes are written. */
const home = new Set([
  ...['domain/paths.ts', 'domain/console-paths.ts', 'web/routes.ts'],
  ...[
    'contract/rows-shop.ts',
    'contract/rows-desk.ts',
    'contract/rows-window.ts',
    'contract/rows-admin.ts',
    'contract/file-routes.ts',
    'contract/call-row.ts',
  ],
]);
const rooms = /^(domain|contract|server|web)\/|^main\.ts$/;

function findSpelled(sources: Source[]): string[] {
  const first = [...roots].join('|');
  // At the beginning of a text or behind a value put into one; and in a pattern, where the slash is escaped.
  const spelled = new RegExp(`(?:['"\`}]/|\\\\/)(?:${first})(?![\\w-])`, 'g');
  return sources
    .filter(({ path }) => rooms.test(path) && !home.has(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(spelled)].map(([found]) => `${path} spells ${found}`),
    );
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(\/\/|\/?\*).*$/gm, '').replace(/ \/\/ .*$/gm, '');
}

describe('addresses', () => {
  it('are spelled nowhere else', () => {
    expect(roots.size).toBeGreaterThan(15);
    expect(findSpelled(listSources())).toEqual([]);
  });

  it.each([
    ["redirect('/uc/order')", "'/uc"],
    [`to={\`/console/orders/\${id}\`}`, '`/console'],
    [`\`\${origin}/booking/pay?order=\${id}\``, '}/booking'],
    ['fetch("/api/order/export")', '"/api'],
    ['/^\\/console(?=[/?#]|$)/.test(path)', '\\/console'],
  ])('are found where they are: %s', (text, found) => {
    expect(findSpelled([{ path: 'web/screens/home/show-home.tsx', text }])).toEqual([
      `web/screens/home/show-home.tsx spells ${found}`,
    ]);
  });

  it('in comments, modules and other words are ignored', () => {
    const text = "// '/console'\nimport './search/x.ts';\nconst a = '/consoles'; // '/uc'\n";
    expect(findSpelled([{ path: 'web/call.ts', text }])).toEqual([]);
  });
});

type Samples<Paths> = {
  [Name in keyof Paths]: Paths[Name] extends (...values: infer Values) => string ? Values[] : never;
};

/** Every screen's address at least once: one that is missing here does not compile. */
const shop: Samples<typeof paths> = {
  home: [[]],
  search: [[], [{ type: 2 }]],
  product: [[{ country: 'malaysia', city: 'penang', id: 7 }]],
  productAgain: [['7', { package: '3' }]],
  calculation: [[7]],
  quotation: [[], [{ quotetoken: 'token', l: 'th' }]],
  review: [[{ line: 'A1-1' }]],
  productNotice: [[{ token: 'token', l: 'th' }]],
  wishes: [[], [{ of: '1-2' }]],
  notices: [[{ page: 2 }]],
  notice: [[7]],
  page: [[7]],
  map: [[], [{ product: '1', go: '/' }]],
  agreement: [['booking']],
  voucher: [['ABCD2345', 'facts.signature']],
  pass: [['26112300000000'], ['26112300000000', 'k']],
  login: [[{ go: '/' }]],
  activation: [['token']],
  loginDone: [[{ of: 'active', waits: 1 }]],
  forgotPassword: [[]],
  resetMail: [[]],
  resetPassword: [['token'], ['token', { first: 1, staff: 1 }]],
  signUp: [[]],
  signUpAsPerson: [['personal']],
  signUpAsCompany: [[]],
  signUpMail: [[]],
  booking: [[{ lines: '1' }]],
  payment: [
    ['pay'],
    ['alipay'],
    ['wechat'],
    ['offlinePay'],
    ['offlinePayInfo'],
    ['complete', 'A1', { supplement: '2' }],
  ],
  completion: [['token', 'A1']],
  supply: [['token', 'th']],
  completionList: [['token']],
  completed: [[]],
  account: [[]],
  orders: [[{ page: 2 }]],
  order: [['A1']],
  netRates: [[]],
  balance: [[]],
  quotations: [[], [{ page: 2 }]],
  savedQuotation: [['7']],
  bookQuotation: [['7']],
  setPassword: [[]],
  changePassword: [[]],
  personalData: [[]],
  partner: [[{ edit: 1 }]],
  profile: [[]],
  subAccounts: [[]],
  apiKeys: [[]],
  octo: [[]],
  testOrders: [[], [{ page: 2 }]],
  developers: [[]],
  hooks: [[]],
  newSubAccount: [[]],
  subAccount: [['7']],
  mobileLogin: [[{ go: '/' }]],
  mobileUser: [[]],
  mobileOrders: [[]],
  findOrder: [[{ over: 1 }]],
  travel: (
    ['ordeInfo', 'transferInfo', 'passenger', 'showBookDeclare', 'driverinfo', 'gmap', 'agreement'] as const
  ).map((screen) => [screen, { order: 'A1' }]),
  mobileAgreements: [[{ kind: 'privacy' }]],
  missing: [[]],
};

const desk: Samples<typeof consolePaths> = {
  login: [[{ go: '/' }]],
  start: [[{ days: 7 }], [{ queue: 'lowStock', page: 2 }]],
  orders: [[{ status: 1002 }]],
  marketplaces: [[]],
  guests: [[]],
  gygDeals: [[], [{ product: '12-34' }]],
  channelMessages: [[], [{ source: 2 }]],
  orderImports: [[], [{ import: '7' }]],
  order: [['A1']],
  cancels: [[{ result: 0, page: 1 }]],
  redeem: [[{ text: 'x' }]],
  answers: [[], [{ edit: '7' }]],
  reviews: [[{ state: 'waiting' }]],
  cities: [[], [{ kind: 'own' }]],
  areas: [[{ area: 'new' }]],
  freight: [[{ table: 'new' }]],
  promotions: [[{ tab: 'banners' }]],
  announcements: [[]],
  pages: [[]],
  partners: [[]],
  partner: [[7]],
  partnerChanges: [[], [{ state: 'refused' }]],
  newPartner: [[]],
  contract: [[7], [7, { write: 1 }]],
  editPartner: [[7]],
  suppliers: [[], [{ state: 'active' }]],
  quotation: [['7'], ['7', { version: 2 }]],
  settlement: [[], [{ supplier: '7' }]],
  supplier: [['7'], ['7', { saved: 1 }]],
  octo: [['7']],
  mozio: [['7']],
  supplies: [[], [{ problem: '1' }]],
  places: [[], [{ package: '7', month: '2027-01' }]],
  newSupplier: [[]],
  levels: [[]],
  staff: [[]],
  balances: [[]],
  balance: [[7, { page: 2 }]],
  incomplete: [[], [{ state: 'late' }]],
  transfers: [[{ state: 'submitted' }]],
  payments: [[]],
  refunds: [[{ state: 'failed' }]],
  differences: [[]],
  channels: [[{ channel: 'credit' }]],
  quotations: [[]],
  coupons: [[]],
  coupon: [['SUMMER', { saved: 1 }]],
  newCoupon: [[]],
  giftCards: [[], [{ page: 2 }]],
  giftCard: [['7']],
  rates: [[]],
  owners: [[], [{ state: 'begun' }]],
  houseAdmins: [[]],
  owner: [['7']],
  setupOwner: [['new'], ['7', { step: 'reach' }]],
  log: [[]],
  products: [[]],
  catalogue: [[{ import: 7 }]],
  product: [[7]],
  newProduct: [[]],
  calendar: [[7]],
  prices: [[7]],
  agentPrices: [[{ product: 7 }]],
  hidden: [[], [{ level: 0 }]],
  systems: [[]],
  keyCalls: [[]],
  hooks: [[]],
  company: [[]],
  translator: [[]],
  wallets: [[]],
  settings: [[]],
  persons: [[], [{ query: 'a@b.example' }]],
  retention: [[]],
  agreements: [[{ published: 'booking' }]],
  security: [[]],
  mailTexts: [[]],
  failed: [[], [{ page: 2 }]],
  mails: [[{ page: 2 }]],
  mail: [[7]],
};

/**
 * Reached from outside only: second spellings of §2, all below one with a slash at its end, shortened addresses, and pages for whatever is
 * not there.
 */
const outside = [
  '/search/:id',
  '/tours/:country/:city?',
  '/signup/user',
  '/signup/complete',
  '/account/signup',
  '/account/signup/',
  '/booking',
  '/*',
];

const write = <Paths extends object>(made: Paths, samples: Samples<Paths>): string[] =>
  Object.entries(samples).flatMap(([name, calls]) =>
    (calls as unknown[][]).map((values) => (made[name as keyof Paths] as (...all: unknown[]) => string)(...values)),
  );

const shapeOf = (pattern: string) =>
  new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(/[^/?#]+)?').replace(/:\w+/g, '[^/?#]+')}$`);

describe('addresses of screens', () => {
  const addresses = [...write(paths, shop), ...write(consolePaths, desk)].map((one) => one.replace(/[?#].*$/s, ''));
  const real = patterns.filter((pattern) => pattern !== '/*');

  it('lead to a route', () => {
    expect(addresses.filter((address) => !real.some((pattern) => shapeOf(pattern).test(address)))).toEqual([]);
  });

  it('exist for every route', () => {
    const missing = patterns.filter(
      (pattern) =>
        !outside.some((one) => pattern === one || (one.endsWith('/') && pattern.startsWith(one))) &&
        !addresses.some((address) => shapeOf(pattern).test(address)),
    );
    expect(missing).toEqual([]);
  });
});

describe('how addresses are written', () => {
  it('values are escaped, empty ones left out', () => {
    expect(withQuery('/a', { b: 'x&y=ü', c: '', d: undefined, e: 0 })).toBe('/a?b=x%26y%3D%C3%BC&e=0');
    expect(withQuery('/a', {})).toBe('/a');
    expect(withQuery('/a', new URLSearchParams({ b: 'c d' }))).toBe('/a?b=c+d');
  });

  it('a path contains the paths below it, but not longer words', () => {
    for (const address of ['/uc', '/uc/', '/uc?x=1', '/uc#x', '/uc/order']) expect(isUnder(address, '/uc')).toBe(true);
    for (const address of ['/ucx', '/u', '/', '/a/uc']) expect(isUnder(address, '/uc')).toBe(false);
  });

  it('files take path values in the path and other values in the query', () => {
    expect(fileAddress('mailAttachment', { id: 'a/b', at: 2 })).toBe('/api/console/mails/a%2Fb/attachments/2');
    expect(fileAddress('voucherFile', { subOrderNo: 'A-1', plain: undefined })).toBe(
      '/api/order/download/voucher?subOrderNo=A-1',
    );
    expect(fillPath('/a/:id', { id: 1, more: true })).toEqual({ path: '/a/1', rest: { more: true } });
  });
});
