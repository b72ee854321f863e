// Viator's BookingAmendment (decision 0612): another day, time, option or number of travellers of what it booked, all at once or not at
// all.
import type { z } from '../../contract/call.ts';
import { OctoProblem, octoAnswerOf } from '../octo/octo-problem.ts';
import type { OctoAsking } from '../octo/route.ts';
import { type ChannelOffer, changePlaces, claimReference, type FoundBooking, judgeEnd } from './channel-order.ts';
import { findStart, readPrice } from './viator.ts';
import {
  findOfferOf,
  guestOf,
  isAtTime,
  openBooked,
  rejected,
  rejectedBy,
  showConfirmed,
  unitsOf,
  type viatorBookingInputs,
} from './viator-booking.ts';

type Amendment = z.output<(typeof viatorBookingInputs)['amendment']>['data'];

export async function amendForViator(asking: OctoAsking, { data }: { data: Amendment }) {
  const { BookingReference: reference } = data;
  // What stays as it was booked may have gone off sale since.
  const offer = await findOfferOf(asking, data, true);
  const found = await openBooked(asking, data);
  if (judgeEnd(asking, found) !== 'open')
    return { BookingReference: reference, ...rejected('OTHER', 'The booking was redeemed, cancelled or is over') };
  try {
    return await amend(asking, found, data, offer);
  } catch (error) {
    if (error instanceof OctoProblem)
      return { BookingReference: reference, ...rejected('OTHER', octoAnswerOf(error, 'en').body.errorMessage) };
    return { BookingReference: reference, ...rejectedBy(error) };
  }
}

async function amend(asking: OctoAsking, found: FoundBooking, data: Amendment, offer: ChannelOffer) {
  const { uuid } = found.row;
  const { BookingReference: reference, Amount: amount, CurrencyCode: currency } = data;
  const units = unitsOf(offer, data);
  if (!units) return { BookingReference: reference, ...rejected('OTHER', 'An age band is not sold with this option') };
  const placeId = await choosePlace(asking, found, data, offer);
  if (!placeId)
    return { BookingReference: reference, ...rejected('NOT_OPERATING', 'There is no departure on this date and time') };
  const changed = await changePlaces(asking, { uuid, offer, placeId, units, guest: guestOf(data) });
  // The price is what they pay for the booking as it is now.
  const platformPrice = readPrice(amount, offer, currency);
  if (platformPrice) await claimReference(asking, { reference, orderNo: changed.supplierReference, platformPrice });
  return showConfirmed(asking, data, uuid, offer);
}

async function choosePlace(asking: OctoAsking, found: FoundBooking, data: Amendment, offer: ChannelOffer) {
  const { row } = found;
  if (row.package_id === offer.pack.package_id && isAtTime(found, data)) return row.availability?.id;
  const wish = { on: data.TravelDate, at: data.TourOptions?.TourDepartureTime, units: [] };
  return (await findStart(asking, offer, wish))?.id;
}
