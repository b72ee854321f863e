// What is eaten and drunk, each as itself: sushi on a counter, meat on a grill, tea, a hawker's cart.
import { drawChopsticks, drawPlate, drawTable } from './draw-objects.ts';
import { mix } from './mix-colours.ts';
import { crowd, type Draw, roof, street } from './place-motifs.ts';

/** One piece on its rice, seen from the side. */
const nigiri = (x: number, y: number, fish: string, striped: boolean) =>
  `<g transform="translate(${x} ${y})"><ellipse cx="4" cy="46" rx="100" ry="16" fill="#000" opacity=".22"/><rect x="-84" y="-8" width="168"
    height="54" rx="26" fill="#fbf8ef"/><path d="M-98 10q4-56 98-60q94 4 98 60q-30-22-98-22t-98 22z" fill="${fish}"/>
    ${striped ? '<path d="M-60-22l26 14M-20-36l28 22M24-38l28 26" stroke="#fff" stroke-width="6" opacity=".7"/>' : ''}
    <path d="M-70-18q60-30 120-14" stroke="#fff" stroke-width="6" opacity=".35" fill="none" stroke-linecap="round"/></g>`;

const roll = (x: number, y: number, filling: string) =>
  `<g transform="translate(${x} ${y})"><ellipse cx="3" cy="40" rx="54" ry="14" fill="#000" opacity=".22"/><rect x="-48" y="-34" width="96"
    height="72" rx="14" fill="#1f2a26"/><ellipse cy="-34" rx="48" ry="24" fill="#1f2a26"/><ellipse cy="-34" rx="40" ry="19" fill="#fbf8ef"/>
    <ellipse cy="-34" rx="18" ry="9" fill="${filling}"/></g>`;

const sushi: Draw = (_p, r) =>
  drawTable(r, '#b98a5c') +
  `<rect x="130" y="250" width="940" height="380" rx="26" fill="#2c3a3c"/><rect x="150" y="268" width="900" height="344" rx="18"
    fill="#36474a"/>` +
  nigiri(310, 370, '#f07f5c', true) +
  nigiri(560, 370, '#c9303c', false) +
  nigiri(810, 370, '#f3d9a4', true) +
  [260, 390, 520].map((x, at) => roll(x, 540, ['#f07f5c', '#8fb84f', '#e9c24f'][at] ?? '')).join('') +
  nigiri(720, 530, '#f4a58f', true) +
  `<path d="M880 560q14-66 70-62q50 4 54 62z" fill="#9dc46a"/><path d="M960 410q34-40 70-8q26 34-8 62q-50 10-62-54z" fill="#f6c3c0"/>` +
  drawChopsticks(700, 800) +
  `<circle cx="1010" cy="150" r="84" fill="#f4efe4"/><circle cx="1010" cy="150" r="62" fill="#3a1d14"/>`;

const slice = (x: number, y: number, turn: number, fill: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-62" y="-24" width="124" height="48" rx="18" fill="${fill}"/>
    <path d="M-44-24v48M-8-24v48M28-24v48" stroke="#3b1710" stroke-width="7" opacity=".55"/><path d="M-58 12q60 10 116 0"
    stroke="#f6d7c0" stroke-width="8" fill="none"/></g>`;

const barbecue: Draw = (_p, r) =>
  drawTable(r, '#4a3a34') +
  drawPlate(r, 150, 230, 110, false) +
  drawPlate(r, 1060, 250, 120, false) +
  drawPlate(r, 170, 620, 130, false) +
  `<circle cx="600" cy="440" r="330" fill="#1d1f22"/><circle cx="600" cy="440" r="300" fill="#6e2a17"/><circle cx="600" cy="440" r="300"
    fill="url(#coal)"/><defs><radialGradient id="coal"><stop stop-color="#ffcf6b"/><stop offset=".5" stop-color="#f07a2c"/><stop offset="1"
    stop-color="#7a2413"/></radialGradient></defs><g stroke="#23262a" stroke-width="10">${Array.from(
      { length: 13 },
      (_, at) => {
        const half = Math.sqrt(300 ** 2 - (at * 46 - 276) ** 2);
        return `<path d="M${(600 - half).toFixed(0)} ${164 + at * 46}h${(half * 2).toFixed(0)}"/>`;
      },
    ).join('')}</g>` +
  [
    [470, 320, -18, '#a4452f'],
    [650, 300, 12, '#8c3524'],
    [780, 400, -30, '#b85a3c'],
    [520, 440, 22, '#8c3524'],
    [660, 470, -8, '#a4452f'],
    [450, 560, -26, '#b85a3c'],
    [610, 600, 14, '#a4452f'],
    [770, 560, 30, '#8c3524'],
  ]
    .map(([x, y, turn, fill]) => slice(Number(x), Number(y), Number(turn), String(fill)))
    .join('') +
  `<path d="M860 800l-130-330M930 800l-130-350" stroke="#c9d3d7" stroke-width="14" stroke-linecap="round"/>
    <g fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".2"><path d="M520 260q-40-60 0-120t0-120"/>
    <path d="M660 250q-40-60 0-120t0-120"/></g>`;

const tea: Draw = (_p, r) =>
  `<rect width="1200" height="800" fill="#d9cfae"/><g fill="#c6ba93">${Array.from(
    { length: 27 },
    (_, at) => `<rect y="${at * 30}"
    width="1200" height="3"/>`,
  ).join('')}</g><rect width="1200" height="300" fill="#efe7d3"/><g fill="none" stroke="#8a6a45"
    stroke-width="10"><path d="M0 300h1200M150 0v300M450 0v300M750 0v300M1050 0v300M0 150h1200"/></g>
    <circle cx="600" cy="150" r="118" fill="#a9c4a0"/><path d="M520 190q80-120 160 0z" fill="#6f9a6a"/>` +
  `<ellipse cx="470" cy="690" rx="270" ry="46" fill="#000" opacity=".16"/><path d="M230 430h480q-6 250-150 262h-180q-144-12-150-262z"
    fill="#3f4a4b"/><ellipse cx="470" cy="430" rx="240" ry="56" fill="#566364"/><ellipse cx="470" cy="434" rx="212" ry="44" fill="#7fae4f"/>
    <ellipse cx="440" cy="426" rx="120" ry="18" fill="#a9cf78" opacity=".8"/><path d="M250 520q220 60 440 0" stroke="#c98a4f"
    stroke-width="8" fill="none" opacity=".7"/>` +
  `<g transform="translate(880 600)"><path d="M-34-190h68l14 96h-96z" fill="#d7b878"/><g stroke="#c29c55" stroke-width="5">${Array.from(
    { length: 15 },
    (_, at) => `<path d="M${-40 + at * 5.7} -94Q${-90 + at * 12.8} 0 ${-70 + at * 10} 86"/>`,
  ).join('')}</g><rect x="-40" y="-104" width="80" height="16" rx="6" fill="#3d3a36"/></g>` +
  `<g transform="translate(1060 640)"><ellipse rx="92" ry="26" fill="#8f5b3a"/>${[
    [-34, -18, '#f3b7c2'],
    [32, -20, '#a9cf78'],
    [0, -44, '#fbf8ef'],
  ]
    .map(([x, y, fill]) => `<circle cx="${x}" cy="${y}" r="30" fill="${fill}"/>`)
    .join('')}</g>` +
  Array.from(
    { length: 7 },
    () =>
      `<path d="M${r.between(40, 1160).toFixed(0)} ${r.between(330, 780).toFixed(0)}q16-22 34-6q-6 24-34 6z" fill="#f0a9b8" opacity=".8"/>`,
  ).join('');

const hawker: Draw = (p, r) =>
  street(p, r) +
  crowd(p, r, 720, 9) +
  `<ellipse cx="600" cy="744" rx="330" ry="24" fill="#000" opacity=".25"/><path d="M250 330l350-130l350 130z" fill="${roof(p, '#d8453b')}"/>
    <path d="M250 330h700v34q-44 40-87.500 0q-44 40-87.500 0q-44 40-87.500 0q-44 40-87.500 0q-44 40-87.500 0q-44 40-87.500 0q-44 40-87.500 0
    q-44 40-87.500 0z" fill="#f4ead2"/><rect x="296" y="364" width="12" height="320" fill="#5a4436"/><rect x="892" y="364" width="12"
    height="320" fill="#5a4436"/><rect x="280" y="540" width="640" height="150" rx="12" fill="${mix('#2f8f83', p.near, 0.25)}"/>
    <rect x="266" y="524" width="668" height="24" rx="8" fill="#d9c49a"/><circle cx="390" cy="706" r="48" fill="#2b2520"/><circle cx="390"
    cy="706" r="18" fill="#a58f76"/><circle cx="810" cy="706" r="48" fill="#2b2520"/><circle cx="810" cy="706" r="18" fill="#a58f76"/>` +
  `<path d="M480 470h240q-10 60-120 62q-110-2-120-62z" fill="#24282b"/><path d="M716 476l90-46" stroke="#24282b" stroke-width="16"
    stroke-linecap="round"/><path d="M496 470q30-44 60-10q20-50 54-6q34-46 92 16z" fill="#e9b44c"/><g fill="#d8563f"><circle cx="548"
    cy="462" r="10"/><circle cx="624" cy="452" r="11"/><circle cx="668" cy="464" r="9"/></g>
    <g stroke="#fff" stroke-width="14" fill="none" stroke-linecap="round" opacity=".4"><path d="M550 430q-26-34 0-66"/>
    <path d="M610 424q-26-34 0-70"/><path d="M666 430q-26-34 0-66"/></g>` +
  [340, 390, 440, 770, 830, 880]
    .map(
      (x, at) =>
        `<circle cx="${x}" cy="${508 - (at % 2) * 6}" r="22" fill="${
          ['#7ea04d', '#e9b44c', '#d8563f', '#f1d4a5', '#b8506a', '#7ea04d'][at]
        }"/>`,
    )
    .join('') +
  `<circle cx="600" cy="300" r="22" fill="${p.lit}"/><circle cx="600" cy="300" r="60" fill="${p.lit}" opacity=".25"/>`;

export const mealScenes = { sushi, barbecue, tea, hawker };
