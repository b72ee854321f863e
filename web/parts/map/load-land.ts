// The land of the bundled map, from our own origin (Natural Earth by world-atlas). Loaded beside the code that draws maps.
import { feature } from 'topojson-client';
import worldUrl from 'world-atlas/countries-50m.json?url';
import { unwrapCountry } from './unwrap-ring.ts';

export type Shapes = GeoJSON.FeatureCollection;

let land: Promise<Shapes> | undefined;

/** The world's countries, fetched once per visit. */
export function loadLand(): Promise<Shapes> {
  land ??= fetch(worldUrl)
    .then((answer) => answer.json())
    .then((world) => feature(world, world.objects.countries) as unknown as Shapes)
    .then(({ features, ...shapes }) => ({ ...shapes, features: features.map(unwrapCountry) }));
  // The next map tries again.
  land.catch(() => {
    land = undefined;
  });
  return land;
}
