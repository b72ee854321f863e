// A picture for each kind of place and thing. The same seed always draws the same picture; variants 0–3 are other views of it.

import type { SceneKind, SceneTime } from '../../domain/pictures/scene-kinds.ts';
import { height, width } from './draw-backdrop.ts';
import { scenes } from './list-scenes.ts';
import { palettes } from './mix-colours.ts';
import { seedRandom } from './seed-random.ts';

export type SceneInput = { kind: SceneKind; time: SceneTime; seed: string; variant: number };

/** An SVG of 1200 × 800. Variants look closer, from the side, or at another hour. */
export function drawScene({ kind, time, seed, variant }: SceneInput, { grain = true } = {}): string {
  const random = seedRandom(`${seed} ${kind} ${variant}`);
  const hours: SceneTime[] = [time, time, time === 'night' ? 'dusk' : 'dawn', time === 'dusk' ? 'day' : 'dusk'];
  const palette = palettes[hours[variant] ?? time];
  const frames = [
    '',
    'translate(-190 -190) scale(1.36)',
    'translate(1200 0) scale(-1 1)',
    'translate(-500 -330) scale(1.55)',
  ];
  const grains = `<filter id="grain"><feTurbulence baseFrequency=".8" numOctaves="2"/>
    <feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 .07 0"/></filter>
    <rect width="${width}" height="${height}" filter="url(#grain)"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}"
    height="${height}"><g transform="${frames[variant] ?? ''}">${scenes[kind](palette, random)}</g>${grain ? grains : ''}</svg>`;
}
