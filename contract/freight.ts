// Delivery (§3 additional freight, decision 0305): the owner's tables of what it costs, and telling the buyer that something was sent.
import { freightBy, freightLimits } from '../domain/freight/freight.ts';
import { currency, done, nothing, orderNo, recordId, z } from './call.ts';

const minor = z.int().min(0).max(freightLimits.dearestMinor);
const units = z.int().min(1).max(freightLimits.units);
const days = z.int().min(0).max(freightLimits.days);

const zone = z.object({
  /** None: every country that no other region names. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).max(freightLimits.countries),
  /** How postcodes of its one country begin; none: all. */
  postcodes: z.array(z.string().max(12)).max(freightLimits.postcodes),
  by: z.enum(freightBy),
  firstUnits: units,
  firstMinor: minor,
  stepUnits: units,
  stepMinor: minor,
  freeFromMinor: minor.nullable(),
  daysFrom: days,
  daysUntil: days,
});

const table = { name: z.string().max(100), currency, zones: z.array(zone).max(freightLimits.zones) };

/** With the units of the selling currency for one unit of the table's. */
export const freightTerms = z.object({ currency, zones: z.array(zone), rate: z.string() });

export const freightCalls = {
  consoleFreight: {
    input: nothing,
    output: z.object({
      currency,
      /** `products`: how many are charged by it. */
      list: z.array(z.object({ id: z.string(), revision: z.int(), products: z.int(), ...table })),
    }),
  },
  /** Without `id` a new table. Refuses invalidInput by field (`name`, `zones.0.countries`) and changedMeanwhile. */
  consoleFreightSave: {
    input: z.strictObject({ id: recordId.optional(), revision: z.int().optional(), ...table }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  /** Refuses freightInUse while a product is charged by it. */
  consoleFreightDelete: { input: z.strictObject({ id: recordId, revision: z.int() }), output: done },
  /** Marks a confirmed line as sent; a second call replaces the number. The buyer is mailed each time. Refuses actionNotAllowed. */
  consoleLineSend: {
    input: z.strictObject({
      id: orderNo,
      subOrderNo: z.string().regex(/^[A-Z0-9]{8,20}-\d{1,3}$/),
      carrier: z.string().max(100).default(''),
      trackingNumber: z.string().max(100),
    }),
    output: done,
  },
};
