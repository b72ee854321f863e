// An uploaded file for another reader (security rule 56): pictures are decoded and encoded again; a PDF is checked for active content
// and is only ever sent as a download.
import sharp from 'sharp';
import { pictureWork } from '../platform/queue-work.ts';
import { isPlainPdf } from './judge-pdf.ts';

type Limits = { mostBytes: number; mostPixels: number; longestSide: number };
type ReadFile = { bytes: Buffer; type: string; ending: string };

/** Undefined unless it is a jpg, a png or a PDF by its content, within the limits. */
export async function readAttachment(bytes: Buffer, limits: Limits): Promise<ReadFile | undefined> {
  if (bytes.length > limits.mostBytes) return undefined;
  return readPlainPdf(bytes) ?? (await pictureWork.uploads(() => encode(bytes, limits)));
}

function readPlainPdf(bytes: Buffer): ReadFile | undefined {
  return isPlainPdf(bytes) ? { bytes, type: 'application/pdf', ending: 'pdf' } : undefined;
}

async function encode(bytes: Buffer, { mostPixels, longestSide: side }: Limits): Promise<ReadFile | undefined> {
  try {
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    const { format } = await image.metadata();
    if (format !== 'jpeg' && format !== 'png') return undefined;
    const upright = image.rotate().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const made = await (format === 'png' ? upright.png() : upright.jpeg({ quality: 85 })).toBuffer();
    return { bytes: made, type: `image/${format}`, ending: format === 'png' ? 'png' : 'jpg' };
  } catch {
    return undefined;
  }
}

/** The given name without what a file system or a header could misread; `fallback` where nothing is left of it. */
export function nameAttachment(fileName: string, fallback: string, ending: string): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ._-]/gu, '')
    .trim()
    .slice(0, 80);
  return `${plain || fallback}.${ending}`;
}
