// The parts of the picture for each kind of place and thing: backdrop, motif, foreground.

import type { SceneKind } from '../../domain/pictures/scene-kinds.ts';
import { drawHills, drawRidge, drawSky, drawTrees } from './draw-backdrop.ts';
import {
  drawBlock,
  drawBridge,
  drawDome,
  drawGate,
  drawLanterns,
  drawPeople,
  drawSkyline,
  drawSpire,
  drawStalls,
  drawTiers,
  drawTwinTowers,
} from './draw-buildings.ts';
import { journeyScenes } from './draw-journeys.ts';
import { mealScenes } from './draw-meals.ts';
import {
  drawCardSign,
  drawChopsticks,
  drawElephant,
  drawPlate,
  drawRides,
  drawSpa,
  drawTable,
  drawUnderwater,
} from './draw-objects.ts';
import { outingScenes } from './draw-outings.ts';
import { sightScenes } from './draw-sights.ts';
import { stageScenes } from './draw-stages.ts';
import { drawBoat, drawBus, drawCableCars, drawCar, drawPlane, drawTrain } from './draw-vehicles.ts';
import { mix } from './mix-colours.ts';
import {
  city,
  colours,
  cone,
  crowd,
  type Draw,
  ground,
  hall,
  houses,
  karsts,
  land,
  palms,
  roof,
  sea,
  shore,
  street,
  terraces,
  wall,
} from './place-motifs.ts';

export const scenes: Record<SceneKind, Draw> = {
  ...stageScenes,
  ...mealScenes,
  ...sightScenes,
  ...outingScenes,
  ...journeyScenes,
  skyline: city,
  'twin-towers': (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 690, 240) +
    drawTwinTowers(p, 600, 690) +
    drawTrees(p, r, 770, 26, 70) +
    `<rect y="762" width="1200" height="40" fill="${p.near}"/>`,
  temple: (p, r) =>
    drawSky(p, r) +
    land(p, r, 570) +
    ground(p, r) +
    [330, 470, 870, 740].map((x, at) => drawSpire(x, 690, 70, 210 + at * 22, roof(p, '#d3a23f'))).join('') +
    drawSpire(600, 700, 130, 420, roof(p, '#e0b04a')) +
    drawTrees(p, r, 740, 8, 80),
  pagoda: hall(5, 300, '#8d3b33'),
  mosque: (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 640, 170) +
    sea(p, r, 640) +
    drawDome(600, 650, 120, mix('#f1ece0', p.near, p.night ? 0.5 : 0.12), p.lit),
  beach: (p, r) => shore(p, r) + palms(p, r, 730, 5),
  island: (p, r) =>
    drawSky(p, r) +
    sea(p, r, 470) +
    karsts(p, r, 480) +
    drawBoat(p, r.between(420, 760), 680, 230, false) +
    palms(p, r, 800, 2),
  mountain: (p, r) => drawSky(p, r) + land(p, r, 520, 0.9, 330) + ground(p, r, 650) + drawTrees(p, r, 720, 26, 80),
  volcano: (p, r) =>
    drawSky(p, r) +
    land(p, r, 600, 0.2, 60) +
    cone(p, 640, 640, 420, 400, mix('#f2c29b', p.near, 0.2)) +
    ground(p, r, 650) +
    crowd(p, r, 760, 5),
  waterfall: (p, r) =>
    drawSky(p, r) +
    land(p, r, 380, 0.5, 160) +
    `<path d="M520 330q90 -14 170 0l34 350h-240z" fill="${mix('#ffffff', p.water[0], 0.25)}"/>` +
    drawTrees(p, r, 660, 30, 150) +
    sea(p, r, 670),
  'rice-terrace': (p, r) => drawSky(p, r) + land(p, r, 420, 0.2, 130) + terraces(p, r) + palms(p, r, 700, 3),
  'old-town': (p, r) => street(p, r) + drawLanterns(r, 250, 9, 24) + crowd(p, r),
  palace: hall(2, 620, '#b5763a'),
  castle: hall(4, 420, '#3f5a63'),
  'theme-park': (p, r) =>
    drawSky(p, r) + land(p, r, 620, 0.1, 60) + drawRides(p) + ground(p, r, 720) + crowd(p, r, 790),
  zoo: (p, r) =>
    drawSky(p, r) +
    land(p, r, 520) +
    drawTrees(p, r, 640, 20, 150) +
    ground(p, r, 640) +
    drawElephant(520, 740, 1.35, mix('#7d868a', p.near, 0.2)) +
    drawElephant(860, 746, 0.8, mix('#8d9699', p.near, 0.2)),
  garden: (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 640, 170) +
    [250, 460, 700, 930]
      .map(
        (x) =>
          `<path d="M${x} 700q-8 -220 -${90} -${r.between(300, 380).toFixed(0)}
            q90 40 100 130q10 -110 110 -150q-92 120 -96 400z" fill="${mix('#8b4d72', p.near, p.night ? 0.25 : 0.1)}"/>`,
      )
      .join('') +
    drawTrees(p, r, 740, 40, 70) +
    ground(p, r, 730),
  tower: (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 680, 220) +
    `<path d="M572 690l18 -430h20l18 430z" fill="${mix('#e9eef0', p.near, 0.3)}"/><ellipse cx="600" cy="300" rx="58"
      ry="26" fill="${mix('#dfe6e8', p.near, 0.25)}"/><rect x="548" y="294" width="104" height="10" fill="${p.lit}"/>
      <rect x="596" y="110" width="8" height="160" fill="${mix('#e9eef0', p.near, 0.3)}"/>` +
    drawTrees(p, r, 740, 30, 70) +
    ground(p, r, 730),
  bridge: (p, r) => drawSky(p, r) + drawSkyline(p, r, 600, 260) + sea(p, r, 600) + drawBridge(p, 560),
  river: (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 580, 240) +
    [300, 860].map((x) => drawSpire(x, 585, 46, 190, roof(p, '#d3a23f'))).join('') +
    sea(p, r, 580) +
    drawBoat(p, 600, 710, 330, false),
  'karst-bay': (p, r) => drawSky(p, r) + sea(p, r, 470) + karsts(p, r, 485) + drawBoat(p, 560, 700, 300, true),
  snow: (p, r) =>
    drawSky(p, r) +
    drawHills({ ...p, near: mix(p.near, '#dce8f0', 0.75), far: '#eef4f8' }, r, 520, 0.9, 320) +
    drawRidge(r, 640, 40, 0, '#f4f8fb') +
    drawTrees({ ...p, near: '#35535a' }, r, 700, 14, 100) +
    crowd(p, r, 760, 5),
  market: (p, r) =>
    drawSky(p, r) +
    houses(p, r, 560, colours) +
    `<rect y="560" width="1200" height="240" fill="${mix(p.near, '#8a7d70', 0.5)}"/>` +
    drawStalls(p, r, 680) +
    crowd(p, r, 800),
  'night-market': (p, r) =>
    drawSky(p, r) +
    houses(p, r, 540, colours) +
    `<rect y="540" width="1200" height="260" fill="${mix(p.near, '#3b3030', 0.5)}"/>` +
    drawLanterns(r, 190, 10, 24) +
    drawStalls(p, r, 680) +
    crowd(p, r, 800, 20),
  theatre: (p, r) =>
    `<rect width="1200" height="800" fill="#2a1220"/><ellipse cx="600" cy="560" rx="520" ry="150" fill="#e8b25a" opacity=".35"/>` +
    drawTiers(p, 600, 560, 3, 360, '#a8482f', '#e9c98f') +
    crowd(p, r, 640, 7) +
    `<path d="M0 0h230q-20 420 -110 800h-120z" fill="#a3212f"/><path d="M1200 0h-230q20 420 110 800h120z"
      fill="#a3212f"/><path d="M0 0h1200v70q-150 60 -300 0t-300 0t-300 0t-300 0z" fill="#c02c3a"/>` +
    drawPeople(r, 830, 26, 110, '#14080f'),
  food: (_, r) =>
    drawTable(r, '#6a4a35') +
    drawPlate(r, 430, 430, 260, false) +
    drawPlate(r, 900, 280, 170, true) +
    drawPlate(r, 920, 620, 140, false) +
    drawChopsticks(690, 760),
  noodles: (_, r) =>
    drawTable(r, '#40535a') +
    drawPlate(r, 600, 410, 310, true) +
    drawChopsticks(720, 720) +
    drawPlate(r, 190, 620, 120, false),
  spa: (_, r) =>
    `<rect width="1200" height="800" fill="#dfe9df"/><ellipse cx="600" cy="720" rx="640" ry="130" fill="#a9c4b4"/>` +
    drawSpa(r),
  diving: (_, r) =>
    drawUnderwater(r) +
    `<g transform="translate(640 330) rotate(18)" fill="#0d2533"><ellipse rx="150" ry="36"/>
      <circle cx="176" cy="-8" r="38"/><path d="M-140 -10l-170 -40l20 46zM-140 12l-160 60l34 -54z"/>
      <rect x="-60" y="-64" width="130" height="34" rx="16" fill="#f0a03c"/></g>`,
  golf: (p, r) =>
    drawSky(p, r) +
    land(p, r, 520, 0.1, 90) +
    sea(p, r, 520) +
    drawRidge(r, 600, 46, 0, mix('#7fb24f', p.near, 0.15)) +
    drawRidge(r, 690, 30, 0, mix('#93c45e', p.near, 0.1)) +
    `<path d="M800 690V460" stroke="#fff" stroke-width="6"/><path d="M803 460l96 34l-96 34z" fill="#d8453b"/>
      <ellipse cx="800" cy="694" rx="26" ry="7" fill="#2c4a2a"/>` +
    palms(p, r, 700, 3),
  hiking: (p, r) =>
    drawSky(p, r) +
    land(p, r, 480, 0.8, 280) +
    drawRidge(r, 620, 120, 0.1, mix(p.near, '#5a7d55', 0.4)) +
    drawTrees(p, r, 680, 22, 90) +
    crowd(p, r, 780, 4),
  train: (p, r) =>
    drawSky(p, r) +
    land(p, r, 520, 0.3, 190) +
    sea(p, r, 560) +
    drawTrain(p, 690, '#0f766e') +
    `<rect y="704" width="1200" height="100" fill="${mix(p.near, '#8a7d70', 0.3)}"/>`,
  ferry: (p, r) => drawSky(p, r) + land(p, r, 520, 0.3, 150) + sea(p, r, 520) + drawBoat(p, 600, 690, 520, false),
  bus: (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 620, 330) +
    drawTrees(p, r, 660, 18, 80) +
    `<rect y="650" width="1200" height="150" fill="${mix(p.near, '#7b8488', 0.5)}"/>` +
    drawBus(p, 600, 730, 470, '#c8452f'),
  'cable-car': (p, r) => drawSky(p, r) + land(p, r, 500, 0.7, 240) + drawTrees(p, r, 800, 30, 150) + drawCableCars(p),
  car: (p, r) =>
    drawSky(p, r) +
    land(p, r, 540, 0.3, 190) +
    ground(p, r, 600) +
    `<path d="M-20 800q420 -190 640 -200q260 4 620 60v140z" fill="${mix(p.near, '#6d7478', 0.6)}"/>` +
    drawCar(p, 560, 750, 420, '#f2f4f3') +
    palms(p, r, 650, 3),
  airport: (p, r) =>
    drawSky(p, r) +
    drawSkyline(p, r, 660, 120) +
    `<rect y="640" width="1200" height="160" fill="${mix(p.near, '#8b9499', 0.55)}"/>
      <path d="M0 720h1200" stroke="#fff" stroke-width="6" stroke-dasharray="60 40"/>` +
    drawPlane(620, 320, 2.1) +
    drawCar(p, 260, 770, 260, '#22333b'),
  hotel: (p, r) =>
    drawSky(p, r) +
    land(p, r, 560) +
    drawBlock(p, r, 300, 660, 600, 380, 0.2) +
    `<rect x="280" y="266" width="640" height="20" fill="${roof(p, '#0f766e')}"/>` +
    sea(p, r, 660) +
    palms(p, r, 690, 4),
  homestay: (p, r) =>
    drawSky(p, r) +
    land(p, r, 540) +
    ground(p, r, 620) +
    drawTiers(p, 600, 690, 1, 640, roof(p, '#9a5b38'), wall(p)) +
    palms(p, r, 720, 4) +
    drawTrees(p, r, 770, 10, 70),
  wifi: (p, r) => drawSky(p, r) + drawSkyline(p, r, 700, 260) + drawCardSign(600, 330, 'wifi'),
  sim: (p, r) => drawSky(p, r) + drawSkyline(p, r, 720, 260) + drawCardSign(600, 380, 'sim'),
  museum: (p, r) =>
    drawSky(p, r) +
    ground(p, r, 660) +
    `<path d="M250 400l350 -150l350 150z" fill="${wall(p)}"/><rect x="250" y="396" width="700" height="36"
      fill="${wall(p)}"/>${Array.from(
        { length: 7 },
        (_, at) => `<rect x="${286 + at * 98}" y="432" width="40"
      height="210" fill="${mix('#f7efe0', p.near, p.night ? 0.4 : 0.1)}"/>`,
      ).join('')}<rect x="220" y="640"
      width="760" height="40" fill="${wall(p)}"/>` +
    crowd(p, r, 770, 8),
  'hot-spring': (p, r) =>
    drawSky(p, r) +
    land(p, r, 500, 0.5, 200) +
    drawTrees(p, r, 620, 24, 110) +
    `<ellipse cx="600" cy="700" rx="520" ry="110" fill="${mix('#6f7f80', p.near, 0.4)}"/>
      <ellipse cx="600" cy="696" rx="470" ry="88" fill="${p.water[0]}"/>
      <g fill="#fff" opacity=".3" filter="url(#soft)"><ellipse cx="480" cy="580" rx="90" ry="70"/>
      <ellipse cx="660" cy="540" rx="110" ry="90"/><ellipse cx="780" cy="600" rx="80" ry="60"/></g>` +
    drawTiers(p, 960, 610, 1, 300, roof(p, '#5b4a3f'), wall(p)),
  cave: (p, r) =>
    drawSky(p, r) +
    land(p, r, 560) +
    `<path fill-rule="evenodd" d="M0 0h1200v800H0zM600 160c-270 0-380 260-340 640h690c30-380-90-640-350-640z" fill="#2b211d"/>` +
    ground(p, r, 700) +
    crowd(p, r, 770, 6),
  forest: (p, r) =>
    drawSky(p, r) + land(p, r, 460, 0.3, 160) + drawTrees(p, r, 640, 30, 190) + drawTrees(p, r, 790, 26, 150),
  lanterns: (p, r) => street(p, r) + drawLanterns(r, 270, 12, 38) + crowd(p, r),
  hanok: (p, r) =>
    drawSky(p, r) +
    land(p, r, 480, 0.7, 210) +
    [200, 1000, 600]
      .map((x, at) => drawTiers(p, x, 640 + at * 36, 1, 520 + at * 40, roof(p, '#3d4a52'), wall(p)))
      .join('') +
    drawTrees(p, r, 790, 14, 90),
  torii: (p, r) =>
    drawSky(p, r) +
    land(p, r, 520, 0.3, 160) +
    drawTrees(p, r, 700, 34, 170) +
    ground(p, r, 700) +
    [170, 260, 380]
      .map((w, at) => drawGate(600, 690 + at * 40, w * 1.5, mix('#d4442c', p.near, p.night ? 0.3 : 0.05)))
      .join(''),
};
