// Pictures of products: drawn from the scene in the address, encoded once per width and format, cached for long. They serve
// until owners upload photographs (rules §13, pictures). Only pictures in the catalogue of the requested host are drawn.
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { NotHere, TooFrequent } from '../../domain/errors.ts';
import { languageOf } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { drawMap } from '../illustration/draw-map.ts';
import { drawScene } from '../illustration/draw-scene.ts';
import { encodePicture } from '../illustration/encode-picture.ts';
import { readRoute } from '../illustration/map-address.ts';
import type { Owner } from '../platform/db.ts';
import { envelopeOf } from '../platform/edge/write-envelope.ts';
import { type FastifyReply, type FastifyRequest, hostOf, sourceOf } from '../platform/http.ts';
import type { PublicAnswers, RoomParts } from '../platform/room.ts';
import { isProductKey, isProductPlace, listRoutes } from './pictures.sql.ts';
import { isSceneKind, isSceneTime } from './read-scene.ts';
import { storeDrawings } from './store-drawings.ts';

const widths = [160, 400, 800, 1200];
/** Pictures that one source may cause to be drawn, or request in vain, in a minute: an uncached home page needs some thirty. */
const drawnPerSourceMinute = 240;

type PictureParams = { kind: string; time: string; name: string };
type Wanted = { name: string; type: string; isKnown(): Promise<boolean>; draw(): Promise<Buffer> };

export function answerPictures({ config, database, findSite, clock, log }: RoomParts): PublicAnswers {
  const drawings = storeDrawings(join(config.dataFolder, 'pictures'), { clock, log });
  const isAsked = rememberAnswers();
  const count = limitSources();
  const answer = async (request: FastifyRequest, reply: FastifyReply, read: typeof readScene | typeof readMap) => {
    try {
      const site = await findSite(hostOf(request));
      if (!site) throw new NotHere();
      const owner = database.forOwner(site.ownerId);
      const wanted = read(request, owner);
      const admit = () => count(`${owner.id} ${sourceOf(request)}`);
      if (!wanted || !(await isAsked(`${owner.id} ${wanted.name}`, admit, wanted.isKnown))) return reply.callNotFound();
      return sendPicture(reply, await drawings.find(wanted.name, async () => admit(), wanted.draw), wanted.type);
    } catch (error) {
      const { status, body, retryAfterSeconds } = envelopeOf(error, languageOf(request.headers.l), translate);
      if (status === 500) throw error;
      if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
      return reply.code(status).header('cache-control', 'no-store').send(body);
    }
  };
  return {
    '/pictures/map/:lat/:lng': (request, reply) => answer(request, reply, readMap),
    '/pictures/:kind/:time/:name': (request, reply) => answer(request, reply, readScene),
  };
}

function readMap(request: FastifyRequest, owner: Owner): Wanted | undefined {
  const { lat, lng } = request.params as { lat: string; lng: string };
  const { route = '' } = request.query as { route?: string };
  const point = { lat: Number(lat), lng: Number(lng) };
  const fine = [lat, lng].every((one) => /^-?\d{1,3}\.\d{3}$/.test(one));
  if (!fine || Math.abs(point.lat) > 85 || Math.abs(point.lng) > 180) return undefined;
  return {
    name: route ? `map ${lat} ${lng} ${route}.svg` : `map ${lat} ${lng}.svg`,
    type: 'image/svg+xml',
    isKnown: async () => (route ? (await listRoutes(owner, point)).includes(route) : isProductPlace(owner, point)),
    draw: async () => Buffer.from(drawMap({ ...point, width: 720, height: 360, route: readRoute(route) })),
  };
}

function readScene(request: FastifyRequest, owner: Owner): Wanted | undefined {
  const { kind, time, name } = request.params as PictureParams;
  const [, seed = '', variant] = /^([a-z0-9-]{1,80})-([0-3])$/.exec(name) ?? [];
  if (!seed || !isSceneKind(kind) || !isSceneTime(time)) return undefined;
  const wantedWidth = Number((request.query as { w?: string }).w ?? 800);
  const width = widths.find((width) => width >= wantedWidth) ?? 1200;
  const format = formatFor(request);
  return {
    name: `${kind} ${time} ${name} ${width}.${format}`,
    type: `image/${format}`,
    // Banners without a picture have one of their kind.
    isKnown: async () => seed === `banner-${kind}` || isProductKey(owner, seed),
    draw: () => encodePicture(drawScene({ kind, time, seed, variant: Number(variant) }), width, format),
  };
}

function formatFor(request: FastifyRequest): 'avif' | 'webp' | 'jpeg' {
  const accept = String(request.headers.accept ?? '');
  return accept.includes('image/avif') ? 'avif' : accept.includes('image/webp') ? 'webp' : 'jpeg';
}

/** The database is asked once in a while for each name; a new product's is known within seconds. */
function rememberAnswers() {
  const known = new LRUCache<string, boolean>({ max: 20_000 });
  return async (name: string, admit: () => void, ask: () => Promise<boolean>): Promise<boolean> => {
    const before = known.get(name);
    if (before !== undefined) return before;
    admit();
    const found = await ask();
    known.set(name, found, { ttl: found ? 600_000 : 10_000 });
    return found;
  };
}

/** Counted in memory, because the limit protects this process only. */
function limitSources() {
  const counts = new LRUCache<string, { count: number }>({ max: 10_000, ttl: 60_000 });
  return (source: string): void => {
    const known = counts.get(source);
    if (!known) counts.set(source, { count: 1 });
    else if (++known.count > drawnPerSourceMinute) throw new TooFrequent(30);
  };
}

function sendPicture(reply: FastifyReply, file: Buffer, type: string) {
  return reply
    .header('content-type', type)
    .header('cache-control', 'public, max-age=604800')
    .header('vary', 'accept')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(file);
}
