// Who comes, in GetYourGuide's words: persons by category, or whole groups (decision 0640).
import { z } from '../../contract/call.ts';
import { groupTicket } from '../../domain/product-types.ts';
import { type ChannelKind, type ChannelOffer, kindsOf } from './channel-order.ts';
import { GygProblem } from './gyg-problem.ts';

/** Their names of ticket types. */
const categories: Record<number, string> = {
  ...{ 10001: 'ADULT', 10002: 'CHILD', 10005: 'STUDENT', 10006: 'INFANT', 10007: 'SENIOR' },
};
const group = 'GROUP';

export const bookingItems = z
  .array(
    z.object({
      category: z.string().max(40),
      count: z.int().min(1).max(999),
      groupSize: z.int().min(1).max(9999).nullish(),
      retailPrice: z.int().min(0).nullish(),
    }),
  )
  .min(1)
  .max(20);
export type BookingItems = z.output<typeof bookingItems>;

/** What a package is sold by there: prices for persons or one for a group, never both. `most` are the persons of one group. */
export type SoldBy = { kinds: ChannelKind[]; most: number | null };

export function soldBy(offer: ChannelOffer): SoldBy {
  const persons = kindsOf(offer, categories);
  if (persons.length) return { kinds: persons, most: null };
  const [whole] = kindsOf(offer, { [groupTicket]: group });
  const most = offer.pack.skus.find(({ sku_id }) => String(sku_id) === whole?.unitId)?.seats ?? null;
  // Without its size a group ticket may as well be a price for each person of a group.
  return whole && most !== null ? { kinds: [whole], most } : { kinds: [], most: null };
}

/** How many may come, as products and refusals say it. */
export function participantsOf({ pack }: ChannelOffer, most: number | null) {
  if (most === null) return { participantsConfiguration: { min: pack.min_quantity, max: pack.max_quantity } };
  return { participantsConfiguration: { min: 1, max: most }, groupConfiguration: { max: pack.max_quantity } };
}

/** The unit of each person or group. Refuses a category that is not sold, and too few or too many. */
export function readParty(offer: ChannelOffer, list: BookingItems): string[] {
  const { kinds, most } = soldBy(offer);
  const known = new Map(kinds.map((kind) => [kind.kind, kind.unitId]));
  const units = list.flatMap(({ category, count, groupSize }) => {
    const unit = known.get(category);
    if (!unit)
      throw new GygProblem('INVALID_TICKET_CATEGORY', `The ticket category ${category} is not sold`, {
        ticketCategory: category,
      });
    if (most !== null && (groupSize ?? 1) > most)
      throw new GygProblem('INVALID_PARTICIPANTS_CONFIGURATION', `A group has at most ${most} participants`, {
        ...participantsOf(offer, most),
      });
    return Array.from({ length: count }, () => unit);
  });
  const { min_quantity: min, max_quantity: max } = offer.pack;
  if (units.length < min || units.length > max)
    throw new GygProblem(
      'INVALID_PARTICIPANTS_CONFIGURATION',
      `Between ${min} and ${max} ${most === null ? 'participants' : 'groups'} can be booked`,
      participantsOf(offer, most),
    );
  return units;
}

/** The persons of each group, for the people who receive them: "6, 4". Empty where persons are booked. */
export const sizesOf = (list: BookingItems): number[] =>
  list.flatMap(({ category, count, groupSize }) =>
    category === group && groupSize ? Array.from({ length: count }, () => groupSize) : [],
  );
