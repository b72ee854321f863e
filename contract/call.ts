// How a call is written: the only file that knows the schema library. Inputs are strict (no additional properties,
// security rule 36); outputs are checked in tests and described in the OpenAPI document.
import { z } from 'zod';
import type { Currency } from '../domain/currencies.ts';
import { isCurrency } from '../domain/currencies.ts';
import { isDay } from '../domain/dates.ts';
import type { Language } from '../domain/languages.ts';
import { isLanguage, languages } from '../domain/languages.ts';
import { maxQuantity } from '../domain/limits.ts';
import { rateSources } from '../domain/payment/charge.ts';
import { plainWidth } from '../domain/phones/plain-width.ts';

export { z };

export type CallSchemas = { input: z.ZodType; output: z.ZodType };

/** The shapes shared by several calls. The word beside a check is the problem of domain/errors.ts that its field gets. */
export const currency = z.custom<Currency>(isCurrency, 'choose').meta({ type: 'string', description: 'ISO 4217 code' });
export const language = z
  .custom<Language>(isLanguage, 'choose')
  .meta({ type: 'string', description: 'one of the 13 languages' });
export const day = z.custom<string>(isDay, 'date').meta({ type: 'string', format: 'date', description: 'yyyy-MM-dd' });
/** Of a filter: '' where none was given. */
export const dayOrNone = z.union([z.literal(''), day]).default('');
export const money = z.object({ amountMinor: z.int(), currency });
/** Units of the shown currency for one unit of the selling currency. */
export const shown = z.object({ currency, rate: z.string() });
/**
 * For money that is charged in another currency than that of what it pays for (decision 0505): the amount that it covers, and units of
 * the charge's currency for one of the other. `source` is null where it was not noted; `on` is the day of a rate of the feed.
 */
export const exchange = z.object({
  amount: money,
  rate: z.string(),
  source: z.enum(rateSources).nullable(),
  on: day.nullable(),
  /** Percent on top of the owner's rate, part of `rate`; decimal text. */
  surchargePercent: z.string(),
  /** Since when the rate is locked; null while nothing is begun. */
  at: z.string().nullable(),
  /** Until when the begun attempt keeps it, if it ends. */
  until: z.string().nullable(),
});

export const quantity = z.int().min(1).max(maxQuantity);
/** Query strings carry numbers as text. */
export const queryNumber = z.coerce.number().int().min(0);
/** The search text and page of a list; the fields of its answer beside its rows. */
export const searched = {
  query: z.string().max(80).default(''),
  page: z.coerce.number().int().min(1).max(1000).default(1),
  size: z.coerce.number().int().min(1).max(50).default(20),
};
export const listed = { total: z.int(), page: z.int(), pages: z.int() };
export const nothing = z.strictObject({});
export const done = z.object({});
/** Addresses, user names, digits and codes: those of a full-width Asian keyboard are read as plain ones (decision 0772). */
export const typedPlain = z.string().max(300).transform(plainWidth);
/** "HH:mm", or '' for the whole day. */
export const session = z.string().regex(/^(\d{2}:\d{2})?$/, 'time');
/** A session as callers send it: with or without seconds (§5 dates), which it has none of. */
export const typedSession = z
  .string()
  .regex(/^(\d{2}:\d{2}(:00)?)?$/, 'time')
  .transform((time) => time.slice(0, 5))
  .default('');
/** When something booked takes place: `session` is '' where it has none; the end of a stay, or the last day of an open ticket. */
export const travelTime = {
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  /** `untilOn` is the last of so many days, not a check-out. */
  byDay: z.boolean(),
  zone: z.string(),
};
export const recordId = z.string().regex(/^\d{1,18}$/);
export const orderNo = z.string().regex(/^[A-Z0-9]{8,20}$/);
/** A text per language; missing languages fall back. `most` limits the length of each. */
export const textsOf = (most: number) => z.partialRecord(z.enum(languages), z.string().max(most));

/**
 * A picture as screens get it: `src` takes `?w=` pixels, `colour` is shown until it has loaded, `focus` ("30% 70%") stays in
 * view, the middle without it.
 */
/** In Thai, a name with invisible marks that keep browsers from breaking it inside a word; absent where there are none. */
export const heading = z.string().optional();
export const productNamed = { productName: z.string(), heading };

export const pictureShape = z.object({
  src: z.string(),
  colour: z.string(),
  alt: z.string(),
  focus: z.string().optional(),
});

/** `caption` is what its owner says of it; '' where its owner says nothing. */
export const seatPlanShape = pictureShape.extend({ caption: z.string() });
