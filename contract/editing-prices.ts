// Agent prices in the back office (rules §3, §11): set for a SKU, a package, a product, a city, a type or everything, for a level or one
// partner, always or for a time; and why a SKU has its price for a buyer. Values are minor units or hundredths of a percent.
import { agentLevels, highestLevel } from '../domain/price-levels.ts';
import { priceKinds, priceScopes, priceStates, validities } from '../domain/price-scopes.ts';
import { currency, day, done, money, recordId, z } from './call.ts';
import { levelNames } from './partner.ts';

const level = z
  .int()
  .min(agentLevels[0] ?? 1)
  .max(highestLevel);
const kind = z.enum(priceKinds);
const page = z.coerce.number().int().min(1).max(1000).default(1);
const size = z.coerce.number().int().min(1).max(50).default(20);

/** How much, and when it counts: always where `validBy` is null; a side of the time that is null is open. */
const worth = {
  kind,
  value: z.int().min(0),
  validBy: z.enum(validities).nullable(),
  validFrom: day.nullable(),
  validUntil: day.nullable(),
};

const agentPrice = z.object({
  id: z.string(),
  scope: z.enum(priceScopes),
  productId: z.string().nullable(),
  productName: z.string(),
  packageId: z.string().nullable(),
  packageName: z.string(),
  skuId: z.string().nullable(),
  skuName: z.string(),
  city: z.string().nullable(),
  cityName: z.string(),
  type: z.int().nullable(),
  level: z.int().nullable(),
  partnerId: z.string().nullable(),
  partnerName: z.string(),
  /** Of the product; null where the price is for more than one. */
  currency: currency.nullable(),
  state: z.enum(priceStates),
  createdAt: z.string(),
  ...worth,
});

const queryLevel = z.coerce.number().int().min(1).max(highestLevel);
const percent = z.int().min(0).max(10_000);
const ids = z.array(recordId).min(1).max(50);
/** Each as it was shown, in the order of `ids`. */
const seen = z
  .array(z.strictObject({ kind, value: z.int() }))
  .max(50)
  .optional();

export const editingPricesCalls = {
  consolePriceRules: {
    input: z.strictObject({ productId: recordId }),
    output: z.object({
      currency,
      skus: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          packageId: z.string(),
          packageName: z.string(),
          priceMinor: z.int(),
        }),
      ),
      rules: z.array(
        z.object({
          id: z.string(),
          /** Null: all SKUs of this product. */
          skuId: z.string().nullable(),
          level: z.int().nullable(),
          partnerId: z.string().nullable(),
          partnerName: z.string(),
          kind,
          /** Minor units, or hundredths of a percent. */
          value: z.int(),
        }),
      ),
      /** What else concerns this product: prices for a time, for a package, and those of a city, a type or everything. */
      others: z.array(agentPrice),
      /** For each level that has any price here: what its agents pay for a SKU and by which price, without a day of travel. */
      levels: z.array(
        z.object({
          level: z.int(),
          skus: z.array(z.object({ skuId: z.string(), priceMinor: z.int(), ruleId: z.string().nullable() })),
        }),
      ),
      packages: z.array(z.object({ id: z.string(), name: z.string() })),
      levelNames,
    }),
  },
  consolePriceRuleSave: {
    input: z.strictObject({
      productId: recordId,
      skuId: recordId.nullable(),
      level: level.nullable(),
      partnerId: recordId.nullable(),
      kind,
      value: z.int().min(0),
    }),
    output: done,
  },
  consolePriceRuleDelete: { input: z.strictObject({ productId: recordId, id: recordId }), output: done },
  consoleAgentPrices: {
    input: z.strictObject({
      /** Part of the name of a product, a city or a partner. */
      query: z.string().max(80).default(''),
      scope: z.enum(priceScopes).optional(),
      level: queryLevel.optional(),
      kind: kind.optional(),
      state: z.enum(priceStates).optional(),
      partner: recordId.optional(),
      product: recordId.optional(),
      page,
      size,
    }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), levelNames, list: z.array(agentPrice) }),
  },
  /**
   * Without an id a new price; one for the same, for the same buyers and the same time is replaced. Where `replaces` is given and is not
   * that price, priceExists names it (`data.kind`, `data.value`). With an id what the price is for stays, and only its worth and time
   * change. Refuses invalidInput by field.
   */
  consoleAgentPriceSave: {
    input: z.strictObject({
      id: recordId.nullable(),
      productId: recordId.nullable().default(null),
      packageId: recordId.nullable().default(null),
      skuId: recordId.nullable().default(null),
      city: z.string().max(40).nullable().default(null),
      type: z.int().nullable().default(null),
      level: level.nullable().default(null),
      partnerId: recordId.nullable().default(null),
      ...worth,
      /** Of an existing price, as it was opened. Refuses changedMeanwhile if it is another by now. */
      was: z.strictObject({ kind, value: z.int() }).optional(),
      /** Of a new price: the one that it may replace, as its author knows it; null: none. Left out: any. */
      replaces: z.strictObject({ kind, value: z.int() }).nullable().optional(),
    }),
    output: z.object({ id: z.string() }),
  },
  /** Those that are gone already do not count. With `was`, refuses changedMeanwhile and deletes nothing if one is another by now. */
  consoleAgentPricesDelete: { input: z.strictObject({ ids, was: seen }), output: z.object({ changed: z.int() }) },
  /**
   * `value`: one for all, or one for each in the order of `ids`, as undoing needs it. Refuses invalidInput where one of them is not in
   * percent. With `was`, refuses changedMeanwhile and changes nothing if one is another by now, or is gone.
   */
  consoleAgentPricesPercent: {
    input: z.strictObject({ ids, was: seen, value: z.union([percent, z.array(percent).max(50)]) }),
    output: z.object({ changed: z.int() }),
  },
  /** Why a SKU costs the partner, or the agents of a level, what it does: every price that applies, the winner first. */
  consolePriceReason: {
    input: z.strictObject({
      skuId: recordId,
      level: z.coerce.number().int().min(0).max(highestLevel).optional(),
      partnerId: recordId.optional(),
      /** Day of travel; without one prices for days of travel do not count. */
      on: day.optional(),
    }),
    output: z.object({
      /** Of the partner, or as asked. */
      level: z.int(),
      levelNames,
      retail: money,
      price: money,
      /** What the agent keeps when it sells at retail, and its share of retail in hundredths of a percent. */
      margin: money,
      marginShare: z.int(),
      /** What the owner pays its supplier, what it keeps of the price, and its share of the price; null where the cost is unknown. */
      cost: money.nullable(),
      profit: money.nullable(),
      profitShare: z.int(),
      rules: z.array(agentPrice),
    }),
  },
};
