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

type Point = { lat: number; lng: number };
type MapRequest = Point & { width: number; height: number; route?: Point[] };

/** The middle of the picture and how many degrees it is wide: around the place, or around the way. */
function frame({ lat, lng, width, height, route = [] }: MapRequest, stretch: number) {
  if (route.length < 2) return { middle: { lat, lng }, wide: degreesWide };
  const [lats, lngs] = [route.map((point) => point.lat), route.map((point) => point.lng)];
  const [south, north, west, east] = [Math.min(...lats), Math.max(...lats), Math.min(...lngs), Math.max(...lngs)];
  const tall = ((north - south) * stretch * width) / height;
  return {
    middle: { lat: (south + north) / 2, lng: (west + east) / 2 },
    wide: Math.max(0.02, 1.5 * Math.max(east - west, tall)),
  };
}

/** Without a way of at least two points: a pin at the place. */
export function drawMap(request: MapRequest): string {
  const { width, height, route = [] } = request;
  const stretch = 1 / Math.cos((request.lat * Math.PI) / 180);
  const { middle, wide } = frame(request, stretch);
  const { lat, lng } = middle;
  const scale = width / wide;
  const x = (value: number) => width / 2 + (value - lng) * scale;
  const y = (value: number) => height / 2 - (value - lat) * scale * stretch;
  const reach = Math.max(wide, degreesWide);
  const near = (ring: Ring) => ring.some(([a, b]) => Math.abs(a - lng) < reach && Math.abs(b - lat) < reach * 0.7);
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
  const signs =
    route.length < 2 ? drawPin(width, height) : drawRoute(route.map((point) => [x(point.lng), y(point.lat)]));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}"
    height="${height}"><rect width="${width}" height="${height}" fill="#cfe3ea"/><path d="${lines}" stroke="#fff"
    stroke-opacity=".5"/><path d="${land}" fill="#f3efe4" stroke="#b9c3b4" stroke-width="1.2" stroke-linejoin="round"/>${signs}</svg>`;
}

function drawPin(width: number, height: number): string {
  return `<g transform="translate(${width / 2} ${height / 2})"><ellipse cy="2" rx="9" ry="4" fill="#000"
    opacity=".25"/><path d="M0 0c-17-22-22-30-22-41a22 22 0 0 1 44 0c0 11-5 19-22 41z" fill="#c2410c" stroke="#fff"
    stroke-width="3"/><circle cy="-41" r="8" fill="#fff"/></g>`;
}

/** The stops in their order, numbered, and the line between them; of several at one place the first number is seen. */
function drawRoute(points: [x: number, y: number][]): string {
  const at = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  const stops = points.map(
    ([x, y], number) =>
      `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><circle r="13" fill="#c2410c" stroke="#fff" stroke-width="2.5"/>
    <text y="5" text-anchor="middle" font-family="sans-serif" font-size="14" font-weight="700" fill="#fff">${number + 1}</text></g>`,
  );
  return `<path d="M${at.join('L')}" fill="none" stroke="#c2410c" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"
    stroke-dasharray=".1 8"/>${stops.reverse().join('')}`;
}
