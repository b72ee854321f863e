// The owner's changes to an order (§4: later changes need customer service): travellers and journey by the rules of the booking
// form, sending the voucher again.

import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { usualOrderFields } from '../../domain/asked-fields.ts';
import { judgeBooking } from '../../domain/booking-rules.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import type { FreightZone } from '../../domain/freight/freight.ts';
import { textIn } from '../../domain/languages.ts';
import { compareDetails, compareTravellers } from '../../domain/order-changes.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { isProductType } from '../../domain/product-types.ts';
import { namesAsked } from '../../domain/traveller-fields.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { insertChanges } from '../completion/changes.sql.ts';
import { markDone, saveTravellers } from '../completion/completion.sql.ts';
import { isMissing, type OrderToFill, pick, readOrders, spreadTravellers } from '../completion/read-completion.ts';
import { tidyValues } from '../order/check-booking.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder, listLines, lockOrder } from '../order/read.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { hashToken } from '../platform/make-ids.ts';
import { type DeskFacts, type DeskPlace, findDeskFacts, saveFields } from './change.sql.ts';
import { showFreightOfOrder } from './show-freight.ts';

type Values = Record<string, string>;
type Found = { order: OrderToFill; orderFields: string[]; zones: FreightZone[] | null; values: Values; seen: string };

const open: readonly number[] = [
  OrderStatus.unpaid,
  OrderStatus.pending,
  OrderStatus.confirmed,
  OrderStatus.cancelling,
];
const voucherMailsPerHour = 10;
const ofPackages: readonly string[] = [
  'direction',
  'collectPoint',
  'returnPoint',
  'handOver',
  'deliveryCountry',
  'deliveryPostcode',
  '401',
  '402',
  '403',
  '406',
  '407',
  'dropOffAddress',
];

const ofPlace = ['handOver', 'deliveryCountry', 'deliveryPostcode'];

export function placesOf({ pickup }: DeskFacts): OutputOf<'consoleOrder'>['places'] {
  const show = (place: DeskPlace | undefined) =>
    place?.address ? { address: place.address, lat: place.lat, lng: place.lng, inside: place.inside } : null;
  return { pickup: show(pickup ?? undefined), dropOff: show(pickup?.dropOff) };
}

async function findChange(owner: Owner, { now }: Context, orderNo: string): Promise<Found | undefined> {
  const [[order], facts, row] = await Promise.all([
    readOrders(owner, [orderNo], now),
    findDeskFacts(owner, orderNo),
    findOrder(owner, orderNo, everyOrder()),
  ]);
  if (!order || !facts || !row || !open.includes(order.status)) return undefined;
  const usual = isProductType(facts.type) ? usualOrderFields(facts.type, facts.subtype, facts.ways) : [];
  const fieldNames = isProductType(facts.type) ? namesAsked(facts.order_fields ?? usual, 'order') : [];
  // What else the package requires: the way of a transfer, which explains the other fields, and where an item is collected and returned.
  const storedNames = Object.keys(row.fields).filter((name) => ofPackages.includes(name));
  const orderFields = [
    ...new Set([...storedNames.filter((name) => name === 'direction'), ...fieldNames, ...storedNames]),
  ];
  const seen = hashToken(JSON.stringify([row.fields, order.lines.map((line) => line.travellers)])).toString('hex');
  return { order, orderFields, zones: facts.freight_zones, values: pick(row.fields, orderFields), seen };
}

export async function showChange(context: Context, orderNo: string): Promise<OutputOf<'consoleOrder'>['change']> {
  const found = await findChange(context.owner, context, orderNo);
  if (!found) return null;
  const { order, orderFields, values, seen } = found;
  const { facts } = order;
  if (!orderFields.length && !facts.travellerCount) return null;
  return {
    orderFields,
    travellerFields: [...facts.travellerFields],
    travellerCount: facts.travellerCount,
    lines: order.lines.map((line) => ({
      playOn: line.play_on,
      untilOn: line.until_on,
      quantity: line.standing,
      minAge: line.min_age,
      maxAge: line.max_age,
      skuName: textIn(line.terms.skuNames, context.language),
      ticketType: line.terms.ticketType,
      carType: line.terms.carType,
    })),
    today: facts.today,
    values,
    travellers: order.travellers,
    freight: await showFreightOfOrder(context, orderNo),
    seen,
  };
}

/** Refuses invalidInput by field, actionNotAllowed for an order that is over, changedMeanwhile when it differs from the screen's. */
export async function changeTravellers(
  context: Context,
  input: ParsedInputOf<'consoleTravellers'>,
): Promise<OutputOf<'consoleTravellers'>> {
  const { id } = input;
  await inTransaction(context.owner, async (owner) => {
    const row = await lockOrder(owner, id);
    if (!row) throw new NotHere();
    const found = await findChange(owner, context, id);
    if (!found) throw new Refusal('actionNotAllowed');
    if (found.seen !== input.seen) throw new Refusal('changedMeanwhile');
    const next = judge(found, input);
    const changed = namesChanged(found, next);
    if (!changed.length) return;
    // Fields that the product no longer asks for stay unchanged.
    const stored = Object.entries(row.fields).filter(([name]) => !found.orderFields.includes(name));
    await saveFields(owner, id, { ...Object.fromEntries(stored), ...next.values });
    const travellers = found.order.facts.travellerCount ? spreadTravellers(found.order, next.travellers) : [];
    for (const [subOrderNo, list] of travellers) await saveTravellers(owner, subOrderNo, list);
    const [filled] = await readOrders(owner, [id], context.now);
    if (filled && !isMissing(filled)) await markDone(owner, id);
    const by = { actor: 'owner', actorName: staffOf(context).name } as const;
    await insertChanges(owner, id, by, [
      ...compareDetails('order', found.orderFields, found.values, next.values),
      ...compareTravellers(found.order.facts.travellerFields, found.order.travellers, next.travellers),
    ]);
    const { status } = row;
    const event = { action: 'change', actor: 'owner', actorName: staffOf(context).name, from: status, to: status };
    await insertEvent(owner, id, event);
    await logAction(owner, context, {
      act: 'travellers-changed',
      subject: `order ${id}`,
      before: { filled: namesFilled(found.values, found.order.travellers) },
      after: { filled: namesFilled(next.values, next.travellers), changed },
    });
  });
  return {};
}

type Next = { values: Values; travellers: Values[] };

/** Empty values may stay empty; given values may be changed, but not emptied where the product requires them. */
function judge({ order, orderFields, zones, values }: Found, input: Next): Next {
  const { facts } = order;
  const length = Math.max(input.travellers.length, facts.travellerCount);
  const travellers = Array.from({ length }, (_, at) => input.travellers[at] ?? {});
  const updated = {
    contact: { name: '-', email: 'a@example.com', areaCode: '', phone: '' },
    notify: [{ to: 'contact' as const, email: '' }],
    remark: '',
    agentReference: '',
    lineReferences: [],
  };
  // An address from before a change of the table stays good.
  const isMoved = ofPlace.some((name) => (input.values[name] ?? '') !== (values[name] ?? ''));
  const found = judgeBooking(
    { ...facts, orderFields, seats: null, freight: isMoved && zones ? { zones } : null },
    { ...updated, orderFields: input.values, travellers },
  );
  const fields: FieldProblems = {};
  for (const [path, problem] of Object.entries(found)) {
    const [where, at, name] = path.split('.');
    const was = where === 'travellers' ? order.travellers[Number(at)]?.[name ?? ''] : values[at ?? ''];
    if ((problem.problem === 'required' || problem.problem === 'oneOfBoth') && !was) continue;
    fields[path.replace(/^orderFields\./, 'values.')] = problem;
  }
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return {
    values: pick(tidyValues(input.values), orderFields),
    travellers: travellers
      .slice(0, facts.travellerCount)
      .map((traveller) => pick(tidyValues(traveller), facts.travellerFields)),
  };
}

const pathOf = (at: number, name: string) => `travellers.${at}.${name}`;

/** Names of fields alone: their values are shown beside the order, with documents masked (decision 0317). */
function namesFilled(values: Values, travellers: readonly Values[]): string[] {
  const filled = (values: Values) => Object.keys(values).filter((name) => values[name]);
  return [
    ...filled(values),
    ...travellers.flatMap((traveller, at) => filled(traveller).map((name) => pathOf(at, name))),
  ].sort();
}

function namesChanged({ order, orderFields, values }: Found, next: Next): string[] {
  const { travellerFields } = order.facts;
  const differ = (names: readonly string[], one: Values, other: Values) =>
    names.filter((name) => (one[name] ?? '') !== (other[name] ?? ''));
  return [
    ...differ(orderFields, values, next.values),
    ...next.travellers.flatMap((traveller, at) =>
      differ(travellerFields, order.travellers[at] ?? {}, traveller).map((name) => pathOf(at, name)),
    ),
  ];
}

/**
 * Mails the confirmation with its vouchers to the recipients again. Refuses voucherNotReady without a voucher, actionNotAllowed where the
 * recipients were erased.
 */
export async function mailVoucher(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleVoucherMail'>> {
  const { owner, now, jobs } = context;
  const order = await findOrder(owner, id, everyOrder());
  if (!order) throw new NotHere();
  if (!(await listLines(owner, [id])).some(hasVoucher)) throw new Refusal('voucherNotReady');
  if (!order.contact.email) throw new Refusal('actionNotAllowed');
  await limitAttempts(context, [{ bucket: `voucher-mail:${id}`, most: voucherMailsPerHour, windowSeconds: 3600 }]);
  await inTransaction(owner, async (owner) => {
    await jobs.send(owner, 'order.changed', { orderNo: id, occasion: `confirmed:${now.getTime()}` });
    await logAction(owner, context, { act: 'voucher-sent', subject: `order ${id}` });
  });
  return {};
}
