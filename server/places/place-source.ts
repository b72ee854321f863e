// Where addresses and places come from: one interface, so that a site works the same with the house's own list and with a provider.
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

/** The source did not answer, or not in a way that can be used. */
export class PlacesSilent extends Error {}
