// The booking form's rules (§5) for an order that was read: the fields of its product, and the refusal that names each field
// to correct.
import type { ParsedInputOf } from '../../contract/index.ts';
import {
  type FieldChoices,
  onlyWayOf,
  usualOrderFields,
  usualTravellerFields,
  type Ways,
  withChoices,
} from '../../domain/asked-fields.ts';
import { type BookingFacts, findLater, findMissing, judgeBooking } from '../../domain/booking-rules.ts';
import { dueOf } from '../../domain/completion-rules.ts';
import { todayIn } from '../../domain/dates.ts';
import { withDirections } from '../../domain/directions.ts';
import { Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { SeenOf } from '../../domain/product-fields.ts';
import { carSeats, isProductType, rowOf } from '../../domain/product-types.ts';
import { fieldRow, namesAsked } from '../../domain/traveller-fields.ts';
import { pickSeen } from '../catalog/field-columns.sql.ts';
import type { ReadLines } from '../inventory/read-lines.ts';
import type { Context } from '../platform/context.ts';

type Input = ParsedInputOf<'createOrder'>;

/** What may follow. Refuses invalidInput with all problems at once, or agreementNeeded when only the agreement is missing. */
export function checkBooking(context: Context, input: Input, read: ReadLines): LaterDetails {
  const lines = read.lines.map(({ playOn, untilOn, quantity, row }) => ({
    playOn,
    untilOn: untilOn ?? null,
    quantity,
    minAge: row.min_age,
    maxAge: row.max_age,
  }));
  const facts = bookingFactsOf(context, read);
  const travellersLater = input.travellersLater && facts.travellersMayFollow;
  const fields = judgeBooking(
    { ...facts, travellersLater, lines },
    {
      ...input,
      lineReferences: input.lines.map((line) => line.agentReference),
      notify: input.notify ?? [{ to: 'contact', email: '' }],
    },
  );
  const all = input.agreed ? fields : { ...fields, agreed: { problem: 'required' as const } };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields: all });
  if (!input.agreed) throw new Refusal('agreementNeeded', { fields: all });
  return {
    isIncomplete: travellersLater || findMissing({ ...facts, lines }, input).length > 0,
    fieldsLater: findLater(facts, input.orderFields),
    fieldsDueAt: facts.completeBy,
  };
}

/** What of a booking is to be completed later. */
export type LaterDetails = { isIncomplete: boolean; fieldsLater: string[]; fieldsDueAt: Date };

type Facts = Omit<BookingFacts, 'lines'> & SeenOf<'booking'> & Later;

const known = new WeakMap<ReadLines, Facts>();

/** Lines are read for one request, whose steps ask for the same facts. */
export function bookingFactsOf(context: Context, read: ReadLines): Facts {
  const facts = known.get(read) ?? gatherFacts(context, read);
  known.set(read, facts);
  return facts;
}

/**
 * What the booking form needs to know about the product, and the fields of this booking: the product's lists, else the row of its type;
 * travellers only where persons are sold.
 */
function gatherFacts(context: Context, read: ReadLines): Facts {
  const { now } = context;
  const { first } = read;
  const seen = pickSeen(first, 'booking');
  const { freight } = first;
  const today = todayIn(first.zone, now.getTime());
  if (!isProductType(first.type))
    return {
      ...seen,
      freight,
      orderFields: [],
      travellerFields: [],
      travellerCount: 0,
      seats: null,
      today,
      ...laterOf(context, read),
    };
  const ways = waysOf(read);
  const choices = choicesOf(context, first, ways);
  const fieldCodes = first.order_fields ?? usualOrderFields(first.type, first.subtype, ways);
  const names = namesAsked(fieldCodes, 'order');
  const travellerFields = namesAsked(
    first.traveller_fields ?? usualTravellerFields(first.type, first.subtype),
    'traveller',
  );
  const persons = read.lines.reduce((sum, line) => sum + line.quantity, 0);
  return {
    ...seen,
    freight,
    choices,
    onlyWay: onlyWayOf(first.type, fieldCodes),
    orderFields: withChoices(withDirections(names, first.directions), choices),
    travellerFields,
    travellerCount: travellerFields.length ? persons : 0,
    seats: rowOf(first.type).stockBy === 'car' ? sumOf(read, seatsOf) : null,
    today,
    ...laterOf(context, read),
  };
}

function waysOf({ first, lines }: ReadLines): Ways {
  return {
    redemption: first.redemption,
    hasPoints: Boolean(first.collect_points?.length),
    hasFreight: Boolean(first.freight),
    isESim: lines.every(({ row }) => row.plan_kind === 'eSim'),
  };
}

type Later = {
  laterOrderFields: string[];
  laterTravellerFields: string[];
  /** The product leaves it to the agent which details of travellers follow. */
  travellersMayFollow: boolean;
  /** Until when what follows must be there. */
  completeBy: Date;
};

/** What the owner lets follow (§4 booking completion); nothing once the deadline is over. */
function laterOf({ now }: Context, { first, lines }: ReadLines): Later {
  const days = lines.map(({ playOn, session, untilOn, validUntil }) => ({
    ...{ playOn, session, validUntil },
    untilOn: untilOn ?? null,
  }));
  const completeBy = new Date(dueOf(days, first.completion_hours, first.zone));
  const isOpen = completeBy > now;
  return {
    laterOrderFields: isOpen
      ? namesAsked(first.later_order_fields ?? [], 'order').filter(
          (name) => !first.freight || !isNeededForFreight(name),
        )
      : [],
    laterTravellerFields: isOpen ? namesAsked(first.later_traveller_fields ?? [], 'traveller') : [],
    travellersMayFollow: isOpen && first.later_traveller_fields === null,
    completeBy,
  };
}

/** The product's lists, in the reader's language. */
/** An eSIM comes by mail, also where the same product has cards that are collected. */
function choicesOf({ language }: Context, first: ReadLines['first'], { isESim }: Ways): FieldChoices {
  const textsOf = (list: ReadLines['first']['collect_points']) => (list ?? []).map((texts) => textIn(texts, language));
  const lists = {
    direction: first.directions,
    collectPoint: isESim ? [] : textsOf(first.collect_points),
    returnPoint: isESim ? [] : textsOf(first.return_points),
  };
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length));
}

/** Without them the price of delivery is unknown. */
const isNeededForFreight = (name: string) => ['handOver', 'deliveryCountry', 'deliveryPostcode'].includes(name);

/** Luggage capacity of the chosen cars together. */
export const luggageOf = (read: ReadLines): number | null => sumOf(read, (row) => row.luggage);

/** The product's figure, else that of its class of seats; the largest class has no upper limit. */
export function seatsOf(row: Pick<ReadLines['first'], 'seats' | 'seat_class'>): number | null {
  if (row.seats !== null) return row.seats;
  const { seat_class } = row;
  return seat_class === null || seat_class === 15009 ? null : (carSeats[seat_class] ?? null);
}

function sumOf(read: ReadLines, pick: (row: ReadLines['first']) => number | null): number | null {
  let sum = 0;
  for (const line of read.lines) {
    const value = pick(line.row);
    if (value === null) return null;
    sum += value * line.quantity;
  }
  return sum;
}

/** Fields of several lines, as the form shows them. */
const hasLines = (name: string) => (fieldRow(name)?.max ?? 0) >= longText;
const longText = 255;

/** Values in their stored form: trimmed, without empty ones. A field of one line is on one line, also in mails to suppliers. */
export function tidyValues(values: Record<string, string>): Record<string, string> {
  const tidy = (name: string, value: string) =>
    hasLines(name) ? value : value.replace(/[\r\n\t\u0085\u2028\u2029]+/g, ' ');
  const stored = Object.entries(values).map(([name, value]): [string, string] => [name, tidy(name, value).trim()]);
  return Object.fromEntries(stored.filter(([, value]) => value));
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** As stored, and as printed in mails to suppliers: a line break in a name would begin a line of its own there. */
export const tidyContact = ({ name, email, areaCode, phone }: Input['contact']): Input['contact'] => ({
  ...{ name: oneLine(name), email: email.trim() },
  ...{ areaCode, phone: phone.trim() },
});

/** The contact and the references in their stored form. */
export const tidyLines = (input: Input): Input => ({
  ...input,
  contact: tidyContact(input.contact),
  agentReference: oneLine(input.agentReference),
  lines: input.lines.map((line) => ({ ...line, agentReference: oneLine(line.agentReference) })),
});
