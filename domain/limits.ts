// Numbers of §9 and rules §9 in one place. Units are in the names.

import { Refusal } from './errors.ts';
import { mostWishes } from './most-wishes.ts';

/** Those that screens name or check: any other would be in the shop's script for nothing. */
export const shownLimits = {
  /** §5: what a password has at least, at login too. */
  passwordShortest: 6,
  /** A password that the installation made for a member of staff. */
  firstPasswordSeconds: 7 * 86_400,
  payQrSeconds: 900,
  listPageSizes: [10, 20, 50],
  /** Rows of a list of the back office as a file; a workbook of orders holds as many for buyers. */
  listRows: { csv: 100_000, xlsx: 10_000 },
  /** Lines of one day that the guest list shows. */
  guestLines: 1000,
  nameLength: 50,
  /** The shortest number of a landline that people have. */
  phoneShortest: 5,
  phoneLength: 20,
  emailLength: 120,
  agentReferenceLength: 40,
  remarkLength: 2000,
  /** Products on a wish list. */
  wishes: mostWishes,
  queryLength: 80,
} as const;

export const limits = {
  ...shownLimits,
  bookDataSeconds: 3600,
  codeLifeSeconds: 600,
  codeTries: 5,
  codeTriesPerEmailDay: 20,
  codeTriesPerSourceHour: 200,
  codeSendsPerEmailHour: 5,
  codeSendsPerSourceHour: 30,
  codeResendSeconds: 60,
  captchaLifeSeconds: 120,
  keepLoginSeconds: 7 * 86_400,
  idleLoginSeconds: 12 * 3600,
  /** From one source; and the total from all unknown sources before each of them gets few. */
  loginTriesPerAccountHour: 20,
  /** Tries left to a source for an account or address whose common limit other sources used up. */
  triesAlone: { login: 3, mail: 1 },
  /** The hourly common limit may be exceeded in such small steps, up to this multiple of it in a day. */
  commonLimitsPerDay: 24,
  loginTriesPerSourceHour: 100,
  /** All accounts and sources of a site together. */
  loginTriesOverallMinute: 600,
  /** Failures after which the image code is required. */
  loginFailuresBeforeImage: 2,
  signUpsPerSourceHour: 20,
  linkSendsPerEmailHour: 5,
  /** The newest waiting sign-ups of an address with which a typed password is compared. */
  signUpsCompared: 8,
  passwordTriesPerAccountHour: 10,
  exportsPerAccountHour: 20,
  rechargesPerAccountHour: 60,
  /** Codes of gift cards that are typed, right or wrong. */
  giftCardTriesPerAccountHour: 20,
  giftCardTriesPerSourceHour: 100,
  /** Promo codes that do not exist. */
  couponGuessesPerAccountHour: 20,
  couponGuessesPerSourceHour: 100,
  giftCardsAtOnce: 500,
  /** A gift card that money comes back to is good for this long at least. */
  giftCardDaysAfterRefund: 30,
  /** Links that staff send to one account. */
  staffLinksPerAccountHour: 10,
  /** The largest recharge or adjustment, in minor units. */
  largestMoveMinor: 10_000_000_000,
  /** What one person does alone for one account, order or kind counts together for so long (decision 0721). */
  fourEyesHours: 24,
  /** A list of orders counts no further: above it, it says that there are more. */
  countedOrders: 10_000,
  /** Rows of one exported statement. */
  statementRows: { csv: 50_000, xlsx: 10_000 },
  /** Rows of one sheet of net rates, its longest time of travel, and how long it may be worked on. */
  rateRows: { csv: 50_000, xlsx: 10_000 },
  rateDays: 366,
  rateSeconds: 20,
  /** Calls to a provider of places that charges for each. */
  placeSearchesPerSourceHour: 300,
  /** Orders that a member, a guest or a distributor without approval may have unpaid at once (decision 0790). */
  unpaidOrdersPerAccount: 200,
  /** About unpaid orders of members and guests, to addresses that are not their own: to one address, and of one account (decision 0789). */
  unpaidMailsToEmailHour: 40,
  unpaidMailsOfAccountHour: 200,
  /** Cities by name: a question for each pause in typing, for all people behind one address. */
  regionSearchesPerSourceHour: 1200,
  linkLifeSeconds: { activate: 86_400, reset: 1800, handOver: 60, prove: 7 * 86_400, invite: 7 * 86_400 },
  signUpKeptDays: 7,
  /** A browser that found an order by number and contact may open it this long. */
  foundOrderDays: 30,
  findsPerSourceHour: 20,
  findsPerOrderHour: 10,
  nonceLifeSeconds: 600,
  payPollSeconds: { first: 3, slowest: 10 },
  searchPageSize: 20,
  linesPerOrder: 10,
  calendarDays: 120,
} as const;

/** Limits that an owner may override (back office, settings). */
export const siteLimits = [
  'codeTriesPerEmailDay',
  'codeTriesPerSourceHour',
  'codeSendsPerEmailHour',
  'codeSendsPerSourceHour',
  'loginTriesPerAccountHour',
  'loginTriesPerSourceHour',
  'loginTriesOverallMinute',
  'signUpsPerSourceHour',
  'linkSendsPerEmailHour',
  'exportsPerAccountHour',
  'unpaidOrdersPerAccount',
] as const;
export type SiteLimit = (typeof siteLimits)[number];

/** No order line is larger; a larger group is several orders. */
export const maxQuantity = 999;

/** True for 1 … 999 as a whole number; text, fractions, negatives and huge values are not quantities. */
export function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxQuantity;
}

/** Checks the group's size against the package's bounds (§3). Refuses groupTooSmall, groupTooLarge with the bound. */
export function checkGroup(quantity: number, bounds: { minQuantity: number; maxQuantity: number }): void {
  if (quantity < bounds.minQuantity) throw new Refusal('groupTooSmall', { data: { min: bounds.minQuantity } });
  if (quantity > bounds.maxQuantity) throw new Refusal('groupTooLarge', { data: { max: bounds.maxQuantity } });
}
