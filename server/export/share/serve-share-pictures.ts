// Answers the pictures beside links to the shop, products and lists (decision 0471): drawn once for their content and cached under it, so
// a changed name or price is another picture. What visitors do not see has none.
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { fileAddress } from '../../../contract/file-address.ts';
import { TooFrequent } from '../../../domain/errors.ts';
import { formatLocale, isLanguage, type Language, textIn } from '../../../domain/languages.ts';
import { formatMoney } from '../../../domain/money.ts';
import { isProductType } from '../../../domain/product-types.ts';
import { translate } from '../../../locales/translate.ts';
import { isSceneKind, isSceneTime } from '../../catalog/read-scene.ts';
import { searchProducts } from '../../catalog/search-products.ts';
import { storeDrawings } from '../../catalog/store-drawings.ts';
import { drawScene } from '../../illustration/draw-scene.ts';
import { encodeShare } from '../../illustration/encode-picture.ts';
import { findPicture } from '../../picture/picture.sql.ts';
import type { Context } from '../../platform/context.ts';
import { envelopeOf } from '../../platform/edge/write-envelope.ts';
import { type FastifyReply, type FastifyRequest, sourceOf } from '../../platform/http.ts';
import type { PublicAnswers, RoomParts } from '../../platform/room.ts';
import { readAppearance } from '../../site/read-appearance.ts';
import { drawShareWords, shareSize } from './draw-share-picture.ts';

type Card = Awaited<ReturnType<typeof searchProducts>>['list'][number];
/** The shop itself has no price, and perhaps no product whose picture could represent it. */
type Shown = { name: string; place: string; card: Card | undefined; isShop?: true };

/** Pictures that one source may ask for in a minute. */
const perSourceMinute = 60;

export function answerSharePictures({ config, clock, log, makeContext }: RoomParts): PublicAnswers {
  const drawings = storeDrawings(
    join(config.dataFolder, 'share'),
    { clock, log },
    {
      diskBytes: 64_000_000,
      memoryBytes: 8_000_000,
    },
  );
  const admit = limitSources();
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { language = '', what = '' } = request.params as { language?: string; what?: string };
    if (!isLanguage(language)) return reply.callNotFound();
    try {
      admit(sourceOf(request));
      const ownContext = await makeContext(request, reply);
      // As a visitor without a session sees it: other sites keep the picture for everybody.
      const context = Object.assign(ownContext, {
        language,
        currency: ownContext.site.currency,
        visitor: null,
        staff: null,
      });
      const shown = await findShown(context, what);
      if (!shown) return reply.callNotFound();
      const words = await wordsOf(context, shown);
      const name = JSON.stringify([context.owner.id, shown.card?.picture.src ?? '', words]);
      const draw = async () => encodeShare(await backdropOf(context, shown.card), drawShareWords(words), shareSize);
      const bytes = await drawings.find(name, async () => undefined, draw);
      return reply.header('cache-control', 'public, max-age=3600').type('image/jpeg').send(bytes);
    } catch (error) {
      const { status, body, retryAfterSeconds } = envelopeOf(error, language, translate);
      if (status === 500) throw error;
      if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
      return reply.code(status).header('cache-control', 'no-store').send(body);
    }
  };
  return { '/pictures/share/:language/:what': answer };
}

function limitSources() {
  const counts = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 60_000 });
  return (source: string): void => {
    const known = counts.get(source);
    if (!known) counts.set(source, { count: 1 });
    else if (++known.count > perSourceMinute) throw new TooFrequent(30);
  };
}

const input = { query: '', sort: 'default', page: 1, size: 1 } as const;

/** The shop under its name, with what it says of itself and the picture of its most popular product. */
async function showShop(context: Context): Promise<Shown> {
  const { owner, language, site } = context;
  const [{ setting }, { list }] = await Promise.all([
    readAppearance(owner),
    searchProducts(context, { ...input, row: 'popular' }),
  ]);
  const name = textIn(setting?.title ?? {}, language) || site.ownerName;
  return { name, place: textIn(setting?.description ?? {}, language), card: list[0], isShop: true };
}

/** "home", "product-12", or a list of a place, a category or both: "country-japan", "city-kyoto", "type-1", "city-kyoto-type-1". */
async function findShown(context: Context, what: string): Promise<Shown | undefined> {
  if (what === 'home') return showShop(context);
  const product = /^product-(\d{1,18})$/.exec(what)?.[1];
  if (product) {
    const [card] = (await searchProducts(context, { ...input, ids: [product] })).list;
    return card && { name: card.name, place: `${card.city}, ${card.country}`, card };
  }
  const [, kindOfPlace, key, , type] = /^(?:(country|city)-([\w-]{1,60}?))?(-?type-(\d{1,4}))?$/.exec(what) ?? [];
  if (!key && !type) return undefined;
  const found = await searchProducts(context, {
    ...input,
    sort: 'priceLow',
    ...(key && { [kindOfPlace === 'city' ? 'city' : 'country']: key }),
    ...(type && { type: Number(type) }),
  });
  const [card] = found.list;
  if (!card || (type && !isProductType(Number(type)))) return undefined;
  const { language } = context;
  const kind = type && translate(language, `catalog.type.${type}`);
  const label = key && (kindOfPlace === 'city' ? card.city : card.country);
  const name =
    label && kind
      ? translate(language, 'catalog.search.kindInCity', { kind, city: label })
      : label
        ? translate(language, 'catalog.search.inCity', { city: label })
        : (kind ?? '');
  return { name, place: kindOfPlace === 'city' ? card.country : '', card };
}

async function wordsOf({ owner, site, language }: Context, { name, place, card, isShop }: Shown) {
  const { setting } = await readAppearance(owner);
  const from = card && !isShop ? formatMoney(card.from, formatLocale(language as Language)) : '';
  return {
    language,
    name,
    place,
    price: from && translate(language, 'catalog.card.from', { price: from }),
    shop: textIn(setting?.title ?? {}, language) || site.ownerName,
    colour: setting?.brand_colour ?? '#0f766e',
  };
}

/** The owner's photograph, or the scene that replaces it: the address contains which. */
async function backdropOf({ owner }: Context, card: Card | undefined): Promise<Buffer> {
  const src = card?.picture.src ?? '';
  const uploads = fileAddress('ownerPicture', { id: '' });
  const upload = src.startsWith(uploads) ? await findPicture(owner, src.slice(uploads.length)) : undefined;
  if (upload) return upload.bytes;
  const [, kind = '', time = '', seed = '', variant] = /^\/pictures\/([^/]+)\/([^/]+)\/(.+)-([0-3])$/.exec(src) ?? [];
  const scene =
    isSceneKind(kind) && isSceneTime(time) ? { kind, time } : { kind: 'beach' as const, time: 'day' as const };
  return Buffer.from(drawScene({ ...scene, seed: decodeURIComponent(seed), variant: Number(variant ?? 0) }));
}
