// An owner's picture for a document: PNG, sharp in print at the size of a head and no heavier. Documents take neither WebP nor AVIF.
import sharp from 'sharp';
import { fileAddress } from '../../contract/file-address.ts';
import type { Owner } from '../platform/db.ts';
import { pictureWork } from '../platform/queue-work.ts';
import { findPicture } from './picture.sql.ts';

const fits = { width: 900, height: 300 };

/** By the address that screens use; undefined when there is none, or the owner has no such picture. */
export async function printPicture(owner: Owner, address: string | null, within = fits): Promise<Buffer | undefined> {
  const start = fileAddress('ownerPicture', { id: '' });
  if (!address?.startsWith(start)) return undefined;
  const picture = await findPicture(owner, address.slice(start.length));
  if (!picture) return undefined;
  const encode = () =>
    sharp(picture.bytes)
      .resize({ ...within, fit: 'inside', withoutEnlargement: true })
      .png({ palette: false })
      .toBuffer();
  return pictureWork.uploads(encode);
}
