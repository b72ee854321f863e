// The fields that a product asks for (§3 fields): unless it has a list of its own those of its type and subtype, as far as they fit the
// way in which the booking reaches its buyer (decision 0750); and which of them a booking requires: an address only where it is delivered,
// for a transfer the fields of its direction.
import { fieldsOfDirection } from './directions.ts';
import { type ProductType, rowOf } from './product-types.ts';

const deliveryFields: readonly string[] = ['401', 'deliveryCountry', 'deliveryPostcode'];

type Values = Readonly<Record<string, string>>;

/** Whether it is sent to an address: the buyer's choice where there is one, else whether the form has an address. */
export function isDelivered(fieldNames: readonly string[], values: Values): boolean {
  return fieldNames.includes('401') && (!fieldNames.includes('handOver') || values.handOver === 'delivery');
}

/**
 * How a booking is used: as its product says, unless it is sent to its buyer, who then neither collects nor shows anything. `values` are
 * those of the order.
 */
export function entryOf(redemption: string, values: Values): string {
  const isSent = values.handOver ? values.handOver === 'delivery' : Boolean(values['401']);
  return isSent ? 'delivery' : redemption;
}

/** Where it is sent, as freight is charged by it; null where it is collected. */
export function placeOfDelivery(
  fieldNames: readonly string[],
  values: Values,
): { country: string; postcode: string } | null {
  if (!isDelivered(fieldNames, values)) return null;
  return { country: values.deliveryCountry?.trim() ?? '', postcode: values.deliveryPostcode?.trim() ?? '' };
}

/** Fields that are chosen from a product's own lists, by their names. */
export type FieldChoices = Readonly<Record<string, readonly string[]>>;

/** The fields that a product asks, with those that its lists bring: where it is collected, and where it is returned. */
export function withChoices(names: readonly string[], choices: FieldChoices): string[] {
  return [...names, ...Object.keys(choices).filter((name) => !names.includes(name))];
}

/** Of the fields that the product asks, those that matter after what was chosen. */
export function fieldsNow(fieldNames: readonly string[], values: Values): string[] {
  const delivered = isDelivered(fieldNames, values);
  const collected = !delivered && (!fieldNames.includes('handOver') || values.handOver === 'collect');
  return fieldsOfDirection(fieldNames, values.direction).filter((name) => {
    if (name === 'collectPoint') return collected;
    return delivered || !deliveryFields.includes(name);
  });
}

/** How a booking of the product reaches its buyer. */
export type Ways = {
  /** How it is used, as the product says: by voucher, collected, picked up … */
  redemption: string;
  /** Whether the product lists the points where it is collected. */
  hasPoints: boolean;
  /** Whether a table says what delivery costs. */
  hasFreight: boolean;
  /** Whether all of it is sent as a code by mail. */
  isESim: boolean;
};

export type ReceiveWay = 'delivery' | 'collect';

const [pickupAddress, pickupHotel, address, handOver] = [402, 403, 401, 922];

/** Given out at a counter. */
const atCounter: readonly string[] = ['collect', 'exchange'];

/** Pieces: the buyer chooses between the two ways only where there are both. */
function askHowToReceive({ redemption, hasPoints, hasFreight, isESim }: Ways): readonly number[] {
  if (isESim) return [];
  const isCollected = hasPoints || atCounter.includes(redemption);
  const isDelivered = !atCounter.includes(redemption) || hasFreight;
  if (!isDelivered) return [];
  return isCollected ? [handOver, address] : [address];
}

/** How pieces are received that ask for these fields; null where the buyer chooses, and for everything else. */
export function onlyWayOf(type: ProductType, orderFields: readonly number[]): ReceiveWay | null {
  if (rowOf(type).stockBy !== 'piece' || orderFields.includes(handOver)) return null;
  return orderFields.includes(address) ? 'delivery' : 'collect';
}

export function usualOrderFields(type: ProductType, subtype: number, ways: Ways): readonly number[] {
  const row = rowOf(type);
  const fields = row.of?.[subtype]?.orderFields ?? row.orderFields;
  if (row.stockBy === 'piece') return askHowToReceive(ways);
  if (row.stockBy !== 'person') return fields;
  if (ways.redemption === 'pickup') return [...new Set([...fields, pickupAddress, pickupHotel])];
  // Guests come there themselves.
  if (ways.redemption === 'meetingPoint')
    return fields.filter((field) => field !== pickupAddress && field !== pickupHotel);
  return fields;
}

export function usualTravellerFields(type: ProductType, subtype: number): readonly number[] {
  const row = rowOf(type);
  return row.of?.[subtype]?.travellerFields ?? row.travellerFields;
}
