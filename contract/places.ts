// Places and maps (§7): points of interest, addresses by a provider, pick-up areas and the map's data.
import { ringPoints } from '../domain/areas.ts';
import { done, nothing, recordId, textsOf, z } from './call.ts';

const lat = z.number().min(-90).max(90);
const lng = z.number().min(-180).max(180);
const place = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/);

/** The result of every source of places. */
const placeFound = z.object({
  /** gazetteer: the built-in list · google: Google Places. */
  provider: z.enum(['gazetteer', 'google']),
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Null in a list of suggestions; getGooglePlacesDetail returns it. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** ISO 3166, two capitals, or ''. */
  countryCode: z.string(),
  types: z.array(z.string()),
  /** Attribution to show beside the result when not empty. */
  attribution: z.string(),
});
export type PlaceFound = z.output<typeof placeFound>;

export const ring = z.array(z.tuple([lng, lat])).max(ringPoints.most + 1);
export const areaOnMap = z.object({ id: z.string(), name: z.string(), ring });
const areaIds = z.array(recordId).max(50);

export const placesCalls = {
  /** Airports, stations, ports, sights and cities by name in any language or by IATA code. Without a name all of a city or country. */
  searchPois: {
    input: z.strictObject({
      name: z.string().max(80).default(''),
      /** Key of a city (searchRegion). */
      cityId: place.optional(),
      /** ISO code or key of a country. */
      countryId: place.or(z.string().regex(/^[A-Z]{2}$/)).optional(),
      orderType: z.enum(['match', 'name', 'kind']).default('match'),
    }),
    output: z.object({ list: z.array(placeFound) }),
  },
  /** Addresses and names of places; near a point when one is given. Refuses placesSilent when the provider does not answer. */
  searchGooglePlaces: {
    input: z.strictObject({
      query: z.string().min(1).max(200),
      lat: z.coerce.number().min(-90).max(90).optional(),
      lng: z.coerce.number().min(-180).max(180).optional(),
    }),
    output: z.object({ list: z.array(placeFound) }),
  },
  /** Refuses with 421 when the place does not exist. */
  getGooglePlacesDetail: {
    input: z.strictObject({ id: z.string().regex(/^[\w-]{1,200}$/) }),
    output: placeFound.extend({ lat: z.number(), lng: z.number() }),
  },
  /** Areas that do not exist are omitted. */
  regionAreasByIds: {
    input: z.strictObject({ areaIds }),
    output: z.object({ list: z.array(areaOnMap) }),
  },
  /** Without areas there is no limit and everything is inside; unknown areas contain nothing. */
  searchInArea: {
    input: z.strictObject({ lat, lng, areaIds }),
    output: z.object({
      inside: z.boolean(),
      /** Names of the areas that contain the point. */
      areas: z.array(z.string()),
    }),
  },
  /** Where a product picks up: whether it includes a point, and the packages that then need no second check. */
  pickupPackages: {
    input: z.strictObject({ id: recordId, lat, lng }),
    output: z.object({
      inside: z.boolean(),
      /** Names of the areas that contain the point; empty where the product has none and picks up anywhere. */
      areas: z.array(z.string()),
      packages: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  mapSettings: {
    input: nothing,
    output: z.object({
      /** Raster tiles under the areas, as …/{z}/{x}/{y}…, or null for the bundled land shapes alone. */
      tilesUrl: z.string().nullable(),
      attribution: z.string(),
      /** Known places, for orientation on the bundled map. */
      landmarks: z.array(z.object({ kind: z.string(), name: z.string(), lat: z.number(), lng: z.number() })),
    }),
  },
  consoleAreas: {
    input: nothing,
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          names: textsOf(200),
          ring,
          revision: z.int(),
          /** Products with pick-up in it. */
          products: z.int(),
        }),
      ),
    }),
  },
  /** Without `id` a new area. Refuses invalidInput (`names.en`, `ring`) and changedMeanwhile. */
  consoleAreaSave: {
    input: z.strictObject({
      id: recordId.optional(),
      revision: z.int().optional(),
      names: textsOf(200),
      ring: z.array(z.tuple([lng, lat])).max(1000),
    }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  /** Refuses areaInUse while a product uses it for pick-up. */
  consoleAreaDelete: {
    input: z.strictObject({ id: recordId, revision: z.int() }),
    output: done,
  },
};
