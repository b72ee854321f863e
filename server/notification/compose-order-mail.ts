// One mail about an order in one language: the owner's custom text if there is one, else the standard text; facts as a table.

import { consolePaths } from '../../domain/console-paths.ts';
import { formatDay, formatInstant } from '../../domain/dates.ts';
import { formatLocale, joinClauses, type Language, languageTags } from '../../domain/languages.ts';
import {
  fillBlanks,
  isBuyerOccasion,
  type MailBlank,
  type MailOccasion,
  supplierOccasions,
} from '../../domain/mail-occasions.ts';
import { formatMoney, type Money, money } from '../../domain/money.ts';
import { isPlatformSource } from '../../domain/order-sources.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { paths } from '../../domain/paths.ts';
import { nameReason } from '../../domain/refund-reasons.ts';
import { translate } from '../../locales/translate.ts';
import { sayWay } from '../export/say-fields.ts';
import type { BackRow } from '../order/cancel/back.sql.ts';
import type { DriverRow } from '../order/driver.sql.ts';
import type { RefundCharge } from '../order/list.sql.ts';
import type { LineOfOrder, OrderRow } from '../order/read.sql.ts';
import type { Where } from '../payment/transfer/say-where.ts';
import type { Ended } from '../platform/jobs.ts';
import { type ChargeRow, sayCharge } from '../site/show-exchange.ts';
import { drawMail, type MailCompany } from './draw-mail.ts';
import type { DayToCome } from './order/describe-day.ts';
import { describeLines, isPromising, listCard, listRefunded, sayBack, sayEnded } from './order/describe-lines.ts';

export type Fact = { label: string; value: string };
export type Letter = {
  language: Language;
  occasion: MailOccasion;
  company: MailCompany;
  values: Record<MailBlank, string> & { way?: string };
  facts: Fact[];
  button?: { label: string; href: string } | undefined;
  texts: { subject: string; intro: string } | undefined;
  /** The refund of a balance or a gift card: no bank is waited for. */
  inside?: boolean;
  /** The refund went to a gift card that is blocked: the buyer cannot pay with it now. */
  blocked?: boolean;
  /** The supplier asked to cancel, and no buyer: the owner's own words, which are for buyers who did, do not fit. */
  byProvider?: boolean | undefined;
  /** A part was cancelled, and the rest of the booking stands; or a part was paid, and the voucher waits for the rest. */
  inPart?: boolean;
  /** What was cancelled gives nothing back: no money is promised. */
  givesNothing?: boolean;
  /** The last words, where the usual ones do not fit the reader. */
  small?: string;
};

export function composeMail(letter: Letter) {
  const { language, occasion, company, values, facts, button, inPart, byProvider, small: last } = letter;
  const texts = byProvider ? undefined : letter.texts;
  const words = inPart ? `${occasion}Part` : occasion;
  const say = (part: string) => translate(language, `notification.mail.${words}${part}`, values);
  const by = byProvider ? 'ByProvider' : '';
  const usual = translate(language, `notification.mail.${readerOf(occasion)}Small`, { owner: company.name });
  const way = letter.blocked ? 'Blocked' : letter.inside ? 'Inside' : letter.givesNothing ? 'Nothing' : by;
  const intro = texts?.intro ? fillBlanks(texts.intro, values) : say(`${way}Intro`);
  // A line break in a name must not end the header (security rule 59).
  const subject = (texts?.subject ? fillBlanks(texts.subject, values) : say('Subject')).replace(/\s+/g, ' ').trim();
  const drawn = drawMail({
    language,
    company,
    title: say(isBuyerOccasion(occasion) ? `${by}Title` : 'Title'),
    intro,
    facts,
    button,
    small: last ?? usual,
  });
  return { subject, ...drawn };
}

/** To whom such a mail goes, as its last words say. */
function readerOf(occasion: MailOccasion): 'order' | 'staff' | 'supplier' {
  if (isBuyerOccasion(occasion)) return 'order';
  return supplierOccasions.some((name) => name === occasion) ? 'supplier' : 'staff';
}

/** The subject of a mail about more than the order itself. */
export type About = {
  /** The refund or the additional payment. */
  amount?: Money | undefined;
  /** The way that a refund goes. */
  way?: { channel: string; ending: string | null };
  /** What the ways to pay took on top of the total. */
  fees?: Money;
  /** The gift card that a refund goes to, as it is now. */
  card?: RefundCharge['card'];
  /** Why money went back: a person's words, or the shop's own reason (domain/refund-reasons.ts). */
  why?: string;
  /** What `amount` is the sum of, where it is of several lines. */
  refunds?: RefundCharge[];
  /** The reason for an additional payment or for a rejection. */
  reason?: string | undefined;
  kind?: string | undefined;
  /** The request to cancel is the supplier's. */
  byProvider?: boolean;
  /** What one act ended, and what goes back for it. */
  over?: { lines: Ended['lines']; back: BackRow[] };
  /** Of money in another currency than the order's: both amounts and the rate. */
  charges?: ChargeRow[] | undefined;
  /** The drivers, where they are entered or the day is near. */
  drivers?: DriverRow[] | undefined;
  /** What the owner answered to a review, and the product's page, which has both. */
  answer?: string;
  reviewed?: { country: string; city: string; id: number };
  /** Where a chosen bank transfer goes. */
  where?: Where;
  /** What to know before the day of service. */
  day?: DayToCome | undefined;
  /** For a traveller who paid a platform, a reseller or an agency: without amounts. */
  isTraveller?: boolean;
};

/** Mails that ask for the payment of the order, and say until when. */
const isPaying = (occasion: MailOccasion) =>
  ['placed', 'payReminder', 'transferChosen', 'transferRefused'].includes(occasion);

/** The amount that a mail is about: of what ended it is what goes back, in the order's currency where several currencies came in. */
export function amountOf(order: OrderRow, { amount, over }: About): Money {
  const back = over?.back ?? [];
  const one = back[0]?.currency;
  if (amount || !one) return amount ?? money(order.payable_minor, order.currency);
  const isOne = back.every(({ currency }) => currency === one);
  const minor = back.reduce((sum, row) => sum + (isOne ? row.amount_minor : row.order_minor), 0);
  return money(minor, isOne ? one : order.currency);
}

/**
 * The deciding side does not see the paid amount: a supplier must not see the agent's price. A reminder is about the day, and has no
 * total: a part may have been given back meanwhile.
 */
export function listFacts(
  language: Language,
  occasion: MailOccasion,
  order: OrderRow,
  lines: LineOfOrder[],
  about: About,
): Fact[] {
  const locale = formatLocale(language);
  const say = (key: string) => translate(language, key);
  const first = lines[0] as LineOfOrder;
  const { product, when, units } = describeLines(lines, language);
  const facts = [
    { label: say('notification.mail.orderNo'), value: order.order_no },
    { label: say('notification.mail.product'), value: product },
    { label: say('notification.mail.date'), value: when },
    { label: say('notification.mail.quantity'), value: units },
  ];
  if (occasion === 'newRemark' && about.reason) facts.push({ label: say('order.remarks'), value: about.reason });
  if (!isBuyerOccasion(occasion)) return facts;
  const add = (key: string, value: string | undefined) => value && facts.push({ label: say(key), value });
  const service = () => listService(language, occasion, { order, first, about });
  if (about.isTraveller) {
    // A reseller's own system is no name that its guest knows.
    if (isPlatformSource(order.source)) add(`order.list.source.${order.source}`, order.agent_reference);
    return [...facts, ...service()];
  }
  const total = formatMoney(money(order.payable_minor, order.currency), locale);
  const amount = formatMoney(amountOf(order, about), locale);
  if (occasion !== 'dayBefore' && occasion !== 'reviewAnswered') add('notification.mail.total', total);
  // The total is what was placed: what was cancelled before it is promised is no part of it any more.
  const cancelledMinor = lines.reduce((sum, line) => sum + line.cancelled_minor, 0);
  if (isPromising(occasion) && cancelledMinor)
    add('notification.mail.partCancelled', formatMoney(money(cancelledMinor, order.currency), locale));
  if (about.fees?.amountMinor) add('order.ladder.fee', formatMoney(about.fees, locale));
  if (about.over) {
    add('notification.mail.endedUnits', sayEnded(lines, about.over.lines, language));
    add('notification.mail.goesBack', sayBack(about.over.back, language));
  }
  add('notification.mail.reviewAnswer', about.answer);
  if (order.shared_minor)
    add('order.part.open', formatMoney(money(order.payable_minor - order.shared_minor, order.currency), locale));
  if (isPaying(occasion) && order.status === OrderStatus.unpaid)
    add('notification.mail.payBy', order.pay_by ? formatInstant(order.pay_by, locale, first.terms.zone) : undefined);
  if (occasion === 'paid' && order.second_check === 'waiting') add('desk.pickupAt', say('wechat.travel.check.waiting'));
  const [charge, ...more] = (about.charges ?? []).map((charge) => sayCharge(charge, language));
  if (about.way) add('payment.balance.column.channel', sayWay(about.way, language));
  if (occasion === 'refunded') add('notification.mail.refundAmount', charge ?? amount);
  else add('notification.mail.charged', charge && joinClauses([charge, ...more], language));
  facts.push(...listRefunded(lines, about.refunds ?? [], language), ...listCard(about, language));
  add('notification.mail.reason', about.why && nameReason(say, about.why));
  if (order.rest && occasion !== 'restMissed') addRest(order, { add, locale });
  if ((occasion === 'supplement' || occasion === 'supplementPaid') && about.kind)
    add(`order.supplement.${about.kind}`, amount);
  return [...facts, ...service()];
}

type Served = { order: OrderRow; first: LineOfOrder; about: About };

/** How it reaches the traveller. */
function listService(language: Language, occasion: MailOccasion, { order, first, about }: Served): Fact[] {
  const facts: Fact[] = [];
  const add = (key: string, value: string | undefined) =>
    value && facts.push({ label: translate(language, key), value });
  if (occasion === 'sent') {
    add('order.sent.carrier', first.carrier || undefined);
    add('order.sent.trackingNumber', first.tracking_number);
  }
  if (occasion === 'sent' || occasion === 'confirmed') add('order.traveller.401', sayAddress(order.fields, language));
  add('notification.mail.reason', about.reason);
  for (const driver of about.drivers ?? []) add('desk.driver.driver', sayDriver(driver));
  return facts;
}

/** Of what is delivered: undefined for what is collected. */
function sayAddress(fields: Record<string, string>, language: Language): string | undefined {
  const { '401': address, deliveryPostcode, deliveryCountry, handOver } = fields;
  if (!address || handOver === 'collect') return undefined;
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  return [address, deliveryPostcode, deliveryCountry && names.of(deliveryCountry)].filter(Boolean).join(', ');
}

type Adding = { add(key: string, value: string): void; locale: string };

/** Of an order that was paid in part: what is still to be paid, until when, and what waits for it (decision 0380). */
function addRest({ rest, currency }: OrderRow, { add, locale }: Adding): void {
  if (!rest) return;
  add('order.part.open', formatMoney(money(rest.minor, currency), locale));
  add('order.part.due', formatDay(rest.until, locale));
}

function sayDriver({ name, area_code: areaCode, phone, plate, car, remark }: DriverRow): string {
  return [name, phone && `+${areaCode} ${phone}`, plate, car, remark].filter(Boolean).join(' · ');
}

type Opened = { orderNo: string; markedOccasion: string; about: About };

export function nameButton(
  language: Language,
  occasion: MailOccasion,
  address: string,
  { orderNo, markedOccasion, about }: Opened,
) {
  const say = (key: string) => translate(language, key);
  if (!isBuyerOccasion(occasion))
    return { label: say('notification.mail.openOrder'), href: address + consolePaths.order(orderNo) };
  if (about.where) {
    const { supplement } = about.where;
    return {
      label: say('payment.transfer.open'),
      href: address + paths.payment('offlinePay', orderNo, { supplement }),
    };
  }
  if (isPaying(occasion))
    return { label: say('notification.mail.payNow'), href: address + paths.payment('pay', orderNo) };
  if (occasion === 'supplement' || occasion === 'restReminder') {
    const [supplement] = markedOccasion.slice(markedOccasion.indexOf(':') + 1).split('@');
    return { label: say('notification.mail.payNow'), href: address + paths.payment('pay', orderNo, { supplement }) };
  }
  if (occasion === 'confirmed' || occasion === 'dayBefore')
    return { label: say('export.pass.open'), href: address + paths.pass(orderNo) };
  if (about.reviewed)
    return { label: say('notification.mail.openReviews'), href: `${address}${paths.product(about.reviewed)}#reviews` };
  return { label: say('notification.mail.openOrder'), href: address + paths.order(orderNo) };
}
