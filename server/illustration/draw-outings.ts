// Outings, each as itself: in the air, on a rock face, along a coast, under the ground, among elephants and giant trees.
import { drawRidge, drawSky, drawTrees } from './draw-backdrop.ts';
import { drawSkyline } from './draw-buildings.ts';
import { drawElephant } from './draw-objects.ts';
import { mix } from './mix-colours.ts';
import { crowd, type Draw, ground, karsts, land, palms, sea } from './place-motifs.ts';

const supertrees: Draw = (p, r) => {
  const trunk = mix('#7a3f6a', p.near, p.night ? 0.3 : 0.1);
  const tree = (x: number, tall: number, wide: number) => {
    const top = 700 - tall;
    const ribs = Array.from({ length: 13 }, (_, at) => {
      const side = (at - 6) / 6;
      return `<path d="M${x + side * 18} 700Q${x + side * 22} ${top + tall * 0.4} ${x + side * 26} ${top + 90}
        Q${x + side * wide * 0.5} ${top + 40} ${x + side * wide} ${top}"/>`;
    }).join('');
    return `<path d="M${x - wide} ${top}q${wide} 50 ${wide * 2} 0q${-wide} -30 ${-wide * 2} 0z" fill="${mix(trunk, '#ffffff', 0.15)}"/>
      <g stroke="${trunk}" stroke-width="7" fill="none">${ribs}</g><g fill="${p.lit}">${[-0.8, -0.4, 0, 0.4, 0.8]
        .map((side) => `<circle cx="${x + side * wide}" cy="${top + 6}" r="6"/>`)
        .join('')}</g>`;
  };
  const glass = mix('#d5ecee', p.sky[1], 0.3);
  const dome = (x: number, w: number, h: number) =>
    `<path d="M${x} 700q${w * 0.1} ${-h} ${w * 0.6} ${-h}q${w * 0.36} 0 ${w * 0.4} ${h}z" fill="${glass}" opacity=".9"/>
      <g stroke="#fff" stroke-width="4" fill="none" opacity=".8">${[0.25, 0.45, 0.65, 0.85]
        .map(
          (at) =>
            `<path d="M${x + w * at} 700Q${x + w * (0.4 + at * 0.25)} ${700 - h * 0.9} ${x + w * 0.6} ${700 - h}"/>`,
        )
        .join('')}</g>`;
  return (
    drawSky(p, r) +
    drawSkyline(p, r, 660, 150) +
    dome(20, 430, 260) +
    dome(860, 330, 200) +
    tree(500, 300, 110) +
    tree(860, 340, 120) +
    tree(680, 470, 170) +
    drawTrees(p, r, 740, 34, 80) +
    ground(p, r, 730) +
    crowd(p, r, 790, 9)
  );
};

const tunnel: Draw = (p, r) =>
  drawSky(p, r) +
  drawTrees(p, r, 300, 26, 210) +
  `<rect y="290" width="1200" height="510" fill="${mix('#8a5f3f', p.near, 0.15)}"/><path d="M0 290q150-26 300 0t300 0t300 0t300 0v40H0z"
    fill="#5f7f4a"/><g fill="#6d4730" opacity=".55">${Array.from(
      { length: 60 },
      () =>
        `<ellipse cx="${r.between(0, 1200).toFixed(0)}" cy="${r.between(350, 790).toFixed(0)}" rx="${r.between(6, 22).toFixed(0)}"
          ry="7"/>`,
    ).join(
      '',
    )}</g><path d="M470 300v110H150q-70 0-70 60v60q0 60 70 60h330v80q0 60 70 60h420q90 0 90-70v-90q0-70-90-70H760V300h-110v150h-70V300z"
    fill="#2a1b14"/><path d="M480 300h90M650 300h110" stroke="#7a5a3a" stroke-width="16"/>` +
  `<g fill="${p.lit}">${[200, 380, 600, 820, 980]
    .map(
      (x, at) => `<circle cx="${x}" cy="${at < 2 ? 440 : 530}" r="9"/><circle cx="${x}"
    cy="${at < 2 ? 440 : 530}" r="60" opacity=".18"/>`,
    )
    .join('')}</g>` +
  [
    [230, 580],
    [360, 580],
    [690, 720],
    [900, 720],
  ]
    .map(
      ([
        x,
        y,
      ]) => `<g transform="translate(${x} ${y})" fill="#d9b48a"><circle cx="34" cy="-62" r="19"/><path d="M-40 0l6-44q30-36 66-12l-10
        24l20 32h-22
        l-22-22l-16 22z" fill="#4f6f5a"/><path d="M16-82q18-18 38 0l6 10h-48z" fill="#c9a05e"/></g>`,
    )
    .join('') +
  `<path d="M705 300v150M725 300v150M705 330h20M705 360h20M705 390h20M705 420h20" stroke="#b98a5c" stroke-width="7"/>`;

/** A golden bridge on two hands of stone. */
const stoneHands: Draw = (p, r) => {
  const stone = mix('#a9aa9c', p.near, 0.2);
  const hand = (x: number, side: 1 | -1) =>
    `<g transform="translate(${x} 470) scale(${side} 1)"><path d="M-120 360q-10-170-40-230q-50-90-10-110q36-10 66
      60q-34-150-6-220q34-30 54 20
      q4-90 46-90q44 4 40 92q30-50 58-24q24 30 0 120q26-22 44 0q14 30-22 90q-26 60-30 130l10 162z" fill="${stone}"/>
      <path d="M-58-40q2-50 6-100M-10-46q0-60 0-120M46-36q4-40 4-80M86 4q8-20 14-50" stroke="#000" stroke-opacity=".18" stroke-width="9"
      fill="none" stroke-linecap="round"/><path d="M-120 120q40-50 90-40" stroke="#fff" stroke-opacity=".25" stroke-width="12"
        fill="none"/></g>`;
  return (
    drawSky(p, r) +
    land(p, r, 560, 0.5, 220) +
    drawTrees(p, r, 760, 30, 140) +
    hand(330, 1) +
    hand(860, -1) +
    `<path d="M-40 500Q300 380 600 400T1240 330v34Q900 400 600 436T-40 540z" fill="#d9a92f"/><path d="M-40 462Q300 342 600 362T1240
      292" fill="none"
      stroke="#f0cf6a" stroke-width="9"/><g stroke="#e6bd4a" stroke-width="5">${Array.from({ length: 30 }, (_, at) => {
        const x = at * 42 - 10;
        const y = 500 - 122 * Math.sin(Math.min(1, x / 640) * 1.5) - Math.max(0, x - 640) * 0.11;
        return `<path d="M${x} ${y.toFixed(0)}v-36"/>`;
      }).join('')}</g>` +
    drawPeopleOn(150, 446) +
    drawPeopleOn(590, 394) +
    drawPeopleOn(700, 388) +
    drawPeopleOn(1040, 358) +
    `<g fill="#fff" opacity=".5" filter="url(#soft)"><ellipse cx="200" cy="720" rx="280" ry="50"/><ellipse cx="760" cy="740" rx="340"
      ry="46"/></g>` +
    drawTrees(p, r, 840, 22, 130)
  );
};

const drawPeopleOn = (x: number, y: number) =>
  `<g fill="#2b3439"><circle cx="${x}" cy="${y - 58}" r="9"/><path d="M${x - 12} ${y - 14}q0-32 12-32t12 32l-4 30h-16z"/></g>`;

/** A pillar of rock before a coast, and the path above it. */
const coastPath: Draw = (p, r) => {
  const rock = mix('#4b5356', p.near, 0.3);
  return (
    drawSky(p, r) +
    sea(p, r, 420) +
    `<path d="M690 560q10-150 34-240q10-60 46-70q40 8 46 80q18 110 34 230z" fill="${rock}"/><path d="M716 320q8-60 54-70q40 8 46
      66q-50-26-100 4z"
      fill="#6f9a58"/><path d="M660 566q90-22 220 0l30 14h-280z" fill="#fff" opacity=".5"/>` +
    `<path d="M-10 800V360q120-30 220 30q90 50 150 150q120 60 260 90q240 60 600 80v90z" fill="${rock}"/><path d="M-10 420V340q130-20 226 40
      q90 60 150 152q120 60 262 88q240 56 592 74v30q-360-14-600-66q-160-34-280-100q-70-110-150-158q-90-50-200 20z" fill="#7fae5a"/>
      <path d="M-10 386q140-20 230 60q70 80 150 130q150 70 300 96q260 44 540 56" fill="none" stroke="#e6d3a4" stroke-width="16"
      stroke-dasharray="46 10" stroke-linecap="round"/>` +
    [190, 240, 420]
      .map((x, at) => `<g transform="translate(${x} ${[424, 452, 592][at]}) scale(1.5)">${hiker}</g>`)
      .join('') +
    [60, 110, 330, 540]
      .map(
        (x, at) => `<path d="M${x} ${[350, 372, 520, 630][at]}l26-90l26 90z" fill="${mix('#2f5f45', p.near, 0.2)}"/>`,
      )
      .join('')
  );
};

const hiker = `<circle cy="-58" r="9" fill="#e8b88f"/><path d="M-14-24q2-26 14-26t14 26l-4 8h-20z" fill="#d8563f"/><rect x="-22"
  y="-48" width="12"
  height="26" rx="5" fill="#2f6f73"/><path d="M-8-16l-8 18M8-16l8 18" stroke="#2b3439" stroke-width="7" stroke-linecap="round"/><path
    d="M14-36
  l14 38" stroke="#5a4436" stroke-width="3"/>`;

const climbing: Draw = (p, r) => {
  const climber = (x: number, y: number, shirt: string) =>
    `<path d="M${x + 4} ${y - 40}L${x + 60} 40" stroke="#f4d06a" stroke-width="5"/><g transform="translate(${x} ${y})"><circle cx="6"
      cy="-96" r="20"
      fill="#e8b88f"/><path d="M-16-100q0-22 22-22t22 22z" fill="#3a6ea8"/><path d="M-22-20q-4-54 26-58q30 4 22 58z"
        fill="${shirt}"/><path d="M-14-66
      l-44-44M22-66l40-56" stroke="#e8b88f" stroke-width="13" stroke-linecap="round"/><path d="M-14-18l-38 30l8 46M18-18l36 14l-6 56"
      stroke="#2b3439" stroke-width="17" fill="none" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  const face = mix('#d9b98f', p.near, 0.12);
  return (
    drawSky(p, r) +
    sea(p, r, 520) +
    karsts(p, r, 530) +
    drawRidge(r, 720, 14, 0, mix('#ecd9ae', p.near, 0.08)) +
    `<path d="M420 800q-40-240 10-420q20-240 120-420h660v840z" fill="${face}"/><g stroke="#000" stroke-opacity=".14" stroke-width="12"
      fill="none"
      stroke-linecap="round"><path d="M520 120q60 120 20 260t40 330M700 0q60 200 10 330t60 420M900 0q-40 190 30 330t-20 440M1080 60q30
        200-20 330"/>
      </g><g fill="#7a5a3f" opacity=".5">${Array.from(
        { length: 26 },
        () =>
          `<ellipse cx="${r.between(520, 1180).toFixed(0)}" cy="${r.between(30, 780).toFixed(0)}" rx="${r.between(8, 26).toFixed(0)}"
            ry="9"/>`,
      ).join('')}</g>` +
    climber(640, 400, '#d8563f') +
    climber(900, 610, '#2f8f83') +
    palms(p, r, 760, 1)
  );
};

const paragliding: Draw = (p, r) => {
  const wing = (x: number, y: number, size: number, tints: [string, string]) =>
    `<g transform="translate(${x} ${y}) scale(${size})"><path d="M-250 0Q0-190 250 0q-30-30-60-16q-40-40-70-16q-40-30-120-30t-120
      30q-30-24-70 16
      q-30-14-60 16z" fill="${tints[0]}"/><path d="M-130-78Q0-130 130-78l-10 44q-60-22-120-22t-120 22z" fill="${tints[1]}"/><g
        stroke="#2b3439"
      stroke-width="2.500">${[-230, -150, -60, 60, 150, 230]
        .map((from) => `<path d="M${from} ${-Math.abs(60 - Math.abs(from) / 4)}L${from > 0 ? 14 : -14} 220"/>`)
        .join(
          '',
        )}</g><circle cx="-4" cy="214" r="19" fill="#3a6ea8"/><circle cx="20" cy="240" r="18" fill="#e3a63a"/><path d="M-26 232q30-10 62 20
      l18 46l44 6v14l-60 2l-36-44z" fill="#3b4a52"/></g>`;
  return (
    drawSky(p, r) +
    land(p, r, 640, 0.3, 160) +
    sea(p, r, 640) +
    drawRidge(r, 720, 60, 0.1, mix('#6f9a58', p.near, 0.3)) +
    wing(600, 270, 1.15, ['#d8453b', '#f7c35a']) +
    wing(1010, 190, 0.36, ['#2f8f83', '#eaf4f4']) +
    wing(190, 240, 0.28, ['#4a6fa5', '#f4d06a'])
  );
};

/** Elephants that bathe, and who looks after them. */
const elephants: Draw = (p, r) =>
  drawSky(p, r) +
  land(p, r, 420, 0.3, 150) +
  drawTrees(p, r, 560, 26, 170) +
  drawRidge(r, 590, 20, 0, mix('#8fb05a', p.near, 0.25)) +
  sea(p, r, 640) +
  drawElephant(470, 690, 1.75, mix('#7d868a', p.near, 0.12)) +
  drawElephant(860, 700, 1.1, mix('#8d9699', p.near, 0.12)) +
  `<g stroke="#eaf6f8" stroke-width="8" fill="none" stroke-linecap="round" stroke-dasharray="3 16"><path d="M690 560q70-90 140-20"/>
    <path d="M686 540q80-130 170-40"/></g><g transform="translate(220 690) scale(1.9)"><circle cy="-70" r="11" fill="#c98f66"/><path
      d="M-13-72q0-14
    13-14t13 14z" fill="#d9b878"/><path d="M-18-74h36" stroke="#d9b878" stroke-width="4"/><path d="M-14-24q0-34 14-34t14 34z"
      fill="#2f6f73"/>
    <path d="M-9-24v26M9-24v26" stroke="#3b4a52" stroke-width="9"/><path d="M12-48l30 6" stroke="#c98f66" stroke-width="7"/><path
      d="M40-54q20 4 22 26"
    stroke="#7ea04d" stroke-width="6" fill="none"/></g><ellipse cx="470" cy="700" rx="260" ry="18" fill="#fff" opacity=".35"/>
    <ellipse cx="860" cy="706" rx="170" ry="13" fill="#fff" opacity=".35"/>`;

export const outingScenes = {
  ...{ supertrees, tunnel, 'stone-hands': stoneHands, 'coast-path': coastPath },
  ...{ climbing, paragliding, elephants },
};
