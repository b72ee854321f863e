// The owner's cities (§7 searchRegion, rules §10): those of the installation that it can use and its own; added, named and merged by staff.
import { textsOf, z } from './call.ts';

const key = z.string().max(40);
const city = z.object({
  key: z.string(),
  /** In the reader's language. */
  name: z.string(),
  names: textsOf(80),
  region: z.string(),
  country: z.string(),
  countryName: z.string(),
  zone: z.string(),
  /** Zones of the country, and its own. */
  zones: z.array(z.string()),
  lat: z.number(),
  lng: z.number(),
  products: z.int(),
  /** The owner's: others do not see it. */
  isOwn: z.boolean(),
  revision: z.int(),
});

export const placesCitiesCalls = {
  consoleCities: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      /** all; used: with a product; own: added or renamed by the owner. */
      kind: z.enum(['all', 'used', 'own']).default('all'),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), list: z.array(city) }),
  },
  /**
   * With `code` a city of the world's list, once; without it by hand: names.en, country, lat and lng are needed, and the zone follows from
   * them unless one is given. Refuses invalidInput by field.
   */
  consoleCityAdd: {
    input: z.strictObject({
      code: z.string().max(40).optional(),
      names: textsOf(80).default({}),
      country: z.string().max(2).default(''),
      lat: z.number().nullable().default(null),
      lng: z.number().nullable().default(null),
      zone: z.string().max(60).default(''),
    }),
    output: z.object({ key: z.string(), name: z.string(), zone: z.string(), added: z.boolean() }),
  },
  /**
   * Names in the 13 languages, and the zone as long as no product is there. The key of a city of the portal changes: the owner gets a copy
   * of its own. Refuses invalidInput by field, changedMeanwhile.
   */
  consoleCitySave: {
    input: z.strictObject({ key, revision: z.int(), names: textsOf(80), zone: z.string().max(60) }),
    output: z.object({ key: z.string(), revision: z.int() }),
  },
  /** `key` is not used any more afterwards. Refuses invalidInput (`into`): not a city, or elsewhere. */
  consoleCityMerge: {
    input: z.strictObject({ key, into: key }),
    output: z.object({ products: z.int() }),
  },
};
