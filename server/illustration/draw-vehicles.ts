// Boats, trains, buses, cars, cable cars and aeroplanes, as calm silhouettes with lit windows.
import { mix, type Palette } from './mix-colours.ts';

const n = (value: number) => value.toFixed(1);

export function drawBoat(palette: Palette, x: number, y: number, size: number, sail: boolean): string {
  const hull = mix(palette.near, '#7a3b2e', 0.45);
  const cloth = mix('#d98b4f', palette.sky[1], 0.2);
  const sails = [-0.34, 0.02, 0.34].map((at, place) => {
    const h = size * (place === 1 ? 0.9 : 0.66);
    return `<path d="M${n(x + at * size)} ${n(y - size * 0.16)}v${n(-h)}
      q${n(size * 0.26)} ${n(h * 0.24)} ${n(size * 0.2)} ${n(h)}z" fill="${cloth}"/>
      <path d="M${n(x + at * size)} ${n(y - size * 0.16 - h * 0.33)}h${n(size * 0.18)}
      M${n(x + at * size)} ${n(y - size * 0.16 - h * 0.66)}h${n(size * 0.12)}" stroke="${hull}" stroke-width="2"/>`;
  });
  const cabin = `<rect x="${n(x - size * 0.34)}" y="${n(y - size * 0.34)}" width="${n(size * 0.7)}"
    height="${n(size * 0.2)}" rx="5" fill="${mix('#ffffff', palette.sky[1], 0.15)}"/>
    ${Array.from(
      { length: 8 },
      (_, at) => `<rect x="${n(x - size * 0.3 + at * size * 0.08)}"
    y="${n(y - size * 0.29)}" width="${n(size * 0.05)}" height="${n(size * 0.08)}"
    fill="${palette.night ? palette.lit : '#456a7c'}"/>`,
    ).join('')}<rect x="${n(x - size * 0.16)}"
    y="${n(y - size * 0.46)}" width="${n(size * 0.34)}" height="${n(size * 0.12)}" rx="4" fill="#fff"/>`;
  return `<ellipse cx="${n(x)}" cy="${n(y + size * 0.06)}" rx="${n(size * 0.62)}" ry="${n(size * 0.05)}" fill="#000"
    opacity=".14"/>${sail ? sails.join('') : cabin}<path d="M${n(x - size * 0.55)} ${n(y - size * 0.16)}
    h${n(size * 1.12)}l${n(-size * 0.13)} ${n(size * 0.2)}h${n(-size * 0.84)}z" fill="${hull}"/>
    <path d="M${n(x - size * 0.55)} ${n(y - size * 0.16)}h${n(size * 1.12)}l${n(-size * 0.02)} ${n(size * 0.03)}
    h${n(-size * 1.08)}z" fill="#fff" opacity=".5"/>`;
}

export function drawTrain(palette: Palette, y: number, colour: string): string {
  const cars = [-180, 200, 580, 960].map((x) => {
    const windows = Array.from(
      { length: 7 },
      (_, at) =>
        `<rect x="${x + 26 + at * 48}" y="${y - 92}" width="34" height="34" rx="5" fill="${palette.night ? palette.lit : '#37586a'}"/>`,
    ).join('');
    return `<rect x="${x}" y="${y - 118}" width="368" height="112" rx="20" fill="#f4f5f2"/>
      <rect x="${x}" y="${y - 48}" width="368" height="22" fill="${colour}"/>${windows}<rect x="${x + 14}"
      y="${y - 8}" width="340" height="14" rx="6" fill="#2b3439"/>`;
  });
  return `<rect y="${y + 4}" width="1200" height="10" fill="${mix(palette.near, '#8b8f8f', 0.4)}"/>${cars.join('')}`;
}

export function drawBus(palette: Palette, x: number, y: number, size: number, colour: string): string {
  const deck = (top: number) =>
    Array.from(
      { length: 6 },
      (_, at) =>
        `<rect x="${n(x - size * 0.44 + at * size * 0.147)}" y="${n(y - top * size)}" width="${n(size * 0.12)}"
          height="${n(size * 0.14)}" rx="5" fill="${palette.night ? palette.lit : '#35566a'}"/>`,
    ).join('');
  return `<ellipse cx="${n(x)}" cy="${n(y + 4)}" rx="${n(size * 0.55)}" ry="${n(size * 0.04)}" fill="#000"
    opacity=".22"/><rect x="${n(x - size * 0.5)}" y="${n(y - size * 0.58)}" width="${n(size)}"
    height="${n(size * 0.54)}" rx="${n(size * 0.05)}" fill="${colour}"/><rect x="${n(x - size * 0.5)}"
    y="${n(y - size * 0.33)}" width="${n(size)}" height="${n(size * 0.03)}" fill="#fff" opacity=".75"/>
    ${deck(0.52)}${deck(0.27)}${[-0.3, 0.3]
      .map(
        (at) => `<circle cx="${n(x + at * size)}" cy="${n(y - size * 0.03)}"
    r="${n(size * 0.075)}" fill="#1d262b"/><circle cx="${n(x + at * size)}" cy="${n(y - size * 0.03)}"
    r="${n(size * 0.032)}" fill="#9aa6ab"/>`,
      )
      .join('')}`;
}

export function drawCar(palette: Palette, x: number, y: number, size: number, colour: string): string {
  return `<ellipse cx="${n(x)}" cy="${n(y + 4)}" rx="${n(size * 0.56)}" ry="${n(size * 0.045)}" fill="#000"
    opacity=".22"/><path d="M${n(x - size * 0.52)} ${n(y - size * 0.05)}
    q${n(-size * 0.02)} ${n(-size * 0.17)} ${n(size * 0.14)} ${n(-size * 0.17)}
    q${n(size * 0.1)} ${n(-size * 0.17)} ${n(size * 0.2)} ${n(-size * 0.17)}h${n(size * 0.24)}
    q${n(size * 0.12)} 0 ${n(size * 0.24)} ${n(size * 0.17)}q${n(size * 0.22)} 0 ${n(size * 0.22)} ${n(size * 0.17)}z"
    fill="${colour}"/><path d="M${n(x - size * 0.3)} ${n(y - size * 0.23)}
    q${n(size * 0.07)} ${n(-size * 0.12)} ${n(size * 0.13)} ${n(-size * 0.12)}h${n(size * 0.1)}
    v${n(size * 0.12)}zM${n(x - size * 0.04)} ${n(y - size * 0.35)}h${n(size * 0.12)}
    q${n(size * 0.08)} 0 ${n(size * 0.16)} ${n(size * 0.12)}h${n(-size * 0.28)}z"
    fill="${palette.night ? palette.lit : '#c7dde6'}"/>${[-0.3, 0.32]
      .map(
        (at) => `<circle cx="${n(x + at * size)}"
    cy="${n(y - size * 0.04)}" r="${n(size * 0.085)}" fill="#1d262b"/><circle cx="${n(x + at * size)}"
    cy="${n(y - size * 0.04)}" r="${n(size * 0.04)}" fill="#aab4b8"/>`,
      )
      .join('')}<circle cx="${n(x + size * 0.5)}"
    cy="${n(y - size * 0.12)}" r="${n(size * 0.02)}" fill="${palette.lit}"/>`;
}

export function drawCableCars(palette: Palette): string {
  const cabins = [
    [210, 300, 0.8],
    [560, 410, 1.15],
    [940, 534, 1.5],
  ] as const;
  const body = cabins.map(
    ([x, y, size]) =>
      `<path d="M${x} ${y - 70 * size}V${y - 36 * size}" stroke="#2b3439" stroke-width="${n(4 * size)}"/>
        <rect x="${n(x - 42 * size)}" y="${n(y - 38 * size)}" width="${n(84 * size)}" height="${n(66 * size)}"
        rx="${n(16 * size)}" fill="#c8452f"/><rect x="${n(x - 34 * size)}" y="${n(y - 26 * size)}"
        width="${n(68 * size)}" height="${n(26 * size)}" rx="${n(7 * size)}"
        fill="${palette.night ? palette.lit : '#d9eef5'}"/><rect x="${n(x - 42 * size)}" y="${n(y + 6 * size)}"
        width="${n(84 * size)}" height="${n(5 * size)}" fill="#fff" opacity=".6"/>`,
  );
  return `<path d="M-20 176L1220 500" stroke="#2b3439" stroke-width="4"/>${body.join('')}`;
}

export function drawPlane(x: number, y: number, size: number): string {
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(-14) scale(${n(size)})">
    <path d="M-150 0q0-20 30-20h210q50 0 64 22q-14 20-64 20h-210q-26 0-30-22z" fill="#fbfcfc"/>
    <path d="M-136-16l-34-62h32l48 60z" fill="#0f766e"/><path d="M-10 8l-86 92h36l120-88z" fill="#dfe7ea"/>
    <path d="M0-20l-46-58h26l86 58z" fill="#e8eef0"/><g fill="#7fa6b8">
    ${Array.from({ length: 13 }, (_, at) => `<circle cx="${-92 + at * 15}" cy="-6" r="4"/>`).join('')}</g></g>`;
}
