// The booking form's rules (§5) for an order that was read: the fields of its product, and the refusal that names each field
// to correct.
import type { ParsedInputOf } from '../../contract/index.ts';
import { type BookingFacts, judgeBooking } from '../../domain/booking-rules.ts';
import { todayIn } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import type { SeenOf } from '../../domain/product-fields.ts';
import { carSeats, isProductType, rowOf, usualFields } from '../../domain/product-types.ts';
import { namesAsked } from '../../domain/traveller-fields.ts';
import { pickSeen } from '../catalog/field-columns.sql.ts';
import type { ReadLines } from '../inventory/read-lines.ts';
import type { Context } from '../platform/context.ts';

type Input = ParsedInputOf<'createOrder'>;

/** Refuses invalidInput with all problems at once, or agreementNeeded when only the agreement is missing. */
export function checkBooking(context: Context, input: Input, read: ReadLines): void {
  const lines = read.lines.map(({ playOn, untilOn, quantity, row }) => ({
    playOn,
    untilOn: untilOn ?? null,
    quantity,
    minAge: row.min_age,
    maxAge: row.max_age,
  }));
  const fields = judgeBooking(
    { ...bookingFactsOf(context, read), travellersLater: input.travellersLater, lines },
    {
      ...input,
      lineReferences: input.lines.map((line) => line.agentReference),
      notify: input.notify ?? [{ to: 'contact', email: '' }],
    },
  );
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  if (!input.agreed) throw new Refusal('agreementNeeded', { fields: { agreed: { problem: 'required' } } });
}

/**
 * What the booking form is told of the product, and the fields of this booking: the product's lists, else the row of its type; travellers
 * only where persons are sold.
 */
export function bookingFactsOf({ now }: Context, read: ReadLines): Omit<BookingFacts, 'lines'> & SeenOf<'booking'> {
  const { first } = read;
  const seen = pickSeen(first, 'booking');
  const today = todayIn(first.zone, now.getTime());
  if (!isProductType(first.type))
    return { ...seen, orderFields: [], travellerFields: [], travellerCount: 0, seats: null, today };
  const usual = usualFields(first.type, first.subtype);
  const travellerFields = namesAsked(first.traveller_fields ?? usual.travellerFields, 'traveller');
  const persons = read.lines.reduce((sum, line) => sum + line.quantity, 0);
  return {
    ...seen,
    orderFields: namesAsked(first.order_fields ?? usual.orderFields, 'order'),
    travellerFields,
    travellerCount: travellerFields.length ? persons : 0,
    seats: rowOf(first.type).stockBy === 'car' ? sumOf(read, seatsOf) : null,
    today,
  };
}

/** Luggage capacity of the chosen cars together. */
export const luggageOf = (read: ReadLines): number | null => sumOf(read, (row) => row.luggage);

/** The product's figure, else that of its class of seats; the largest class has no upper limit. */
function seatsOf(row: ReadLines['first']): number | null {
  if (row.seats !== null) return row.seats;
  const { seat_class } = row;
  return seat_class === null || seat_class === 15009 ? null : (carSeats[seat_class] ?? null);
}

function sumOf(read: ReadLines, pick: (row: ReadLines['first']) => number | null): number | null {
  let sum = 0;
  for (const line of read.lines) {
    const one = pick(line.row);
    if (one === null) return null;
    sum += one * line.quantity;
  }
  return sum;
}

/** Values in their stored form: trimmed, without empty ones. */
export function tidyValues(values: Record<string, string>): Record<string, string> {
  const kept = Object.entries(values).map(([name, value]): [string, string] => [name, value.trim()]);
  return Object.fromEntries(kept.filter(([, value]) => value));
}
