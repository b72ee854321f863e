// POST /bookings: places are held by an order like any other (order/place-order.ts), and the partner's uuid is stored beside it. The order
// comes first, once for each uuid; a process that dies before the booking is written finds the same order when it is asked again.
import { createHash, randomUUID } from 'node:crypto';
import type { Currency } from '../../domain/currencies.ts';
import { addDays, type Day, openDay, todayIn } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { money } from '../../domain/money.ts';
import { bookingFactsOf } from '../order/check-booking.ts';
import { type Placing, placeOrder } from '../order/place-order.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { type AskedDetails, detailsAsked } from './asked-details.ts';
import { findBooking, insertBooking, type NewBooking, type StoredUnit } from './bookings.sql.ts';
import { holdInCart } from './cart/hold-in-cart.ts';
import { minutesOf } from './hold-rules.ts';
import { unprocessable, wrongId } from './octo-problem.ts';
import type { OctoPackage, OctoProductRow } from './products.sql.ts';
import { mergeDetails, readUnits } from './read-details.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { openHoursOf, readId, refuseCurrency, timesOf } from './show-availability.ts';
import { showBooking } from './show-booking.ts';
import { findOffered, findPackage, hasTimes } from './show-products.ts';

/** What a booking asks for, read against the catalogue. */
export type Chosen = {
  row: OctoProductRow;
  pack: OctoPackage;
  details: AskedDetails;
  place: { playOn: Day; session: string };
  availability: NewBooking['availability'];
};

type Wish = { productId: string; optionId: string; availabilityId: string | null };

/**
 * Refuses the id that is wrong. An open ticket may be booked without a day. `isSold`: it is held or booked already, so it need not be on
 * the shelf any more. `heldId`: the availability that it has already, which stays whatever changed since.
 */
export async function chooseOffer(
  asking: OctoAsking,
  { productId, optionId, availabilityId }: Wish,
  { isSold, heldId }: { isSold: boolean; heldId: string | null } = { isSold: false, heldId: null },
): Promise<Chosen> {
  const row = await findOffered(asking, productId, { isSold });
  const pack = findPackage(row, optionId);
  const details = detailsAsked(row, pack);
  const isOpen = pack.open_days !== null;
  if (!availabilityId && isOpen)
    return { row, pack, details, place: { playOn: openDay, session: '' }, availability: null };
  const found = readId(availabilityId ?? '');
  if (!found) throw wrongId('availabilityId', availabilityId ?? '');
  const place = isOpen ? { playOn: openDay, session: '' } : { playOn: found.on, session: found.session };
  const availability = { ...timesOf(row, found), openingHours: openHoursOf(hasTimes(row)) };
  if (
    availabilityId !== heldId &&
    (availability.id !== availabilityId || !isUsable(pack, found, todayIn(row.zone, asking.context.now.getTime())))
  )
    throw wrongId('availabilityId', availabilityId ?? '');
  return { row, pack, details, place, availability };
}

/** An open ticket is for whole days, from now on until it ends (show-availability.ts lists the same). */
function isUsable({ open_days: days }: OctoPackage, found: { on: Day; session: string }, today: Day): boolean {
  return days === null || (!found.session && found.on >= today && found.on <= addDays(today, days));
}

/** All details may follow until the booking is confirmed, which judges them (confirm-booking.ts). */
export const detailsFollow: Placing = {
  judge(context, _input, read) {
    const { orderFields, travellerFields, completeBy } = bookingFactsOf(context, read);
    const isIncomplete = orderFields.length + travellerFields.length > 0;
    return { isIncomplete, fieldsLater: [...orderFields], fieldsDueAt: completeBy };
  },
  atAnyPrice: true,
};

export type OctoHolding = {
  chosen: Chosen;
  units: StoredUnit[];
  resellerReference: string | null;
  minutes: number;
  key: string;
};

/** The order number. Refuses UNPROCESSABLE_ENTITY without units or places, INVALID_AVAILABILITY_ID for what is not sold. */
export async function holdByOcto(
  context: Context,
  { chosen, units, resellerReference, minutes, key }: OctoHolding,
): Promise<string> {
  const { site, language } = context;
  const { row, place, availability } = chosen;
  if (!units.length) throw unprocessable('units');
  const agency = buyerOf(context);
  const clip = (text: string | null) => [...(text ?? '').trim()].slice(0, limits.agentReferenceLength).join('');
  try {
    const placed = await placeOrder(
      { ...context, site: { ...site, payMinutes: minutes }, idempotencyKey: key },
      {
        id: String(row.product_id),
        // A line for each unit, so that each has a ticket of its own.
        lines: units.map((unit) => ({
          ...{ skuId: unit.unitId, ...place, quantity: 1 },
          agentReference: clip(unit.resellerReference),
        })),
        addOns: [],
        contact: contactOfAgency(context),
        notify: [{ to: 'account', email: agency.email, language }],
        pickup: null,
        dropOff: null,
        orderFields: {},
        travellers: [],
        travellersLater: true,
        remark: '',
        agentReference: clip(resellerReference),
        promoCode: '',
        agreed: true,
        ownSystem: true,
        seenTotal: money(0, row.currency),
      },
      detailsFollow,
    );
    return placed.orderNo;
  } catch (error) {
    if (isAboutPlace(error)) throw wrongId('availabilityId', availability?.id ?? '');
    throw error;
  }
}

/** Not sold there: another day, or a time where there are none, or none where there are times. */
function isAboutPlace(error: unknown): boolean {
  if (!(error instanceof Refusal)) return error instanceof NotHere;
  const fields = Object.keys(error.fields ?? {});
  return (
    error.refusal === 'dateNotSold' ||
    (fields.length > 0 && fields.every((path) => /^lines\.\d+\.(session|playOn)$/.test(path)))
  );
}

/** Until a traveller is named, the order is the agency's. */
export function contactOfAgency(context: Context) {
  const { profile, name, email } = buyerOf(context);
  return { name: profile.partnerName || name, email, areaCode: '', phone: '' };
}

export async function reserveBooking(asking: OctoAsking, input: OctoInput<'reserve'>) {
  const { context } = asking;
  const { owner } = context;
  const { partnerId } = buyerOf(context);
  const uuid = input.uuid ?? randomUUID();
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  const sameBooking = async () => {
    const found = await findBooking(owner, partnerId, uuid);
    if (found && !found.body_hash.equals(bodyHash)) throw new Refusal('idempotencyConflict');
    return found && showBooking(asking, found);
  };
  const before = input.uuid ? await sameBooking() : undefined;
  if (before) return before;
  const make = (asking: OctoAsking, minutes: number, cartId: string | null) =>
    insertHold(asking, input, { uuid, bodyHash, minutes, cartId });
  if (input.orderId || asking.has.has('cart')) await holdInCart(asking, { ...input, uuid }, make);
  else await make(asking, minutesOf(input.expirationMinutes), null);
  return sameBooking();
}

type Hold = { uuid: string; bodyHash: Buffer; minutes: number; cartId: string | null };

/** The currency of what is held. */
async function insertHold(
  asking: OctoAsking,
  input: OctoInput<'reserve'>,
  { uuid, bodyHash, minutes, cartId }: Hold,
): Promise<Currency> {
  const { context } = asking;
  const chosen = await chooseOffer(asking, { ...input, availabilityId: input.availabilityId ?? null });
  refuseCurrency(chosen.row, input.currency);
  const units = readUnits(input.unitItems, chosen.pack, chosen.details.travellers);
  const resellerReference = input.resellerReference ?? null;
  const orderNo = await holdByOcto(context, { chosen, units, resellerReference, minutes, key: `octo-${uuid}` });
  await insertBooking(context.owner, {
    ...{ uuid, order_no: orderNo, partner_id: buyerOf(context).partnerId, body_hash: bodyHash, cart_id: cartId },
    ...{ product_id: chosen.row.product_id, package_id: chosen.pack.package_id, availability: chosen.availability },
    ...{ units, contact: input.contact ?? {}, details: mergeDetails(input, chosen.details) },
    ...{
      reseller_reference: resellerReference,
      notes: input.notes ?? null,
      email_receipt: input.emailReceipt ?? false,
    },
  });
  return chosen.row.currency;
}
