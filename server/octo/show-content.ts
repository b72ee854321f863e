// The capability `content`: titles, texts, pictures and places in the caller's language, in the ratified form (features and media as
// lists).
import { fileAddress } from '../../contract/file-address.ts';
import { type Text, textIn } from '../../domain/languages.ts';
import { nameSku } from '../../locales/name-sku.ts';
import type { Context } from '../platform/context.ts';
import type { OctoPackage, OctoProductRow, OctoSku } from './products.sql.ts';

type Reader = Pick<Context, 'language' | 'origin'>;

const featuresOf = { included: 'INCLUSION', excluded: 'EXCLUSION', notices: 'ADDITIONAL_INFORMATION' } as const;
const textFeatures = { instructions: 'REDEMPTION_INSTRUCTION', traffic: 'PREARRIVAL_INFORMATION' } as const;

function listFeatures(language: Context['language'], { content }: OctoProductRow) {
  const one = (type: string, text: Text) => {
    const shortDescription = textIn(text, language).trim();
    return shortDescription ? [{ shortDescription, type }] : [];
  };
  const lines = Object.entries(featuresOf).flatMap(([name, type]) =>
    (content[name as keyof typeof featuresOf] ?? []).flatMap((text) => one(type, text)),
  );
  const texts = Object.entries(textFeatures).flatMap(([name, type]) => {
    const text = content[name as keyof typeof textFeatures];
    return text ? one(type, text) : [];
  });
  return [...lines, ...texts];
}

/** Of the owner's own pictures; the shop's drawn scenes are its own. */
const listMedia = ({ language, origin }: Reader, { pictures }: OctoProductRow) =>
  pictures.map(({ id, alts }, at) => ({
    src: origin + fileAddress('ownerPicture', { id }),
    type: 'image/jpeg',
    rel: at === 0 ? 'COVER' : 'GALLERY',
    title: null,
    caption: textIn(alts, language) || null,
    copyright: null,
  }));

const directories = ['google', 'apple', 'yelp', 'facebook', 'foursquare', 'baidu', 'amap'].map(
  (one) => `${one}PlaceId`,
);
const identifiers = Object.fromEntries([...directories, 'tripadvisorLocationId'].map((name) => [name, null]));

function locate(
  title: string | null,
  types: string[],
  at: { lat: number; lng: number },
  address: { city: string | null; country: string | null },
) {
  return {
    ...{ title, shortDescription: null, types, minutesTo: null, minutesAt: null },
    place: {
      latitude: at.lat,
      longitude: at.lng,
      postalAddress: {
        streetAddress: null,
        addressLocality: address.city,
        addressRegion: null,
        postalCode: null,
        addressCountry: address.country,
        postOfficeBoxNumber: null,
      },
      identifiers,
      sameAs: [],
    },
  };
}

function listLocations(language: Context['language'], row: OctoProductRow) {
  const city = { city: textIn(row.city_names, language) || null, country: row.country };
  const steps = (row.content.itinerary ?? []).flatMap(({ title, lat, lng }) =>
    lat != null && lng != null
      ? [
          locate(
            textIn(title, language) || null,
            ['ITINERARY_ITEM'],
            { lat, lng },
            { city: null, country: row.country },
          ),
        ]
      : [],
  );
  return [locate(textIn(row.names, language), ['POINT_OF_INTEREST'], row, city), ...steps];
}

const minutesOf: Record<number, number> = { 1: 1440, 2: 60, 3: 1 };
export const durationOf = ({ play_value, play_unit }: Pick<OctoProductRow, 'play_value' | 'play_unit'>): number =>
  play_value * (minutesOf[play_unit] ?? 0);

export function contentOfProduct(context: Context, row: OctoProductRow) {
  const { language } = context;
  const overview = textIn(row.overviews, language).trim();
  return {
    title: textIn(row.names, language),
    shortDescription: overview || null,
    description: textIn(row.content.descriptions ?? {}, language).trim() || overview || null,
    features: listFeatures(language, row),
    faqs: [],
    media: listMedia(context, row),
    locations: listLocations(language, row),
    categoryLabels: [],
    durationMinutesFrom: durationOf(row),
    durationMinutesTo: null,
    commentary: row.service_languages.map((tag) => ({ format: 'IN_PERSON', language: tag })),
  };
}

export function contentOfOption(context: Context, row: OctoProductRow, pack: OctoPackage) {
  const { language } = context;
  return {
    title: textIn(pack.names, language),
    shortDescription: textIn(pack.descriptions, language).trim() || null,
    description: textIn(pack.descriptions, language).trim() || null,
    ...{ features: [], faqs: [], media: [], locations: [], categoryLabels: [], commentary: [] },
    durationMinutesFrom: durationOf(row),
    durationMinutesTo: null,
  };
}

export const contentOfUnit = ({ language }: Reader, sku: OctoSku) => ({
  title: nameSku(sku, language),
  shortDescription: '',
  features: [],
});
