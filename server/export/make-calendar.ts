// An order as a calendar file (RFC 5545): one entry for all lines of a package at one time. Sessions as instants in UTC, whole days and
// tours of several days as days, a stay as a span from arrival to departure, an open ticket on its last day.
import ical, { ICalAlarmType, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import { addDays, instantOf } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import { joinList, textIn, withColon } from '../../domain/languages.ts';
import { isEnded, OrderStatus } from '../../domain/order-status.ts';
import { paths } from '../../domain/paths.ts';
import { translate } from '../../locales/translate.ts';
import { findProduct, type ProductRow } from '../catalog/catalog.sql.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import { nameUnit, type Papers, sayWhen } from './compose-voucher.ts';
import { groupLines } from './pass/show-pass.ts';

type Length = Pick<ProductRow, 'play_value' | 'play_unit'> | undefined;

/** When phones remind of an entry, in seconds before it begins; a whole day begins at midnight. */
const nineTheDayBefore = 15 * 3600;
const dayBefore = 24 * 3600;
const twoHours = 2 * 3600;

/** Refuses voucherNotReady where nothing of the order is ahead: it is used, over, cancelled or closed. */
export async function makeCalendar(papers: Papers, lines: LineOfOrder[], stamp: Date, link?: string): Promise<Buffer> {
  const { owner, company, order, language } = papers;
  const ahead = lines.filter(isAhead);
  if (!ahead.length) throw new Refusal('voucherNotReady');
  const calendar = ical({
    prodId: { company: 'Kembara', product: 'orders' },
    name: `${company.name} ${order.order_no}`,
  });
  for (const group of groupLines(ahead)) {
    const [line] = group as [LineOfOrder];
    const product = await findProduct(owner, String(line.product_id), language);
    const confirmed = group.every(({ status }) => status === OrderStatus.confirmed);
    const city = textIn(line.terms.cityNames, language);
    const span = spanOf(line, product);
    const event = calendar.createEvent({
      id: `${line.sub_order_no}@${new URL(company.address ?? 'http://kembara.invalid').hostname}`,
      stamp,
      ...span,
      summary: textIn(line.terms.names, language),
      description: describe(papers, group),
      status: confirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      ...(line.valid_until ? { transparency: ICalEventTransparency.TRANSPARENT } : {}),
      ...(company.address ? { url: company.address + (link ?? paths.pass(order.order_no)) } : {}),
      ...(product ? { location: { title: city, geo: { lat: product.lat, lon: product.lng } } } : { location: city }),
    });
    for (const ahead of span.allDay ? [nineTheDayBefore] : [dayBefore, twoHours])
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore: ahead });
  }
  return Buffer.from(calendar.toString(), 'utf8');
}

function isAhead({ status, redeemed_at: usedAt, quantity, cancelled_quantity: cancelled }: LineOfOrder): boolean {
  return !isEnded(status) && status !== OrderStatus.completed && usedAt === null && cancelled < quantity;
}

function describe({ order, language, company, plain }: Papers, lines: LineOfOrder[]): string {
  const [line] = lines as [LineOfOrder];
  const say = (key: string) => translate(language, key);
  const colon = (label: string) => withColon(label, language);
  const codes = lines.flatMap(({ voucher_code: code, supplier_codes: theirs, held_back: isHeld }) =>
    code && !theirs && !isHeld ? [code] : [],
  );
  const provider = plain ?? { name: company.name, phone: company.phone };
  return [
    `${colon(say('export.voucher.date'))}${sayWhen(line, language)} ${line.session}`.trim(),
    `${textIn(line.terms.packageNames, language)} · ${joinList(
      lines.map((line) => `${nameUnit(line, language)} ×\u00a0${leftIn(line)}`),
      language,
    )}`,
    `${colon(say('export.voucher.orderNo'))}${order.order_no}`,
    ...(codes.length ? [`${colon(say('export.voucher.voucherCode'))}${joinList(codes, language)}`] : []),
    `${colon(say('export.voucher.provider'))}${[provider.name, provider.phone].filter(Boolean).join(' · ')}`,
  ].join('\n');
}

const leftIn = (line: LineOfOrder): number => line.quantity - line.cancelled_quantity;

const dayAt = (day: string) => new Date(`${day}T00:00:00Z`);

/** Ends are the first day or moment after. Play time: 1 days, 2 hours, 3 minutes (§3). */
function spanOf(line: LineOfOrder, length: Length): { start: Date; end: Date; allDay: boolean } {
  if (line.valid_until) return days(line.valid_until, addDays(line.valid_until, 1));
  if (line.until_on) return days(line.play_on, line.terms.byDay ? addDays(line.until_on, 1) : line.until_on);
  const value = Math.max(1, length?.play_value ?? 1);
  if (length?.play_unit === 1 && (value > 1 || !line.session)) return days(line.play_on, addDays(line.play_on, value));
  if (!line.session) return days(line.play_on, addDays(line.play_on, 1));
  const start = instantOf(line.play_on, line.session, line.terms.zone);
  const minutes = length?.play_unit === 3 ? value : length?.play_unit === 2 ? value * 60 : 1440;
  return { start: new Date(start), end: new Date(start + minutes * 60_000), allDay: false };
}

function days(first: string, after: string) {
  return { start: dayAt(first), end: dayAt(after), allDay: true };
}
