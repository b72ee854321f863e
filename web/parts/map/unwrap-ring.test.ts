// The countries of the bundled map on a flat map: no line across an ocean.
import { readFileSync } from 'node:fs';
import { feature } from 'topojson-client';
import { expect, it } from 'vitest';
import { unwrapCountry, unwrapRing } from './unwrap-ring.ts';

const ringsOf = ({ geometry }: GeoJSON.Feature): GeoJSON.Position[][] => {
  if (geometry.type === 'Polygon') return geometry.coordinates;
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
};
const latOf = (point: GeoJSON.Position) => point[1] ?? 0;
const lngOf = (point: GeoJSON.Position) => point[0] ?? 0;

/** Steps over more than half the world, other than along a pole. */
function listJumps(ring: GeoJSON.Position[]): number[] {
  const steps = ring.slice(1).map((point, at) => [ring[at] ?? point, point] as const);
  return steps
    .filter(([from, to]) => Math.abs(lngOf(to) - lngOf(from)) > 180 && Math.abs(latOf(from)) < 89)
    .map(([from]) => latOf(from));
}

it('a ring across the 180th meridian goes on beyond it, and one around a pole is closed over the pole', () => {
  const island = [
    [179, -17],
    [-179, -17],
    [-179, -18],
    [179, -18],
    [179, -17],
  ];
  expect(unwrapRing(island)).toEqual([
    [179, -17],
    [181, -17],
    [181, -18],
    [179, -18],
    [179, -17],
  ]);
  const cap = [
    [-120, -70],
    [0, -75],
    [120, -70],
    [-120, -70],
  ];
  expect(unwrapRing(cap)).toEqual([
    [-120, -70],
    [0, -75],
    [120, -70],
    [240, -70],
    [240, -90],
    [-120, -90],
    [-120, -70],
  ]);
  const land = [
    [10, 50],
    [11, 50],
    [11, 51],
    [10, 50],
  ];
  expect(unwrapRing(land)).toEqual(land);
});

it('no country of the bundled map has a line across an ocean', () => {
  const file = new URL('../../../node_modules/world-atlas/countries-50m.json', import.meta.url);
  const world = JSON.parse(readFileSync(file, 'utf8'));
  const { features } = feature(world, world.objects.countries) as unknown as GeoJSON.FeatureCollection;
  const jumping = features.filter((country) => ringsOf(country).some((ring) => listJumps(ring).length > 0));
  expect(jumping.map((country) => country.properties?.name)).toContain('Fiji');
  expect(features.map(unwrapCountry).flatMap(ringsOf).flatMap(listJumps)).toEqual([]);
});
