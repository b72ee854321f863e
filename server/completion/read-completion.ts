// The traveller data that an order still needs (§4 booking completion): by the product's list of fields, line by line, for active
// lines.

import type { OutputOf } from '../../contract/index.ts';
import { judgeTravellersAlone, type TravellerFacts } from '../../domain/booking-rules.ts';
import { todayIn } from '../../domain/dates.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { isProductType, usualFields } from '../../domain/product-types.ts';
import { namesAsked } from '../../domain/traveller-fields.ts';
import type { Owner } from '../platform/db.ts';
import { type FillLine, listFillLines } from './completion.sql.ts';

type Values = Record<string, string>;

export type OrderToFill = {
  orderNo: string;
  status: number;
  state: 'open' | 'done' | 'closed';
  /** The active lines; all lines where none is active. */
  lines: FillLine[];
  facts: TravellerFacts;
  /** The fields and their values, in the order of the lines. */
  travellers: Values[];
  missing: { traveller: number; fields: string[] }[];
};

const travelled: readonly number[] = [
  OrderStatus.unpaid,
  OrderStatus.pending,
  OrderStatus.confirmed,
  OrderStatus.cancelling,
];

export async function readOrders(owner: Owner, orderNos: readonly string[], now: Date): Promise<OrderToFill[]> {
  const all = await listFillLines(owner, orderNos);
  const numbers = orderNos.filter((orderNo) => all.some((line) => line.order_no === orderNo));
  return numbers.map((orderNo) =>
    readOrder(
      orderNo,
      all.filter((line) => line.order_no === orderNo),
      now,
    ),
  );
}

function readOrder(orderNo: string, all: FillLine[], now: Date): OrderToFill {
  const first = all[0] as FillLine;
  const open = all.filter((line) => travelled.includes(line.status) && line.standing > 0);
  const fields = fieldsOf(first);
  const facts: TravellerFacts = {
    travellerFields: fields,
    travellerCount: fields.length ? open.reduce((sum, line) => sum + line.standing, 0) : 0,
    lines: open.map((line) => ({
      playOn: line.play_on,
      untilOn: line.until_on,
      quantity: line.standing,
      minAge: line.min_age,
      maxAge: line.max_age,
    })),
    today: todayIn(first.terms.zone, now.getTime()),
  };
  const travellers = facts.travellerCount
    ? open.flatMap((line) => Array.from({ length: line.standing }, (_, at) => pick(line.travellers[at] ?? {}, fields)))
    : [];
  const state = first.fields_done_at ? 'done' : open.length ? 'open' : 'closed';
  return {
    orderNo,
    status: first.order_status,
    state,
    lines: open.length ? open : all,
    facts,
    travellers,
    missing: state === 'open' ? findMissing(facts, travellers) : [],
  };
}

function fieldsOf({ type, subtype, traveller_fields }: FillLine): string[] {
  if (!isProductType(type)) return [];
  return namesAsked(traveller_fields ?? usualFields(type, subtype).travellerFields, 'traveller');
}

export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function findMissing(facts: TravellerFacts, travellers: Values[]): OrderToFill['missing'] {
  const problems = Object.keys(judgeTravellersAlone(facts, travellers));
  return travellers
    .map((_, traveller) => ({
      traveller,
      fields: facts.travellerFields.filter((name) => problems.includes(`travellers.${traveller}.${name}`)),
    }))
    .filter((one) => one.fields.length);
}

type Shown = OutputOf<'getIncompleteOrderList'>['list'][number];

export function showToFill(order: OrderToFill, language: Language): Shown {
  const first = order.lines[0] as FillLine;
  return {
    orderNo: order.orderNo,
    state: order.state,
    productName: textIn(first.terms.names, language),
    packageName: textIn(first.terms.packageNames, language),
    playOn: first.play_on,
    session: first.session,
    untilOn: first.until_on,
    validUntil: first.valid_until,
    travellerCount: order.facts.travellerCount,
    missing: order.missing,
  };
}
