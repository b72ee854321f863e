// Pictures that staff upload (security rule 56): decoded fully, limited, re-encoded without metadata, named by their content.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { fileAddress } from '../../contract/file-address.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { pictureWork } from '../platform/queue-work.ts';
import { insertPicture } from './picture.sql.ts';

export const mostPictureBytes = 1_048_576;
const pixels = 40_000_000;
const longestSide = 1600;

/** Refuses pictureRefused. */
export async function storePicture(
  context: Context,
  bytes: Buffer,
): Promise<{ id: string; address: string; width: number; height: number }> {
  const made = await encodeUpload(bytes);
  const { width, height } = made.info;
  const id = await inTransaction(context.owner, async (owner) => {
    const id = await insertUpload(owner, made);
    await logAction(owner, context, { act: 'picture-added', subject: `picture ${id}`, after: { width, height } });
    return id;
  });
  return { id, address: fileAddress('ownerPicture', { id }), width, height };
}

/** Returns its id. The same picture is stored once. */
export async function insertUpload(
  owner: Owner,
  { data, info, colour }: Awaited<ReturnType<typeof encodeUpload>>,
): Promise<string> {
  const id = createHash('sha256').update(data).digest('base64url').slice(0, 32);
  const { width, height } = info;
  await insertPicture(owner, { picture_id: id, type: 'image/webp', bytes: data, width, height, colour });
  return id;
}

/** Refuses pictureRefused unless it is a jpg, png or webp by content, within 1 MB and 40 million pixels. */
export async function encodeUpload(bytes: Buffer) {
  const made = bytes.length <= mostPictureBytes ? await pictureWork.uploads(() => encode(bytes)) : undefined;
  if (!made) throw new Refusal('pictureRefused');
  return made;
}

async function encode(bytes: Buffer) {
  try {
    const image = sharp(bytes, { limitInputPixels: pixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return undefined;
    const made = await image
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { ...made, colour: await meanColour(made.data) };
  } catch {
    return undefined;
  }
}

/** Shown in the picture's place until it has loaded. */
async function meanColour(picture: Buffer): Promise<string> {
  const dot = sharp(picture).flatten({ background: '#ffffff' }).resize(1, 1, { fit: 'fill' }).toColourspace('srgb');
  return `#${(await dot.raw().toBuffer()).subarray(0, 3).toString('hex')}`;
}
