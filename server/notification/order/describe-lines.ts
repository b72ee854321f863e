// What a mail says of an order's lines (§3 lines): the product, when it takes place, and what was booked. Where the lines take place at
// several times or are of several packages, each says its own.
import { describeWhen, formatDay } from '../../../domain/dates.ts';
import { formatLocale, inBrackets, joinClauses, joinList, type Language, textIn } from '../../../domain/languages.ts';
import type { MailOccasion } from '../../../domain/mail-occasions.ts';
import { formatMoney, money } from '../../../domain/money.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { translate } from '../../../locales/translate.ts';
import { nameUnit, sayCancelled } from '../../export/compose-voucher.ts';
import { sayWay } from '../../export/say-fields.ts';
import type { BackRow } from '../../order/cancel/back.sql.ts';
import { listStanding } from '../../order/cancel/list-standing.ts';
import type { RefundCharge } from '../../order/list.sql.ts';
import type { LineOfOrder } from '../../order/read.sql.ts';
import { hasVoucher, sayGuests } from '../../order/show-order.ts';
import type { Ended } from '../../platform/jobs.ts';
import { type ChargeRow, sayCharge } from '../../site/show-exchange.ts';

/** Whether a mail has words for a part: some of the booking stands, or its voucher waits for the rest of the price. */
export function isInPart(occasion: MailOccasion, lines: readonly LineOfOrder[]): boolean {
  if (occasion === 'confirmed') return lines.some((line) => line.held_back) && !lines.some(hasVoucher);
  return occasion === 'cancelled' && listStanding(lines).length > 0;
}

const forTravellers = new Set<string>(['confirmed', 'pickupFine', 'driver', 'dayBefore', 'moved', 'eSim', 'sent']);

/**
 * What travellers have to know whose platform or agency says the rest, in its own words and at its own price. What is confirmed while its
 * vouchers wait for money is none of it, and that the money came is, where there are vouchers now.
 */
export function isForTravellers(occasion: MailOccasion, lines: readonly LineOfOrder[]): boolean {
  if (occasion === 'restPaid') return lines.some(hasVoucher);
  return forTravellers.has(occasion) && !isInPart(occasion, lines);
}

/** The units that one act ended, where it did not end all that was booked: "Adult × 1". */
export function sayEnded(lines: readonly LineOfOrder[], ended: Ended['lines'], language: Language): string {
  const times = distinct(lines.map((line) => sayMailedTime(line, language)));
  const packages = distinct(lines.map((line) => namePackage(line, language)));
  const units = ended.flatMap(({ subOrderNo, quantity }) => {
    const line = lines.find((line) => line.sub_order_no === subOrderNo);
    if (!line) return [];
    const more = [
      packages.length > 1 && namePackage(line, language),
      times.length > 1 && sayMailedTime(line, language),
    ];
    const apart = joinList(
      more.filter((text): text is string => Boolean(text)),
      language,
    );
    return [`${nameUnit(line, language)} ×\u00a0${quantity}${apart && inBrackets(apart, language)}`];
  });
  return joinList(units, language);
}

/** What of one mail went back for each line: by the line's name, and where they differ its package and time. */
export function listRefunded(
  lines: readonly LineOfOrder[],
  refunds: readonly RefundCharge[],
  language: Language,
): { label: string; value: string }[] {
  const differ = (pick: (line: LineOfOrder) => string) => distinct(lines.map(pick)).length > 1;
  return refunds.map((row) => {
    const line = lines.find((line) => line.sub_order_no === row.sub_order_no);
    const parts = line && [
      nameUnit(line, language),
      differ((line) => namePackage(line, language)) && namePackage(line, language),
      differ((line) => sayMailedTime(line, language)) && sayMailedTime(line, language),
    ];
    const label = parts?.filter(Boolean).join(' · ') ?? translate(language, 'notification.mail.refundAmount');
    return { label, value: sayAmount(row, language) };
  });
}

type OfCard = { way?: { channel: string; ending: string | null }; card?: RefundCharge['card'] };

/** A refund went to a gift card: that it is blocked, or its last day. */
export function listCard({ way, card }: OfCard, language: Language): { label: string; value: string }[] {
  if (!way || !card) return [];
  const label = sayWay(way, language);
  if (card.blocked) return [{ label, value: translate(language, 'order.refundCard.blocked') }];
  if (!card.endsOn) return [];
  const day = formatDay(card.endsOn, formatLocale(language));
  return [{ label, value: translate(language, 'order.refundCard.until', { day }) }];
}

/** What goes back, and by which way: "MYR 80.00 · Deposit". */
export function sayBack(back: readonly BackRow[], language: Language): string {
  return joinClauses(
    back.map((row) => `${sayAmount(row, language)} · ${sayWay(row, language)}`),
    language,
  );
}

/** With the amount in the order's currency and the rate, where it is another one. */
function sayAmount(row: ChargeRow, language: Language): string {
  if (row.currency !== row.of_currency) return sayCharge(row, language);
  return formatMoney(money(row.amount_minor, row.currency), formatLocale(language));
}

export const isPromising = (occasion: MailOccasion): boolean =>
  ['paid', 'confirmed', 'restPaid', 'pickupFine', 'moved'].includes(occasion);

/**
 * Whether a mail would speak of what is over: it promises, and nothing of the order stands; or it confirms a request that is decided.
 * A marketplace may cancel a second after it booked, and by the policy at once.
 */
export function isOver(occasion: MailOccasion, lines: readonly LineOfOrder[]): boolean {
  if (occasion === 'cancelAsked') return !lines.some((line) => line.status === OrderStatus.cancelling);
  return isPromising(occasion) && !listStanding(lines).length;
}

type Described = { product: string; when: string; units: string };

export function describeLines(lines: readonly LineOfOrder[], language: Language): Described {
  const standing = listStanding(lines);
  // What was cancelled before the rest takes place no more; of what ended as a whole all is said.
  const matter = standing.length ? standing : lines;
  const times = distinct(matter.map((line) => sayMailedTime(line, language)));
  const packages = distinct(matter.map((line) => namePackage(line, language)));
  const apart = { times: times.length > 1, packages: packages.length > 1 };
  return {
    product: `${textIn(lines[0]?.terms.names ?? {}, language)} · ${joinClauses(packages, language)}`,
    when: joinClauses(times, language),
    units: joinList(sayAlike(lines, language, apart), language),
  };
}

type Apart = { times: boolean; packages: boolean };

/** Systems and platforms book each unit as a line: those that read the same are counted together. */
function sayAlike(lines: readonly LineOfOrder[], language: Language, apart: Apart): string[] {
  const groups = Map.groupBy(lines, (line) =>
    line.cancelled_quantity ? line.sub_order_no : sayUnits({ ...line, quantity: 1 }, language, apart),
  );
  return [...groups.values()].flatMap(([first, ...more]) => {
    const quantity = more.reduce((sum, line) => sum + line.quantity, first?.quantity ?? 0);
    return first ? [sayUnits({ ...first, quantity }, language, apart)] : [];
  });
}

function sayUnits(line: LineOfOrder, language: Language, apart: Apart): string {
  // A wholly cancelled line is listed with its number and marked as cancelled.
  const count = line.quantity - line.cancelled_quantity || line.quantity;
  const more = [
    apart.packages && namePackage(line, language),
    apart.times && sayMailedTime(line, language),
    sayGuests(line.terms, language, (key, values) => translate(language, key, values)),
    sayCancelled(line, language),
  ].filter((text): text is string => Boolean(text));
  return `${nameUnit(line, language)} ×\u00a0${count}${more.length ? inBrackets(joinList(more, language), language) : ''}`;
}

const distinct = (texts: string[]): string[] => [...new Set(texts)];

const namePackage = ({ terms }: LineOfOrder, language: Language) => textIn(terms.packageNames, language);

type Timed = Pick<LineOfOrder, 'play_on' | 'session' | 'until_on' | 'valid_until' | 'terms'>;

export const sayMailedTime = (
  { play_on: playOn, session, until_on: untilOn, valid_until: validUntil, terms }: Timed,
  language: Language,
) =>
  describeWhen(
    { playOn, session, untilOn, validUntil, byDay: terms.byDay },
    (day) => formatDay(day, formatLocale(language)),
    (key, values) => translate(language, key, values),
  );
