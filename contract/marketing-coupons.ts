// Promo codes: the discount they give (§7), and how the owner creates them (rules §10).
import { currency, done, money, pictureShape, recordId, z } from './call.ts';
import { levelNames } from './partner.ts';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const listed = { total: z.int(), page: z.int(), pages: z.int() };
const minute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);

const coupon = z.object({
  code: z.string(),
  /** 1 fixed amount, 2 percent, 3 fixed above a minimum, 4 percent above a minimum (§3). */
  type: z.int(),
  amount: money.nullable(),
  percent: z.string().nullable(),
  minimum: money.nullable(),
  most: money.nullable(),
  currency,
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  useLimit: z.int().nullable(),
  userLimit: z.int().nullable(),
  /** Paid orders, orders waiting for payment, and the total discount of the paid ones in the owner's currency. */
  used: z.int(),
  held: z.int(),
  given: money,
  /** How many products, types and cities it is for; null: all products. */
  products: z.int().nullable(),
  types: z.array(z.int()).nullable(),
  cities: z.array(z.string()).nullable(),
  /** Of which levels or partners a buyer must be one; both null: everybody. */
  levels: z.array(z.int()).nullable(),
  partners: z.int().nullable(),
  firstOrder: z.boolean(),
  state: z.enum(['on', 'planned', 'over', 'usedUp']),
  revision: z.string(),
});

const product = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  picture: pictureShape,
  onShelf: z.boolean(),
});

const partner = z.object({ id: z.string(), name: z.string() });
const code = z.string().max(40);
const revision = z.string().max(40);

export const marketingCouponsCalls = {
  consoleCoupons: {
    input: z.strictObject({
      query: z.string().max(40).default(''),
      state: z.enum(['on', 'planned', 'over', 'usedUp']).optional(),
      page,
    }),
    output: z.object({ ...listed, zone: z.string(), list: z.array(coupon) }),
  },
  /** Without a known code: what a new one starts from. */
  consoleCoupon: {
    input: z.strictObject({ code: code.default('') }),
    output: z.object({
      coupon: coupon.nullable(),
      scope: z.array(product),
      partners: z.array(partner),
      levelNames,
      currencies: z.array(currency),
      zone: z.string(),
    }),
  },
  /** Partners by a part of their name, for the limits of a code. */
  consoleCouponPartners: {
    input: z.strictObject({ query: z.string().trim().min(1).max(80) }),
    output: z.object({ list: z.array(partner) }),
  },
  /** Without `revision` a new code. Refuses invalidInput by field, changedMeanwhile. */
  consoleCouponSave: {
    input: z.strictObject({
      code,
      revision: revision.optional(),
      type: z.int().min(1).max(4),
      /** For types 1 and 3 in minor units, for 2 and 4 decimal text. */
      amountMinor: z.int().nullable(),
      percent: z.string().max(8).nullable(),
      minimumMinor: z.int().nullable(),
      mostMinor: z.int().nullable(),
      currency,
      startsAt: minute.nullable(),
      endsAt: minute.nullable(),
      useLimit: z.int().nullable(),
      userLimit: z.int().nullable(),
      /** Products named, by type or by city: one of them is enough; all null: every product. */
      productIds: z.array(recordId).max(200).nullable(),
      types: z.array(z.int()).min(1).max(30).nullable().default(null),
      cities: z.array(z.string().max(40)).min(1).max(100).nullable().default(null),
      /** Buyers by level or by partner: one of them is enough; both null: everybody. */
      levels: z.array(z.int().min(0).max(9)).min(1).max(10).nullable().default(null),
      partnerIds: z.array(recordId).min(1).max(200).nullable().default(null),
      /** For buyers without an order before; each uses it once. */
      firstOrder: z.boolean().default(false),
    }),
    output: z.object({ code: z.string(), revision: z.string() }),
  },
  /** Ends its validity now; orders that already use it keep the discount. Refuses changedMeanwhile. */
  consoleCouponOff: { input: z.strictObject({ code, revision }), output: done },
  checkCoupon: {
    input: z.strictObject({ code: z.string().max(40), productId: z.string(), amount: money }),
    output: z.object({
      discount: money,
      type: coupon.shape.type,
      /** Percent as decimal text for types 2 and 4; minor units of the code's currency as text for 1 and 3. */
      typeValue: z.string(),
      /** Counts for types 3 and 4 only. */
      orderMinAmount: money,
      maxAmount: money.nullable(),
      currency,
    }),
  },
};
