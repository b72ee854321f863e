// Close things: plates and bowls, spa stones, cards and signals, fish and corals, animals, theme-park rides.
import { height, width } from './draw-backdrop.ts';
import { mix, type Palette } from './mix-colours.ts';
import type { Random } from './seed-random.ts';

const n = (value: number) => value.toFixed(1);

export function drawTable(random: Random, cloth: string): string {
  const planks = Array.from(
    { length: 9 },
    (_, at) =>
      `<rect y="${at * 90}" width="${width}" height="88"
        fill="${mix(cloth, at % 2 ? '#000000' : '#ffffff', 0.05 + random.next() * 0.05)}"/>`,
  ).join('');
  return `<rect width="${width}" height="${height}" fill="${cloth}"/>${planks}<defs><radialGradient id="lamp" cx=".5"
    cy=".4" r=".8"><stop stop-color="#fff" stop-opacity=".32"/><stop offset="1" stop-color="#000"
    stop-opacity=".28"/></radialGradient></defs><rect width="${width}" height="${height}" fill="url(#lamp)"/>`;
}

export function drawPlate(random: Random, x: number, y: number, r: number, noodles: boolean): string {
  const bits = Array.from({ length: 26 }, () => {
    const angle = random.between(0, 6.28);
    const away = r * 0.5 * Math.sqrt(random.next());
    return `<circle cx="${n(x + Math.cos(angle) * away)}" cy="${n(y + Math.sin(angle) * away)}"
      r="${n(r * random.between(0.06, 0.14))}" fill="${random.pick(['#d8563f', '#7ea04d', '#f1d08a', '#b8763c', '#e9e2c8', '#4f7a3a'])}"/>`;
  }).join('');
  const strands = Array.from(
    { length: 16 },
    () =>
      `<path d="M${n(x - r * 0.5)} ${n(y + random.between(-0.3, 0.3) * r)}
        q${n(r * 0.5)} ${n(random.between(-0.5, 0.5) * r)} ${n(r)} ${n(random.between(-0.1, 0.1) * r)}"
        stroke="#f0d9a0" stroke-width="${n(r * 0.05)}" fill="none"/>`,
  ).join('');
  return `<ellipse cx="${n(x + r * 0.06)}" cy="${n(y + r * 0.1)}" rx="${n(r * 1.04)}" ry="${n(r)}" fill="#000"
    opacity=".25"/><circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="#fbfaf5"/><circle cx="${n(x)}" cy="${n(y)}"
    r="${n(r * 0.9)}" fill="none" stroke="#2f8f83" stroke-width="${n(r * 0.03)}"/><circle cx="${n(x)}" cy="${n(y)}"
    r="${n(r * 0.72)}" fill="${noodles ? '#b5632c' : '#f1ece0'}"/>${noodles ? strands : ''}${bits}
    <ellipse cx="${n(x - r * 0.3)}" cy="${n(y - r * 0.45)}" rx="${n(r * 0.4)}" ry="${n(r * 0.12)}" fill="#fff" opacity=".35"/>`;
}

export function drawChopsticks(x: number, y: number): string {
  return `<g transform="translate(${x} ${y}) rotate(-38)"><rect width="430" height="11" rx="5" fill="#5b2f22"/>
    <rect y="26" width="430" height="11" rx="5" fill="#6d3a2a"/><rect width="70" height="11" fill="#d9a441"/>
    <rect y="26" width="70" height="11" fill="#d9a441"/></g>`;
}

export function drawSpa(random: Random): string {
  const stones = [
    [600, 610, 190, 62],
    [606, 520, 150, 52],
    [598, 444, 112, 42],
    [604, 384, 78, 32],
  ]
    .map(
      ([x = 0, y = 0, rx = 0, ry = 0], at) =>
        `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${mix('#3c474b', '#77878b', at * 0.22)}"/>
          <ellipse cx="${x - rx * 0.25}" cy="${y - ry * 0.4}" rx="${n(rx * 0.5)}" ry="${n(ry * 0.24)}" fill="#fff" opacity=".16"/>`,
    )
    .join('');
  const petals = Array.from(
    { length: 9 },
    (_, at) =>
      `<g transform="translate(${random.pick([250, 930])} ${n(random.between(560, 690))}) rotate(${at * 40})
        scale(${n(random.between(0.7, 1.3))})"><path d="M0 0q34-34 78 0q-44 30-78 0z" fill="${at % 3 ? '#fdf3ee' : '#f3b7c2'}"/></g>`,
  ).join('');
  const bamboo = [70, 150, 1050, 1130]
    .map(
      (x) =>
        `<rect x="${x}" width="34" height="800" rx="6" fill="#6f9a5c"/>
          ${[120, 280, 450, 620].map((y) => `<rect x="${x - 3}" y="${y}" width="40" height="8" rx="3" fill="#4d7443"/>`).join('')}`,
    )
    .join('');
  return `${bamboo}${stones}${petals}`;
}

export function drawUnderwater(random: Random): string {
  const rays = Array.from(
    { length: 7 },
    (_, at) =>
      `<path d="M${at * 200 - 60} -20l${n(random.between(60, 120))} 0l${n(random.between(100, 260))}
        840h${n(-random.between(160, 260))}z" fill="#fff" opacity=".07"/>`,
  ).join('');
  const fish = Array.from({ length: 26 }, () => {
    const x = random.between(40, 1160);
    const y = random.between(120, 600);
    const size = random.between(14, 46);
    const fill = random.pick(['#f5b942', '#f2704f', '#eaf4f4', '#5cc7c2', '#f49ac1']);
    return `<g fill="${fill}"><ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size)}" ry="${n(size * 0.48)}"/>
      <path d="M${n(x - size * 0.8)} ${n(y)}l${n(-size * 0.6)} ${n(-size * 0.42)}v${n(size * 0.84)}z"/>
      <circle cx="${n(x + size * 0.55)}" cy="${n(y - size * 0.1)}" r="${n(size * 0.08)}" fill="#123"/></g>`;
  }).join('');
  const coral = Array.from({ length: 16 }, (_, at) => {
    const x = at * 80 + random.between(-30, 30);
    const h = random.between(70, 210);
    const fill = random.pick(['#e06a6a', '#f0955b', '#b07cc6', '#4fae9b', '#e7c15b']);
    return `<g stroke="${fill}" stroke-width="${n(random.between(12, 22))}" stroke-linecap="round" fill="none">
      <path d="M${n(x)} 800v${n(-h)}M${n(x)} ${n(800 - h * 0.4)}q${n(30)} ${n(-h * 0.1)} 34 ${n(-h * 0.4)}
      M${n(x)} ${n(800 - h * 0.55)}q-30 ${n(-h * 0.1)} -32 ${n(-h * 0.3)}"/></g>`;
  }).join('');
  const bubbles = Array.from(
    { length: 30 },
    () =>
      `<circle cx="${n(random.between(0, width))}" cy="${n(random.between(40, 700))}" r="${n(random.between(3, 12))}"
        fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="2"/>`,
  ).join('');
  return `<defs><linearGradient id="deep" x2="0" y2="1"><stop stop-color="#7fd6dc"/>
    <stop offset=".5" stop-color="#1f86a8"/><stop offset="1" stop-color="#0b3a5c"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#deep)"/>${rays}${bubbles}${fish}${coral}`;
}

export function drawCardSign(x: number, y: number, kind: 'wifi' | 'sim'): string {
  const waves = [70, 130, 190]
    .map(
      (r) =>
        `<path d="M${n(x - r * 0.77)} ${n(y - r * 0.64)}A${r} ${r} 0 0 1 ${n(x + r * 0.77)} ${n(y - r * 0.64)}"
          fill="none" stroke="#fff" stroke-width="26" stroke-linecap="round"/>`,
    )
    .join('');
  if (kind === 'wifi')
    return `<rect x="${x - 150}" y="${y + 40}" width="300" height="190" rx="34" fill="#f7faf9"/>
      <circle cx="${x}" cy="${y + 135}" r="34" fill="#0f766e"/><circle cx="${x + 100}" cy="${y + 80}" r="9"
      fill="#43c59e"/><circle cx="${x}" cy="${y}" r="20" fill="#fff"/>${waves}`;
  return `<g transform="rotate(-9 ${x} ${y})"><path d="M${x - 150} ${y - 190}h200l100 100v280h-300z" fill="#f7faf9"/>
    <rect x="${x - 78}" y="${y - 40}" width="156" height="156" rx="22" fill="#e5b94e"/>
    <path d="M${x - 78} ${y + 12}h156M${x - 78} ${y + 64}h156M${x - 26} ${y - 40}v156M${x + 26} ${y - 40}v156"
    stroke="#a87f27" stroke-width="5"/></g>`;
}

export function drawRides(palette: Palette): string {
  const spokes = Array.from({ length: 16 }, (_, at) => {
    const angle = (at / 16) * 6.28;
    const x = 380 + Math.cos(angle) * 220;
    const y = 400 + Math.sin(angle) * 220;
    return `<path d="M380 400L${n(x)} ${n(y)}" stroke="${mix(palette.near, '#ffffff', 0.35)}" stroke-width="4"/>
      <circle cx="${n(x)}" cy="${n(y)}" r="20" fill="${['#e2553d', '#f0a03c', '#2f9fb0', '#d8456b'][at % 4]}"/>`;
  }).join('');
  const track = `<path d="M620 690q60-420 190-420t130 250q20 120 90 110t170-300" fill="none" stroke="#d8563f"
    stroke-width="14"/><path d="M620 690q60-420 190-420t130 250q20 120 90 110t170-300" fill="none" stroke="#fff"
    stroke-opacity=".5" stroke-width="4"/>`;
  const posts = [660, 740, 820, 900, 1000, 1090]
    .map(
      (x, at) =>
        `<path d="M${x} 720V${[520, 330, 275, 420, 610, 560][at]}" stroke="${mix(palette.near, '#ffffff', 0.3)}" stroke-width="6"/>`,
    )
    .join('');
  return `${posts}${track}<circle cx="380" cy="400" r="220" fill="none" stroke="${mix(palette.near, '#ffffff', 0.45)}"
    stroke-width="10"/>${spokes}<path d="M380 400L280 720M380 400L480 720"
    stroke="${mix(palette.near, '#ffffff', 0.2)}" stroke-width="16"/>`;
}

export function drawElephant(x: number, y: number, size: number, fill: string): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(size)})" fill="${fill}">
    <path d="M-130 0v-92q0-74 92-78q70-2 104 24q26-40 74-30q44 12 40 62q-4 40-8 60q-4 50 26 44l4 14q-52
    14-54-44q-2-22-6-36q-16 22-46 20v56h-42v-50h-96v50z"/>
    <path d="M64-128q-34 10-30 50q4 34 36 30q26-6 22-40q-4-34-28-40z" fill="#000" opacity=".18"/>
    <circle cx="118" cy="-112" r="5" fill="#fff"/></g>`;
}
