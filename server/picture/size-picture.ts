// An owner's pictures in the widths and formats that screens ask for (rules §13, pictures): made when first needed, once, and saved in the
// database beside the original, so that every process serves the same bytes.
import sharp from 'sharp';
import type { Context } from '../platform/context.ts';
import { pictureWork } from '../platform/queue-work.ts';
import { findPicture, findSize, insertSize, type PictureRow } from './picture.sql.ts';

const widths = [160, 400, 800, 1200] as const;
const making = new Map<string, Promise<PictureBytes>>();

export type PictureBytes = { type: string; bytes: Buffer };

/**
 * The picture in the next larger width of the list, as AVIF or WebP by what the browser accepts; without a width, the original.
 * Undefined when the owner has no such picture.
 */
export async function sizePicture(
  { owner }: Context,
  id: string,
  asked: number | undefined,
  accept: string,
): Promise<PictureBytes | undefined> {
  if (!/^[\w-]{10,60}$/.test(id)) return undefined;
  if (asked === undefined) return findPicture(owner, id);
  const width = widths.find((one) => one >= asked) ?? widths[widths.length - 1] ?? 1200;
  const type = accept.includes('image/avif') ? 'image/avif' : 'image/webp';
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
  await insertSize(owner, { id, width, type, bytes });
  return { type, bytes };
}

async function encode(original: PictureRow, width: number, type: string): Promise<PictureBytes> {
  const image = sharp(original.bytes).resize({ width, withoutEnlargement: true });
  const coded = type === 'image/avif' ? image.avif({ quality: 52, effort: 2 }) : image.webp({ quality: 78 });
  return { type, bytes: await coded.toBuffer() };
}
