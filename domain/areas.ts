// Pick-up areas (§5 transfers): rings of points on the map, whether one contains a point, and when a ring is invalid. Areas are small
// and do not cross the 180th meridian, so degrees are treated as a plane.

export type Point = { lat: number; lng: number };
/** Corners in order as [lng, lat]; the last is joined to the first. */
export type Ring = [number, number][];

export const ringPoints = { least: 3, most: 200 } as const;

/** About a tenth of a millimetre: coordinates have seven digits at most. */
const hair = 1e-9;

/** A closed GeoJSON ring without the repeated last point. */
export function openRing(ring: Ring): Ring {
  const [first] = ring;
  const last = ring.at(-1);
  return ring.length > 1 && first && last && samePoint(first, last) ? ring.slice(0, -1) : ring;
}

/** Whether the area contains the point; the border is inside. */
export function isInside(corners: Ring, { lat, lng }: Point): boolean {
  const ring = openRing(corners);
  let inside = false;
  for (let at = 0; at < ring.length; at += 1) {
    const [ax, ay] = cornerOf(ring, at);
    const [bx, by] = cornerOf(ring, at + 1);
    if (isOnEdge([ax, ay], [bx, by], [lng, lat])) return true;
    if (ay > lat !== by > lat && lng < ((bx - ax) * (lat - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** ringPoints: too few, too many or duplicate corners · ringCrosses: the border crosses itself. */
export function judgeRing(corners: Ring): 'ringPoints' | 'ringCrosses' | undefined {
  const ring = openRing(corners);
  const count = ring.length;
  if (count < ringPoints.least || count > ringPoints.most) return 'ringPoints';
  for (let at = 0; at < count; at += 1) if (samePoint(cornerOf(ring, at), cornerOf(ring, at + 1))) return 'ringPoints';
  for (let value = 0; value < count; value += 1) {
    const [a, b, c] = [cornerOf(ring, value), cornerOf(ring, value + 1), cornerOf(ring, value + 2)];
    // An edge that runs back over the one before it.
    if (isOnEdge(a, b, c) || isOnEdge(b, c, a)) return 'ringCrosses';
    for (let other = value + 2; other < count; other += 1) {
      if (value === 0 && other === count - 1) continue;
      if (doMeet(a, b, cornerOf(ring, other), cornerOf(ring, other + 1))) return 'ringCrosses';
    }
  }
  return undefined;
}

/** South-west and north-east corner around rings and points; undefined for an empty list. */
export function boundsOf(rings: Ring[]): [[number, number], [number, number]] | undefined {
  const all = rings.flat();
  if (!all.length) return undefined;
  const lngs = all.map(([lng]) => lng);
  const lats = all.map(([, lat]) => lat);
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ];
}

type Corner = Ring[number];

function cornerOf(ring: Ring, at: number): Corner {
  return ring[at % ring.length] as Corner;
}

function samePoint([ax, ay]: Corner, [bx, by]: Corner): boolean {
  return Math.abs(ax - bx) < hair && Math.abs(ay - by) < hair;
}

/** Positive when c lies left of the way from a to b, negative right of it. */
function sideOf([ax, ay]: Corner, [bx, by]: Corner, [cx, cy]: Corner): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

function isOnEdge(a: Corner, b: Corner, p: Corner): boolean {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (Math.abs(sideOf(a, b, p)) > hair * Math.max(length, hair)) return false;
  return (
    p[0] >= Math.min(a[0], b[0]) - hair &&
    p[0] <= Math.max(a[0], b[0]) + hair &&
    p[1] >= Math.min(a[1], b[1]) - hair &&
    p[1] <= Math.max(a[1], b[1]) + hair
  );
}

/** Whether two edges cross or touch. */
function doMeet(a: Corner, b: Corner, c: Corner, d: Corner): boolean {
  if (isOnEdge(a, b, c) || isOnEdge(a, b, d) || isOnEdge(c, d, a) || isOnEdge(c, d, b)) return true;
  return sideOf(a, b, c) > 0 !== sideOf(a, b, d) > 0 && sideOf(c, d, a) > 0 !== sideOf(c, d, b) > 0;
}
