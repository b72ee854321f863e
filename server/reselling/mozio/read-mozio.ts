// What Mozio says, read with care: only what is used, and a result that cannot be understood is left out, not guessed. The names of a
// vehicle's fields are from public clients.
import { z } from '../../../contract/call.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { moneyFromDecimal } from '../../../domain/money.ts';

const text = z.string().max(4000);
const id = z.string().min(1).max(200);
/** Some fields are a name, or an object with one. */
const named = z
  .union([text, z.object({ name: text.nullish(), display_name: text.nullish() })])
  .nullish()
  .transform((value) => (typeof value === 'string' ? value : (value?.name ?? value?.display_name ?? '')));
const count = z.int().min(0).nullish().catch(null);

const vehicle = z.object({
  vehicle_type: named,
  vehicle_class: named,
  max_passengers: count,
  max_bags: count,
});

const result = z.object({
  result_id: id,
  total_price: z.object({ total_price: z.object({ value: z.union([text, z.number()]) }) }),
  steps: z.array(z.object({ details: z.object({ provider: named, vehicle: vehicle.nullish() }).nullish() })).min(1),
});

const results = z.object({ results: z.array(z.unknown()), more_coming: z.boolean() });

export type Ride = {
  id: string;
  vehicle: string;
  provider: string;
  /** Null where Mozio does not say. */
  people: number | null;
  bags: number | null;
  minor: number;
};

/** The vehicles of one poll; undefined for what is no answer to it. Prices are in the currency that the search asked for. */
export function readRides(body: unknown, currency: Currency): { rides: Ride[]; more: boolean } | undefined {
  const read = results.safeParse(body);
  if (!read.success) return undefined;
  return {
    rides: read.data.results.flatMap((result) => readRide(result, currency) ?? []),
    more: read.data.more_coming,
  };
}

function readRide(value: unknown, currency: Currency): Ride | undefined {
  const { data } = result.safeParse(value);
  // A journey begins or ends with a walk; the vehicle is in the step that has one.
  const details = data?.steps.find((step) => step.details?.vehicle)?.details;
  const minor = data && readPrice(data.total_price.total_price.value, currency);
  if (!data || !details?.vehicle || minor === undefined) return undefined;
  const { vehicle_type: type, vehicle_class: comfort, max_passengers: people, max_bags: bags } = details.vehicle;
  const name = type || comfort;
  if (!name) return undefined;
  return {
    ...{ id: data.result_id, vehicle: name.slice(0, 100), provider: details.provider.slice(0, 100), minor },
    ...{ people: people ?? null, bags: bags ?? null },
  };
}

function readPrice(value: string | number, currency: Currency): number | undefined {
  try {
    const { amountMinor } = moneyFromDecimal(value, currency);
    return amountMinor > 0 ? amountMinor : undefined;
  } catch {
    return undefined;
  }
}

const search = z.object({ search_id: id });
export const readSearchId = (body: unknown): string | undefined => search.safeParse(body).data?.search_id;

const states = ['pending', 'completed', 'failed'] as const;
const reservation = z.object({ id, confirmation_number: text.nullish(), status: text.nullish() });
const polled = z.object({
  status: z.enum(states),
  reservations: z
    .array(reservation)
    .nullish()
    .transform((value) => value ?? []),
});

export type Reserved = { id: string; number: string; isCancelled: boolean };

const reservedOf = ({ id, confirmation_number: number, status }: z.output<typeof reservation>): Reserved => ({
  ...{ id, number: (number || id).slice(0, 100) },
  isCancelled: /^cancell?ed$/i.test(status ?? ''),
});

export type Polled = { status: (typeof states)[number]; reserved: Reserved | undefined; message: string };

/** The reservation of a search; undefined for what is no answer to that. */
export function readPolled(body: unknown): Polled | undefined {
  const read = polled.safeParse(body);
  if (!read.success) return undefined;
  const { status, reservations } = read.data;
  const [first] = reservations;
  return { status, reserved: first && reservedOf(first), message: readComplaint(body) ?? '' };
}

export function readReservation(body: unknown): Reserved | undefined {
  const read = reservation.safeParse(body);
  return read.success ? reservedOf(read.data) : undefined;
}

/** `{field: [messages]}`, `{non_field_errors: […]}` or `{detail}` in one line; undefined for what is none of them. */
export function readComplaint(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const found = Object.entries(body).flatMap(([field, texts]) => {
    const messages = (Array.isArray(texts) ? texts : [texts]).filter((one) => typeof one === 'string');
    const isList = Array.isArray(texts) || field === 'detail';
    if (!messages.length || !isList) return [];
    return [
      field === 'detail' || field === 'non_field_errors' ? messages.join(' ') : `${field}: ${messages.join(' ')}`,
    ];
  });
  return found.length ? found.join(' · ').slice(0, 500) : undefined;
}
