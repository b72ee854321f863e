// Motifs that scenes share: hills, water, cones, karsts, terraces, rows of houses, palms and people, placed for a scene.

import { drawGround, drawHills, drawPalm, drawRidge, drawSky, drawTrees, drawWater, width } from './draw-backdrop.ts';
import { drawPeople, drawSkyline, drawTiers } from './draw-buildings.ts';
import { mix, type Palette } from './mix-colours.ts';
import type { Random } from './seed-random.ts';

export type Draw = (p: Palette, r: Random) => string;

export const land = (p: Palette, r: Random, horizon = 560, rough = 0.2, rise = 130) =>
  drawHills(p, r, horizon, rough, rise);
export const ground = (p: Palette, r: Random, from = 640) => drawGround(p, r, from);
export const sea = (p: Palette, r: Random, from = 540) => drawWater(p, r, from);
export const roof = (p: Palette, tint: string) => mix(p.near, tint, p.night ? 0.35 : 0.72);
export const wall = (p: Palette) => mix('#efe3cf', p.near, p.night ? 0.6 : 0.18);

export function cone(p: Palette, x: number, base: number, w: number, h: number, cap: string): string {
  const fill = mix(p.near, p.far, 0.35);
  return `<path d="M${x - w} ${base}Q${x - w * 0.3} ${base - h * 0.45} ${x - w * 0.12} ${base - h}h${w * 0.24}
    Q${x + w * 0.3} ${base - h * 0.45} ${x + w} ${base}z" fill="${fill}"/>
    <path d="M${x - w * 0.12} ${base - h}h${w * 0.24}q${w * 0.06} ${h * 0.14} ${w * 0.13} ${h * 0.25}
    l${-w * 0.1} ${-h * 0.05}l${-w * 0.1} ${h * 0.09}l${-w * 0.1} ${-h * 0.08}l${-w * 0.16} ${h * 0.05}
    q${w * 0.05} ${-h * 0.12} ${w * 0.09} ${-h * 0.26}z" fill="${cap}"/>`;
}

export function karsts(p: Palette, r: Random, base: number): string {
  return [0.75, 0.45, 0.1]
    .map((far, row) =>
      Array.from({ length: 5 }, () => {
        const x = r.between(-20, width);
        const w = r.between(60, 130);
        const h = r.between(150, 330) * (1 - row * 0.12);
        return `<path d="M${x.toFixed(0)} ${base + row * 26}q${(-w * 0.1).toFixed(0)} ${(-h * 0.9).toFixed(0)}
          ${(w * 0.5).toFixed(0)} ${(-h).toFixed(0)}
          q${(w * 0.62).toFixed(0)} ${(h * 0.1).toFixed(0)} ${(w * 0.6).toFixed(0)} ${h.toFixed(0)}z"
          fill="${mix(mix(p.near, '#4f7f62', 0.35), p.sky[2], far)}"/>`;
      }).join(''),
    )
    .join('');
}

export function terraces(p: Palette, r: Random): string {
  return Array.from({ length: 9 }, (_, at) => {
    const y = 400 + at * 46;
    const fill = mix(
      mix('#8fb84f', '#4f8a4a', (at % 3) / 3),
      p.night ? p.near : p.sky[2],
      p.night ? 0.6 : 0.3 - at * 0.03,
    );
    return `${drawRidge(r, y, 40, 0, fill)}<path d="M0 ${y + 4}q300 -40 600 -6t600 -10"
      stroke="${mix(p.sky[2], '#ffffff', 0.4)}" stroke-opacity=".5" stroke-width="3" fill="none"/>`;
  }).join('');
}

export function houses(p: Palette, r: Random, base: number, colours: string[]): string {
  const parts: string[] = [];
  for (let x = -20; x < width; ) {
    const w = r.between(96, 150);
    const h = r.between(170, 270);
    const fill = mix(r.pick(colours), p.near, p.night ? 0.5 : 0.08);
    const openings = [0.2, 0.6]
      .flatMap((row) =>
        [0.2, 0.6].map(
          (at) =>
            `<rect x="${(x + at * w).toFixed(0)}" y="${(base - h + row * h * 0.8 + 14).toFixed(0)}"
              width="${(w * 0.2).toFixed(0)}" height="${(h * 0.2).toFixed(0)}" rx="4"
              fill="${p.night ? p.lit : mix(p.near, '#ffffff', 0.2)}"/>`,
        ),
      )
      .join('');
    parts.push(
      `<rect x="${x.toFixed(0)}" y="${(base - h).toFixed(0)}" width="${w.toFixed(0)}" height="${h.toFixed(0)}"
        fill="${fill}"/><path d="M${(x - 8).toFixed(0)} ${(base - h).toFixed(0)}
        l${(w / 2 + 8).toFixed(0)} -44l${(w / 2 + 8).toFixed(0)} 44z" fill="${roof(p, '#9a4a34')}"/>${openings}`,
    );
    x += w;
  }
  return parts.join('');
}

export const colours = ['#e8c16b', '#d98b6a', '#7fb0a6', '#e4d3b5', '#b8c4d8', '#cf7f6f'];
export const palms = (p: Palette, r: Random, y: number, count = 4) =>
  Array.from({ length: count }, (_, at) =>
    drawPalm(
      at % 2 ? r.between(920, 1180) : r.between(20, 280),
      y + r.between(-10, 40),
      r.between(240, 400),
      r.between(-0.25, 0.25),
      mix(p.near, '#0d2b24', 0.4),
    ),
  ).join('');
export const crowd = (p: Palette, r: Random, y = 760, count = 14) =>
  drawPeople(r, y, count, 84, mix(p.near, '#0b1418', 0.55));
export const city: Draw = (p, r) => drawSky(p, r) + drawSkyline(p, r, 600, 420) + sea(p, r, 600);
export const street: Draw = (p, r) =>
  drawSky(p, r) +
  houses(p, r, 640, colours) +
  `<rect y="640" width="${width}" height="160" fill="${mix(p.near, '#9b9186', 0.5)}"/>`;
export const shore: Draw = (p, r) =>
  drawSky(p, r) +
  land(p, r, 500, 0.1, 90) +
  sea(p, r, 500) +
  drawRidge(r, 690, 22, 0, mix('#ecd9ae', p.near, p.night ? 0.6 : 0.08));
export const hall =
  (tiers: number, wide: number, tint: string): Draw =>
  (p, r) =>
    drawSky(p, r) +
    land(p, r, 560) +
    ground(p, r) +
    drawTiers(p, 600, 668, tiers, wide, roof(p, tint), wall(p)) +
    drawTrees(p, r, 720, 9, 90);
