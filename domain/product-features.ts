// Features of products of each kind in fixed words (§3 product, decision 0466), stored in the field `amenities`, and in figures, each with
// its unit, bounds and kinds (decision 0511), which are fields of a product or its packages. Readers see both in their language.
import { type Field, type Fields, listFields } from './field-kinds.ts';
import { isProductType, type ProductType } from './product-types.ts';
import { amenities } from './rooms.ts';

const tickets = ['mobileTicket', 'printedTicket', 'exchangeAtDesk'] as const;

/** In the order of the page. */
const features = {
  1: ['smallGroup', 'hotelPickup', 'mealsIncluded', 'noShopping', 'familyFriendly', 'accessible'],
  2: ['equipment', 'instructor', 'mealsIncluded', 'hotelPickup', 'familyFriendly', 'accessible'],
  3: [...tickets, 'skipLine', 'timedEntry', 'reEntry', 'idNeeded', 'familyFriendly', 'accessible'],
  4: [...tickets, 'assignedSeats', 'freeSeating', 'surtitles', 'noPhotos', 'dressCode', 'accessible'],
  8: ['setMenu', 'buffet', 'vegetarian', 'halal', 'kidsMenu', 'outdoorSeating', 'dressCode', 'accessible'],
  10: ['fiveG', 'unlimitedData', 'hotspot', 'nationwide', 'severalCountries', 'idNeeded'],
  11: ['meetAndGreet', 'flightTracked', 'freeWaiting', 'childSeat', 'wifi', 'accessible'],
  14: [...tickets, 'assignedSeats', 'freeSeating', 'luggageIncluded', 'idNeeded', 'accessible'],
  16: amenities,
} as const satisfies Record<ProductType, readonly string[]>;

/** None for a code that is no kind. */
export function featuresOf(type: number): readonly string[] {
  return isProductType(type) ? features[type] : [];
}

const gearboxes = ['automatic', 'manual'] as const;

export const productFigures = {
  /** Persons. */
  groupMost: { kind: 'whole', min: 1, max: 999, optional: true, later: true, types: [1, 2] },
  /** Before the start. */
  doorsMinutes: { kind: 'whole', min: 5, max: 240, optional: true, later: true, types: [4] },
  courses: { kind: 'whole', min: 1, max: 30, optional: true, later: true, types: [8] },
  tableMinutes: { kind: 'whole', min: 15, max: 600, optional: true, later: true, types: [8] },
  /** Countries by their codes of two letters. */
  coverage: { kind: 'words', max: 2, most: 250, later: true, types: [10] },
  freeWaitingMinutes: { kind: 'whole', min: 5, max: 480, optional: true, later: true, types: [11] },
  gearbox: { kind: 'choice', choices: gearboxes, optional: true, later: true, types: [11] },
  doors: { kind: 'whole', min: 2, max: 6, optional: true, later: true, types: [11] },
  /** Left on the spot and given back. */
  securityMinor: { kind: 'price', optional: true, later: true, types: [11] },
} as const satisfies Fields;

export const packageFigures = {
  areaSqm: { kind: 'whole', min: 4, max: 2000, optional: true, later: true, types: [16] },
  dataMb: { kind: 'whole', min: 10, max: 10_000_000, optional: true, later: true, types: [10] },
  dayDataMb: { kind: 'whole', min: 10, max: 1_000_000, optional: true, later: true, types: [10] },
  dataDays: { kind: 'whole', min: 1, max: 365, optional: true, later: true, types: [10] },
} as const satisfies Fields;

/** Whether a kind of product has a field; most fields belong to all kinds. */
export const isOfType = ({ types }: Field, type: number): boolean => !types || types.includes(type);

/** Those of a kind, in the order of the rows. */
export const figuresOf = (fields: Fields, type: number): [name: string, field: Field][] =>
  listFields(fields).filter(([, field]) => isOfType(field, type));

/** What cards say first; stars, passengers and the validity of open tickets are fields of their own. */
const order = {
  1: ['groupMost'],
  2: ['groupMost'],
  3: ['openDays', 'dated'],
  4: ['openDays', 'doorsMinutes'],
  8: ['courses', 'tableMinutes', 'openDays'],
  10: ['dataMb', 'dayDataMb', 'dataDays', 'coverage'],
  11: ['seats', 'freeWaitingMinutes', 'gearbox', 'doors', 'securityMinor'],
  14: ['openDays'],
  16: ['stars', 'areaSqm'],
} as const satisfies Record<ProductType, readonly string[]>;

export type FigureName = (typeof order)[ProductType][number];

export const figureOrder = (type: number): readonly FigureName[] => (isProductType(type) ? order[type] : []);
