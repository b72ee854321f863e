// The details that a product asks of a booking, by the ways in which OCTO can give them: the contact of the core, pick-ups, questions. What
// cannot be given, and may not follow later (§4 booking completion), keeps a package out of what is offered.
import { usualOrderFields, usualTravellerFields, type Ways, withChoices } from '../../domain/asked-fields.ts';
import { withDirections } from '../../domain/directions.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import { fieldRow, namesAsked, pairs } from '../../domain/traveller-fields.ts';
import type { Capability } from './capabilities.ts';
import type { OctoFacts, PackageFacts } from './products.sql.ts';

/** OCTO's names of contact details, by ours. */
export const contactFields = {
  '102': 'firstName',
  lastname: 'lastName',
  '303': 'emailAddress',
  '301': 'phoneNumber',
  '302': 'phoneNumber',
  areaCode: 'phoneNumber',
  foreignAreaCode: 'phoneNumber',
  '109': 'country',
  '404': 'notes',
} as const;
export type ContactField = (typeof contactFields)[keyof typeof contactFields];

export const contactFieldOf = (name: string): ContactField | undefined =>
  contactFields[name as keyof typeof contactFields];

/** Given by the capability of pick-ups. */
export const pickupFields = {
  '403': 'pickupHotel',
  '402': 'pickupAddress',
  roomNumber: 'pickupHotelRoom',
  dropOffAddress: 'dropoffAddress',
} as const;

/** Answers of the contact and of the pick-up are asked there. */
export const isQuestion = (name: string): boolean => !contactFieldOf(name) && !(name in pickupFields);

export type AskedDetails = {
  order: string[];
  travellers: string[];
  /** Names that may follow after the booking. */
  later: { order: ReadonlySet<string>; travellers: ReadonlySet<string> };
};

/** What of a product decides which details it asks for. */
export type AskingFacts = Pick<
  OctoFacts,
  | 'type'
  | 'subtype'
  | 'redemption'
  | 'freight_id'
  | 'order_fields'
  | 'traveller_fields'
  | 'later_order_fields'
  | 'later_traveller_fields'
> & { content: Pick<OctoFacts['content'], 'collectPoints'> };

const waysOf = ({ redemption, content, freight_id }: AskingFacts): Ways => ({
  redemption,
  hasPoints: Boolean(content.collectPoints?.length),
  hasFreight: freight_id !== null,
  // Plans of a supplier of data are not offered by OCTO.
  isESim: false,
});

export function detailsAsked(product: AskingFacts, pack: Pick<PackageFacts, 'directions'>): AskedDetails {
  const { type, subtype } = product;
  const points = product.content.collectPoints ?? [];
  const usual = isProductType(type)
    ? { order: usualOrderFields(type, subtype, waysOf(product)), travellers: usualTravellerFields(type, subtype) }
    : { order: [], travellers: [] };
  const order = withChoices(
    withDirections(namesAsked(product.order_fields ?? usual.order, 'order'), pack.directions),
    points.length ? { collectPoint: ['-'] } : {},
  );
  const travellers = namesAsked(product.traveller_fields ?? usual.travellers, 'traveller');
  const laterTravellers = product.later_traveller_fields;
  return {
    order,
    travellers,
    later: {
      order: new Set(namesAsked(product.later_order_fields ?? [], 'order')),
      // Null leaves it to the agent.
      travellers: new Set(laterTravellers ? namesAsked(laterTravellers, 'traveller') : travellers),
    },
  };
}

/** Names that must be there when a booking is confirmed; of a pair one is enough. */
export function detailsNeeded({ order, travellers, later }: AskedDetails): { order: string[]; travellers: string[] } {
  const needed = (names: string[], laterOnes: ReadonlySet<string>) =>
    names.filter((name) => !fieldRow(name)?.optional && !laterOnes.has(name));
  return { order: needed(order, later.order), travellers: needed(travellers, later.travellers) };
}

/** Ways of a product to its buyer that nothing in OCTO says. */
const isBrought = (product: OctoFacts, { order }: AskedDetails): boolean =>
  product.freight_id !== null || order.some((name) => name === 'handOver' || name === '401' || name === 'collectPoint');

/** Whether OCTO can say what is sold and what is asked for it (docs/octo.md lists what it cannot). */
export function isExpressible(product: OctoFacts, pack: PackageFacts, has: ReadonlySet<Capability>): boolean {
  const isStay = isProductType(product.type) && rowOf(product.type).stockBy === 'room';
  const details = detailsAsked(product, pack);
  if (isStay || pack.by_day || !pack.skus.length || isBrought(product, details)) return false;
  if (has.has('questions')) return true;
  const needed = detailsNeeded(details);
  const isGiven = (name: string) => contactFieldOf(name) !== undefined || (has.has('pickups') && name in pickupFields);
  const isPaired = (name: string) => pairs.some((pair) => pair.includes(name) && pair.some(isGiven));
  return [...needed.order, ...needed.travellers].every((name) => isGiven(name) || isPaired(name));
}
