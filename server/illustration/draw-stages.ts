// What happens on a stage, each show as itself: dancers around a fire, drums, a cabaret, puppets on water.
import { drawSky } from './draw-backdrop.ts';
import { drawPeople, drawTiers } from './draw-buildings.ts';
import { mix, type Palette } from './mix-colours.ts';
import { crowd, type Draw, roof, sea } from './place-motifs.ts';
import type { Random } from './seed-random.ts';

/** Tongues of fire on a stand. */
function fire(x: number, y: number, size: number): string {
  const flame = (wide: number, tall: number, fill: string) =>
    `<path d="M${x - wide} ${y}q${-wide * 0.4} ${-tall * 0.4} ${wide * 0.4} ${-tall * 0.62}q${wide * 0.1} ${tall * 0.14}
      ${wide * 0.3} ${tall * 0.16}q${wide * 0.1} ${-tall * 0.3} ${wide * 0.5} ${-tall * 0.54}
      q${wide * 1.2} ${tall * 0.5} ${wide * 0.8} ${tall}z" fill="${fill}"/>`;
  return `<circle cx="${x}" cy="${y - size}" r="${size * 3.2}" fill="#ff9a3c" opacity=".16"/>
    <circle cx="${x}" cy="${y - size}" r="${size * 1.9}" fill="#ffb04a" opacity=".22"/>
    ${flame(size, size * 2.4, '#e8542f')}${flame(size * 0.7, size * 1.7, '#f7a02f')}${flame(size * 0.38, size, '#ffe08a')}
    <rect x="${x - size * 1.1}" y="${y - 6}" width="${size * 2.2}" height="22" rx="8" fill="#3a2a22"/>`;
}

/** A dancer who sits with raised arms. */
const chanter = (x: number, y: number, size: number, fill: string) =>
  `<g transform="translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${size.toFixed(2)})"><path d="M-30 0q-4-46 30-52q34 6 30 52z"
    fill="${fill}"/><circle cy="-68" r="15" fill="${fill}"/><path d="M-18-44l-26-52M18-44l26-52" stroke="${fill}" stroke-width="10"
    stroke-linecap="round"/><path d="M-31 0q31-14 62 0v8h-62z" fill="#f1e9dc"/><path d="M-31-2h62" stroke="#c0392f" stroke-width="7"/></g>`;

function chanters(p: Palette): string {
  const skin = mix('#8a5a3c', p.near, 0.25);
  return Array.from({ length: 15 }, (_, at) => {
    const angle = Math.PI * (1.04 + (at / 14) * 0.92);
    return chanter(600 + Math.cos(angle) * 430, 690 + Math.sin(angle) * 170, 0.85 + Math.sin(angle) * -0.1, skin);
  }).join('');
}

const fireDance: Draw = (p, r) =>
  drawSky(p, r) +
  sea(p, r, 470) +
  `<path d="M0 800V300q90-26 190 10q60 20 90 170z" fill="${mix(p.near, '#5a4a3c', 0.4)}"/>` +
  drawTiers(p, 120, 306, 3, 170, roof(p, '#4a342b'), mix('#c78a5a', p.near, 0.2)) +
  `<ellipse cx="600" cy="720" rx="760" ry="190" fill="${mix('#caa271', p.near, 0.35)}"/>` +
  chanters(p) +
  fire(600, 660, 70) +
  drawPeople(r, 830, 20, 90, '#1a1214');

/** The stage of a theatre: its light and its curtains. */
const stage = (back: string, floor: string, curtain: string) =>
  `<rect width="1200" height="800" fill="${back}"/><path d="M300 0L120 640h960L900 0z" fill="#fff" opacity=".06"/>
    <ellipse cx="600" cy="640" rx="620" ry="130" fill="${floor}"/>
    <path d="M0 0h170q-10 420-100 760h-70z" fill="${curtain}"/><path d="M1200 0h-170q10 420 100 760h70z" fill="${curtain}"/>
    <path d="M0 0h1200v60q-150 56-300 0t-300 0t-300 0t-300 0z" fill="${mix(curtain, '#ffffff', 0.14)}"/>`;

/** A cook who strikes: white jacket, tall hat, two sticks in the air. */
const cook = (x: number, y: number, lean: number) =>
  `<g transform="translate(${x} ${y}) rotate(${lean})"><rect x="-46" y="-150" width="92" height="150" rx="30" fill="#f5f3ec"/>
    <path d="M-30-20h60v96h-22v-60h-16v60h-22z" fill="#33363f"/><circle cy="-184" r="34" fill="#e8b88f"/>
    <path d="M-36-200q-26-46 14-56q22-26 44 0q40 10 14 56z" fill="#fff"/><path d="M-40-130l-60-70M40-130l60-70" stroke="#f5f3ec"
    stroke-width="24" stroke-linecap="round"/><path d="M-96-194l-30-80M96-194l30-80" stroke="#8a5a33" stroke-width="9"
    stroke-linecap="round"/><path d="M-14-120h28" stroke="#c8452f" stroke-width="10"/></g>`;

const drum = (x: number, y: number, size: number, fill: string) =>
  `<rect x="${x - size}" y="${y - size * 0.8}" width="${size * 2}" height="${size * 1.5}" rx="${size * 0.18}" fill="${fill}"/>
    <ellipse cx="${x}" cy="${y - size * 0.8}" rx="${size}" ry="${size * 0.3}" fill="#e9eef0"/><ellipse cx="${x}" cy="${y - size * 0.8}"
    rx="${size * 0.72}" ry="${size * 0.2}" fill="#c9d3d7"/>`;

const percussion: Draw = (_p, r) =>
  stage('#1d2638', '#6d5540', '#2f6f73') +
  `<g fill="#c9d3d7">${[300, 420, 780, 900]
    .map(
      (x, at) => `<circle cx="${x}" cy="${150 + (at % 2) * 40}" r="44"/><rect x="${x - 5}"
    y="${190 + (at % 2) * 40}" width="10" height="90" rx="5"/>`,
    )
    .join('')}</g>` +
  [360, 600, 840].map((x, at) => cook(x, 560 - (at % 2) * 30, (at - 1) * 6)).join('') +
  [360, 600, 840].map((x, at) => drum(x, 640, 84, ['#c8452f', '#e3a63a', '#2f8f83'][at] ?? '')).join('') +
  drawPeople(r, 830, 24, 90, '#0d1220');

/** A dancer in a long gown with a fan of feathers. */
const dancer = (x: number, y: number, size: number, gown: string, feather: string) => {
  const feathers = Array.from({ length: 9 }, (_, at) => {
    const turn = -80 + at * 20;
    return `<ellipse cy="-92" rx="17" ry="92" transform="translate(0 -170) rotate(${turn})" fill="${mix(
      feather,
      '#ffffff',
      (at % 2) * 0.25,
    )}"/>`;
  }).join('');
  return `<g transform="translate(${x} ${y}) scale(${size})">${feathers}<path d="M0-190q30 60 22 100q70 70 110 190h-264q40-120 110-190
    q-8-40 22-100z" fill="${gown}"/><path d="M0-90q20 100 40 190h-80q20-90 40-190z" fill="#fff" opacity=".2"/>
    <circle cy="-216" r="28" fill="#e6b48d"/><path d="M-28-220q0-40 28-40t28 40q-28-22-56 0z" fill="#2c1c24"/>
    <path d="M-20-160l-80-40M20-160l80-40" stroke="#e6b48d" stroke-width="15" stroke-linecap="round"/></g>`;
};

const cabaret: Draw = (_p, r) =>
  stage('#2a1140', '#8b4a86', '#b0215a') +
  Array.from(
    { length: 46 },
    () => `<circle cx="${r.between(190, 1010).toFixed(0)}" cy="${r.between(60, 420).toFixed(0)}" r="${r.between(2, 5).toFixed(1)}"
      fill="#ffe9a8" opacity="${r.between(0.4, 0.9).toFixed(1)}"/>`,
  ).join('') +
  `<path d="M250 640q350-90 700 0v40h-700z" fill="#f0c86a"/><path d="M300 610q300-70 600 0v30h-600z" fill="#d8a647"/>` +
  dancer(370, 560, 0.85, '#2f9fb0', '#9fe0e6') +
  dancer(830, 560, 0.85, '#e3703a', '#ffd08a') +
  dancer(600, 550, 1.15, '#d8456b', '#ffb4cf') +
  drawPeople(r, 830, 26, 90, '#12071c');

const puppet = (x: number, y: number, size: number, robe: string) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-46 0q0-96 46-110q46 14 46 110z" fill="${robe}"/><path d="M-46-6h92"
    stroke="#f4c95d" stroke-width="10"/><path d="M-34-70l-40 30M34-70l40-30" stroke="${robe}" stroke-width="20" stroke-linecap="round"/>
    <circle cy="-134" r="32" fill="#f3cfa6"/><circle cx="-11" cy="-136" r="4" fill="#222"/><circle cx="11" cy="-136" r="4" fill="#222"/>
    <path d="M-11-120q11 9 22 0" stroke="#b5382c" stroke-width="4" fill="none"/><path d="M-34-144q4-36 34-36t34 36q-34-16-68 0z"
      fill="#221a1a"/>
    <ellipse cy="6" rx="74" ry="10" fill="#fff" opacity=".35"/></g>`;

/** A dragon that swims: a wave of humps with a head that spits water. */
const dragon = `<g fill="#e3a63a"><path d="M700 590q30-90 80 0zM790 590q36-110 92 0zM620 590q22-60 60 0z"/><path d="M890 590
  q10-120 90-120q54 0 64 40l-50 8q-20 40-24 72z"/><circle cx="1004" cy="492" r="8" fill="#222"/></g>
  <path d="M1040 512q60-60 110 30" stroke="#dff3f5" stroke-width="8" fill="none" stroke-dasharray="4 12" stroke-linecap="round"/>
  <path d="M700 590q30-90 80 0M790 590q36-110 92 0" stroke="#c8452f" stroke-width="8" fill="none"/>`;

const waterPuppets: Draw = (p, r) =>
  `<rect width="1200" height="800" fill="#3a1f1c"/>` +
  drawTiers({ ...p, night: true }, 600, 470, 2, 640, '#a8432f', '#6d2f25') +
  `<path d="M330 470h540v-130q-270-40-540 0z" fill="#1c4a44"/><g stroke="#f0c86a" stroke-width="4" opacity=".7">${Array.from(
    { length: 26 },
    (_, at) => `<path d="M${342 + at * 20.6} 344v124"/>`,
  ).join('')}</g><g transform="translate(0 470)">${reflections(r)}</g>` +
  puppet(230, 590, 0.95, '#2f8f83') +
  puppet(390, 620, 1.15, '#c8452f') +
  puppet(560, 600, 1, '#4a6fa5') +
  dragon +
  crowd({ ...p, near: '#0c0808' }, r, 830, 22);

function reflections(r: Random): string {
  const lines = Array.from(
    { length: 40 },
    () => `<rect x="${r.between(-20, 1150).toFixed(0)}" y="${r.between(10, 320).toFixed(0)}" width="${r.between(30, 130).toFixed(0)}"
      height="4" rx="2" fill="#d8f0d0" opacity="${r.between(0.1, 0.35).toFixed(2)}"/>`,
  ).join('');
  return `<rect width="1200" height="330" fill="#2f6f5c"/><rect width="1200" height="330" fill="#0d2a26" opacity=".25"/>${lines}`;
}

/** Two who box in a ring, with the light on them. */
const boxer = (x: number, side: 1 | -1, shorts: string) =>
  `<g transform="translate(${x} 620) scale(${side} 1)"><path d="M-34 0l-30 110h34l34-80l34 80h34l-26-110z" fill="#a9714a"/>
    <path d="M-44-60h88l14 84h-48l-12-24l-12 24h-48z" fill="${shorts}"/><path d="M-44-60q-12-110 40-124q54 8 52 124z" fill="#b87f55"/>
    <circle cx="14" cy="-218" r="36" fill="#b87f55"/><path d="M-22-222q0-40 36-40t36 36q-36-16-72 4z" fill="#221a1a"/>
    <path d="M-20-236h72" stroke="#f4c95d" stroke-width="8"/><path d="M-24-150q40 60 96-6M30-164q50 30 92-20" stroke="#b87f55"
    stroke-width="28" fill="none" stroke-linecap="round"/><circle cx="84" cy="-160" r="27" fill="${shorts}"/>
    <circle cx="130" cy="-190" r="27" fill="${shorts}"/></g>`;

const boxing: Draw = (_p, r) =>
  `<rect width="1200" height="800" fill="#151b2a"/>` +
  Array.from({ length: 6 }, (_, row) => drawPeople(r, 240 + row * 44, 46, 46, mix('#2c3550', '#5c6a8c', row / 6))).join(
    '',
  ) +
  `<path d="M600-80L180 620h840z" fill="#fff" opacity=".12"/><path d="M90 800l130-170h760l130 170z" fill="#c9a05e"/>
    <g stroke-width="9" fill="none"><path d="M150 470h900" stroke="#d8453b"/><path d="M140 530h920" stroke="#f4f1ea"/>
    <path d="M130 590h940" stroke="#3a6ea8"/></g><rect x="130" y="430" width="22" height="240" fill="#3a4258"/>
    <rect x="1048" y="430" width="22" height="240" fill="#3a4258"/>` +
  boxer(470, 1, '#c0342c') +
  boxer(730, -1, '#2a5fa0');

export const stageScenes = {
  'fire-dance': fireDance,
  percussion,
  cabaret,
  'water-puppets': waterPuppets,
  stadium: boxing,
};
