// Things that people built: towers with lit windows, tiered roofs, domes, gates, bridges, stalls.
import { height, width } from './draw-backdrop.ts';
import { mix, type Palette } from './mix-colours.ts';
import type { Random } from './seed-random.ts';

const n = (value: number) => value.toFixed(1);

function windows(palette: Palette, random: Random, x: number, y: number, w: number, h: number): string {
  const chance = palette.night ? 0.55 : palette === undefined ? 0 : 0.28;
  const cells: string[] = [];
  for (let row = y + 12; row < y + h - 10; row += 18) {
    for (let column = x + 7; column < x + w - 9; column += 14)
      if (random.next() < chance) cells.push(`<rect x="${n(column)}" y="${n(row)}" width="6" height="9"/>`);
  }
  return `<g fill="${palette.lit}" opacity="${palette.night ? 0.9 : 0.45}">${cells.slice(0, 90).join('')}</g>`;
}

export function drawBlock(
  palette: Palette,
  random: Random,
  x: number,
  base: number,
  w: number,
  h: number,
  depth: number,
): string {
  const fill = mix(mix(palette.near, palette.sky[1], 0.25), palette.far, depth);
  return `<rect x="${n(x)}" y="${n(base - h)}" width="${n(w)}" height="${n(h)}" fill="${fill}"/>
    <rect x="${n(x)}" y="${n(base - h)}" width="${n(w * 0.28)}" height="${n(h)}" fill="#fff" opacity=".07"/>
    ${depth < 0.6 ? windows(palette, random, x, base - h, w, h) : ''}`;
}

export function drawSkyline(palette: Palette, random: Random, base: number, tall: number): string {
  const rows = [0.85, 0.5, 0.15].map((depth, row) => {
    const blocks: string[] = [];
    for (let x = -30 + row * 17; x < width; x += random.between(46, 92))
      blocks.push(
        drawBlock(
          palette,
          random,
          x,
          base,
          random.between(44, 84),
          tall * random.between(0.25, 1) * (1 - row * 0.2),
          depth,
        ),
      );
    return blocks.join('');
  });
  return rows.join('');
}

export function drawTwinTowers(palette: Palette, x: number, base: number): string {
  const fill = mix(palette.near, '#dfe9ee', palette.night ? 0.45 : 0.55);
  const tower = (at: number) => {
    const tiers = [
      [62, 330],
      [52, 70],
      [40, 50],
      [28, 36],
      [16, 26],
      [5, 76],
    ];
    let y = base;
    return tiers
      .map(([w = 0, h = 0]) => {
        y -= h;
        return `<rect x="${n(at - w / 2)}" y="${n(y)}" width="${w}" height="${h}"/>
          <rect x="${n(at - w / 2)}" y="${n(y)}" width="${n(w * 0.3)}" height="${h}" fill="#fff" opacity=".22"/>
          ${Array.from(
            { length: Math.floor(h / 16) },
            (_, row) => `<rect x="${n(at - w / 2)}"
          y="${n(y + row * 16 + 7)}" width="${w}" height="2.4" fill="${palette.lit}" opacity=".55"/>`,
          ).join('')}`;
      })
      .join('');
  };
  return `<g fill="${fill}">${tower(x - 82)}${tower(x + 82)}<rect x="${n(x - 60)}" y="${n(base - 196)}" width="120"
    height="16"/><path d="M${n(x)} ${n(base - 180)}l-46 74h8l38-60 38 60h8z"/></g>`;
}

/** Curved roofs one above the other, as on pagodas, castles and halls. */
export function drawTiers(
  palette: Palette,
  x: number,
  base: number,
  tiers: number,
  wide: number,
  roof: string,
  wall: string,
): string {
  let y = base;
  let w = wide;
  const parts: string[] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const h = w * 0.26;
    parts.push(`<rect x="${n(x - w * 0.36)}" y="${n(y - h)}" width="${n(w * 0.72)}" height="${n(h)}" fill="${wall}"/>`);
    for (let at = -2; at <= 2; at += 1)
      parts.push(
        `<rect x="${n(x + at * w * 0.13 - w * 0.03)}" y="${n(y - h * 0.72)}" width="${n(w * 0.06)}"
          height="${n(h * 0.72)}" fill="${palette.lit}" opacity="${palette.night ? 0.9 : 0.5}"/>`,
      );
    const top = y - h;
    parts.push(
      `<path d="M${n(x - w * 0.58)} ${n(top)}q${n(w * 0.2)} ${n(-h * 0.1)} ${n(w * 0.3)} ${n(-h * 0.72)}
        h${n(w * 0.56)}q${n(w * 0.1)} ${n(h * 0.62)} ${n(w * 0.3)} ${n(h * 0.72)}
        q${n(-w * 0.58)} ${n(-h * 0.2)} ${n(-w * 1.16)} 0z" fill="${roof}"/>`,
    );
    y = top - h * 0.6;
    w *= 0.76;
  }
  parts.push(`<rect x="${n(x - 4)}" y="${n(y - 44)}" width="8" height="52" fill="${mix(roof, '#ffd66e', 0.6)}"/>`);
  return parts.join('');
}

export function drawSpire(x: number, base: number, w: number, h: number, fill: string): string {
  return `<path d="M${n(x - w)} ${n(base)}q${n(w * 0.1)} ${n(-h * 0.3)} ${n(w * 0.55)} ${n(-h * 0.42)}
    q${n(w * 0.35)} ${n(-h * 0.12)} ${n(w * 0.45)} ${n(-h * 0.58)}
    q${n(w * 0.1)} ${n(h * 0.46)} ${n(w * 0.45)} ${n(h * 0.58)}
    q${n(w * 0.45)} ${n(h * 0.12)} ${n(w * 0.55)} ${n(h * 0.42)}z" fill="${fill}"/>
    <path d="M${n(x - w)} ${n(base)}q${n(w * 0.1)} ${n(-h * 0.3)} ${n(w * 0.55)} ${n(-h * 0.42)}
    l${n(w * 0.15)} ${n(h * 0.42)}z" fill="#fff" opacity=".2"/>`;
}

export function drawDome(x: number, base: number, r: number, fill: string, lit: string): string {
  return `<g fill="${fill}"><rect x="${n(x - r * 1.5)}" y="${n(base - r * 0.9)}" width="${n(r * 3)}"
    height="${n(r * 0.9)}"/><path d="M${n(x - r)} ${n(base - r * 0.9)}
    c0 ${n(-r * 1.2)} ${n(r * 0.6)} ${n(-r * 1.1)} ${n(r)} ${n(-r * 1.7)}
    c${n(r * 0.4)} ${n(r * 0.6)} ${n(r)} ${n(r * 0.5)} ${n(r)} ${n(r * 1.7)}z"/>
    ${[-1.7, 1.7]
      .map(
        (side) => `<rect x="${n(x + side * r - r * 0.1)}" y="${n(base - r * 2.5)}" width="${n(r * 0.2)}"
    height="${n(r * 2.5)}"/><circle cx="${n(x + side * r)}" cy="${n(base - r * 2.5)}"
    r="${n(r * 0.17)}"/>`,
      )
      .join('')}</g><g fill="${lit}" opacity=".7">
    ${[-1.1, -0.65, -0.2, 0.25, 0.7, 1.1]
      .map(
        (at) => `<path d="M${n(x + at * r - r * 0.11)} ${n(base)}
    v${n(-r * 0.45)}a${n(r * 0.12)} ${n(r * 0.16)} 0 0 1 ${n(r * 0.24)} 0v${n(r * 0.45)}z"/>`,
      )
      .join('')}</g>`;
}

export function drawGate(x: number, base: number, w: number, fill: string): string {
  const h = w * 0.95;
  return `<g fill="${fill}"><rect x="${n(x - w * 0.38)}" y="${n(base - h)}" width="${n(w * 0.09)}" height="${n(h)}"/>
    <rect x="${n(x + w * 0.29)}" y="${n(base - h)}" width="${n(w * 0.09)}" height="${n(h)}"/>
    <rect x="${n(x - w * 0.46)}" y="${n(base - h * 0.78)}" width="${n(w * 0.92)}" height="${n(w * 0.07)}"/>
    <path d="M${n(x - w * 0.6)} ${n(base - h * 1.04)}q${n(w * 0.6)} ${n(w * 0.1)} ${n(w * 1.2)} 0l${n(-w * 0.05)}
    ${n(w * 0.12)}h${n(-w * 1.1)}z"/></g>`;
}

export function drawBridge(palette: Palette, base: number): string {
  const fill = mix(palette.near, '#c9d6da', 0.3);
  const cables = Array.from(
    { length: 15 },
    (_, at) =>
      `<path d="M${340 + at * 36} ${n(base - 190 + ((at - 7) ** 2 / 49) * -10 + (1 - ((at - 7) / 7) ** 2) * 150)}
        V${base}" stroke="${fill}" stroke-width="3"/>`,
  ).join('');
  return `<g fill="none"><path d="M0 ${base - 60}Q170 ${base - 120} 340 ${base - 240}
    Q600 ${base + 20} 860 ${base - 240}Q1030 ${base - 120} 1200 ${base - 60}" stroke="${fill}" stroke-width="6"/>
    ${cables}</g><g fill="${fill}"><rect y="${base}" width="${width}" height="18"/><rect x="326" y="${base - 260}"
    width="28" height="${height - base + 150}"/><rect x="846" y="${base - 260}" width="28" height="${height - base + 150}"/></g>`;
}

export function drawLanterns(random: Random, y: number, count: number, size: number): string {
  const colours = ['#e2553d', '#f0a03c', '#f4c95d', '#d8456b', '#5aa6a0'];
  return Array.from({ length: count }, (_, at) => {
    const x = (at + 0.5) * (width / count) + random.between(-18, 18);
    const drop = y + Math.sin(at * 1.1) * 34 + random.between(-16, 26);
    const r = size * random.between(0.75, 1.15);
    const fill = random.pick(colours);
    return `<path d="M${n(x)} 0V${n(drop - r)}" stroke="#3b2b2b" stroke-opacity=".4" stroke-width="2"/>
      <circle cx="${n(x)}" cy="${n(drop)}" r="${n(r * 2.1)}" fill="${fill}" opacity=".16"/>
      <ellipse cx="${n(x)}" cy="${n(drop)}" rx="${n(r)}" ry="${n(r * 0.86)}" fill="${fill}"/>
      <ellipse cx="${n(x)}" cy="${n(drop)}" rx="${n(r * 0.42)}" ry="${n(r * 0.86)}" fill="#fff" opacity=".2"/>
      <rect x="${n(x - r * 0.3)}" y="${n(drop + r * 0.78)}" width="${n(r * 0.6)}" height="${n(r * 0.14)}" fill="#6b3b2a"/>`;
  }).join('');
}

export function drawStalls(palette: Palette, random: Random, base: number): string {
  const cloths = ['#d8563f', '#2f8f83', '#e3a63a', '#4a6fa5', '#c65b7c'];
  return Array.from({ length: 6 }, (_, at) => {
    const x = at * 210 - 30 + random.between(-14, 14);
    const w = 186;
    const cloth = random.pick(cloths);
    const stripes = Array.from(
      { length: 6 },
      (_, stripe) =>
        `<path d="M${n(x + (stripe * w) / 6)} ${base - 150}h${n(w / 12)}l${n(w / 24)} 52h${n(-w / 12)}z" fill="#fff" opacity=".5"/>`,
    ).join('');
    const goods = Array.from(
      { length: 14 },
      (_, good) =>
        `<circle cx="${n(x + 14 + good * 12)}" cy="${n(base - 58 - (good % 2) * 9)}" r="9"
          fill="${random.pick(['#e9b44c', '#d8563f', '#7ea04d', '#f1d4a5', '#b8506a'])}"/>`,
    ).join('');
    return `<rect x="${n(x + 8)}" y="${base - 140}" width="6" height="150" fill="${palette.near}"/>
      <rect x="${n(x + w - 14)}" y="${base - 140}" width="6" height="150" fill="${palette.near}"/>${goods}
      <rect x="${n(x)}" y="${base - 50}" width="${w}" height="70" fill="${mix(palette.near, '#8a6242', 0.5)}"/>
      <path d="M${n(x - 6)} ${base - 150}h${w + 12}l14 52h${-w - 40}z" fill="${cloth}"/>${stripes}
      <circle cx="${n(x + w / 2)}" cy="${base - 84}" r="44" fill="${palette.lit}" opacity=".25"/>
      <circle cx="${n(x + w / 2)}" cy="${base - 84}" r="8" fill="${palette.lit}"/>`;
  }).join('');
}

export function drawPeople(random: Random, y: number, count: number, size: number, fill: string): string {
  return Array.from({ length: count }, () => {
    const x = random.between(80, width - 80);
    const h = size * random.between(0.85, 1.1);
    return `<g fill="${fill}"><circle cx="${n(x)}" cy="${n(y - h)}" r="${n(h * 0.12)}"/>
      <path d="M${n(x - h * 0.15)} ${n(y - h * 0.42)}q0 ${n(-h * 0.42)} ${n(h * 0.15)} ${n(-h * 0.42)}
      q${n(h * 0.15)} 0 ${n(h * 0.15)} ${n(h * 0.42)}l${n(-h * 0.05)} ${n(h * 0.42)}h${n(-h * 0.2)}z"/></g>`;
  }).join('');
}
