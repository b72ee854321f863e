// Sources of addresses and places: one interface for the built-in list and for a provider.
import type { PlaceFound } from '../../contract/places.ts';
import type { Point } from '../../domain/areas.ts';
import type { Language } from '../../domain/languages.ts';

export type LocatedPlace = PlaceFound & { lat: number; lng: number };

export type PlaceQuestion = {
  text: string;
  /** Results around it come first. */
  near: Point | undefined;
  language: Language;
};

export type PlaceSource = {
  search(question: PlaceQuestion): Promise<PlaceFound[]>;
  /** Undefined for an id that the source does not know. */
  detail(id: string, language: Language): Promise<LocatedPlace | undefined>;
};

/** The source did not answer, or its answer is unusable. */
export class PlacesSilent extends Error {}
