// The fields a booking may have (§3 field codes) with their rules (§5), in one table, and the fixed display order. Fields that §3
// names without a code have an internal number from 901 for a product's list of fields; calls and files use their key.
import { areaCodes, countryCodes } from './area-codes.ts';
import { type Day, isDay } from './dates.ts';
import { directions } from './directions.ts';
import type { FieldProblem } from './errors.ts';
import { isLanguage } from './languages.ts';
import { shownLimits } from './limits.ts';
import { isEmail } from './passwords.ts';
import { visibleText } from './phones/plain-width.ts';

type Rule =
  | 'text'
  | 'latin'
  | 'english'
  | 'chinese'
  | 'lettersDigits'
  | 'messenger'
  | 'digits'
  | 'decimal'
  | 'signed'
  | 'count'
  | 'day'
  | 'pastDay'
  | 'expiry'
  | 'time'
  | 'email'
  | 'areaCode'
  | 'country'
  | 'language'
  | 'choice';

export type FieldRow = {
  key: string;
  /** Required once per order, of each traveller, or as the product says. */
  where: 'order' | 'traveller' | 'both';
  rule: Rule;
  /** Characters; a count has its largest number in `most`. */
  max: number;
  /** Shown and may stay empty. */
  optional?: true;
  /** The smallest count; of digits, how many at least. */
  least?: number;
  most?: number;
  choices?: readonly string[];
  /** Accepted when sent, never shown: §3 gives it no label. */
  unnamed?: true;
};

const person = (key: string, rule: Rule, max: number, more: Partial<FieldRow> = {}): FieldRow => ({
  key,
  where: 'traveller',
  rule,
  max,
  ...more,
});
const once = (key: string, rule: Rule, max: number, more: Partial<FieldRow> = {}): FieldRow => ({
  ...person(key, rule, max, more),
  where: 'order',
});
const both = (key: string, rule: Rule, max: number, more: Partial<FieldRow> = {}): FieldRow => ({
  ...person(key, rule, max, more),
  where: 'both',
});
const optional = { optional: true } as const;
/** As short as the number of a contact may be. */
const callable = { least: shownLimits.phoneShortest };
const yesNo = { choices: ['1', '0'] };

const rows: Record<number, FieldRow> = {
  101: person('chineseName', 'chinese', 50),
  102: person('firstname', 'latin', 50),
  103: person('gender', 'choice', 1, { choices: ['1', '2'] }),
  104: person('birth_day', 'pastDay', 10),
  105: person('height', 'decimal', 10),
  106: person('weight', 'decimal', 10),
  107: person('eyesight', 'signed', 10),
  108: person('shoeSize', 'decimal', 10),
  109: person('countryName', 'country', 2),
  110: person('clothSize', 'lettersDigits', 10),
  111: person('field111', 'text', 255, { unnamed: true }),
  112: person('field112', 'text', 255, { unnamed: true }),
  201: person('idCardNumber', 'lettersDigits', 20),
  202: person('passportNumber', 'lettersDigits', 20),
  203: person('hkPassportNumber', 'lettersDigits', 20),
  204: person('twPassportNumber', 'lettersDigits', 20),
  205: person('passportDateOfIssueStr', 'pastDay', 10),
  206: person('passportExpirationDateStr', 'expiry', 10),
  207: person('passportLocationOfIssue', 'text', 60),
  301: both('mobile', 'digits', 20, callable),
  302: both('foreignMobile', 'digits', 20, callable),
  303: both('email', 'email', 120),
  304: both('wechatNo', 'messenger', 64, optional),
  305: both('qq', 'digits', 20, optional),
  401: once('mailAddress', 'text', 255),
  402: once('pickupHotelAddress', 'text', 127),
  403: once('pickupHotelName', 'english', 80),
  404: both('remark', 'text', 1000, optional),
  405: once('pickupHotelTel', 'digits', 20, { ...optional, ...callable }),
  406: once('flight', 'lettersDigits', 10),
  407: once('departureTime', 'time', 8),
  901: person('lastname', 'latin', 50),
  902: person('pinyinName', 'latin', 50),
  903: both('areaCode', 'areaCode', 5),
  904: both('foreignAreaCode', 'areaCode', 5),
  905: once('roomNumber', 'lettersDigits', 20, optional),
  906: once('alternateDate', 'day', 10, optional),
  907: once('alternateTime', 'time', 8, optional),
  908: once('returnDate', 'day', 10),
  909: once('returnCity', 'text', 60),
  910: once('returnPoint', 'text', 127),
  911: once('stayOverHotel', 'english', 80),
  912: once('flightDepartureTime', 'time', 8),
  913: once('flightArrivalTime', 'time', 8),
  914: once('terminal', 'lettersDigits', 10, optional),
  915: once('passengerCount', 'count', 3, { least: 1, most: 999 }),
  916: once('luggageCount', 'count', 3, { least: 0, most: 999 }),
  917: person('seatNumber', 'lettersDigits', 10, optional),
  918: person('landingVisa', 'choice', 1, yesNo),
  919: both('serviceLanguage', 'language', 5, optional),
  920: once('notifyLanguage', 'language', 5, optional),
  921: once('roomPreference', 'choice', 10, { ...optional, choices: ['double', 'twin', 'quiet', 'high'] }),
  922: once('handOver', 'choice', 8, { choices: ['delivery', 'collect'] }),
  923: once('dropOffAddress', 'text', 127, optional),
  924: once('deliveryCountry', 'country', 2),
  925: once('deliveryPostcode', 'english', 12, optional),
  926: once('collectPoint', 'text', 127),
  927: once('direction', 'choice', 12, { choices: directions }),
};

export const travellerFields: Readonly<Record<number, FieldRow>> = rows;

/** Numbers, days and places of documents stay in the booking itself. */
export const isDocument = (name: string): boolean => /^20\d$/.test(name);

/** Fixed order in which fields are shown. */
export const fieldOrder: readonly number[] = [
  ...[101, 901, 102, 902, 103, 104, 109, 201, 202, 203, 204, 205, 206, 207, 918],
  ...[105, 106, 107, 108, 110, 903, 301, 904, 302, 303, 304, 305, 917],
  ...[406, 913, 912, 914, 915, 916, 403, 402, 405, 905, 407, 923, 911, 908, 909, 910, 906, 907],
  ...[921, 922, 924, 925, 401, 919, 920, 404],
];

/** Two fields of which one is enough. */
export const pairs: readonly (readonly [string, string])[] = [
  ['403', '402'],
  ['flightArrivalTime', 'flightDepartureTime'],
];

/** Fields that companions share; names, documents and sizes belong to each person. */
const shared: readonly number[] = [109, 903, 301, 904, 302, 303, 918, 919, 404];

/** A number needs its country, and so does an address to deliver to (§5). */
const companions: Record<number, readonly number[]> = { 301: [903], 302: [904], 401: [924, 925] };

/** A field that a product may ask for. */
export function isTravellerField(code: number): boolean {
  return fieldOrder.includes(code);
}

/** Whether a product may ask for the field there. */
export function fitsIn(code: number, where: 'order' | 'traveller'): boolean {
  const row = rows[code];
  return isTravellerField(code) && row !== undefined && (row.where === where || row.where === 'both');
}

/** A field's name in calls and texts: its code of §3, or its key. */
export function fieldName(code: number): string {
  return code > 900 ? (rows[code]?.key ?? String(code)) : String(code);
}

const byName = new Map(Object.entries(rows).map(([code, row]) => [fieldName(Number(code)), row]));

export function fieldRow(name: string): FieldRow | undefined {
  return byName.get(name);
}

const sharedNames = new Set(shared.map(fieldName));

export const isShared = (name: string): boolean => sharedNames.has(name);

/** The values of one traveller that may be copied to the next. */
export function pickShared(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isShared(name)));
}

/** Names of the fields asked for in one place, in the display order, with what belongs to them. */
export function namesAsked(codes: readonly number[], where: 'order' | 'traveller'): string[] {
  const allCodes = new Set(codes.flatMap((code) => [code, ...(companions[code] ?? [])]));
  return fieldOrder.filter((code) => allCodes.has(code) && fitsIn(code, where)).map(fieldName);
}

/** Chosen from lists of the product: the direction of a transfer explains the others, and it is collected before it is returned. */
const firstFields = ['direction', 'collectPoint'];

/** Values by the names of their fields, in the display order. */
export function inFieldOrder<Value>(values: readonly (readonly [name: string, value: Value])[]) {
  const places = new Map(fieldOrder.map((code, at) => [fieldName(code), at]));
  const placeOf = (name: string) =>
    firstFields.includes(name) ? firstFields.indexOf(name) - firstFields.length : (places.get(name) ?? places.size);
  return values.toSorted(([value], [other]) => placeOf(value) - placeOf(other));
}

const areaCodeSet = new Set(areaCodes.map((code) => code.code));
const countrySet = new Set(countryCodes);

/** A year of two digits is typed into a field for days as 0090. No living person was born earlier. */
const firstPastDay: Day = '1900-01-01';

/** The rule for a non-empty text within the length limit. */
const tests: Record<Rule, (text: string, row: FieldRow) => FieldProblem | undefined> = {
  text: () => undefined,
  latin: (text) => (/^(?=.*\p{L})[\p{Script=Latin}\p{M} .,'’-]+$/u.test(text) ? undefined : 'latinOnly'),
  english: (text) =>
    /^(?=.*[\p{L}\d])[\p{Script=Latin}\p{M}\d !-/:-@[-`{-~–—‘’“”]+$/u.test(text) ? undefined : 'englishOnly',
  chinese: (text) => (/^[\p{Script=Han}·• ]+$/u.test(text) ? undefined : 'chineseOnly'),
  lettersDigits: (text) => (/^[A-Za-z0-9 ]+$/.test(text) ? undefined : 'format'),
  messenger: (text) => (/^[\w.@+:-]+$/.test(text) ? undefined : 'format'),
  digits: (text, { least = 1 }) => (!/^\d+$/.test(text) ? 'phoneFormat' : text.length < least ? 'tooShort' : undefined),
  decimal: (text) => (/^\d{1,7}(\.\d{1,2})?$/.test(text) ? undefined : 'decimal'),
  signed: (text) => (/^[+-]?\d{1,6}(\.\d{1,2})?$/.test(text) ? undefined : 'decimal'),
  count: (text, { least = 0, most = 999 }) =>
    /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? undefined : 'range',
  day: (text) => (isDay(text) ? undefined : 'date'),
  pastDay: (text) => (isDay(text) && text >= firstPastDay ? undefined : 'date'),
  expiry: (text) => (isDay(text) ? undefined : 'date'),
  time: (text) => (/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text) ? undefined : 'time'),
  email: (text) => (isEmail(text) ? undefined : 'emailFormat'),
  areaCode: (text) => (areaCodeSet.has(text) ? undefined : 'choose'),
  country: (text) => (countrySet.has(text) ? undefined : 'choose'),
  language: (text) => (isLanguage(text) ? undefined : 'choose'),
  choice: (text, { choices = [] }) => (choices.includes(text) ? undefined : 'choose'),
};

/** Chosen from a list or picked from a calendar: length says nothing there. */
const unmeasured: ReadonlySet<Rule> = new Set<Rule>([
  ...(['count', 'day', 'pastDay', 'expiry', 'time'] as const),
  ...(['areaCode', 'country', 'language', 'choice'] as const),
]);

/** Control characters other than line ends, and halves of a character, which the database cannot keep. */
export const hasOddCharacters = (text: string): boolean => /[\p{Cs}]|(?![\n\r\t])\p{Cc}/u.test(text);

/** The problem of one value, or undefined. `required` comes from the row unless given. */
export function checkField(
  field: number | string,
  value: string | undefined,
  required?: boolean,
): FieldProblem | undefined {
  const row = typeof field === 'number' ? rows[field] : fieldRow(field);
  if (!row) return 'unknownField';
  const text = visibleText(value ?? '');
  if (!text) return (required ?? !(row.optional || row.unnamed)) ? 'required' : undefined;
  if (!unmeasured.has(row.rule) && [...text].length > row.max) return 'tooLong';
  if (hasOddCharacters(text)) return 'characters';
  return tests[row.rule](text, row);
}

/** What a person is checked against: the day of travel (null for open tickets), the last day of it, and today. */
export type TravelDays = { today: Day; firstOn: Day | null; lastOn: Day | null; minAge: number; maxAge: number };

export type Found = { problem: FieldProblem; min?: number; max?: number };

/** Age in years on a day; a person born on 29 February has a birthday on 1 March. */
export function ageOn(birth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) >= birth.slice(5) ? years : years - 1;
}

/** Checks a well-formed value against the travel date (§5). */
export function checkAgainstDays(name: string, value: string, days: TravelDays): Found | undefined {
  const rule = fieldRow(name)?.rule;
  if (rule === 'pastDay' && value > days.today) return { problem: 'notFuture' };
  if (name === 'returnDate' && days.firstOn && value < days.firstOn) return { problem: 'beforeTravel' };
  if (rule === 'day' && value < days.today) return { problem: 'dayOver' };
  if (rule === 'expiry' && value < (days.lastOn ?? days.today)) return { problem: 'expired' };
  if (name === '104') {
    const age = ageOn(value, days.firstOn ?? days.today);
    const { minAge: min, maxAge: max } = days;
    if (age < min || age > max) return max >= 999 ? { problem: 'ageFrom', min } : { problem: 'ageBetween', min, max };
  }
  return undefined;
}

/** The passport is valid for the trip but expires within six months after it: many countries then refuse entry. */
export function expiresSoon(value: string, { today, lastOn }: TravelDays): boolean {
  const from = lastOn ?? today;
  if (!isDay(value) || value < from) return false;
  const edge = new Date(`${from}T00:00:00Z`);
  const day = edge.getUTCDate();
  edge.setUTCMonth(edge.getUTCMonth() + 6);
  // 31 August and six months is the last day of February.
  if (edge.getUTCDate() !== day) edge.setUTCDate(0);
  return value < edge.toISOString().slice(0, 10);
}
