// The agency's logo for vouchers and itineraries that it gives to its customers (§6; security rule 56): decoded fully, limited,
// re-encoded without metadata; visible only to the agency's accounts.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { pictureWork } from '../platform/queue-work.ts';
import { deleteLogo, findLogo, findPartner, type LogoRow, saveLogo } from './member.sql.ts';

export const mostLogoBytes = 1_048_576;
const mostPixels = 40_000_000;
/** Sharp in print at the size it is drawn in, and no heavier. */
const fits = { width: 900, height: 300 };

/** Refuses logoRefused unless it is a jpg or png by content, within 1 MB and 40 million pixels. In place of the one before. */
export async function receiveLogo(context: Context, bytes: Buffer): Promise<{ logo: string }> {
  const { owner } = context;
  const { partnerId } = buyerOf(context);
  const partner = await findPartner(owner, partnerId);
  if (!partner || partner.kind === 'individual') throw new NotHere();
  const made = bytes.length <= mostLogoBytes ? await pictureWork.uploads(() => encode(bytes)) : undefined;
  if (!made) throw new Refusal('logoRefused');
  const logoId = createHash('sha256').update(made.bytes).digest('base64url').slice(0, 16);
  await saveLogo(owner, partnerId, { logo_id: logoId, ...made });
  return { logo: logoId };
}

async function encode(bytes: Buffer): Promise<Pick<LogoRow, 'type' | 'bytes'> | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png') return undefined;
    const upright = image.rotate().resize({ ...fits, fit: 'inside', withoutEnlargement: true });
    const made = await (format === 'png' ? upright.png({ palette: false }) : upright.jpeg({ quality: 88 })).toBuffer();
    return { type: `image/${format}`, bytes: made };
  } catch {
    return undefined;
  }
}

/** Deleting a logo that does not exist is no error. */
export async function dropLogo(context: Context): Promise<Record<string, never>> {
  await deleteLogo(context.owner, buyerOf(context).partnerId);
  return {};
}

/** For the agency's accounts. */
export async function readLogo(context: Context): Promise<LogoRow> {
  const row = await findLogo(context.owner, buyerOf(context).partnerId);
  if (!row) throw new NotHere();
  return row;
}
