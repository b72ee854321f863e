// What lies behind a motif: sky with sun or moon, clouds, ranges of hills that pale with distance, water with its light.
import { mix, type Palette } from './mix-colours.ts';
import type { Random } from './seed-random.ts';

export const width = 1200;
export const height = 800;
const n = (value: number) => value.toFixed(1);

export function drawSky(palette: Palette, random: Random): string {
  const [top, middle, bottom] = palette.sky;
  const x = random.between(240, 960);
  const y = palette.night ? random.between(110, 210) : random.between(190, 330);
  const stars = palette.night
    ? Array.from(
        { length: 60 },
        () =>
          `<circle cx="${n(random.between(0, width))}" cy="${n(random.between(0, 420))}"
            r="${n(random.between(0.6, 1.9))}" opacity="${n(random.between(0.3, 0.9))}"/>`,
      ).join('')
    : '';
  const clouds = Array.from({ length: 4 }, () => {
    const cx = random.between(0, width);
    const cy = random.between(80, 340);
    const size = random.between(110, 240);
    return `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(size)}" ry="${n(size * 0.1)}"/>
      <ellipse cx="${n(cx + size * 0.3)}" cy="${n(cy - size * 0.07)}" rx="${n(size * 0.5)}" ry="${n(size * 0.11)}"/>`;
  }).join('');
  return `<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/>
    <stop offset=".55" stop-color="${middle}"/><stop offset=".85" stop-color="${bottom}"/></linearGradient>
<radialGradient id="glow"><stop stop-color="${palette.sun}" stop-opacity=".85"/>
<stop offset="1" stop-color="${palette.sun}" stop-opacity="0"/></radialGradient><filter id="soft">
<feGaussianBlur stdDeviation="12"/></filter></defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/><g fill="#fff">${stars}</g>
<circle cx="${n(x)}" cy="${n(y)}" r="${palette.night ? 150 : 300}" fill="url(#glow)"/>
<circle cx="${n(x)}" cy="${n(y)}" r="${palette.night ? 38 : 52}" fill="${palette.sun}"/>
<g fill="${mix(palette.sky[2], '#ffffff', palette.night ? 0.1 : 0.55)}" opacity="${palette.night ? 0.18 : 0.55}"
filter="url(#soft)">${clouds}</g>`;
}

/** A ridge of hills from side to side; `rough` 0 is rolling, 1 is jagged. */
export function drawRidge(random: Random, base: number, rise: number, rough: number, fill: string): string {
  const waves = Array.from({ length: 4 }, (_, at) => ({
    length: random.between(0.6, 1.5) * (at + 1),
    shift: random.between(0, 6.28),
    size: rise / (at + 1.2),
  }));
  const points: string[] = [];
  const step = rough > 0.5 ? 50 : 24;
  for (let x = 0; x <= width + step; x += step) {
    const smooth = waves.reduce(
      (sum, wave) => sum + wave.size * Math.sin((x / width) * 6.28 * wave.length + wave.shift),
      0,
    );
    const peak = rough > 0.5 ? random.between(-rise, rise * 0.5) * rough * 0.8 : 0;
    points.push(`${n(x)},${n(base - Math.abs(smooth) * 0.8 - Math.max(0, peak))}`);
  }
  return `<polygon points="0,${height} ${points.join(' ')} ${width},${height}" fill="${fill}"/>`;
}

/** Three ranges, each nearer and darker. */
export function drawHills(palette: Palette, random: Random, horizon: number, rough = 0.2, rise = 130): string {
  return [0, 0.35, 0.7]
    .map((near, at) =>
      drawRidge(
        random,
        horizon + at * 34,
        rise * (1 - at * 0.24),
        rough,
        mix(mix(palette.far, palette.sky[2], 0.35 - near * 0.3), palette.near, near * 0.75),
      ),
    )
    .join('');
}

export function drawWater(palette: Palette, random: Random, from: number): string {
  const [light, deep] = palette.water;
  const glints = Array.from({ length: 42 }, () => {
    const y = random.between(from + 8, height);
    const near = (y - from) / (height - from);
    return `<rect x="${n(random.between(-40, width))}" y="${n(y)}"
      width="${n(random.between(30, 150) * (0.5 + near))}" height="${n(1.2 + near * 3)}" rx="2"
      opacity="${n(random.between(0.12, 0.42))}"/>`;
  }).join('');
  return `<defs><linearGradient id="water" x2="0" y2="1"><stop stop-color="${light}"/>
    <stop offset="1" stop-color="${deep}"/></linearGradient></defs><rect y="${from}" width="${width}"
    height="${height - from}" fill="url(#water)"/><g fill="${mix(light, '#ffffff', 0.5)}">${glints}</g>`;
}

export function drawGround(palette: Palette, random: Random, from: number): string {
  const fill = mix(palette.near, '#7c9a5e', palette.night ? 0.12 : 0.45);
  return drawRidge(random, from, 26, 0, fill) + drawRidge(random, from + 110, 30, 0, mix(fill, palette.near, 0.35));
}

export function drawTrees(palette: Palette, random: Random, y: number, count: number, size: number): string {
  return Array.from({ length: count }, () => {
    const x = random.between(-20, width + 20);
    const r = size * random.between(0.6, 1.2);
    const fill = mix(palette.near, palette.night ? '#0a1420' : '#4c7a4a', random.next() * 0.6);
    return `<g fill="${fill}"><rect x="${n(x - r * 0.06)}" y="${n(y - r)}" width="${n(r * 0.12)}" height="${n(r)}"/>
      <circle cx="${n(x)}" cy="${n(y - r)}" r="${n(r * 0.45)}"/><circle cx="${n(x - r * 0.3)}" cy="${n(y - r * 0.75)}"
      r="${n(r * 0.34)}"/><circle cx="${n(x + r * 0.3)}" cy="${n(y - r * 0.78)}" r="${n(r * 0.36)}"/></g>`;
  }).join('');
}

export function drawPalm(x: number, y: number, size: number, lean: number, fill: string): string {
  const tx = x + lean * size;
  const ty = y - size;
  const leaves = [-150, -115, -65, -25, 15, 195].map((angle) => {
    const a = (angle / 180) * Math.PI;
    const ex = tx + Math.cos(a) * size * 0.5;
    const ey = ty + Math.sin(a) * size * 0.28 + size * 0.14;
    return `<path d="M${n(tx)} ${n(ty)}Q${n((tx + ex) / 2)} ${n(ty - size * 0.22)} ${n(ex)} ${n(ey)}
      Q${n((tx + ex) / 2)} ${n(ty - size * 0.05)} ${n(tx)} ${n(ty)}"/>`;
  });
  return `<g fill="${fill}"><path d="M${n(x - size * 0.035)} ${n(y)}Q${n(x)} ${n(y - size * 0.6)} ${n(tx)} ${n(ty)}
    Q${n(x + size * 0.06)} ${n(y - size * 0.5)} ${n(x + size * 0.05)} ${n(y)}z"/>${leaves.join('')}</g>`;
}
