// Systems of partners and of the owner: what a key may do, how it looks and where it is accepted (decision 0360); the events that web hooks
// send (decision 0361).

/** What a partner's key may do; each call of the contract names the one that it takes. */
export const partnerScopes = [
  'catalogue',
  'quote',
  'book',
  'cancel',
  'pay',
  'statement',
  'octo',
  'getYourGuide',
  'viator',
  'platformOrders',
] as const;
/** What a key of the owner's own system may do in the back office. */
export const ownerScopes = ['orders', 'answers', 'stock', 'importOrders'] as const;

const booking = ['catalogue', 'quote', 'book', 'cancel'] as const;
/** What keys are made for, each with the least that it needs (decision 0752). */
export const partnerPurposes = {
  catalogue: ['catalogue'],
  booking,
  paying: [...booking, 'pay', 'statement'],
  octo: ['octo'],
  getYourGuide: ['getYourGuide'],
  viator: ['viator'],
  platformOrders: ['platformOrders'],
} as const satisfies Record<string, readonly (typeof partnerScopes)[number][]>;
export const ownerPurposes = {
  orders: ['orders'],
  deciding: ['orders', 'answers'],
  stock: ['stock'],
  importOrders: ['importOrders'],
} as const satisfies Record<string, readonly (typeof ownerScopes)[number][]>;

export type KeyScope = (typeof partnerScopes)[number] | (typeof ownerScopes)[number];

/** Begins every key, so that it is found where it does not belong. Test keys book, but hold and pay nothing (decision 0385). */
export const keyMarks = { live: 'kb_live_', test: 'kb_test_' } as const;

/** The characters of a key that are shown later, to distinguish keys. */
export const keyStartLength = keyMarks.live.length + 4;

/** Begins the number of every order of the test mode, on its papers too. */
export const testOrderMark = 'T';
export const isTestOrder = (orderNo: string): boolean => orderNo.startsWith(testOrderMark);

export const testRules = {
  /** Orders of the test mode and what belongs to them end after this. */
  keptDays: 7,
  /** In each of a site's currencies, of deposit and of credit, in its smallest unit. */
  balanceMinor: 100_000_000,
} as const;

export const keyRules = {
  /** Live ones of a partner in each environment, or of the owner's systems. */
  mostKeys: 10,
  nameLength: 50,
  mostNetworks: 20,
  /** How long the previous key works beside its replacement. */
  overlapHours: [0, 1, 24, 168],
  perMinute: { start: 300, most: 6000 },
  logDays: 30,
} as const;

const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const v4 = new RegExp(`^${octet}(?:\\.${octet}){3}(?:/(\\d{1,2}))?$`);
const v6 = /^([0-9a-f:]{2,39}(?::\d{1,3}(?:\.\d{1,3}){3})?)(?:\/(\d{1,3}))?$/i;

/** Whether it is an IPv4 or IPv6 address, or a network of them like 203.0.113.0/24 or 2001:db8::/32. */
export function isNetwork(text: string): boolean {
  const [, four, fourLength] = v4.test(text) ? [text, text.split('/')[0], text.split('/')[1]] : [];
  if (four) return Number(fourLength ?? 32) <= 32;
  const [, six, length] = v6.exec(text) ?? [];
  return Boolean(six && Number(length ?? 128) <= 128 && URL.canParse(`http://[${six}]`));
}

/** One address or network for each line, spaces and empty lines aside. */
export const readNetworks = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Events of web hooks that people choose (decision 0361). */
export const hookTypes = [
  'order.placed',
  'order.paid',
  'order.confirmed',
  'order.rejected',
  'order.changed',
  'order.cancelled',
  'order.refunded',
  'voucher.ready',
  'stock.low',
  'price.changed',
  'product.changed',
] as const;
export type HookType = (typeof hookTypes)[number];
/** With what subscriptions of OCTO alone hear (decision 0460): places of a product were sold, given back or changed. */
export const hookEventTypes = [...hookTypes, 'stock.changed'] as const;
export type HookEventType = (typeof hookEventTypes)[number];

/** By the actions of order_event, in the order in which they are sent; the other actions change nothing that buyers see. */
export const hookTypesOf: Record<string, readonly HookType[]> = {
  place: ['order.placed'],
  pay: ['order.paid'],
  payLate: ['order.paid'],
  payRest: ['order.paid', 'voucher.ready'],
  confirm: ['order.confirmed', 'voucher.ready'],
  reject: ['order.rejected'],
  withdraw: ['order.cancelled'],
  expire: ['order.cancelled'],
  cancelPending: ['order.cancelled'],
  approveCancel: ['order.cancelled'],
  lapse: ['order.cancelled'],
  approvePart: ['order.changed'],
  applyToCancel: ['order.changed'],
  rejectCancel: ['order.changed'],
  move: ['order.changed'],
  change: ['order.changed'],
  contact: ['order.changed'],
  fill: ['order.changed'],
  complete: ['order.changed'],
  drivers: ['order.changed'],
  send: ['order.changed'],
  redeem: ['order.changed'],
  refund: ['order.refunded'],
  refundDone: ['order.refunded'],
};

/** A payment that confirms at once (rules §7) is followed by these. */
export const alsoWhenConfirmed: readonly HookType[] = ['order.confirmed', 'voucher.ready'];

export const hookRules = {
  mostHooks: 5,
  /** With those that ended with their key. */
  mostWithEnded: 25,
  addressLength: 500,
  /** How long they are stored after they were sent or given up. */
  keptDays: 30,
  /** From one try to the next: three days in all. */
  retrySeconds: [5, 60, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  answerSeconds: 10,
} as const;

/** A key or a web hook that was made: its name or address, and what it may do or is sent. */
export type MadeForSystem = { name: string; does: readonly string[] };
