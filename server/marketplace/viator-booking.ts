// Viator's calls about bookings, version 1: booking, cancellation, redemption. Each answer repeats who asked and says how it went.
import { z } from '../../contract/call.ts';
import { isDay } from '../../domain/dates.ts';
import { limits } from '../../domain/limits.ts';
import type { OctoAsking } from '../octo/route.ts';
import {
  bookPlaces,
  type ChannelOffer,
  cancelPlaces,
  claimReference,
  type FoundBooking,
  findBookedReference,
  findChannelBooking,
  holdForChannel,
  isBooked,
  isFormerOrder,
  judgeEnd,
  showChannelBooking,
} from './channel-order.ts';
import { joinWishes, wishText } from './read-wishes.ts';
import { bandsOf, findStart, findViatorOffer, readPrice } from './viator.ts';
import { isSoldOut, refusalIn, ViatorProblem } from './viator-problem.ts';

const text = z.string().max(500).nullish();
const reference = z.string().min(1).max(limits.agentReferenceLength);
const day = z.string().refine((one) => isDay(one));
const traveller = z.object({
  ...{ TravellerIdentifier: z.string().max(40), GivenName: text, Surname: text },
  ...{ AgeBand: z.string().max(20), LeadTraveller: z.union([z.boolean(), z.string()]).nullish() },
});

const message = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ data: z.object(shape) });

const bookingFields = {
  ...{ BookingReference: reference, TravelDate: day, SupplierProductCode: z.string().min(1).max(50) },
  TourOptions: z.object({ SupplierOptionCode: text, TourDepartureTime: text }).nullish(),
  ...{ CurrencyCode: text, Amount: z.number().min(0).nullish() },
  Traveller: z.array(traveller).min(1).max(999),
  ...{ SpecialRequirement: wishText, PickupPoint: wishText, ContactEmail: text },
  ContactDetail: z.object({ ContactName: text, ContactValue: text }).nullish(),
};

export const viatorBookingInputs = {
  tours: message({}),
  booking: message({ ...bookingFields, AvailabilityHoldReference: text }),
  amendment: message({ ...bookingFields, SupplierConfirmationNumber: z.string().max(40) }),
  cancellation: message({ BookingReference: reference, SupplierConfirmationNumber: z.string().max(40), Reason: text }),
  redemption: message({ BookingReference: reference, SupplierConfirmationNumber: z.string().max(40) }),
};

/** What a booking and its amendment have in common. */
type Booked = Omit<Input<'booking'>, 'AvailabilityHoldReference'>;
type Input<Name extends keyof typeof viatorBookingInputs> = z.output<(typeof viatorBookingInputs)[Name]>['data'];

export const rejected = (RejectionReason: string, RejectionReasonDetails: string) => ({
  ...{ TransactionStatus: { Status: 'REJECTED', RejectionReason, RejectionReasonDetails } },
  SupplierConfirmationNumber: '',
});

export async function bookForViator(asking: OctoAsking, { data }: { data: Input<'booking'> }) {
  const { BookingReference: reference } = data;
  const before = await findBookedReference(asking, reference);
  const isRepeated = before !== undefined && isBooked(before);
  const offer = await findOfferOf(asking, data, isRepeated);
  if (isRepeated) return showConfirmed(asking, data, before.row.uuid, offer);
  try {
    return await bookAnew(asking, data, offer);
  } catch (error) {
    return { BookingReference: reference, ...rejectedBy(error) };
  }
}

/** Refuses TGDS0013. `isSold`: it is booked already, and may have gone off sale since. */
export async function findOfferOf(
  asking: OctoAsking,
  { SupplierProductCode: product, TourOptions: option }: Booked,
  isSold = false,
): Promise<ChannelOffer> {
  const code = option?.SupplierOptionCode;
  const offer = await findViatorOffer(asking, code && !product.includes('-') ? `${product}-${code}` : product, isSold);
  if (!offer) throw new ViatorProblem(200, 'TGDS0013', 'The specified SupplierProductCode is not recognized.');
  return offer;
}

async function bookAnew(asking: OctoAsking, data: Input<'booking'>, offer: ChannelOffer) {
  const { BookingReference: reference, AvailabilityHoldReference: hold, CurrencyCode: currency, Amount: amount } = data;
  const units = unitsOf(offer, data);
  if (!units) return { BookingReference: reference, ...rejected('OTHER', 'An age band is not sold with this option') };
  const held = hold ? await findHeld(asking, data, { hold, offer, units }) : undefined;
  const uuid = held?.row.uuid ?? (await holdNow(asking, data, offer, units));
  const orderNo = held?.row.order_no ?? (uuid && (await showChannelBooking(asking, uuid)).supplierReference);
  if (!uuid || !orderNo)
    return { BookingReference: reference, ...rejected('NOT_OPERATING', 'There is no departure on this date and time') };
  const platformPrice = readPrice(amount, offer, currency);
  if (!(await claimReference(asking, { reference, orderNo, platformPrice })))
    return { BookingReference: reference, ...rejected('OTHER', 'This BookingReference belongs to another booking') };
  await bookPlaces(asking, uuid, reference, guestOf(data));
  return showConfirmed(asking, data, uuid, offer);
}

/**
 * A hold that is over, or of something else, is passed over: what is asked for is held anew. One that the same message, sent twice, has
 * booked meanwhile is that booking.
 */
async function findHeld(
  asking: OctoAsking,
  data: Booked,
  { hold, offer, units }: { hold: string; offer: ChannelOffer; units: string[] },
): Promise<FoundBooking | undefined> {
  const found = await findChannelBooking(asking, hold);
  if (!found || found.row.package_id !== offer.pack.package_id) return undefined;
  if (isBooked(found) && found.row.reseller_reference === data.BookingReference) return found;
  if (found.status !== 'ON_HOLD' || !isAtTime(found, data)) return undefined;
  const held = found.row.units.map(({ unitId }) => unitId);
  return [...held].sort().join() === [...units].sort().join() ? found : undefined;
}

/** Whether it is for the day that a message names, and for its time where it names one. */
export function isAtTime({ row }: FoundBooking, { TravelDate: on, TourOptions: option }: Booked): boolean {
  const at = row.availability?.id ?? '';
  const time = isDay(at) ? '' : (option?.TourDepartureTime ?? '').slice(0, 5);
  return at.startsWith(time ? `${on}T${time}` : on);
}

async function holdNow(asking: OctoAsking, data: Input<'booking'>, offer: ChannelOffer, units: string[]) {
  const place = await findStart(asking, offer, {
    ...{ on: data.TravelDate, at: data.TourOptions?.TourDepartureTime, units: [] },
  });
  if (!place) return undefined;
  const held = await holdForChannel(asking, { offer, place, units, reference: data.BookingReference, minutes: 30 });
  return held?.uuid;
}

/** A unit for each traveller, in their order; null where a band is not sold. */
export function unitsOf(offer: ChannelOffer, { Traveller: list }: Booked): string[] | null {
  const known = new Map(bandsOf(offer).map((kind) => [kind.kind, kind.unitId]));
  const units = list.map(({ AgeBand: band }) => known.get(band.toUpperCase()) ?? '');
  return units.includes('') ? null : units;
}

export function guestOf(data: Booked) {
  const { Traveller: list, ContactEmail: email, ContactDetail: contact } = data;
  const lead = list.find(({ LeadTraveller: isLead }) => String(isLead) === 'true') ?? list[0];
  const number = (contact?.ContactValue ?? '').replace(/^[A-Z]{2}(?=\+)/, '');
  return {
    ...{ firstName: lead?.GivenName ?? '', lastName: lead?.Surname ?? '' },
    ...{ email: email ?? '', phone: number.includes('@') ? '' : number },
    notes: joinWishes([data.SpecialRequirement, data.PickupPoint]),
  };
}

export async function showConfirmed(asking: OctoAsking, data: Booked, uuid: string, offer: ChannelOffer) {
  const booking = await showChannelBooking(asking, uuid);
  const left = [...booking.unitItems];
  const wanted = unitsOf(offer, data) ?? [];
  return {
    BookingReference: data.BookingReference,
    Traveller: data.Traveller.map(({ TravellerIdentifier }, at) => {
      const found = left.findIndex(({ unitId }) => unitId === wanted[at]);
      const [unit] = found < 0 ? [] : left.splice(found, 1);
      return {
        ...{ TravellerIdentifier, TravellerSupplierConfirmationNumber: unit?.supplierReference ?? '' },
        TravellerBarcode: unit?.ticket.deliveryOptions[0]?.deliveryValue ?? booking.supplierReference,
      };
    }),
    TransactionStatus: { Status: 'CONFIRMED' },
    SupplierConfirmationNumber: booking.supplierReference,
  };
}

/** A refusal is an answer to them; what is no refusal is thrown on. */
export function rejectedBy(error: unknown) {
  const name = refusalIn(error);
  if (isSoldOut(error)) return rejected('BOOKED_OUT_ALT_DATES', 'Sold out on this date; other dates are open');
  if (name === 'dateNotSold' || name === 'tooLate') return rejected('NOT_OPERATING', 'Not sold on this date any more');
  if (name) return rejected('OTHER', `The booking was refused: ${name}`);
  throw error;
}

/** By our number, or by the one that it had before it was amended. Refuses TGDS0026. */
export async function openBooked(asking: OctoAsking, data: Input<'redemption'>): Promise<FoundBooking> {
  const { SupplierConfirmationNumber: orderNo, BookingReference: reference } = data;
  const known = await findChannelBooking(asking, orderNo);
  const wasTheirs = !known && (await isFormerOrder(asking, { orderNo, reference }));
  const found = wasTheirs ? await findBookedReference(asking, reference) : known;
  if (!found || found.row.reseller_reference !== reference || found.status === 'ON_HOLD')
    throw new ViatorProblem(200, 'TGDS0026', 'The specified BookingReference could not be found.');
  return found;
}

export async function cancelForViator(asking: OctoAsking, { data }: { data: Input<'cancellation'> }) {
  const found = await openBooked(asking, data);
  const { BookingReference, SupplierConfirmationNumber } = data;
  const known = { BookingReference, SupplierConfirmationNumber };
  const end = judgeEnd(asking, found);
  const refuse = (RejectionReason: string, RejectionReasonDetails: string) => ({
    ...known,
    TransactionStatus: { Status: 'REJECTED', RejectionReason, RejectionReasonDetails },
  });
  if (end === 'redeemed') return refuse('TOUR_REDEEMED', 'The booking was redeemed');
  if (end === 'past') return refuse('PAST_TOUR_DATE', 'The booking is over');
  if (end === 'open') {
    const booking = await showChannelBooking(asking, found.row.uuid);
    if (!booking.cancellable) return refuse('PAST_CANCEL_DATE', 'The policy does not allow it any more');
    await cancelPlaces(asking, found.row.uuid);
  }
  return {
    ...known,
    SupplierCancellationNumber: SupplierConfirmationNumber,
    TransactionStatus: { Status: 'CONFIRMED' },
  };
}

export async function showRedemption(asking: OctoAsking, { data }: { data: Input<'redemption'> }) {
  const { row } = await openBooked(asking, data);
  const { unitItems } = await showChannelBooking(asking, row.uuid);
  return { RedemptionStatus: unitItems.some(({ utcRedeemedAt }) => utcRedeemedAt !== null) };
}
