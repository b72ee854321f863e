// The booking form's rules as a whole (§5), the same for the screen and the server: contact, recipients of messages, references,
// the product's fields per order and per traveller. Every problem is reported under the path of its field.
import { type FieldChoices, fieldsNow, isDelivered, type ReceiveWay } from './asked-fields.ts';
import { type Day, isDay, openDay } from './dates.ts';
import { isNeeded } from './directions.ts';
import type { FieldProblem, FieldProblems } from './errors.ts';
import { type FreightTable, judgeDelivery } from './freight/freight.ts';
import { shownLimits } from './limits.ts';
import { isEmail } from './passwords.ts';
import { visibleText } from './phones/plain-width.ts';
import {
  ageOn,
  checkAgainstDays,
  checkField,
  fieldRow,
  hasOddCharacters,
  pairs,
  type TravelDays,
} from './traveller-fields.ts';

export type BookingFacts = {
  orderFields: readonly string[];
  travellerFields: readonly string[];
  travellerCount: number;
  /** Missing traveller data is not a problem yet. */
  travellersLater?: boolean;
  /** Names of fields that the owner lets follow: missing, they are no problem yet (§4 booking completion). */
  laterOrderFields?: readonly string[];
  laterTravellerFields?: readonly string[];
  lines: readonly { playOn: Day; untilOn: Day | null; quantity: number; minAge: number; maxAge: number }[];
  /** Combined capacity of the chosen cars; null for products without cars. */
  seats: number | null;
  today: Day;
  /** Of the person who books, in whole years; null: any age. Left out where an order is changed that was booked before. */
  minBookerAge?: number | null;
  /** By which delivery is charged; null: it is in the price, anywhere. */
  freight?: Pick<FreightTable, 'zones'> | null;
  /** Fields of the order that are chosen from the product's lists. */
  choices?: FieldChoices;
  /** How pieces are received where that is no choice: naming it is no mistake. */
  onlyWay?: ReceiveWay | null;
};

/** Rules that concern only the travellers, also when they are filled in after the booking. */
export type TravellerFacts = Omit<
  BookingFacts,
  'orderFields' | 'laterOrderFields' | 'seats' | 'minBookerAge' | 'freight' | 'choices' | 'onlyWay'
>;

/** What concerns only the fields of the order. */
export type OrderFieldFacts = Pick<
  BookingFacts,
  'orderFields' | 'laterOrderFields' | 'seats' | 'lines' | 'today' | 'freight' | 'choices' | 'onlyWay'
>;

type Recipient = { to: 'contact' | 'account' | 'other'; email: string };

export type BookingInput = {
  contact: { name: string; email: string; areaCode: string; phone: string };
  orderFields: Record<string, string>;
  travellers: readonly Record<string, string>[];
  remark: string;
  agentReference: string;
  lineReferences: readonly string[];
  notify: readonly Recipient[];
};

type Note = (path: string, problem: FieldProblem | undefined, max?: number, min?: number) => void;

/** Problems by path; empty when there are none. */
export function judgeBooking(facts: BookingFacts, input: BookingInput): FieldProblems {
  const fields: FieldProblems = {};
  const note: Note = (path, problem, max, min) => {
    if (problem) fields[path] = { problem, max, min };
  };
  judgeContact(input, note);
  judgeNotify(input, note);
  judgeText('remark', input.remark, shownLimits.remarkLength, note);
  judgeText('agentReference', input.agentReference, shownLimits.agentReferenceLength, note);
  input.lineReferences.forEach((reference, at) => {
    judgeText(`lines.${at}.agentReference`, reference, shownLimits.agentReferenceLength, note);
  });
  judgeOrderFields(facts, input, note);
  judgeBookerAge(facts, input, note);
  judgeTravellers(facts, input, note);
  return fields;
}

/**
 * The contact has no birthday: the buyer accepts the age as a condition. Where the birthdays of all travellers are known, one of them must
 * be of that age on the day of travel (docs/decisions/0160).
 */
function judgeBookerAge(facts: BookingFacts, { travellers }: BookingInput, note: Note): void {
  const { minBookerAge = null, travellerFields, travellerCount, today } = facts;
  if (minBookerAge === null || !travellerCount || !travellerFields.includes(birthday)) return;
  const births = Array.from({ length: travellerCount }, (_, at) => travellers[at]?.[birthday]?.trim());
  const on = daysOf(facts).firstOn ?? today;
  if (births.every((birth) => isDay(birth) && ageOn(birth, on) < minBookerAge))
    note(`travellers.0.${birthday}`, 'ageFrom', undefined, minBookerAge);
}

const birthday = '104';

/** The travellers alone. */
export function judgeTravellersAlone(
  facts: TravellerFacts,
  travellers: readonly Record<string, string>[],
): FieldProblems {
  const fields: FieldProblems = {};
  judgeTravellers(facts, { travellers }, (path, problem, max, min) => {
    if (problem) fields[path] = { problem, max, min };
  });
  return fields;
}

/** The order's fields alone. */
export function judgeOrderAlone(facts: OrderFieldFacts, values: Record<string, string>): FieldProblems {
  const fields: FieldProblems = {};
  judgeOrderFields(facts, { orderFields: values }, (path, problem, max, min) => {
    if (problem) fields[path] = { problem, max, min };
  });
  return fields;
}

function judgeText(path: string, text: string, max: number, note: Note): void {
  if ([...text.trim()].length > max) note(path, 'tooLong', max);
  else if (hasOddCharacters(text)) note(path, 'characters');
}

/** The contact alone; problems by the names of its fields. */
export function judgeContactAlone(contact: BookingInput['contact']): FieldProblems {
  const fields: FieldProblems = {};
  judgeContact({ contact }, (path, problem, max, min) => {
    if (problem) fields[path.replace('contact.', '')] = { problem, max, min };
  });
  return fields;
}

function judgeContact({ contact }: Pick<BookingInput, 'contact'>, note: Note): void {
  const name = visibleText(contact.name);
  if (!name) note('contact.name', 'required');
  else judgeText('contact.name', name, shownLimits.nameLength, note);
  const email = contact.email.trim();
  note('contact.email', !email ? 'required' : isEmail(email) ? undefined : 'emailFormat');
  const phone = contact.phone.trim();
  if (phone && !/^\d{1,20}$/.test(phone)) note('contact.phone', 'phoneFormat', shownLimits.phoneLength);
  else if (phone && phone.length < shownLimits.phoneShortest)
    note('contact.phone', 'tooShort', undefined, shownLimits.phoneShortest);
  if (phone || contact.areaCode) {
    const problem = checkField('areaCode', contact.areaCode, Boolean(phone));
    note('contact.areaCode', problem && 'choose');
  }
}

function judgeNotify({ notify }: BookingInput, note: Note): void {
  if (!notify.length) note('notify', 'notifyNone');
  notify.forEach((recipient, at) => {
    if (recipient.to !== 'other') return;
    const email = recipient.email.trim();
    note(`notify.${at}.email`, !email ? 'required' : isEmail(email) ? undefined : 'emailFormat');
  });
}

/** The dates that a line's travellers are checked against; without a line, the order's first. */
export function daysOf(facts: Pick<BookingFacts, 'lines' | 'today'>, line = facts.lines[0]): TravelDays {
  const dated = line !== undefined && line.playOn !== openDay;
  return {
    today: facts.today,
    firstOn: dated ? line.playOn : null,
    lastOn: dated ? (line.untilOn ?? line.playOn) : null,
    minAge: line?.minAge ?? 0,
    maxAge: line?.maxAge ?? 999,
  };
}

function noteField(path: string, name: string, value: string | undefined, required: boolean | undefined, note: Note) {
  const row = fieldRow(name);
  const problem = checkField(name, value, required);
  note(`${path}.${name}`, problem, row?.most ?? row?.max, row?.least);
  return !problem && value?.trim() ? value.trim() : undefined;
}

function judgeOrderFields(
  facts: OrderFieldFacts,
  { orderFields: values }: Pick<BookingInput, 'orderFields'>,
  note: Note,
): void {
  const { orderFields: fieldNames, laterOrderFields: later = [] } = facts;
  const now = fieldsNow(fieldNames, values);
  const open = pairs.filter((pair) => pair.every((name) => now.includes(name)));
  for (const name of fieldNames) {
    const mayBeEmpty = !now.includes(name) || later.includes(name) || open.some((pair) => pair.includes(name));
    const required = mayBeEmpty ? false : isNeeded(name, values.direction) || undefined;
    const value = noteField('orderFields', name, values[name], required, note);
    const found = value && checkAgainstDays(name, value, daysOf(facts));
    if (found) note(`orderFields.${name}`, found.problem, found.max, found.min);
    const choices = facts.choices?.[name];
    if (value && choices && !choices.includes(value)) note(`orderFields.${name}`, 'choose');
  }
  for (const [one, other] of open)
    if (!later.includes(one) && !later.includes(other) && !values[one]?.trim() && !values[other]?.trim())
      note(`orderFields.${one}`, 'oneOfBoth');
  const { seats } = facts;
  if (seats !== null && fieldNames.includes('passengerCount') && Number(values.passengerCount) > seats)
    note('orderFields.passengerCount', 'range', seats, 1);
  const { handOver, ...others } = values;
  const isOnlyWay = handOver?.trim() === facts.onlyWay && !fieldNames.includes('handOver');
  noteStrange('orderFields', isOnlyWay ? others : values, fieldNames, note);
  noteDelivery(facts, values, note);
}

/** Only what the owner's table reaches is delivered. */
function noteDelivery({ orderFields, freight }: OrderFieldFacts, values: Record<string, string>, note: Note): void {
  if (!freight || !isDelivered(orderFields, values) || checkField('deliveryCountry', values.deliveryCountry)) return;
  const place = { country: values.deliveryCountry?.trim() ?? '', postcode: values.deliveryPostcode ?? '' };
  for (const [path, { problem }] of Object.entries(judgeDelivery(freight.zones, place))) note(path, problem);
}

function judgeTravellers(facts: TravellerFacts, { travellers }: Pick<BookingInput, 'travellers'>, note: Note): void {
  const lineOf = facts.lines.flatMap((line) => Array.from({ length: line.quantity }, () => line));
  for (let at = 0; at < facts.travellerCount; at += 1) {
    const values = travellers[at] ?? {};
    const days = daysOf(facts, lineOf[at]);
    for (const name of facts.travellerFields) {
      const mayFollow = facts.travellersLater || facts.laterTravellerFields?.includes(name);
      const value = noteField(`travellers.${at}`, name, values[name], mayFollow ? false : undefined, note);
      const found = value && checkAgainstDays(name, value, days);
      if (found) note(`travellers.${at}.${name}`, found.problem, found.max, found.min);
    }
  }
  travellers.forEach((values, at) => {
    const fieldNames = at < facts.travellerCount ? facts.travellerFields : [];
    noteStrange(`travellers.${at}`, values, fieldNames, note);
  });
}

/** Codes that are unknown or not asked by this product. Fields of §3 without a label are accepted. */
function noteStrange(path: string, values: Record<string, string>, fieldNames: readonly string[], note: Note): void {
  for (const [name, value] of Object.entries(values)) {
    if (fieldNames.includes(name)) continue;
    const row = fieldRow(name);
    if (!row) note(`${path}.${name}`, 'unknownField');
    else if (row.unnamed && fieldNames.length) noteField(path, name, value, false, note);
    else if (value.trim()) note(`${path}.${name}`, 'notOfProduct');
  }
}

/** Required fields of a booking that are still empty, under their paths; what is filled in is taken as right. */
export function findMissing(facts: BookingFacts, input: Pick<BookingInput, 'orderFields' | 'travellers'>): string[] {
  const now = { ...facts, travellersLater: false, laterOrderFields: [], laterTravellerFields: [] };
  const found = { ...judgeOrderAlone(now, input.orderFields), ...judgeTravellersAlone(now, input.travellers) };
  return Object.entries(found)
    .filter(([, { problem }]) => problem === 'required' || problem === 'oneOfBoth')
    .map(([path]) => path);
}

/** Fields of the order that were left out and may be filled in later: of a pair only where neither is given. */
export function findLater(
  { orderFields, laterOrderFields = [] }: Pick<BookingFacts, 'orderFields' | 'laterOrderFields'>,
  values: Record<string, string>,
): string[] {
  const isGiven = (name: string) => Boolean(values[name]?.trim());
  const now = fieldsNow(orderFields, { handOver: 'delivery', ...values });
  const pairOf = (name: string) =>
    pairs.find((pair) => pair.includes(name) && pair.every((value) => now.includes(value)));
  return now.filter((name) => {
    if (isGiven(name)) return false;
    const pair = pairOf(name);
    if (!pair) return laterOrderFields.includes(name);
    return pair.some((value) => laterOrderFields.includes(value)) && !pair.some(isGiven);
  });
}
