// The palette of a picture by time of day, and mixing of colours for depth.
import type { SceneTime } from '../../domain/pictures/scene-kinds.ts';

export type Palette = {
  sky: [string, string, string];
  sun: string;
  far: string;
  near: string;
  water: [string, string];
  lit: string;
  night: boolean;
};

export const palettes: Record<SceneTime, Palette> = {
  dawn: {
    sky: ['#8fb7d3', '#f3cdb4', '#fbe6cf'],
    sun: '#fff1d6',
    far: '#b7a9b6',
    near: '#3d5a5c',
    water: ['#e9c4ae', '#7fa5b5'],
    lit: '#ffe0a8',
    night: false,
  },
  day: {
    sky: ['#4f9fcf', '#a9d5ea', '#e9f4f2'],
    sun: '#fffbe8',
    far: '#9dbfcb',
    near: '#2f6b57',
    water: ['#9fd6d8', '#2d8aa0'],
    lit: '#f7fbfa',
    night: false,
  },
  dusk: {
    sky: ['#3b4a7a', '#c9768a', '#f7bd84'],
    sun: '#ffd9a0',
    far: '#8a6f92',
    near: '#2c3b4f',
    water: ['#e49a7e', '#4a4f7d'],
    lit: '#ffd88a',
    night: false,
  },
  night: {
    sky: ['#0d1b36', '#1f3560', '#48628c'],
    sun: '#f4f1de',
    far: '#2b4066',
    near: '#101d30',
    water: ['#35538a', '#101f3d'],
    lit: '#ffd66e',
    night: true,
  },
};

export function mix(from: string, to: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16);
    const b = Number.parseInt(to.slice(at, at + 2), 16);
    return Math.round(a + (b - a) * Math.min(1, Math.max(0, share)))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
