// What an order still needs (§4 booking completion): of its travellers by the product's list of fields, line by line, for active lines; of
// itself the fields that were left out at booking.

import type { OutputOf } from '../../contract/index.ts';
import { usualTravellerFields } from '../../domain/asked-fields.ts';
import {
  judgeOrderAlone,
  judgeTravellersAlone,
  type OrderFieldFacts,
  type TravellerFacts,
} from '../../domain/booking-rules.ts';
import { dueOf } from '../../domain/completion-rules.ts';
import { todayIn } from '../../domain/dates.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { isProductType } from '../../domain/product-types.ts';
import { namesAsked } from '../../domain/traveller-fields.ts';
import { seatsOf } from '../order/check-booking.ts';
import type { Owner } from '../platform/db.ts';
import { type FillLine, listFillLines } from './completion.sql.ts';

type Values = Record<string, string>;

export type OrderToFill = {
  orderNo: string;
  productId: number;
  status: number;
  /** open: to be filled in · done: complete · closed: cancelled, over, or later than its deadline. */
  state: 'open' | 'done' | 'closed';
  /** The active lines; all lines where none is active. */
  lines: FillLine[];
  facts: TravellerFacts;
  /** The fields and their values, in the order of the lines. */
  travellers: Values[];
  missing: { traveller: number; fields: string[] }[];
  /** The fields of the order that were left out at booking, as the rules need them, and their values. */
  orderFacts: OrderFieldFacts;
  values: Values;
  missingOrder: string[];
  notes: string;
  dueAt: Date;
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
  const { lines, today } = facts;
  const orderFacts: OrderFieldFacts = { orderFields: first.fields_later, seats: seatsOfAll(open), lines, today };
  const values = pick(first.fields, first.fields_later);
  const dueAt = first.fields_due_at ?? new Date(dueOf(all.map(datesOf), null, first.terms.zone));
  const isUnfilled = first.fields_done_at === null && open.length > 0;
  const state = first.fields_done_at ? 'done' : isUnfilled && dueAt > now ? 'open' : 'closed';
  return {
    orderNo,
    productId: first.product_id,
    status: first.order_status,
    state,
    lines: open.length ? open : all,
    facts,
    travellers,
    missing: isUnfilled ? findMissing(facts, travellers) : [],
    orderFacts,
    values,
    missingOrder: isUnfilled ? findMissingOfOrder(orderFacts, values) : [],
    notes: first.completion_notes,
    dueAt,
  };
}

const datesOf = (line: FillLine) => ({
  ...{ playOn: line.play_on, session: line.session },
  ...{ untilOn: line.until_on, validUntil: line.valid_until },
});

function seatsOfAll(lines: readonly FillLine[]): number | null {
  let sum = 0;
  for (const line of lines) {
    const seats = seatsOf(line);
    if (seats === null) return null;
    sum += seats * line.standing;
  }
  return lines.length ? sum : null;
}

/** Of an empty pair, the first field represents both. */
function findMissingOfOrder(facts: OrderFieldFacts, values: Values): string[] {
  const problems = judgeOrderAlone(facts, values);
  return facts.orderFields.filter((name) => problems[`orderFields.${name}`]);
}

function fieldsOf({ type, subtype, traveller_fields }: FillLine): string[] {
  if (!isProductType(type)) return [];
  return namesAsked(traveller_fields ?? usualTravellerFields(type, subtype), 'traveller');
}

export const isMissing = ({ missing, missingOrder }: OrderToFill): boolean => missing.length + missingOrder.length > 0;

export function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

/** Each line's travellers with the typed fields; fields that are not asked for stay unchanged. */
export function spreadTravellers({ lines, facts }: OrderToFill, travellers: Values[]): [string, Values[]][] {
  let from = 0;
  return lines.map((line) => {
    const typed = travellers.slice(from, from + line.standing);
    from += line.standing;
    const list = Array.from({ length: Math.max(line.travellers.length, typed.length) }, (_, at) => {
      const known = line.travellers[at] ?? {};
      const stored = Object.keys(known).filter((name) => !facts.travellerFields.includes(name));
      return typed[at] ? { ...pick(known, stored), ...typed[at] } : known;
    });
    return [line.sub_order_no, list];
  });
}

function findMissing(facts: TravellerFacts, travellers: Values[]): OrderToFill['missing'] {
  const problems = Object.keys(judgeTravellersAlone(facts, travellers));
  return travellers
    .map((_, traveller) => ({
      traveller,
      fields: facts.travellerFields.filter((name) => problems.includes(`travellers.${traveller}.${name}`)),
    }))
    .filter((item) => item.fields.length);
}

type Shown = OutputOf<'getIncompleteOrderList'>['list'][number];

const startOf = ({ play_on: playOn, session }: FillLine) => playOn + session;

/** Of several days the first. */
export function showToFill(order: OrderToFill, language: Language): Shown {
  const [first] = order.lines.toSorted((a, b) => startOf(a).localeCompare(startOf(b))) as [FillLine];
  return {
    orderNo: order.orderNo,
    state: order.state,
    productName: textIn(first.terms.names, language),
    packageName: textIn(first.terms.packageNames, language),
    playOn: first.play_on,
    session: first.session,
    untilOn: first.until_on,
    validUntil: first.valid_until,
    byDay: first.terms.byDay ?? false,
    travellerCount: order.facts.travellerCount,
    missing: order.missing,
    missingOrder: order.missingOrder,
    dueAt: order.dueAt.toISOString(),
    zone: first.terms.zone,
  };
}
