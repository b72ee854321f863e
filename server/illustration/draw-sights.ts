// Sights and outings, each as itself: temples of stupas and of caves, giant hands under a bridge, tunnels, rides, flights and climbs.
import { drawRidge, drawSky, drawTrees } from './draw-backdrop.ts';
import { drawGate, drawSkyline } from './draw-buildings.ts';
import { mix, type Palette } from './mix-colours.ts';
import { cone, crowd, type Draw, ground, land, palms, roof, sea } from './place-motifs.ts';

const bell = (x: number, base: number, size: number, fill: string) =>
  `<path d="M${x - size} ${base}v${-size * 0.3}q${size * 0.1} ${-size * 1.3} ${size * 0.78} ${-size * 1.4}v${-size * 0.5}h${size * 0.44}
    v${size * 0.5}q${size * 0.7} ${size * 0.1} ${size * 0.78} ${size * 1.4}v${size * 0.3}z" fill="${fill}"/><g fill="#000" opacity=".25">
    ${[-0.5, 0, 0.5]
      .map(
        (
          at,
        ) => `<path d="M${x + at * size} ${base - size * 0.75}l${size * 0.16} ${size * 0.2}l${-size * 0.16} ${size * 0.2}
      l${-size * 0.16} ${-size * 0.2}z"/>`,
      )
      .join('')}</g>`;

const stupas: Draw = (p, r) => {
  const stone = (near: number) => mix(mix('#8b8378', p.near, near), p.sky[2], 0.12);
  const row = (base: number, count: number, size: number, near: number) =>
    `<rect x="${600 - count * size * 1.5}" y="${base - 2}" width="${count * size * 3}" height="70" fill="${stone(near + 0.12)}"/>` +
    Array.from({ length: count }, (_, at) =>
      bell(600 + (at - (count - 1) / 2) * size * 2.6, base, size, stone(near)),
    ).join('');
  return (
    drawSky(p, r) +
    cone(p, 930, 560, 330, 230, mix('#d8c3b4', p.far, 0.4)) +
    land(p, r, 580, 0.2, 70) +
    bell(600, 470, 120, stone(0.1)) +
    row(520, 5, 46, 0.2) +
    row(610, 6, 62, 0.32) +
    row(720, 6, 82, 0.46) +
    `<rect y="720" width="1200" height="80" fill="${stone(0.6)}"/>`
  );
};

const snowPeak: Draw = (p, r) => {
  const slope = mix('#6f86a8', p.sky[2], 0.15);
  return (
    drawSky(p, r) +
    `<path d="M40 590Q360 500 520 210q20-24 50-24h60q30 0 50 24q160 290 480 380z" fill="${slope}"/><path d="M415 390q60-90
      105-180q20-24 50-24
      h60q30 0 50 24q45 90 105 180l-58-34l-40 50l-46-60l-41 70l-44-66l-42 56l-43-48z" fill="#f8fafb"/>` +
    land(p, r, 590, 0.1, 60) +
    sea(p, r, 590) +
    drawTrees(p, r, 800, 14, 90) +
    drawGate(930, 720, 170, mix('#d4442c', p.near, 0.1))
  );
};

const coaster: Draw = (p, r) => {
  const path =
    'M-40 640C120 640 180 220 330 220S470 630 580 630H720a150 150 0 0 0 0-300a150 150 0 0 0 0 300' +
    'C900 630 920 610 1000 430S1180 260 1260 260';
  const posts = [90, 180, 250, 330, 410, 490, 580, 860, 960, 1040, 1120].map(
    (x) =>
      `<path d="M${x} 760V${640 - 260 * Math.abs(Math.sin(x / 150))}" stroke="${mix(p.near, '#ffffff', 0.45)}" stroke-width="7"/>`,
  );
  const cars = [0, 1, 2].map(
    (
      at,
    ) => `<g transform="translate(${262 + at * 62} ${222 - (at === 1 ? 10 : 0)}) rotate(${(at - 1) * 16})"><rect x="-28" y="-50" width="56"
      height="38" rx="12" fill="${['#e3a63a', '#2f9fb0', '#d8456b'][at]}"/><circle cx="-10" cy="-60" r="11" fill="#3a2a26"/><circle cx="14"
      cy="-60" r="11" fill="#3a2a26"/><path d="M-12-70l-8-22M12-70l10-22" stroke="#3a2a26" stroke-width="6" stroke-linecap="round"/></g>`,
  );
  return (
    drawSky(p, r) +
    drawSkyline(p, r, 690, 150) +
    posts.join('') +
    `<path d="${path}" fill="none" stroke="#c8342c" stroke-width="18"/><path d="${path}" fill="none" stroke="#fff" stroke-width="5"
      stroke-dasharray="3 16"/>` +
    cars.join('') +
    drawTrees(p, r, 760, 22, 70) +
    ground(p, r, 740)
  );
};

const jellyfish: Draw = (_p, r) => {
  const item = (x: number, y: number, size: number, fill: string) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><circle r="150" fill="${fill}" opacity=".12"/><g stroke="${fill}" stroke-width="7"
      fill="none" opacity=".65" stroke-linecap="round">${Array.from(
        { length: 7 },
        (
          _,
          at,
        ) => `<path d="M${-60 + at * 20} 20q${r.between(-36, 36).toFixed(0)} 70 ${r.between(-14, 14).toFixed(0)} 130
          t${r.between(-20, 20).toFixed(0)} ${r.between(50, 130).toFixed(0)}"/>`,
      ).join(
        '',
      )}</g><path d="M-92 26q-6-116 92-120q98 4 92 120q-24-20-46 0q-22-20-46 0q-22-20-46 0q-22-20-46 0z" fill="${fill}" opacity=".8"/>
      <path d="M-60-20q10-50 56-54" stroke="#fff" stroke-width="9" fill="none" opacity=".5" stroke-linecap="round"/></g>`;
  const places = [
    [300, 330, 1.35, '#f4a7d3'],
    [640, 250, 1, '#a9c8ff'],
    [900, 420, 1.5, '#ffd2a8'],
    [520, 540, 0.8, '#bdf0ea'],
    [1090, 190, 0.65, '#f4a7d3'],
    [110, 600, 0.7, '#a9c8ff'],
  ] as const;
  return (
    `<defs><linearGradient id="tank" x2="0" y2="1"><stop stop-color="#1b2c6b"/><stop offset="1"
      stop-color="#0a1033"/></linearGradient></defs>
      <rect width="1200" height="800" fill="url(#tank)"/>${Array.from(
        { length: 40 },
        () => `<circle cx="${r.between(0, 1200).toFixed(0)}" cy="${r.between(0, 800).toFixed(0)}" r="${r.between(1, 4).toFixed(1)}"
          fill="#cfe0ff"
          opacity=".4"/>`,
      ).join('')}` +
    places.map(([x, y, size, fill]) => item(x, y, size, fill)).join('') +
    crowd({ near: '#060a20' } as Palette, r, 820, 9)
  );
};

/** The great tank: a whale shark above the visitors. */
const aquarium: Draw = (p, r) => {
  const shark = `<g transform="translate(600 330) rotate(-5)"><path d="M-420 20q120-120 400-116q230 6 350 96q-90 92-330 96q-300 4-420-76z"
    fill="#3d6a86"/><path d="M-380 44q180 90 420 70q180-14 290-94q-60 120-330 136q-260 6-380-112z" fill="#dcebf0"/><path d="M40-92
    l90-96q20 60 40 104zM-60 100l-60 120q90-30 150-112zM-400 16l-150-120q10 100 60 130q-40 40-40 110q90-40 160-100z" fill="#355d77"/>
    <circle cx="276" cy="-14" r="9" fill="#122"/><path d="M312 22q-26 18-60 16" stroke="#27475a" stroke-width="6" fill="none"/><g
      fill="#e6f2f5"
    opacity=".8">${Array.from(
      { length: 44 },
      (_, at) => `<circle cx="${-330 + (at % 15) * 40 + (Math.floor(at / 15) % 2) * 20}"
      cy="${-60 + Math.floor(at / 15) * 34}" r="6"/>`,
    ).join('')}</g></g>`;
  const school = Array.from({ length: 24 }, () => {
    const [x, y] = [r.between(60, 1140), r.between(90, 640)];
    return `<path d="M${x.toFixed(0)} ${y.toFixed(0)}q20-16 42 0l14-10v20l-14-10q-22 16-42 0z" fill="#f4d06a" opacity=".85"/>`;
  }).join('');
  return (
    `<defs><linearGradient id="tank" x2="0" y2="1"><stop stop-color="#6cc7e0"/><stop offset=".6" stop-color="#1a7fb0"/><stop offset="1"
      stop-color="#0a3a68"/></linearGradient></defs><rect width="1200" height="800" fill="url(#tank)"/>${[0, 1, 2, 3, 4]
        .map((at) => `<path d="M${at * 260 - 40} 0h90l170 800h-240z" fill="#fff" opacity=".06"/>`)
        .join('')}` +
    school +
    shark +
    `<rect y="712" width="1200" height="88" fill="#071a30"/>` +
    crowd({ ...p, near: '#04101f' }, r, 770, 13)
  );
};

const lookout: Draw = (p, r) =>
  drawSky(p, r) +
  land(p, r, 500, 0.4, 190) +
  sea(p, r, 540) +
  drawRidge(r, 640, 40, 0, mix(p.near, '#8a9a6a', 0.4)) +
  `<g stroke="${mix(p.near, '#20282c', 0.5)}" stroke-width="6" fill="none"><path d="M0 560h1200M0 640h1200M0 720h1200"/>${Array.from(
    { length: 17 },
    (_, at) => `<path d="M${at * 75} 520v280"/>`,
  ).join('')}</g><g>${Array.from({ length: 34 }, () => {
    const [x, y] = [r.between(10, 1180), r.pick([562, 642])];
    return `<path d="M${x.toFixed(0)} ${y}l${r.between(-12, 12).toFixed(0)} ${r.between(36, 62).toFixed(0)}" stroke="${r.pick(
      ['#e2553d', '#f0c03c', '#3f8fc0', '#6aa84f', '#f4f1ea'],
    )}" stroke-width="11"/>`;
  }).join('')}</g><rect y="740" width="1200" height="60" fill="${mix(p.near, '#8f8a80', 0.4)}"/>
    <g transform="translate(600 560)"><rect x="-16" y="0" width="32" height="220" fill="#3b4a52"/><path d="M-130-90h190q50 10 60 50
    q-10 40-60 50h-190z" fill="#55707c"/><rect x="-156" y="-98" width="44" height="116" rx="12" fill="#3b4a52"/><circle cx="96"
      cy="-40" r="36"
    fill="#2a353b"/><circle cx="96" cy="-40" r="24" fill="#bfe0ea"/><path d="M-30 10h60l18 40h-96z" fill="#3b4a52"/></g>`;

const caveTemple: Draw = (p, r) => {
  const steps = Array.from(
    { length: 17 },
    (_, at) =>
      `<path d="M${560 + at * 4} ${700 - at * 19}h${230 - at * 8}v19h${-230 + at * 8}z" fill="${
        ['#e3a63a', '#d8456b', '#2f9fb0', '#7ea04d', '#c65bb0'][at % 5]
      }"/>`,
  ).join('');
  const gold = mix('#e2b53f', p.near, 0.08);
  return (
    drawSky(p, r) +
    `<path d="M-20 800V360q60-190 190-200q120-120 270-60q150-90 290 20q190-30 250 150q140 30 240 200v330z" fill="${mix(
      '#9aa79b',
      p.near,
      0.25,
    )}"/>
      <path d="M520 380q20-190 165-196q150 10 150 196q-70 30-160 30t-155-30z" fill="#2a2420"/>` +
    steps +
    `<g fill="${gold}"><path d="M330 720q-22-260 30-330q-10-70 40-76q50 6 40 76q54 70 30 330z"/><circle cx="400" cy="292" r="42"/>
      <path d="M362 274q4-80 38-104q34 24 38 104z"/><path d="M470 400l46 60l-14 260h-12l6-250z"/><path d="M504 470l14-150l14 150z"/></g>
      <rect x="300" y="712" width="200" height="40" fill="${mix(gold, '#5a3a1a', 0.4)}"/>` +
    ground(p, r, 740) +
    crowd(p, r, 790, 12)
  );
};

const shophouses: Draw = (p, r) => {
  const tints = ['#8fb9c9', '#e6c27a', '#d99a86', '#a9c29a', '#c9a3bd'];
  const fronts = tints.map((tint, at) => {
    const x = at * 244 - 8;
    const fill = mix(tint, p.near, p.night ? 0.5 : 0.12);
    const window = (wx: number) =>
      `<path d="M${wx} 490v-110a28 28 0 0 1 56 0v110z" fill="#3f5a54"/><path d="M${wx + 8} 490v-108a20 20 0 0 1 40 0v108z" fill="${p.lit}"/>
        <path d="M${wx + 28} 360v130M${wx + 4} 430h48" stroke="#3f5a54" stroke-width="5"/>`;
    return `<rect x="${x}" y="300" width="240" height="440" fill="${fill}"/><path d="M${x - 8} 304l22-76h212l22 76z" fill="${roof(
      p,
      '#b5553a',
    )}"/>
      <path d="M${x + 10} 330h220v10h-220z" fill="#fff" opacity=".5"/>${[24, 92, 160].map((at) => window(x + at)).join('')}
      <path d="M${x + 8} 740V560q112-60 224 0v180h-36V600q-76-36-152 0v140z" fill="#f4ead8" opacity=".85"/><path d="M${x + 52}
        740V610q68-30 136 0v130z"
      fill="#4a3226"/><rect x="${x + 90}" y="640" width="60" height="100" fill="${p.lit}" opacity=".75"/><circle cx="${x + 120}"
        cy="586" r="18" fill="#d8453b"/>`;
  });
  return (
    drawSky(p, r) +
    palms(p, r, 520, 3) +
    fronts.join('') +
    `<rect y="740" width="1200" height="60" fill="${mix(p.near, '#8a8078', 0.4)}"/>`
  );
};

export const sightScenes = {
  ...{ stupas, 'snow-peak': snowPeak, 'roller-coaster': coaster, jellyfish, aquarium, lookout },
  ...{ 'cave-temple': caveTemple, shophouses },
};
