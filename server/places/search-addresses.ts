// Addresses by the site's provider (§7 searchGooglePlaces, getGooglePlacesDetail); without a provider's key the built-in list.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import type { Context } from '../platform/context.ts';
import { makeGooglePlaces } from './google-places.ts';
import { type PlaceSource, PlacesSilent } from './place-source.ts';
import { makeGazetteer } from './search-pois.ts';

/** The provider charges for each question, so a caller has so many. */
async function chooseSource(context: Context): Promise<PlaceSource> {
  const { googleKey, googleUrl } = context.places;
  if (!googleKey) return makeGazetteer(context);
  const bucket = `places ${context.source}`;
  await limitAttempts(context, [{ bucket, most: limits.placeSearchesPerSourceHour, windowSeconds: 3600 }]);
  return makeGooglePlaces({ url: googleUrl, key: googleKey });
}

/** A provider that does not answer becomes the refusal placesSilent. */
async function askSource<Answer>(context: Context, ask: (source: PlaceSource) => Promise<Answer>): Promise<Answer> {
  try {
    return await ask(await chooseSource(context));
  } catch (error) {
    if (!(error instanceof PlacesSilent)) throw error;
    context.log.warn({ err: error }, 'the source of places did not answer');
    throw new Refusal('placesSilent');
  }
}

export async function searchAddresses(
  context: Context,
  { query, lat, lng }: ParsedInputOf<'searchGooglePlaces'>,
): Promise<OutputOf<'searchGooglePlaces'>> {
  const text = query.trim();
  if (!text) return { list: [] };
  const near = lat === undefined || lng === undefined ? undefined : { lat, lng };
  const { language } = context;
  return { list: await askSource(context, (source) => source.search({ text, near, language })) };
}

export async function showAddress(
  context: Context,
  { id }: { id: string },
): Promise<OutputOf<'getGooglePlacesDetail'>> {
  const place = await askSource(context, (source) => source.detail(id, context.language));
  if (!place) throw new NotHere();
  return place;
}
