// What a booking decides besides its price: the recipients of messages with their language, and the pick-up (§5). An address
// outside the area, or one that cannot be located, is accepted and checked by a person. A time outside the package's hours is refused.
import type { ParsedInputOf } from '../../contract/index.ts';
import { isInside, type Ring } from '../../domain/areas.ts';
import type { Day } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { isPickupFree, nearestPickups, pickupField, readPickupHours } from '../../domain/pickup-times.ts';
import type { ReadLines } from '../inventory/read-lines.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { findMainEmail, listProductAreas } from './booking.sql.ts';
import { bookingFactsOf } from './check-booking.ts';

type Input = ParsedInputOf<'createOrder'>;
type Chosen = NonNullable<Input['pickup']>;
type Place = Chosen & { inside: boolean };

export type SettledBooking = {
  notify: { to: string; email: string; language: Language }[];
  pickup: (Place & { dropOff?: Place }) | null;
  secondCheck: 'waiting' | null;
};

export async function settleBooking(context: Context, input: Input, read: ReadLines): Promise<SettledBooking> {
  return { notify: await settleNotify(context, input), ...(await settlePlaces(context, input, read)) };
}

/** Each address once, in the first language given for it. */
async function settleNotify(context: Context, input: Input): Promise<SettledBooking['notify']> {
  const { owner, language } = context;
  const buyer = buyerOf(context);
  const emailOf = async (to: string, other: string) => {
    if (to === 'contact') return input.contact.email;
    if (to === 'other') return other;
    const main = buyer.kind === 'sub' ? await findMainEmail(owner, buyer.partnerId) : '';
    return main || buyer.email;
  };
  const list: SettledBooking['notify'] = [];
  for (const item of input.notify ?? [{ to: 'contact', email: '', language }]) {
    const email = (await emailOf(item.to, item.email)).trim();
    if (email && !list.some((known) => known.email.toLowerCase() === email.toLowerCase()))
      list.push({ to: item.to, email, language: item.language });
  }
  return list;
}

async function settlePlaces(context: Context, input: Input, read: ReadLines) {
  const fieldNames = bookingFactsOf(context, read).orderFields;
  return judgePlaces(context.owner, read.first.product_id, fieldNames, input);
}

type Places = Pick<Input, 'pickup' | 'dropOff' | 'orderFields'>;
type SettledPlaces = Pick<SettledBooking, 'pickup' | 'secondCheck'>;

/** Where guests are picked up and dropped off, by the fields that are asked, and whether a person has to look at it. */
export async function judgePlaces(
  owner: Owner,
  productId: number,
  fieldNames: readonly string[],
  input: Places,
): Promise<SettledPlaces> {
  // Most products ask for no place.
  if (!fieldNames.includes('402') && !fieldNames.includes('dropOffAddress')) return { pickup: null, secondCheck: null };
  const areas = await listProductAreas(owner, productId);
  const rings = areas.map((area) => area.ring);
  const pickup = fieldNames.includes('402') ? placeOf(input.pickup, input.orderFields['402'], rings) : null;
  const dropOff = fieldNames.includes('dropOffAddress')
    ? placeOf(input.dropOff, input.orderFields.dropOffAddress, rings)
    : null;
  const hotelOnly = !pickup && Boolean(input.orderFields['403']?.trim()) && fieldNames.includes('402');
  const doubtful = rings.length > 0 && (hotelOnly || [pickup, dropOff].some((place) => place && !place.inside));
  const first = pickup ?? (dropOff && { address: '', lat: null, lng: null, inside: rings.length === 0 });
  return {
    pickup: first && { ...first, ...(dropOff ? { dropOff } : {}) },
    secondCheck: doubtful ? ('waiting' as const) : null,
  };
}

/** The place with the text of its field; its position is used only while both texts are equal. */
function placeOf(chosen: Chosen | null, text: string | undefined, rings: Ring[]): Place | null {
  const address = text?.trim() ?? '';
  if (!address) return null;
  const point = chosen?.address.trim().startsWith(address) ? chosen : undefined;
  const lat = point?.lat ?? null;
  const lng = point?.lng ?? null;
  const placed = lat !== null && lng !== null;
  const inside = rings.length === 0 || (placed && rings.some((ring) => isInside(ring, { lat, lng })));
  return { address, lat: placed ? lat : null, lng: placed ? lng : null, inside };
}

type AskedPickup = {
  productId: number;
  /** Of the package. */
  pickupTimes: readonly string[];
  values: Readonly<Record<string, string>>;
  place: { lat: number | null; lng: number | null } | null;
  playOn: Day;
  zone: string;
};

/** Refuses pickupTimeClosed under the field of the time, with the nearest free ones. */
export async function refusePickupTime(
  owner: Owner,
  { now }: Pick<Context, 'now'>,
  pickup: AskedPickup,
): Promise<void> {
  const field = pickupField(pickup.values);
  const rows = pickup.pickupTimes.flatMap((text) => readPickupHours(text) ?? []);
  if (!field || !rows.length) return;
  const { playOn, zone, place, productId } = pickup;
  const { lat, lng } = place ?? { lat: null, lng: null };
  const areas = lat === null || lng === null ? [] : await listProductAreas(owner, productId);
  const areaIds = areas
    .filter((area) => lat !== null && lng !== null && isInside(area.ring, { lat, lng }))
    .map((area) => String(area.area_id));
  const wish = { playOn, zone, now: now.getTime(), areaIds };
  const time = pickup.values[field]?.trim() ?? '';
  if (isPickupFree(rows, time, wish)) return;
  throw new Refusal('pickupTimeClosed', {
    fields: { [`orderFields.${field}`]: { problem: 'pickupTime' } },
    data: { nearest: nearestPickups(rows, time, wish) },
  });
}
