// What suppliers' systems say by OCTO, read with care: only what is used, and a part that cannot be understood is left out, not guessed.
import { z } from '../../contract/call.ts';
import type { SupplierCode } from '../order/read.sql.ts';

const text = z.string().max(4000);
const maybe = text.nullish().transform((value) => value ?? '');
const id = z.string().min(1).max(200);

const price = z.object({
  retail: z.int().min(0),
  net: z.int().min(0).nullish(),
  currency: z.string().length(3),
  currencyPrecision: z.int().min(0).max(4),
});

const unit = z.object({
  id,
  internalName: maybe,
  title: maybe,
  type: maybe,
  restrictions: z
    .object({ minAge: z.int().nullish(), maxAge: z.int().nullish() })
    .nullish()
    .transform((value) => ({ minAge: value?.minAge ?? 0, maxAge: value?.maxAge ?? 999 })),
  pricingFrom: z.array(price).nullish(),
});

const option = z.object({
  id,
  internalName: maybe,
  title: maybe,
  restrictions: z
    .object({ minUnits: z.int().nullish(), maxUnits: z.int().nullish() })
    .nullish()
    .transform((value) => ({ minUnits: value?.minUnits ?? 1, maxUnits: value?.maxUnits ?? null })),
  cancellationCutoffAmount: z.int().min(0).nullish(),
  cancellationCutoffUnit: z.string().nullish(),
  units: z.array(unit).min(1).max(30),
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
  defaultCurrency: z.string().nullish(),
  options: z.array(option).min(1).max(30),
});

export type TheirProduct = z.output<typeof product>;
export type TheirOption = TheirProduct['options'][number];

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
  unitPricing: z.array(price.extend({ unitId: id })).nullish(),
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

/** What lets in by a ticket or voucher: its best form, or none. */
export function readCode(found: z.output<typeof ticket>): SupplierCode | undefined {
  const shown = (found?.deliveryOptions ?? []).flatMap((option) => {
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
  pricing: price.nullish(),
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
