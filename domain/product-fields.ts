// The fields of a product and of its parts, one row each (rules §10). The rows give the contract's schema, the editor's draft and ranges,
// the columns of files and of the database, what is judged and how the log names a change. docs/decisions/0160 says how.
import { type Fields, listFields, type Seen, type Typed, type Values } from './field-kinds.ts';
import { focusMiddle } from './pictures/picture-focus.ts';
import { packageFigures, productFigures } from './product-features.ts';
import { productTypes } from './product-types.ts';
import { boards } from './rooms.ts';

/** How guests use what they bought. */
const entryWays = ['eVoucher', 'printed', 'exchange', 'eTicket', 'collect', 'meetingPoint', 'pickup'] as const;

/** An eSIM comes as a QR code; a card, or a device with one, by post. */
export const planKinds = ['eSim', 'card'] as const;

const sessionFields = {
  session: { kind: 'session' },
  priceMinor: { kind: 'price' },
} as const satisfies Fields;

export const skuFields = {
  ticketType: { kind: 'code', optional: true, blank: 10001 },
  carType: { kind: 'code', optional: true, blank: 8003 },
  seatClass: { kind: 'code', optional: true, blank: 15001 },
  /** The SKU's name; required where no ticket or car type names it. */
  names: { kind: 'texts', max: 200 },
  minAge: { kind: 'whole', min: 0, max: 999, empty: 0 },
  maxAge: { kind: 'whole', min: 0, max: 999, empty: 999, open: true },
  priceMinor: { kind: 'price' },
  /** What the owner pays its supplier for one; null: unknown. For staff alone. */
  costMinor: { kind: 'price', optional: true, later: true },
  seats: { kind: 'whole', min: 1, max: 999, optional: true },
  luggage: { kind: 'whole', min: 0, max: 999, optional: true },
  /** Of one piece when it is sent. */
  weightGrams: { kind: 'whole', min: 0, max: 1_000_000, optional: true, later: true },
  /** What it is at the supplier of data plans (decision 0375): its kind, the supplier's number of it, and how often it is taken. */
  planKind: { kind: 'choice', choices: planKinds, optional: true, later: true },
  planSku: { kind: 'text', max: 40, optional: true, later: true },
  planCopies: { kind: 'whole', min: 1, max: 365, optional: true, later: true },
  onShelf: { kind: 'yesNo', empty: true },
  /** Of single sessions on every day, before the day's price. */
  sessionPrices: { kind: 'rows', fields: sessionFields, most: 48, later: true, cell: 'prices' },
} as const satisfies Fields;

/**
 * 0–100 percent of the line retained when cancelled fewer than `daysBefore` whole days before the play date, or less than `hoursBefore`
 * hours before it starts, in the product's zone; exactly one of both is given.
 */
const refundFields = {
  daysBefore: { kind: 'whole', min: 0, max: 365, optional: true },
  hoursBefore: { kind: 'whole', min: 1, max: 8760, optional: true, later: true },
  feePercent: { kind: 'whole', min: 0, max: 100 },
} as const satisfies Fields;

export const packageFields = {
  key: { kind: 'text', max: 60 },
  names: { kind: 'texts', max: 200, needed: 'en' },
  descriptions: { kind: 'texts', max: 4000, long: true },
  minQuantity: { kind: 'whole', min: 1, max: 999, empty: 1 },
  maxQuantity: { kind: 'whole', min: 1, max: 999, empty: 999, blank: 20 },
  oversell: { kind: 'yesNo', empty: false },
  /** Valid so many days after the purchase instead of on a date; null for dated ones. */
  openDays: { kind: 'whole', min: 1, max: 3650, optional: true },
  minNights: { kind: 'whole', min: 1, max: 90, empty: 1 },
  maxNights: { kind: 'whole', min: 1, max: 90, empty: 90, blank: 30 },
  /** Pieces rented by the day: price and stock of each day from the first to the last; fewest and most nights are days then. */
  byDay: { kind: 'yesNo', empty: false, later: true },
  /** When it picks up, as rows of domain/pickup-times.ts; none: at any time. */
  pickupTimes: { kind: 'words', max: 40, most: 20, later: true },
  /** Of a transfer, by names of domain/directions.ts: buyers choose one first. None: they are not asked. */
  directions: { kind: 'words', max: 20, most: 3, later: true },
  onShelf: { kind: 'yesNo', empty: true },
  /** Null: the product's. */
  supplierId: { kind: 'id', optional: true, later: true },
  /** Null: the product's; none: not refundable. */
  refundRules: {
    ...{ kind: 'rows', fields: refundFields, most: 10, optional: true, later: true, cell: 'rules' },
    ...{ seenBy: ['product'] },
  },
  /** Of a room: how many guests it takes, how many its price includes, and what each further one costs a night (domain/rooms.ts). */
  maxAdults: { kind: 'whole', min: 1, max: 20, optional: true, later: true, seenBy: ['product', 'booking'] },
  maxChildren: { kind: 'whole', min: 0, max: 20, optional: true, later: true, seenBy: ['product', 'booking'] },
  /** In whole years; up to it a guest is a child. */
  childAge: { kind: 'whole', min: 0, max: 17, optional: true, later: true, seenBy: ['product', 'booking'] },
  includedGuests: { kind: 'whole', min: 1, max: 40, optional: true, later: true, seenBy: ['product', 'booking'] },
  extraAdultMinor: { kind: 'price', optional: true, later: true, seenBy: ['product', 'booking'] },
  extraChildMinor: { kind: 'price', optional: true, later: true, seenBy: ['product', 'booking'] },
  beds: { kind: 'texts', max: 200, later: true, seenBy: ['booking'] },
  board: { kind: 'choice', choices: boards, optional: true, later: true, seenBy: ['product', 'booking'] },
  ...packageFigures,
  skus: { kind: 'rows', fields: skuFields, numbered: true, least: 1, most: 30, stored: 'apart' },
} as const satisfies Fields;

export const addOnFields = {
  names: { kind: 'texts', max: 200, needed: 'en' },
  priceMinor: { kind: 'price' },
  /** What the owner pays for one; null: nothing. For staff alone. */
  costMinor: { kind: 'price', optional: true, later: true },
  /** Null: at most one per traveller (§5). */
  most: { kind: 'whole', min: 1, max: 999, optional: true },
  onShelf: { kind: 'yesNo', empty: true },
} as const satisfies Fields;

const stepFields = {
  day: { kind: 'whole', min: 1, max: 60, empty: 1 },
  time: { kind: 'session', empty: '' },
  /** Where it is, for the map of the trip; null: not placed. Both or none. */
  lat: { kind: 'degrees', most: 90, optional: true, later: true },
  lng: { kind: 'degrees', most: 180, optional: true, later: true },
  titles: { kind: 'texts', max: 200, needed: 'any' },
  texts: { kind: 'texts', max: 2000, long: true },
} as const satisfies Fields;

const restMissed = ['staff', 'cancel'] as const;

const sceneFields = {
  kind: { kind: 'text', max: 40, blank: 'skyline' },
  time: { kind: 'choice', choices: ['dawn', 'day', 'dusk', 'night'], empty: 'day' },
} as const satisfies Fields;

const pictureFields = {
  pictureId: { kind: 'text', max: 60 },
  alts: { kind: 'texts', max: 200 },
  /** What stays in view when a screen cuts the picture: percent from the left and from the top. */
  focusX: { kind: 'whole', min: 0, max: 100, empty: focusMiddle, later: true },
  focusY: { kind: 'whole', min: 0, max: 100, empty: focusMiddle, later: true },
} as const satisfies Fields;

export const productFields = {
  /** The owner's short name for the product, unique; also used in picture addresses and files. */
  key: { kind: 'text', max: 60 },
  type: { kind: 'code', blank: 1 },
  subtype: { kind: 'code', blank: productTypes[1].subtypes[0] },
  /** Code of searchRegion, or "Tbilisi, Georgia"; stored as the city's key, which gives country and time zone. */
  city: { kind: 'text', max: 160 },
  lat: { kind: 'degrees', most: 90 },
  lng: { kind: 'degrees', most: 180 },
  currency: { kind: 'currency' },
  names: { kind: 'texts', max: 200, needed: 'en', published: true, tab: 'texts' },
  overviews: { kind: 'texts', max: 4000, long: true, published: true, tab: 'texts' },
  /** Plain lines (domain/plain-text.ts). */
  descriptions: { kind: 'texts', max: 20_000, long: true, tab: 'texts', stored: 'content' },
  instructions: { kind: 'texts', max: 20_000, long: true, tab: 'texts', stored: 'content' },
  traffic: { kind: 'texts', max: 20_000, long: true, tab: 'texts', stored: 'content' },
  itinerary: { kind: 'rows', fields: stepFields, most: 60, tab: 'texts', stored: 'content' },
  included: { kind: 'lines', max: 200, most: 40, tab: 'texts', stored: 'content' },
  excluded: { kind: 'lines', max: 200, most: 40, tab: 'texts', stored: 'content' },
  notices: { kind: 'lines', max: 200, most: 40, tab: 'texts', stored: 'content' },
  /** Where pieces are collected and returned, each with its opening hours: buyers choose one. */
  collectPoints: { kind: 'lines', max: 120, most: 20, later: true, tab: 'texts', stored: 'content' },
  returnPoints: { kind: 'lines', max: 120, most: 20, later: true, tab: 'texts', stored: 'content' },
  /** What is left as a security, and how it comes back. */
  deposits: { kind: 'texts', max: 1000, long: true, later: true, tab: 'texts', stored: 'content' },
  instant: { kind: 'yesNo', empty: true, seenBy: ['product', 'booking'] },
  playValue: { kind: 'whole', min: 1, max: 999, blank: 1 },
  /** 1 day, 2 hour, 3 minute (§3). */
  playUnit: { kind: 'whole', min: 1, max: 3, blank: 1 },
  serviceLanguages: { kind: 'words', max: 10, most: 20, blank: ['en'], seenBy: ['product'] },
  redemption: { kind: 'choice', choices: entryWays, blank: 'eVoucher' },
  freeCancelDays: {
    ...{ kind: 'whole', min: 0, max: 365, optional: true },
    ...{ seenBy: ['product'], tab: 'rules', section: 'cancelling' },
  },
  /** Null: free until `freeCancelDays` before, not refundable afterwards. */
  refundRules: {
    ...{ kind: 'rows', fields: refundFields, most: 10, optional: true, cell: 'rules' },
    ...{ seenBy: ['product'], tab: 'rules' },
  },
  /** Paid at once: so many percent of the booking, or an amount for each unit; null for both: everything is (domain/open-payments.ts). */
  firstPercent: {
    ...{ kind: 'whole', min: 1, max: 99, optional: true, later: true },
    ...{ seenBy: ['product', 'booking'], tab: 'rules' },
  },
  firstMinor: { kind: 'price', optional: true, later: true, seenBy: ['product', 'booking'], tab: 'rules' },
  /** The rest is to be paid until so many days before the first day of use. */
  restDays: {
    ...{ kind: 'whole', min: 1, max: 365, optional: true, later: true },
    ...{ seenBy: ['product', 'booking'], tab: 'rules' },
  },
  /** What is not paid by then waits for staff, or the order is cancelled; whether the first part stays then in any case. */
  restMissed: {
    ...{ kind: 'choice', choices: restMissed, empty: 'staff', later: true },
    ...{ seenBy: ['product', 'booking'], tab: 'rules' },
  },
  restKeeps: { kind: 'yesNo', empty: false, later: true, seenBy: ['product', 'booking'], tab: 'rules' },
  /** Vouchers are given before the rest is paid. */
  restVoucher: { kind: 'yesNo', empty: false, later: true, seenBy: ['product', 'booking'], tab: 'rules' },
  /** No booking later than so many hours before the start. */
  cutOffHours: { kind: 'whole', min: 0, max: 2160, empty: 0, seenBy: ['product'], section: 'booking' },
  /** Of a hotel or homestay; '' where it says none. */
  checkIn: { kind: 'session', empty: '', later: true, seenBy: ['product', 'booking'] },
  checkOut: { kind: 'session', empty: '', later: true, seenBy: ['product', 'booking'] },
  stars: { kind: 'whole', min: 1, max: 5, optional: true, later: true, seenBy: ['product'] },
  /** What it says in fixed words; each kind has its list (domain/product-features.ts). */
  amenities: { kind: 'words', max: 20, most: 40, later: true, seenBy: ['product'] },
  ...productFigures,
  /** Of the person who books; null: any age. */
  minBookerAge: {
    ...{ kind: 'whole', min: 0, max: 99, optional: true, later: true },
    ...{ seenBy: ['product', 'booking'], section: 'booking' },
  },
  /** Field codes of §3 asked once per order and of each traveller; null: the defaults of the product type. */
  orderFields: { kind: 'codes', most: 40, optional: true, tab: 'rules' },
  travellerFields: { kind: 'codes', most: 40, optional: true, tab: 'rules' },
  /** Of those fields, the ones that may follow after the booking; null: of travellers any that an agent leaves out, of the order none. */
  laterOrderFields: { kind: 'codes', most: 40, optional: true, later: true, tab: 'rules' },
  laterTravellerFields: { kind: 'codes', most: 40, optional: true, later: true, tab: 'rules' },
  /** They may follow until so many hours before the start; null: until the day after travel. */
  completionHours: {
    kind: 'whole',
    min: 0,
    max: 2160,
    optional: true,
    later: true,
    section: 'completion',
    tab: 'rules',
  },
  /** Who delivers it and confirms its orders. */
  supplierId: { kind: 'id', optional: true },
  /** The table by which delivery is charged; null: delivery is in the price. */
  freightId: { kind: 'id', optional: true, later: true, tab: 'rules', seenBy: ['product'] },
  scene: { kind: 'group', fields: sceneFields, tab: 'pictures' },
  pictures: { kind: 'rows', fields: pictureFields, most: 20, cell: 'words', tab: 'pictures', stored: 'apart' },
  /** A picture of the seats, of kinds that have them (`hasSeats`). */
  seatPlan: { kind: 'text', max: 60, optional: true, later: true, tab: 'pictures' },
  seatPlanAlts: { kind: 'texts', max: 200, later: true, tab: 'pictures' },
  areas: { kind: 'ids', most: 50, tab: 'areas', stored: 'apart' },
  addOns: { kind: 'rows', fields: addOnFields, numbered: true, most: 30, tab: 'extras', stored: 'apart' },
  packages: { kind: 'rows', fields: packageFields, numbered: true, most: 30, tab: 'packages', stored: 'apart' },
} as const satisfies Fields;

/** A product as its owner edits it and as files carry it: one document. Amounts are minor units of its currency. */
export type ProductDocument = Values<typeof productFields>;
export type SkuDocument = ProductDocument['packages'][number]['skus'][number];
/** The fields that the product page, or the booking form, gets. */
export type SeenOf<Who extends 'product' | 'booking'> = Seen<typeof productFields, Who>;
export type SeenOfPackage<Who extends 'product' | 'booking'> = Seen<typeof packageFields, Who>;

type NamesWith<Part> = {
  [Name in keyof typeof productFields]: (typeof productFields)[Name] extends Part ? Name : never;
}[keyof typeof productFields];
/** The fields that are stored together in the `content` of the product's row; those that are texts; those that are lines of text. */
export type ContentName = NamesWith<{ stored: 'content' }>;
type TextName = NamesWith<{ kind: 'texts' }>;
export type LineName = NamesWith<{ kind: 'lines' }>;

/** In the order of the rows. */
export const textNames = namesOf('texts') as TextName[];
export const lineNames = namesOf('lines') as LineName[];

function namesOf(kind: 'texts' | 'lines'): string[] {
  return listFields(productFields).flatMap(([name, field]) => (field.kind === kind ? [name] : []));
}

/** A product while it is typed: under the same names, so that paths are the same on both sides. */
export type ProductDraft = Typed<typeof productFields>;
