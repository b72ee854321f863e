// What suppliers' systems say by OCTO, read with care: only what is used, and a part that cannot be understood is left out, not guessed.
import { z } from '../../contract/call.ts';
import type { SupplierCode } from '../order/read.sql.ts';

/** The standard names no longest text; what is longer than any place for it here is cut. */
const longestText = 20_000;
const text = z.string().transform((value) => value.slice(0, longestText));
const maybe = text
  .nullish()
  .transform((value) => value ?? '')
  .catch('');
const id = z.string().min(1).max(200);
/** Of a product at most so many options, and of an option so many units. */
const mostParts = 300;

/** The parts that can be understood: one that cannot leaves the others. */
const listOf = <Part extends z.ZodType>(part: Part) =>
  z.array(z.unknown()).transform((list) =>
    list
      .flatMap((one): z.output<Part>[] => {
        const read = part.safeParse(one);
        return read.success ? [read.data] : [];
      })
      .slice(0, mostParts),
  );

const price = z.object({
  retail: z.int().min(0),
  net: z.int().min(0).nullish(),
  currency: z.string().length(3),
  currencyPrecision: z.int().min(0).max(4),
});

const age = z.number().transform(Math.floor).nullish().catch(null);
const count = z.int().nullish().catch(null);

const unit = z.object({
  id,
  internalName: maybe,
  title: maybe,
  type: maybe,
  restrictions: z
    .object({ minAge: age, maxAge: age })
    .nullish()
    .catch(null)
    .transform((value) => ({ minAge: value?.minAge ?? 0, maxAge: value?.maxAge ?? 999 })),
  pricingFrom: listOf(price).nullish().catch(null),
});

const option = z.object({
  id,
  internalName: maybe,
  title: maybe,
  restrictions: z
    .object({ minUnits: count, maxUnits: count })
    .nullish()
    .catch(null)
    .transform((value) => ({ minUnits: value?.minUnits ?? 1, maxUnits: value?.maxUnits ?? null })),
  cancellationCutoffAmount: z.number().min(0).transform(Math.ceil).nullish().catch(null),
  cancellationCutoffUnit: z.string().nullish().catch(null),
  units: listOf(unit).refine((units) => units.length > 0),
});

const product = z.object({
  id,
  internalName: maybe,
  title: maybe,
  shortDescription: maybe,
  description: maybe,
  locale: maybe,
  timeZone: maybe,
  availabilityRequired: z.boolean().nullish(),
  availabilityType: z.enum(['START_TIME', 'OPENING_HOURS']),
  pricingPer: z.string().nullish(),
  defaultCurrency: z.string().nullish().catch(null),
  availableCurrencies: listOf(z.string()).nullish().catch(null),
  options: listOf(option).refine((options) => options.length > 0),
});

export type TheirProduct = z.output<typeof product> & {
  /** It is sold here, and the supplier's newest list does not have it: this is what an earlier one had. */
  unlisted?: boolean;
};
export type TheirOption = TheirProduct['options'][number];

/** The one in which it is sold here. */
export const currencyOf = ({ defaultCurrency, options }: TheirProduct): string | undefined =>
  defaultCurrency ?? options[0]?.units[0]?.pricingFrom?.[0]?.currency;

/** Where it has several currencies, the one that a question names; others may not know the field. */
export const namesCurrency = ({ availableCurrencies }: Pick<TheirProduct, 'availableCurrencies'>, currency: string) =>
  (availableCurrencies?.length ?? 0) > 1 ? { currency } : {};

/** Those that can be understood. */
export function readProducts(body: unknown): TheirProduct[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return body.flatMap((one: unknown) => {
    const read = product.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

const availability = z.object({
  id,
  localDateTimeStart: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/),
  allDay: z.boolean().nullish(),
  available: z.boolean(),
  status: z.string(),
  vacancies: z.int().nullish(),
  unitPricing: listOf(price.extend({ unitId: id }))
    .nullish()
    .catch(null),
});
export type TheirPlace = z.output<typeof availability>;

export function readPlaces(body: unknown): TheirPlace[] | undefined {
  if (!Array.isArray(body)) return undefined;
  return body.flatMap((one: unknown) => {
    const read = availability.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** Those that can be shown, the best to scan first; a telephone's own wallet and Aztec codes are left out. */
const shownFormats = ['QRCODE', 'CODE128', 'PDF_URL'] as const;
const delivery = z.object({ deliveryFormat: z.enum(shownFormats), deliveryValue: z.string().min(1).max(2000) });
const ticket = z
  .object({ deliveryOptions: z.array(z.unknown()).nullish() })
  .nullish()
  .catch(null);

export const listDelivered = (found: z.output<typeof ticket>): unknown[] => found?.deliveryOptions ?? [];

/** What lets in by a ticket or voucher: its best form, or none. */
export function readCode(found: z.output<typeof ticket>): SupplierCode | undefined {
  const shown = listDelivered(found).flatMap((option) => {
    const { data } = delivery.safeParse(option);
    const isShown = data && (data.deliveryFormat !== 'PDF_URL' || /^https:\/\//.test(data.deliveryValue));
    return isShown ? [{ format: data.deliveryFormat, value: data.deliveryValue }] : [];
  });
  return shownFormats.flatMap((format) => shown.find((one) => one.format === format) ?? [])[0];
}

const statuses = ['ON_HOLD', 'PENDING', 'CONFIRMED', 'REDEEMED', 'CANCELLED', 'EXPIRED', 'REJECTED'] as const;

const booking = z.object({
  uuid: z.string(),
  status: z.enum(statuses),
  supplierReference: maybe,
  utcExpiresAt: z.string().nullish(),
  utcRedeemedAt: z.string().nullish(),
  // Without a price it is booked as well.
  pricing: price.nullish().catch(null),
  testMode: z.boolean().nullish().catch(null),
  voucher: ticket,
  unitItems: z
    .array(
      z.object({
        uuid: z.string(),
        unitId: z.string(),
        status: z.string().nullish(),
        utcRedeemedAt: z.string().nullish(),
        ticket,
      }),
    )
    .nullish()
    .transform((value) => value ?? []),
});
export type TheirBooking = z.output<typeof booking>;

export function readBooking(body: unknown): TheirBooking | undefined {
  const read = booking.safeParse(body);
  return read.success ? read.data : undefined;
}
