// Journeys, each as itself: trains in town and by night, a funicular, cruises on rivers and canals, a lagoon, a van at the airport.
import { drawRidge, drawSky, drawTrees } from './draw-backdrop.ts';
import { drawLanterns, drawSkyline, drawSpire, drawTiers } from './draw-buildings.ts';
import { drawPlane, drawTrain } from './draw-vehicles.ts';
import { mix, type Palette } from './mix-colours.ts';
import { colours, type Draw, houses, land, palms, roof, sea, wall } from './place-motifs.ts';

/** On a viaduct, before a castle and the town. */
const cityTrain: Draw = (p, r) =>
  drawSky(p, r) +
  drawSkyline(p, r, 600, 200) +
  drawTiers(p, 880, 520, 4, 250, roof(p, '#3f5a63'), wall(p)) +
  drawTrees(p, r, 600, 22, 90) +
  drawTrain(p, 560, '#2a6fb0') +
  `<rect y="572" width="1200" height="40" fill="${mix(p.near, '#b9bdb9', 0.6)}"/><g fill="${mix(p.near, '#a5aaa6', 0.5)}">${[
    60, 300, 540, 780, 1020,
  ]
    .map((x) => `<path d="M${x} 612h120l-24 60v140h-72V672z"/>`)
    .join('')}</g>` +
  drawTrees(p, r, 800, 16, 80);

const nightTrain: Draw = (p, r) => {
  const car = (x: number) =>
    `<rect x="${x}" y="470" width="470" height="150" rx="16" fill="#2c6a4f"/><rect x="${x}" y="566" width="470" height="14"
      fill="#e3a63a"/>${[0, 1, 2, 3, 4]
        .map(
          (
            at,
          ) => `<rect x="${x + 24 + at * 88}" y="494" width="66" height="56" rx="8" fill="${p.lit}"/><path d="M${x + 24 + at * 88}
          496h22v50h-22z"
        fill="#b5553a" opacity=".8"/><path d="M${x + 50 + at * 88} 540h40" stroke="#8a5a33" stroke-width="8"/>`,
        )
        .join(
          '',
        )}<g fill="#161d20">${[70, 130, 340, 400].map((at) => `<circle cx="${x + at}" cy="632" r="22"/>`).join('')}</g>`;
  return (
    drawSky(p, r) +
    land(p, r, 500, 0.5, 230) +
    sea(p, r, 660) +
    [-300, 184, 668].map(car).join('') +
    `<path d="M1150 470h70v150h-70z" fill="#2c6a4f"/><rect y="652" width="1200" height="14" fill="#565f63"/><path d="M0 666h1200l-20 40H20z"
      fill="${mix(p.near, '#3c4640', 0.5)}"/>` +
    palms(p, r, 820, 3)
  );
};

/** One car on a steep track, and the town below. */
const funicular: Draw = (p, r) => {
  const windows = [0, 1, 2, 3]
    .map((at) => `<rect x="${-130 + at * 68}" y="-96" width="54" height="58" rx="8" fill="#cfe6ee"/>`)
    .join('');
  return (
    drawSky(p, r) +
    drawSkyline(p, r, 720, 120) +
    sea(p, r, 700) +
    `<path d="M220 800L1240 60v740z" fill="${mix('#4f7a4a', p.near, 0.25)}"/>` +
    `<path d="M120 800L1240 -8" stroke="#8b8f8a" stroke-width="44"/><path d="M106 796L1226 -12M146 806L1266 -2" stroke="#3b4449"
      stroke-width="7"/>
      <g transform="translate(640 410) rotate(-36)"><path d="M-160 0v-110q0-20 20-20h280q20 0 20 20V0z" fill="#c8342c"/><rect x="-160"
        y="-30"
      width="320" height="14" fill="#f4ead8"/>${windows}<rect x="-150" y="0" width="300" height="18" rx="8" fill="#2b3439"/></g>`
  );
};

/** A tower on its hill, with a cable car that leads there. */
const hillTower: Draw = (p, r) => {
  const steel = mix('#e9eef0', p.near, 0.3);
  const cabin = (x: number, y: number, size: number) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><path d="M0-60v30" stroke="#2b3439" stroke-width="6"/><rect x="-54" y="-32"
      width="108"
      height="78" rx="18" fill="#f4f5f2"/><rect x="-44" y="-20" width="88" height="34" rx="8" fill="${p.lit}"/><rect x="-54" y="22"
        width="108"
      height="8" fill="#c8452f"/></g>`;
  return (
    drawSky(p, r) +
    drawSkyline(p, r, 700, 260) +
    `<path d="M120 800q180-330 420-400q60-16 130 0q260 60 420 400z" fill="${mix('#4f7a4f', p.near, 0.35)}"/>` +
    drawTrees(p, r, 640, 14, 90) +
    `<path d="M584 410l10-190h32l10 190z" fill="${steel}"/><path d="M556 226q54-30 108 0l-10 34h-88z" fill="${steel}"/><rect x="560"
      y="200" width="100"
      height="26" rx="10" fill="${steel}"/><rect x="560" y="234" width="100" height="9" fill="${p.lit}"/><path d="M604 200l4-150h4l4 150z"
      fill="#c8452f"/><path d="M-20 700L604 330" stroke="#2b3439" stroke-width="5"/>` +
    cabin(150, 656, 1.15) +
    cabin(400, 500, 0.75) +
    drawTrees(p, r, 800, 24, 120)
  );
};

const airportVan: Draw = (p, r) => {
  const glass = p.night ? p.lit : '#cfe6ee';
  return (
    drawSky(p, r) +
    drawPlane(860, 190, 0.9) +
    `<path d="M-20 560V330q320-120 640-60t620-40v330z" fill="${mix('#e8edef', p.near, 0.2)}"/><g fill="${mix(
      '#9fc3d0',
      p.near,
      0.15,
    )}">${Array.from({ length: 10 }, (_, at) => `<rect x="${at * 124}" y="390" width="104" height="170"/>`).join(
      '',
    )}</g>` +
    palms(p, r, 600, 4) +
    `<rect y="560" width="1200" height="240" fill="${mix(p.near, '#8b9499', 0.55)}"/><path d="M0 770h1200" stroke="#fff" stroke-width="8"
      stroke-dasharray="70 50"/><ellipse cx="560" cy="724" rx="330" ry="20" fill="#000" opacity=".22"/><path d="M250 700V500q0-40 40-40h380
      q60 6 110 100l80 20q30 10 30 40v80z" fill="#f6f7f6"/><path d="M250 620h638" stroke="#0f766e" stroke-width="18"/><g
        fill="${glass}"><rect x="276"
      y="484" width="110" height="84" rx="10"/><rect x="402" y="484" width="110" height="84" rx="10"/><rect x="528" y="484"
        width="110" height="84"
      rx="10"/><path d="M654 484h20q40 8 78 84h-98z"/></g><g fill="#1d262b"><circle cx="370" cy="702" r="46"/><circle cx="760"
        cy="702" r="46"/></g>
      <g fill="#aab4b8"><circle cx="370" cy="702" r="20"/><circle cx="760" cy="702" r="20"/></g><g transform="translate(980
        700)"><rect x="-36" y="-110"
      width="72" height="110" rx="10" fill="#d8563f"/><path d="M-16-110v-40h32v40" stroke="#3b4449" stroke-width="7"
        fill="none"/><rect x="50" y="-76"
      width="56" height="76" rx="9" fill="#3a6ea8"/></g>`
  );
};

const cruiser = (p: Palette, x: number, y: number, lit: string) =>
  `<ellipse cx="${x}" cy="${y + 26}" rx="400" ry="18" fill="#000" opacity=".2"/><path d="M${x - 380} ${y - 40}h760l-70 66h-620z"
    fill="#6d2f25"/>
    <path d="M${x - 380} ${y - 40}h760l-10 12h-740z" fill="#f4d06a"/><rect x="${x - 330}" y="${y - 130}" width="620" height="90"
      fill="${mix('#f4ead8', p.near, 0.3)}"/>
    <rect x="${x - 280}" y="${y - 206}" width="500" height="76" fill="${mix('#f4ead8', p.near, 0.4)}"/><path d="M${x - 310} ${
      y - 206
    }q260-60 560 0z"
    fill="#8d3b33"/><g fill="${lit}">${Array.from(
      { length: 11 },
      (_, at) => `<rect x="${x - 312 + at * 54}" y="${y - 112}" width="36"
      height="46" rx="6"/>`,
    ).join('')}
    ${Array.from({ length: 9 }, (_, at) => `<rect x="${x - 264 + at * 54}" y="${y - 190}" width="36" height="40" rx="6"/>`).join('')}
    ${Array.from(
      { length: 16 },
      (_, at) => `<circle cx="${x - 330 + at * 44}" cy="${y - 222 - Math.sin((at / 15) * 3.14) * 40}"
      r="6"/>`,
    ).join('')}</g>`;

const dinnerCruise: Draw = (p, r) => {
  const prang = (x: number, size: number) =>
    `<g fill="${mix('#d3a23f', p.near, 0.25)}" transform="translate(${x} 560) scale(${size})"><path d="M-150 0l20-60h260l20
      60zM-110-60l14-50h192l14 50z
      M-70-110q10-170 46-230q14-20 24-90q10 70 24 90q36 60 46 230z"/><g fill="${p.lit}" opacity=".8"><circle cx="-70" cy="-30"
        r="9"/><circle cx="0"
      cy="-30" r="9"/><circle cx="70" cy="-30" r="9"/><circle cx="-30" cy="-84" r="7"/><circle cx="30" cy="-84" r="7"/></g></g>`;
  return (
    drawSky(p, r) +
    drawSkyline(p, r, 570, 140) +
    prang(250, 0.95) +
    prang(90, 0.5) +
    prang(420, 0.5) +
    sea(p, r, 560) +
    cruiser(p, 660, 680, p.lit)
  );
};

/** Three towers with a ship on top, a giant flower, and a bumboat. */
const marina: Draw = (p, r) => {
  const pale = mix('#dfe6e8', p.near, 0.35);
  return (
    drawSky(p, r) +
    drawSkyline(p, r, 590, 230) +
    `<g fill="${pale}">${[700, 830, 960].map((x) => `<path d="M${x - 40} 590l16-270h52l20 270z"/>`).join('')}<path d="M630 296q200-30
      440 6l-30 22H660z"/></g>
      <g stroke="${p.lit}" stroke-width="4" opacity=".7">${[700, 830, 960]
        .flatMap((x) => [360, 410, 460, 510, 560].map((y) => `<path d="M${x - 26} ${y}h62"/>`))
        .join('')}</g><g fill="${mix('#f4f1ea', p.near, 0.15)}">${[-70, -44, -18, 18, 44, 70]
        .map((turn) => `<ellipse cx="480" cy="530" rx="20" ry="74" transform="rotate(${turn} 480 590)"/>`)
        .join('')}</g>` +
    sea(p, r, 590) +
    `<ellipse cx="420" cy="722" rx="260" ry="14" fill="#000" opacity=".16"/><path d="M160 640q40 14 80 14h340q50 0 90-40q-10 100-90
      104H260q-80-6-100-78z"
      fill="#7a3b2e"/><path d="M160 640q40 14 80 14h340q50 0 90-40v16q-40 40-90 40H240q-50 0-76-14z" fill="#2f8f83"/><rect x="250"
        y="560" width="310"
      height="14" rx="6" fill="#c8452f"/><g stroke="#5a3a2a" stroke-width="8">${[260, 350, 450, 550]
        .map(
          (x) => `<path d="M${x}
        572v84"/>`,
        )
        .join('')}</g>
      <circle cx="626" cy="660" r="14" fill="#fff"/><circle cx="629" cy="660" r="6" fill="#222"/><g fill="#d8453b">${[
        290, 340, 400, 470, 520,
      ]
        .map((x) => `<ellipse cx="${x}" cy="592" rx="12" ry="14"/>`)
        .join('')}</g>`
  );
};

/** Between painted houses. */
const canal: Draw = (p, r) =>
  drawSky(p, r) +
  houses(p, r, 520, colours) +
  `<rect y="510" width="1200" height="26" fill="${mix('#a59a8a', p.near, 0.4)}"/>` +
  sea(p, r, 536) +
  `<path d="M40 540Q230 420 420 540" fill="none" stroke="${mix('#d9c9ab', p.near, 0.35)}" stroke-width="30"/><path d="M40 506Q230 386
    420 506" fill="none"
    stroke="#c8452f" stroke-width="8"/>` +
  drawLanterns(r, 210, 12, 22) +
  `<ellipse cx="720" cy="716" rx="300" ry="16" fill="#000" opacity=".2"/><path d="M440 640h570l-60 70H500z" fill="#e9eef0"/><path
    d="M440 640h570l-14 18H454z"
    fill="#d8453b"/><path d="M480 560q240-40 480 0v14H480z" fill="#2f6f73"/><g stroke="#3b4449" stroke-width="7">${[
      500, 620, 740, 860, 940,
    ]
      .map((x) => `<path d="M${x} 572v70"/>`)
      .join('')}</g><g fill="#20282c">${[550, 590, 670, 710, 790, 830, 900]
      .map((x) => `<circle cx="${x}" cy="606" r="14"/><path d="M${x - 19} 644q0-26 19-26t19 26z"/>`)
      .join('')}</g>` +
  drawSpire(1090, 520, 34, 150, roof(p, '#d3a23f'));

/** Cliffs around clear water, and a speedboat. */
const lagoon: Draw = (p, r) => {
  const cliff = (path: string, far: number) =>
    `<path d="${path}" fill="${mix(mix('#c9b89a', p.near, 0.2), p.sky[2], far)}"/>`;
  const green = (path: string) => `<path d="${path}" fill="${mix('#4f8a55', p.near, 0.15)}"/>`;
  return (
    drawSky(p, r) +
    sea(p, r, 500) +
    cliff('M480 510q-10-190 60-230q50-30 90 20q60 20 70 210z', 0.45) +
    cliff('M-20 540V150q90-80 190-40q120 20 150 170q60 60 70 260z', 0.1) +
    green('M-20 300V150q90-80 190-40q120 20 150 170q10 30 20 60q-60-40-110-20q-60-70-120-20q-70-40-130 0z') +
    cliff('M1220 560V90q-110-60-190 10q-110 30-130 190q-60 70-70 270z', 0.1) +
    green('M1220 270V90q-110-60-190 10q-110 30-130 190q-10 30-24 60q70-50 120-20q60-80 110-30q70-40 114-30z') +
    `<path d="M0 560q600-60 1200 0v240H0z" fill="#3fc3bd" opacity=".45"/>` +
    drawRidge(r, 745, 10, 0, mix('#f3e2ba', p.near, 0.06)) +
    `<path d="M380 690q-120 20-240 60q140-10 260-30z" fill="#fff" opacity=".55"/><path d="M370 640h330q70-4 140-44q-20 96-120
      110H440q-60-10-70-66z"
      fill="#fbfcfc"/><path d="M370 640h330q70-4 140-44l-6 24q-60 40-134 40H378z" fill="#2a6fb0"/><path d="M480 600h150l50 40H470z"
        fill="#35566a"/>
      <path d="M450 560h210l16 14H444z" fill="#f4f5f2"/><path d="M470 574v66M640 574v40" stroke="#8b9499" stroke-width="7"/><rect
        x="352" y="620" width="28"
      height="54" rx="8" fill="#2b3439"/>`
  );
};

export const journeyScenes = {
  ...{ 'city-train': cityTrain, 'night-train': nightTrain, funicular, 'hill-tower': hillTower },
  ...{ 'airport-van': airportVan, 'dinner-cruise': dinnerCruise, marina, canal, lagoon },
};
