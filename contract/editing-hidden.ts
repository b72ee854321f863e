// Products hidden from a price level or a partner, in the back office (decision 0285): one product, all of a type, or all of a city.
import { highestLevel } from '../domain/price-levels.ts';
import { hiddenScopes } from '../domain/price-scopes.ts';
import { recordId, z } from './call.ts';
import { levelNames } from './partner.ts';

const hidden = z.object({
  id: z.string(),
  scope: z.enum(hiddenScopes),
  productId: z.string().nullable(),
  productName: z.string(),
  city: z.string().nullable(),
  cityName: z.string(),
  type: z.int().nullable(),
  level: z.int().nullable(),
  partnerId: z.string().nullable(),
  partnerName: z.string(),
  createdAt: z.string(),
});

export const editingHiddenCalls = {
  consoleHidden: {
    input: z.strictObject({
      /** Part of the name of a product, a city or a partner. */
      query: z.string().max(80).default(''),
      scope: z.enum(hiddenScopes).optional(),
      level: z.coerce.number().int().min(0).max(highestLevel).optional(),
      page: z.coerce.number().int().min(1).max(1000).default(1),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), levelNames, list: z.array(hidden) }),
  },
  /** Exactly one of product, city and type, for a level (0: visitors and everybody at retail) or a partner. Hidden already is no error. */
  consoleHiddenAdd: {
    input: z.strictObject({
      productId: recordId.nullable().default(null),
      city: z.string().max(40).nullable().default(null),
      type: z.int().nullable().default(null),
      level: z.int().min(0).max(highestLevel).nullable().default(null),
      partnerId: recordId.nullable().default(null),
    }),
    output: z.object({ id: z.string() }),
  },
  /** Those that are gone already do not count. */
  consoleHiddenDelete: {
    input: z.strictObject({ ids: z.array(recordId).min(1).max(50) }),
    output: z.object({ changed: z.int() }),
  },
};
