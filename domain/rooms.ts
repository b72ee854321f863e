// Guests of a room (types 16, §5): how many it takes, how many its price includes, and what each further one costs a night.
import { type Language, languageTags } from './languages.ts';

export type Guests = { adults: number; children: number };

export type RoomSize = {
  /** Null: the package does not ask for guests. */
  maxAdults: number | null;
  maxChildren: number | null;
  /** Null: as many as the room takes. */
  includedGuests: number | null;
};

export type RoomRules = RoomSize & {
  /** Minor units a night, the same for every buyer. */
  extraAdultMinor: number | null;
  extraChildMinor: number | null;
};

export const boards = ['roomOnly', 'breakfast', 'halfBoard', 'fullBoard', 'allInclusive'] as const;

/** What a hotel or homestay may have, in the order of its page. */
export const amenities = [
  ...['wifi', 'parking', 'pool', 'restaurant', 'bar', 'gym', 'spa', 'beach', 'garden', 'kitchen', 'laundry'],
  ...['airConditioning', 'reception24', 'shuttle', 'familyRooms', 'accessible', 'pets', 'nonSmoking'],
] as const;

type Say = (key: string, values?: Record<string, string | number>) => string;

/** "2 adults, 1 child", joined as the language joins. */
export function describeGuests(
  { say, language }: { say: Say; language: Language },
  { adults, children }: Guests,
): string {
  const parts = [say('catalog.stay.adults', { count: adults })];
  if (children > 0) parts.push(say('catalog.stay.children', { count: children }));
  return new Intl.ListFormat(languageTags[language], { type: 'conjunction', style: 'narrow' }).format(parts);
}

/** The guests of a room unless given: the guests of its price. Null where the room has no guests field. */
export function usualGuests({ maxAdults, maxChildren, includedGuests }: RoomSize): Guests | null {
  if (maxAdults === null) return null;
  const guests = includedGuests ?? maxAdults;
  const adults = Math.min(guests, maxAdults);
  return { adults, children: Math.min(guests - adults, maxChildren ?? 0) };
}

/** The part of the guests that is no whole number, too many or none; undefined for guests that the room takes. */
export function wrongGuests(room: RoomRules, { adults, children }: Guests): keyof Guests | undefined {
  const fits = (count: number, least: number, most: number) =>
    Number.isInteger(count) && count >= least && count <= most;
  if (!fits(adults, 1, room.maxAdults ?? 0)) return 'adults';
  return fits(children, 0, room.maxChildren ?? 0) ? undefined : 'children';
}

/** What the guests beyond the included ones cost a night; adults are included first. */
export function extraOf(room: RoomRules, guests: Guests | null): number {
  if (!guests || room.includedGuests === null) return 0;
  const { adults, children } = guests;
  const left = Math.max(0, room.includedGuests - adults);
  const further = { adults: Math.max(0, adults - room.includedGuests), children: Math.max(0, children - left) };
  return further.adults * (room.extraAdultMinor ?? 0) + further.children * (room.extraChildMinor ?? 0);
}
