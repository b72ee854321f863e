// Rings of the bundled world, which is cut nowhere, for a flat map. Fiji and Russia lie across the 180th meridian and Antarctica around a
// pole: drawn as they are, each of them is a line across all oceans.

type Position = GeoJSON.Position;

/** The ring goes on beyond 180° instead of jumping to -180°; one that never comes back around a pole is closed over it. */
export function unwrapRing(ring: Position[]): Position[] {
  let turned = 0;
  const [first, ...others] = ring.map(([lng = 0, lat = 0], at): Position => {
    const step = lng - (ring[at - 1]?.[0] ?? lng);
    if (Math.abs(step) > 180) turned -= 360 * Math.sign(step);
    return [lng + turned, lat];
  });
  const last = others.at(-1);
  if (!first || !last) return ring;
  const [west = 0, lat = 0] = first;
  const [east = 0] = last;
  if (Math.abs(east - west) < 180) return [first, ...others];
  const pole = 90 * Math.sign(lat);
  return [first, ...others, [east, pole], [west, pole], first];
}

/** A country with all its rings unwrapped. */
export function unwrapCountry(country: GeoJSON.Feature): GeoJSON.Feature {
  const { geometry } = country;
  if (geometry.type === 'Polygon')
    return { ...country, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapRing) } };
  if (geometry.type !== 'MultiPolygon') return country;
  return {
    ...country,
    geometry: { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(unwrapRing)) },
  };
}
