// The lines of the reminder mail about that day (§3 order): where and when the traveller is picked up, how to get in, what to know and
// bring, and which number to call. Cancelled lines are left out.
import { entryOf } from '../../../domain/asked-fields.ts';
import type { Day } from '../../../domain/dates.ts';
import { type Language, textIn } from '../../../domain/languages.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { pickupField } from '../../../domain/pickup-times.ts';
import { translate } from '../../../locales/translate.ts';
import { findProduct, type ProductRow } from '../../catalog/catalog.sql.ts';
import { fieldsOfDay, sayField } from '../../export/say-fields.ts';
import { findPlaces, type LineOfOrder, type OrderRow } from '../../order/read.sql.ts';
import type { Owner } from '../../platform/db.ts';
import type { OwnerRow } from '../../site/site.sql.ts';

export type DayToCome = {
  products: ProductRow[];
  deposits: Record<string, string>[];
  pickup: string;
  pickupTime: string;
  /** Which way, flight, hotel, how many, where it is collected, in the display order. */
  details: (readonly [field: string, value: string])[];
  fields: OrderRow['fields'];
};

function linesOfDay(lines: readonly LineOfOrder[], day: Day): LineOfOrder[] {
  return lines.filter(
    (line) => line.play_on === day && line.status === OrderStatus.confirmed && line.cancelled_quantity < line.quantity,
  );
}

export async function readDayToCome(owner: Owner, order: OrderRow, lines: readonly LineOfOrder[]): Promise<DayToCome> {
  const places = await findPlaces(owner, order.order_no);
  const products: ProductRow[] = [];
  for (const id of new Set(lines.map((line) => line.product_id))) {
    const product = await findProduct(owner, String(id), 'en');
    if (product) products.push(product);
  }
  const timed = pickupField(order.fields);
  return {
    products,
    deposits: lines.flatMap(({ terms }) => (terms.deposits ? [terms.deposits] : [])),
    pickup: places?.pickup?.address ?? '',
    pickupTime: timed ? (order.fields[timed] ?? '') : '',
    details: fieldsOfDay(order).filter(([name, value]) => name !== timed && value !== places?.pickup?.address),
    fields: order.fields,
  };
}

/** Labels and values in one language; nothing of what there is not. */
export function sayDayToCome(day: DayToCome, company: Pick<OwnerRow, 'name' | 'phone'>, language: Language) {
  const say = (key: string, values?: Record<string, string>) => translate(language, key, values);
  const { products, deposits, pickup, pickupTime, details, fields } = day;
  const ways = products.map(({ redemption }) => say(`catalog.redemption.${entryOf(redemption, fields)}`));
  const bring = [
    ...products.flatMap(({ content }) => content.notices.map((notice) => textIn(notice, language))),
    ...products.map(({ content }) => textIn(content.instructions ?? {}, language)),
    ...deposits.map((deposit) => say('order.depositOnSpot', { text: textIn(deposit, language) })),
  ];
  const facts: [label: string, value: string][] = [
    ['places.trip.kind.pickup', [pickupTime, pickup].filter(Boolean).join(' · ')],
    ...details.map(([name, value]): [string, string] => [`order.traveller.${name}`, sayField(name, value, language)]),
    ['order.howToUse', [...new Set(ways)].join(' · ')],
    ['wechat.travel.before', [...new Set(bring)].filter(Boolean).join(' · ')],
    ['export.voucher.provider', [company.name, company.phone].filter(Boolean).join(' · ')],
  ];
  return facts.filter(([, value]) => value).map(([label, value]) => ({ label: say(label), value }));
}

/** A mail about drivers, what was sent or a review names only its line; that on the day before the lines of the day. */
export function linesOfMatter(all: LineOfOrder[], occasion: string, mark: string): LineOfOrder[] {
  if (occasion === 'driver' || occasion === 'sent' || occasion === 'reviewAnswered')
    return all.filter((line) => line.sub_order_no === mark.split('@')[0]);
  return occasion === 'dayBefore' ? linesOfDay(all, mark) : all;
}
