// Drawings as picture files of a given width, and the colour that is shown in their place while they load.
import sharp from 'sharp';
import type { SceneKind, SceneTime } from '../../domain/pictures/scene-kinds.ts';
import { mix, palettes } from './mix-colours.ts';

/** One thread for each picture that is worked on: queues say how many those are (platform/queue-work.ts). */
sharp.concurrency(1);

export async function encodePicture(svg: string, width: number, format: 'avif' | 'webp' | 'jpeg'): Promise<Buffer> {
  const picture = sharp(Buffer.from(svg), { density: 72 }).resize(width, Math.round((width * 2) / 3), { fit: 'fill' });
  if (format === 'avif') return picture.avif({ quality: 52, effort: 2 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 78 }).toBuffer();
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82 }).toBuffer();
}

/** A square PNG: icons must be read everywhere. */
export function encodeIcon(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 144 }).resize(size, size).png().toBuffer();
}

const indoors: Partial<Record<SceneKind, string>> = {
  food: '#6a4a35',
  noodles: '#40535a',
  spa: '#b9cdbd',
  aquarium: '#1f86a8',
  diving: '#1f86a8',
  theatre: '#5b2030',
  stadium: '#2b3247',
  cave: '#3a2d27',
  'fire-dance': '#6b4a4e',
  percussion: '#2a3a48',
  cabaret: '#5a1c5c',
  'water-puppets': '#3f4a3c',
  sushi: '#8a6a4c',
  barbecue: '#5a3226',
  tea: '#cfc6a6',
  jellyfish: '#1a2560',
  tunnel: '#5f4a36',
  climbing: '#c4b08c',
};

const outdoors: Partial<Record<SceneTime, string>> = {};

/** A colour close to the picture's own. */
export function placeholderColour(kind: SceneKind, time: SceneTime): string {
  const palette = palettes[time];
  outdoors[time] ??= mix(palette.sky[1], palette.near, 0.3);
  return indoors[kind] ?? outdoors[time];
}

/** A drawing over a picture that fills the frame; JPEG, which every site reads. */
export function encodeShare(
  backdrop: Buffer,
  overSvg: string,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  return sharp(backdrop, { density: 72 })
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: Buffer.from(overSvg) }])
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer();
}
