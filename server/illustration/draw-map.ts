// A schematic map around a place: land, borders and a pin. Shapes: Natural Earth 1:50m (public domain) as packaged in
// world-atlas; streets are left to the map that the page links to.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';

type Ring = [number, number][];
const degreesWide = 7;
let rings: Ring[] | undefined;

function countryRings(): Ring[] {
  if (!rings) {
    const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json');
    const world = JSON.parse(readFileSync(file, 'utf8')) as Parameters<typeof feature>[0];
    const shapes = feature(world, world.objects.countries as never) as unknown as {
      features: { geometry: { type: string; coordinates: Ring[] | Ring[][] } | null }[];
    };
    rings = shapes.features.flatMap(({ geometry }) =>
      !geometry
        ? []
        : geometry.type === 'Polygon'
          ? (geometry.coordinates as Ring[])
          : (geometry.coordinates as Ring[][]).flat(),
    );
  }
  return rings;
}

export function drawMap({
  lat,
  lng,
  width,
  height,
}: {
  lat: number;
  lng: number;
  width: number;
  height: number;
}): string {
  const scale = width / degreesWide;
  const stretch = 1 / Math.cos((lat * Math.PI) / 180);
  const x = (value: number) => width / 2 + (value - lng) * scale;
  const y = (value: number) => height / 2 - (value - lat) * scale * stretch;
  const near = (ring: Ring) =>
    ring.some(([a, b]) => Math.abs(a - lng) < degreesWide && Math.abs(b - lat) < degreesWide * 0.7);
  const clamp = (value: number, most: number) => Math.max(-60, Math.min(most + 60, value));
  const land = countryRings()
    .filter(near)
    .map(
      (ring) =>
        `M${ring.map(([a, b]) => `${clamp(x(a), width).toFixed(1)} ${clamp(y(b), height).toFixed(1)}`).join('L')}Z`,
    )
    .join('');
  const lines = Array.from({ length: 8 }, (_, at) => Math.floor(lng) - 4 + at)
    .map((at) => `M${x(at).toFixed(1)} 0V${height}`)
    .join('');
  const pin = `<g transform="translate(${width / 2} ${height / 2})"><ellipse cy="2" rx="9" ry="4" fill="#000"
    opacity=".25"/><path d="M0 0c-17-22-22-30-22-41a22 22 0 0 1 44 0c0 11-5 19-22 41z" fill="#c2410c" stroke="#fff"
    stroke-width="3"/><circle cy="-41" r="8" fill="#fff"/></g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}"
    height="${height}"><rect width="${width}" height="${height}" fill="#cfe3ea"/><path d="${lines}" stroke="#fff"
    stroke-opacity=".5"/><path d="${land}" fill="#f3efe4" stroke="#b9c3b4" stroke-width="1.2" stroke-linejoin="round"/>${pin}</svg>`;
}
