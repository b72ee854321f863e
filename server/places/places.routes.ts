// Calls about places (§7): regions and nationalities.
import type { Handlers } from '../platform/bind.ts';
import { listNationalities, listRegions } from './list-regions.ts';

export const placesHandlers = {
  searchRegion: listRegions,
  searchNationality: listNationalities,
} satisfies Partial<Handlers>;
