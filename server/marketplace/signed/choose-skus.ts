// What a platform that names SKUs wants to book (decisions 0432, 0462): "12" or "12-0900", a SKU's number with the session behind it. All
// of an order is of one package, on one day, in one session.
import type { OctoAsking } from '../../octo/route.ts';
import {
  type ChannelOffer,
  type ChannelPlace,
  type FoundBooking,
  listChannelOffers,
  listChannelPlaces,
} from '../channel-order.ts';
import { listSkus } from '../platform-orders.sql.ts';

type Reason = 'missing' | 'offSale' | 'day' | 'full' | 'limit';

/** Each platform has a code of its own for it. */
export class SkuProblem extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type SkuWish = { ref: string; on: string; quantity: number };
export type ChosenSkus = {
  offer: ChannelOffer;
  place: ChannelPlace;
  units: string[];
  party: { id: string; quantity: number }[];
};

/** Undefined for what is no such code; `session` is '' for a whole day. */
export function readSkuRef(ref: string): { skuId: string; session: string } | undefined {
  const [, skuId, hours, minutes] = /^(\d{1,18})(?:-(\d{2})(\d{2}))?$/.exec(ref) ?? [];
  return skuId ? { skuId, session: hours ? `${hours}:${minutes}` : '' } : undefined;
}

/** Whether an order that a message with the same number asks for is the one that was booked: its units, its day and its session. */
export function isSameWish({ units, availability }: FoundBooking['row'], wishes: SkuWish[]): boolean {
  const skuIds = wishes.flatMap(({ ref, quantity }) => Array.from({ length: quantity }, () => readSkuRef(ref)?.skuId));
  const booked = units.map(({ unitId }) => unitId);
  const at = availability?.id ?? '';
  return (
    skuIds.sort().join() === booked.sort().join() &&
    wishes.every(({ ref, on }) => at.slice(0, 10) === on && at.slice(11, 16) === readSkuRef(ref)?.session)
  );
}

/** Throws SkuProblem. */
export async function chooseSkus(asking: OctoAsking, wishes: SkuWish[]): Promise<ChosenSkus> {
  const read = wishes.map(({ ref }) => readSkuRef(ref));
  const ids = read.map((one) => one?.skuId ?? '');
  const known = new Map(
    (await listSkus(asking.context.owner, ids.filter(Boolean))).map((sku) => [String(sku.sku_id), sku]),
  );
  const first = known.get(ids[0] ?? '');
  if (!first || ids.some((id) => !known.has(id))) throw new SkuProblem('missing', 'The product does not exist');
  const all = await listChannelOffers(asking, `${first.product_id}-${first.package_id}`);
  const offer = all.find(({ pack }) => ids.every((id) => pack.skus.some((sku) => String(sku.sku_id) === id)));
  if (!offer) throw new SkuProblem('offSale', 'The product is off sale, or not sold together with the others');
  const [on = ''] = wishes.map((wish) => wish.on);
  const times = new Set(read.map((one) => one?.session ?? ''));
  if (wishes.some((wish) => wish.on !== on) || times.size > 1)
    throw new SkuProblem('day', 'All of an order is for one day and time');
  const party = wishes.map(({ quantity }, at) => ({ id: ids[at] ?? '', quantity }));
  const places = await listChannelPlaces(asking, offer, on, on, party);
  const [time = ''] = times;
  const place = places.find((place) => (place.allDay ? !time : place.id.slice(11, 16) === time));
  if (!place || place.status === 'CLOSED') throw new SkuProblem('day', 'Not sold on this day');
  if (!place.available) throw new SkuProblem('full', `Only ${place.vacancies ?? 0} places are left`);
  const units = party.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  const { min_quantity: min, max_quantity: max } = offer.pack;
  if (units.length < min || units.length > max)
    throw new SkuProblem('limit', `Between ${min} and ${max} can be booked`);
  return { offer, place, units, party };
}
