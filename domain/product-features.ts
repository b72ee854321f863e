// What products of each kind say of themselves in fixed words (§3 product, decision 0466): the owner ticks them, the page shows them in the
// reader's language. Kept in the product's field `amenities`.
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
