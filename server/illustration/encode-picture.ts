import sharp from 'sharp';
import type { SceneKind, SceneTime } from './scene-kinds.ts';
export async function encodePicture(svg: string, width: number, format: 'avif' | 'webp' | 'jpeg'): Promise<Buffer> {
  return sharp(Buffer.from(svg)).resize(width)[format]().toBuffer();
}
export function placeholderColour(_kind: SceneKind, time: SceneTime): string {
  return time === 'night' ? '#1f3047' : '#9fc3cf';
}
