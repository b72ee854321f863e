// Calls about places (§7): regions and nationalities, points of interest, addresses, pick-up areas, the map.

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { removeArea, saveArea, showAllAreas } from './edit-areas.ts';
import { addCity, mergeCities, saveCity, showCities } from './edit-cities.ts';
import { listPickupPackages, searchInArea, showAreas } from './judge-point.ts';
import { listNationalities, listRegions } from './list-regions.ts';
import { searchAddresses, showAddress } from './search-addresses.ts';
import { listLandmarks, searchPois } from './search-pois.ts';

const calls = {
  searchRegion: listRegions,
  searchNationality: listNationalities,
  searchPois,
  searchGooglePlaces: searchAddresses,
  getGooglePlacesDetail: showAddress,
  regionAreasByIds: showAreas,
  searchInArea,
  pickupPackages: listPickupPackages,
  async mapSettings(context) {
    const { tilesUrl, tilesAttribution } = context.places;
    const landmarks = await listLandmarks(context);
    return {
      tilesUrl: tilesUrl ?? null,
      attribution: ['Natural Earth', 'GeoNames', tilesUrl && tilesAttribution].filter(Boolean).join(' · '),
      landmarks,
    };
  },
  consoleCities: showCities,
  consoleCityAdd: addCity,
  consoleCitySave: saveCity,
  consoleCityMerge: mergeCities,
  consoleAreas: showAllAreas,
  consoleAreaSave: saveArea,
  consoleAreaDelete: removeArea,
} satisfies Partial<Handlers>;

export const placesRoom = { calls } satisfies Room;
