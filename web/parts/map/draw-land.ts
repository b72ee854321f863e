// The bundled map: land and borders in the colours of the illustrations, names of known places, and above them the areas. If an owner
// has tiles, they are drawn over the land.
import type { StyleSpecification } from 'maplibre-gl';
import type { OutputOf } from '../../../contract/index.ts';
import type { Ring } from '../../../domain/areas.ts';
import type { Shapes } from './load-land.ts';

export type MapSettings = OutputOf<'mapSettings'>;

const font = ['Inter', 'PingFang SC', 'Hiragino Sans', 'Noto Sans CJK SC', 'Noto Sans Thai', 'sans-serif'];

const nothing: Shapes = { type: 'FeatureCollection', features: [] };

/** `land` is null where it could not be loaded: areas and pin are still in the right position to each other. */
export function makeStyle(
  { tilesUrl, landmarks }: MapSettings,
  land: Shapes | null,
  brand: string,
): StyleSpecification {
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land ?? nothing, maxzoom: 9 },
      landmarks: { type: 'geojson', data: showLandmarks(landmarks) },
      areas: { type: 'geojson', data: nothing },
      draft: { type: 'geojson', data: nothing },
      route: { type: 'geojson', data: nothing },
      ...(tilesUrl ? { tiles: { type: 'raster', tiles: [tilesUrl], tileSize: 256, maxzoom: 19 } } : {}),
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': '#cfe3ea' } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': '#f3efe4' } },
      { id: 'borders', type: 'line', source: 'land', paint: { 'line-color': '#b9c3b4', 'line-width': 1.2 } },
      ...(tilesUrl ? [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }] : []),
      { id: 'areas', type: 'fill', source: 'areas', paint: { 'fill-color': brand, 'fill-opacity': 0.18 } },
      { id: 'area-lines', type: 'line', source: 'areas', paint: { 'line-color': brand, 'line-width': 2 } },
      { id: 'draft', type: 'fill', source: 'draft', paint: { 'fill-color': '#c2410c', 'fill-opacity': 0.15 } },
      {
        id: 'draft-line',
        type: 'line',
        source: 'draft',
        paint: { 'line-color': '#c2410c', 'line-width': 2.5, 'line-dasharray': [2, 1] },
      },
      {
        id: 'route',
        type: 'line',
        source: 'route',
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': '#c2410c', 'line-width': 3, 'line-dasharray': [0.5, 2] },
      },
      // Tiles contain the names of places.
      ...(tilesUrl ? [] : landmarkLayers),
      {
        id: 'area-names',
        type: 'symbol',
        source: 'areas',
        layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 14 },
        paint: { 'text-color': '#13222a', 'text-halo-color': '#ffffff', 'text-halo-width': 1.6 },
      },
    ],
  };
}

const landmarkLayers: StyleSpecification['layers'] = [
  {
    id: 'cities',
    type: 'symbol',
    source: 'landmarks',
    filter: ['==', ['get', 'kind'], 'city'],
    layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 13 },
    paint: { 'text-color': '#3d4f57', 'text-halo-color': '#ffffff', 'text-halo-width': 1.4 },
  },
  {
    id: 'landmarks',
    type: 'circle',
    source: 'landmarks',
    minzoom: 7,
    filter: ['!=', ['get', 'kind'], 'city'],
    paint: {
      'circle-radius': 3.5,
      'circle-color': '#55656d',
      'circle-stroke-color': '#ffffff',
      'circle-stroke-width': 1.5,
    },
  },
  {
    id: 'landmark-names',
    type: 'symbol',
    source: 'landmarks',
    minzoom: 8,
    filter: ['!=', ['get', 'kind'], 'city'],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': 12,
      'text-anchor': 'top',
      'text-offset': [0, 0.5],
      'text-max-width': 9,
    },
    paint: { 'text-color': '#55656d', 'text-halo-color': '#ffffff', 'text-halo-width': 1.4 },
  },
];

function showLandmarks(list: MapSettings['landmarks']): Shapes {
  return {
    type: 'FeatureCollection',
    features: list.map(({ kind, name, lat, lng }) => ({
      type: 'Feature',
      properties: { kind, name },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  };
}

/** Rings as polygons; an open ring as a line. */
export function showRings(list: { name: string; ring: Ring }[]): Shapes {
  return {
    type: 'FeatureCollection',
    features: list.flatMap(({ name, ring }): GeoJSON.Feature[] => {
      const [first] = ring;
      if (!first || ring.length < 2) return [];
      const geometry: GeoJSON.Geometry =
        ring.length > 2
          ? { type: 'Polygon', coordinates: [[...ring, first]] }
          : { type: 'LineString', coordinates: ring };
      return [{ type: 'Feature', properties: { name }, geometry }];
    }),
  };
}
