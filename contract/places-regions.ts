// Cities and nationalities by name (§7 searchRegion, searchNationality).
import { z } from './call.ts';

export const placesRegionsCalls = {
  searchRegion: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      country: z.string().max(2).optional(),
      /** Answers the one city of this code, whatever the query. */
      code: z.string().max(40).optional(),
    }),
    output: z.object({
      list: z.array(
        z.object({
          /** A city's key, or "w" and GeoNames' number for a city that no owner has yet. Every call that takes a city accepts both. */
          code: z.string(),
          name: z.string(),
          /** Distinguishes cities of one name in one country. */
          region: z.string().optional(),
          country: z.string(),
          countryName: z.string(),
          zone: z.string(),
          /** Its middle, in degrees. */
          lat: z.number(),
          lng: z.number(),
          /** The query is a whole name of it, in whichever language, or one by which people call it; "Köln, Germany" too. */
          exact: z.literal(true).optional(),
        }),
      ),
    }),
  },
  searchNationality: {
    input: z.strictObject({ query: z.string().max(80).default('') }),
    output: z.object({
      list: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          areaCode: z.string(),
          /** The query is a whole name of it, in whichever language; these come first. */
          exact: z.literal(true).optional(),
        }),
      ),
    }),
  },
};
