// An owner's pictures in the widths and formats that screens ask for (rules §13, pictures): made when first needed, once, and saved in the
// database beside the original, so that every process serves the same bytes.
import sharp, { type Sharp } from 'sharp';
import type { Context } from '../platform/context.ts';
import { pictureWork } from '../platform/queue-work.ts';
import { findPicture, findSize, insertSize, type OfReview, type PictureRow } from './picture.sql.ts';

const widths = [160, 400, 800, 1200] as const;
/** Of the original. */
const whole = 1600;
const making = new Map<string, Promise<Made>>();

/** The first that a reader accepts. A larger effort makes AVIF no smaller at these sizes and costs ten times as long (decision 0475). */
const formats = ['image/avif', 'image/webp'] as const;
type Format = (typeof formats)[number] | 'image/jpeg';
const encodeAs: Record<Format, (image: Sharp) => Sharp> = {
  'image/avif': (image) => image.avif({ quality: 52, effort: 2 }),
  'image/webp': (image) => image.webp({ quality: 78 }),
  'image/jpeg': (image) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }),
};

type Made = { type: string; bytes: Buffer };
export type PictureBytes = Made & OfReview;

/**
 * The picture in the next larger width of the list, as AVIF, WebP or JPEG by what the reader accepts; without a width as large as it is
 * stored. A reader that names no format (other systems, mail programs) gets JPEG. Undefined when the owner has no such picture.
 */
export async function sizePicture(
  { owner, log }: Context,
  id: string,
  wantedWidth: number | undefined,
  accept: string,
): Promise<PictureBytes | undefined> {
  if (!/^[\w-]{10,60}$/.test(id)) return undefined;
  const type = formats.find((format) => accept.includes(format)) ?? 'image/jpeg';
  if (wantedWidth === undefined && type !== 'image/jpeg') return findPicture(owner, id);
  const width = wantedWidth === undefined ? whole : (widths.find((width) => width >= wantedWidth) ?? 1200);
  const stored = await findSize(owner, { id, width, type });
  if (stored) return stored;
  const original = await findPicture(owner, id);
  if (!original) return undefined;
  const name = `${owner.id} ${id} ${width} ${type}`;
  let made = making.get(name);
  if (!made) {
    made = pictureWork.uploads(() => encode(original, width, type)).finally(() => making.delete(name));
    making.set(name, made);
  }
  const { bytes } = await made;
  // The disk of the database may be full: the picture is shown all the same, and made again for the next reader.
  await insertSize(owner, { id, width, type, bytes }).catch((error: unknown) =>
    log.warn({ err: error, picture: id, width }, 'a smaller picture was not stored'),
  );
  return { type, bytes, review: original.review };
}

async function encode(original: PictureRow, width: number, type: Format): Promise<Made> {
  const image = sharp(original.bytes).resize({ width, withoutEnlargement: true });
  return { type, bytes: await encodeAs[type](image).toBuffer() };
}
