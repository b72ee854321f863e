// Pictures of products: drawn from the scene in the address, encoded once per width and format, kept on disk, served with
// a long life. Until owners upload photographs these are the shop's pictures (look.md, pictures).
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawMap } from '../illustration/draw-map.ts';
import { drawScene } from '../illustration/draw-scene.ts';
import { encodePicture } from '../illustration/encode-picture.ts';
import type { App, FastifyReply, FastifyRequest } from '../platform/http.ts';
import { isSceneKind, isSceneTime } from './read-scene.ts';

const widths = [160, 400, 800, 1200];
/** Part of each kept file's name: raise it when drawings change. */
const edition = 1;
const busy = new Map<string, Promise<Buffer>>();

type PictureParams = { kind: string; time: string; name: string };

export function bindPictures(app: App, dataFolder: string): void {
  const folder = join(dataFolder, 'pictures');
  app.get('/pictures/map/:lat/:lng', async (request, reply) => {
    const { lat, lng } = request.params as { lat: string; lng: string };
    const point = { lat: Number(lat), lng: Number(lng) };
    const fine =
      /^-?\d{1,3}\.\d{3}$/.test(lat) &&
      /^-?\d{1,3}\.\d{3}$/.test(lng) &&
      Math.abs(point.lat) <= 85 &&
      Math.abs(point.lng) <= 180;
    if (!fine) return reply.code(404).send();
    const file = await keepFile(folder, `map ${lat} ${lng}.svg`, async () =>
      Buffer.from(drawMap({ ...point, width: 720, height: 360 })),
    );
    return sendPicture(reply, file, 'image/svg+xml');
  });
  app.get('/pictures/:kind/:time/:name', async (request, reply) => {
    const { kind, time, name } = request.params as PictureParams;
    const match = /^([a-z0-9-]{1,80})-([0-3])$/.exec(name);
    if (!match || !isSceneKind(kind) || !isSceneTime(time)) return reply.code(404).send();
    const asked = Number((request.query as { w?: string }).w ?? 800);
    const width = widths.find((one) => one >= asked) ?? 1200;
    const format = formatFor(request);
    const seed = match[1] as string;
    const file = await keepFile(folder, `${kind} ${time} ${name} ${width}.${format}`, () =>
      encodePicture(drawScene({ kind, time, seed, variant: Number(match[2]) }), width, format),
    );
    return sendPicture(reply, file, `image/${format}`);
  });
}

function formatFor(request: FastifyRequest): 'avif' | 'webp' | 'jpeg' {
  const accept = String(request.headers.accept ?? '');
  return accept.includes('image/avif') ? 'avif' : accept.includes('image/webp') ? 'webp' : 'jpeg';
}

function sendPicture(reply: FastifyReply, file: Buffer, type: string) {
  return reply
    .header('content-type', type)
    .header('cache-control', 'public, max-age=604800')
    .header('vary', 'accept')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(file);
}

/** From disk, or made once even when many ask together. */
async function keepFile(folder: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const digest = createHash('sha256').update(`${edition} ${name}`).digest('hex').slice(0, 32);
  const path = join(folder, digest.slice(0, 2), digest);
  try {
    return await readFile(path);
  } catch {
    let making = busy.get(path);
    if (!making) {
      making = makeFile(path, make).finally(() => busy.delete(path));
      busy.set(path, making);
    }
    return making;
  }
}

async function makeFile(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const made = await make();
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.new`, made);
  await rename(`${path}.new`, path);
  return made;
}
