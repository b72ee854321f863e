// Cities and nationalities by name (§7 searchRegion, searchNationality).
import { z } from './call.ts';

export const placesRegionsCalls = {
  searchRegion: {
    input: z.strictObject({ query: z.string().max(80).default(''), country: z.string().max(2).optional() }),
    output: z.object({
      list: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          country: z.string(),
          countryName: z.string(),
          zone: z.string(),
        }),
      ),
    }),
  },
  searchNationality: {
    input: z.strictObject({ query: z.string().max(80).default('') }),
    output: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), areaCode: z.string() })) }),
  },
};
