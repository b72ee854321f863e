// Google Places API (New) as a source of addresses: suggestions while typing, a text search where those find nothing, and one place
// by its id. Each question ends after 5 seconds or 1 MB and follows no redirect.
import type { PlaceFound } from '../../contract/places.ts';
import { type Language, languageTags } from '../../domain/languages.ts';
import { fetchOutside } from '../platform/observe/fetch-outside.ts';
import { type LocatedPlace, type PlaceQuestion, type PlaceSource, PlacesSilent } from './place-source.ts';

const timeoutMilliseconds = 5000;
const maxBytes = 1_048_576;
const nearMetres = 50_000;
const attribution = 'Google Maps';

/** Without this header Google refuses searches and details; it also decides the price. */
const suggestionFields = ['placeId', 'text', 'structuredFormat', 'types'];
const fields = ['id', 'displayName', 'formattedAddress', 'location', 'types', 'addressComponents'];

type GooglePlace = {
  id?: string;
  displayName?: { text?: string };
  formattedAddress?: string;
  location?: { latitude?: number; longitude?: number };
  types?: string[];
  addressComponents?: { shortText?: string; types?: string[] }[];
};

type Suggestion = {
  /** Absent for a prediction of a question, which is no place. */
  placePrediction?: {
    placeId?: string;
    text?: { text?: string };
    structuredFormat?: { mainText?: { text?: string }; secondaryText?: { text?: string } };
    types?: string[];
  };
};

export function makeGooglePlaces({ url, key }: { url: string; key: string }): PlaceSource {
  const ask = <Answer>(path: string, mask: string, body: unknown, signal: AbortSignal) =>
    askGoogle<Answer>(url + path, { key, mask, body, signal });
  return {
    async search(question) {
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      const common = { languageCode: codeOf(question.language), ...biasOf(question) };
      const { suggestions = [] } =
        (await ask<{ suggestions?: Suggestion[] }>(
          '/places:autocomplete',
          suggestionFields.map((field) => `suggestions.placePrediction.${field}`).join(','),
          { input: question.text, ...common },
          signal,
        )) ?? {};
      const suggested = suggestions.flatMap(readSuggestion);
      if (suggested.length) return suggested;
      const { places = [] } =
        (await ask<{ places?: GooglePlace[] }>(
          '/places:searchText',
          fields.map((field) => `places.${field}`).join(','),
          { textQuery: question.text, pageSize: 10, ...common },
          signal,
        )) ?? {};
      return places.flatMap(readPlace);
    },
    async detail(id, language: Language) {
      const path = `/places/${encodeURIComponent(id)}?languageCode=${codeOf(language)}`;
      const signal = AbortSignal.timeout(timeoutMilliseconds);
      const place = await ask<GooglePlace>(path, fields.join(','), undefined, signal);
      return place && readPlace(place)[0];
    },
  };
}

/** Google knows Chinese and Portuguese by country, everything else by language. */
function codeOf(language: Language): string {
  const tag = languageTags[language];
  return /^(zh|pt)-/.test(tag) ? tag : (tag.split('-')[0] ?? tag);
}

function biasOf({ near }: PlaceQuestion) {
  if (!near) return {};
  const center = { latitude: near.lat, longitude: near.lng };
  return { locationBias: { circle: { center, radius: nearMetres } } };
}

type GoogleCall = { key: string; mask: string; body: unknown; signal: AbortSignal };

/** Undefined for a place that is not there; throws PlacesSilent for every other failure. */
async function askGoogle<Answer>(
  address: string,
  { key, mask, body, signal }: GoogleCall,
): Promise<Answer | undefined> {
  let status = 0;
  try {
    const init: RequestInit = {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'error',
      signal,
      headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': mask, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
    const answer = await fetchOutside(address, init, maxBytes);
    status = answer.status;
    if (status === 200) return (await answer.json()) as Answer;
  } catch (error) {
    throw new PlacesSilent(`Google Places did not answer: ${(error as Error).name}`, { cause: error });
  }
  if (status === 404 && body === undefined) return undefined;
  throw new PlacesSilent(`Google Places answered ${status}`);
}

/** Ids longer than the address of a call may be (very long street addresses) are left out. */
const usableId = /^[\w-]{1,200}$/;

function readSuggestion({ placePrediction: place }: Suggestion): PlaceFound[] {
  if (!place?.placeId || !usableId.test(place.placeId)) return [];
  const { mainText, secondaryText } = place.structuredFormat ?? {};
  const name = mainText?.text ?? place.text?.text;
  if (!name) return [];
  return [
    {
      provider: 'google',
      id: place.placeId,
      name,
      address: secondaryText?.text ?? '',
      lat: null,
      lng: null,
      countryCode: '',
      types: place.types ?? [],
      attribution,
    },
  ];
}

/** A place without a position is of no use. */
function readPlace(place: GooglePlace): LocatedPlace[] {
  const { latitude, longitude } = place.location ?? {};
  if (!place.id || typeof latitude !== 'number' || typeof longitude !== 'number') return [];
  const country = place.addressComponents?.find((component) => component.types?.includes('country'))?.shortText ?? '';
  return [
    {
      provider: 'google',
      id: place.id,
      name: place.displayName?.text ?? place.formattedAddress ?? '',
      address: place.formattedAddress ?? '',
      lat: latitude,
      lng: longitude,
      countryCode: /^[A-Z]{2}$/.test(country) ? country : '',
      types: place.types ?? [],
      attribution,
    },
  ];
}
