// One map on the page, outside React: loaded only where a map is shown, with its worker from our own origin.
import { type GeoJSONSource, Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { boundsOf, type Point, type Ring } from '../../../domain/areas.ts';
import { type MapSettings, makeStyle, showRings } from './draw-land.ts';
import { editRing } from './edit-ring.ts';
import type { Shapes } from './load-land.ts';

setWorkerUrl(new URL(workerUrl, location.href).href);

type MapView = {
  areas: { id: string; name: string; ring: Ring }[];
  pin: Point | null;
  /** Numbered from 1. */
  stops: Point[];
  /** A line from point to point. */
  route: Point[];
  /** Clickable markers: the number of items there, and their name. */
  marks: Mark[];
  /** A ring that is being drawn, and its selected corner. */
  draft: { ring: Ring; chosen: number | null } | null;
};

export type Mark = Point & { text: string; label: string };

export type MapWords = {
  title: string;
  zoomIn: string;
  zoomOut: string;
  pin: string;
  scrollHint: string;
  scrollHintMac: string;
  touchHint: string;
  corner(at: number): string;
  between(at: number): string;
};

type MapDoors = {
  /** Called when the user clicks the map or moves the pin; without it the pin cannot be moved. */
  pick?: (point: Point) => void;
  draft?: (draft: { ring: Ring; chosen: number | null }) => void;
  mark?: (at: number) => void;
};

export type OpenMap = {
  show(view: MapView): void;
  /** Fits the view to the drawn ring, or to all areas and the pin; to the whole region if there is nothing. */
  showAll(): void;
  middle(): Point;
  close(): void;
};

export type MapOptions = {
  element: HTMLElement;
  settings: MapSettings;
  /** The map has it from its start: set later, some of its tiles stayed sea until the map was moved. */
  land: Shapes | null;
  words: MapWords;
  doors: MapDoors;
  /** The map fills the page: it may handle the wheel and one finger. */
  alone: boolean;
};

/** South-east Asia to Japan: the region of the built-in places. */
const region: [[number, number], [number, number]] = [
  [92, -11],
  [146, 46],
];

/** Tiles are images for the page's policy, not fetch calls, because no one asks when they expire. */
function makeMap({ element, settings, land, words, alone }: MapOptions): MapLibre {
  const brand = getComputedStyle(element).getPropertyValue('--brand').trim() || '#0f766e';
  const map = new MapLibre({
    container: element,
    style: makeStyle(settings, land, brand),
    bounds: region,
    maxZoom: 18,
    attributionControl: false,
    refreshExpiredTiles: false,
    cooperativeGestures: !alone,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    locale: {
      'Map.Title': words.title,
      'NavigationControl.ZoomIn': words.zoomIn,
      'NavigationControl.ZoomOut': words.zoomOut,
      'CooperativeGesturesHandler.WindowsHelpText': words.scrollHint,
      'CooperativeGesturesHandler.MacHelpText': words.scrollHintMac,
      'CooperativeGesturesHandler.MobileHelpText': words.touchHint,
    },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  // If tiles do not arrive, the bundled land stays visible.
  map.on('error', () => undefined);
  return map;
}

function bringIntoView(map: MapLibre, { areas, pin, stops, marks, draft }: MapView, hasTiles: boolean): void {
  const points: Ring = [...(pin ? [pin] : []), ...stops, ...marks].map(({ lat, lng }) => [lng, lat]);
  const drawn = draft?.ring ?? [];
  // The ring that is drawn comes first; other areas may be in another country.
  const rings = drawn.length ? [drawn] : areas.map((area) => area.ring);
  // Only a pin: the bundled map has no more detail at a closer zoom.
  const maxZoom = hasTiles || points.length > 1 || rings.some((ring) => ring.length > 1) ? 15 : 10;
  map.fitBounds(boundsOf([...rings, points]) ?? region, { padding: 48, maxZoom, animate: false });
}

export function openMap(options: MapOptions): OpenMap {
  const { settings, words, doors } = options;
  const map = makeMap(options);
  const fill = (source: string, data: GeoJSON.GeoJSON) => (map.getSource(source) as GeoJSONSource).setData(data);
  const drawDraft = (ring: Ring) => fill('draft', showRings([{ name: '', ring }]));
  const editor = doors.draft && editRing({ map, words, change: doors.draft, draw: drawDraft });
  const pin = makePin(words.pin, doors.pick);
  let view: MapView = { areas: [], pin: null, stops: [], route: [], marks: [], draft: null };
  let numbers: Marker[] = [];
  let ready = false;
  const draw = () => {
    fill('areas', showRings(view.areas));
    drawDraft(view.draft?.ring ?? []);
    const coordinates = view.route.map(({ lat, lng }) => [lng, lat]);
    fill('route', { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } });
  };
  const showAll = () => bringIntoView(map, view, Boolean(settings.tilesUrl));
  map.on('load', () => {
    ready = true;
    draw();
    showAll();
  });
  map.on('click', ({ lngLat: { lat, lng } }) => {
    doors.pick?.({ lat, lng });
    if (doors.draft && view.draft) {
      const { ring } = view.draft;
      doors.draft({ ring: [...ring, [lng, lat]], chosen: ring.length });
    }
  });
  return {
    show(next) {
      view = next;
      if (view.pin) pin.setLngLat(view.pin).addTo(map);
      else pin.remove();
      for (const marker of numbers) marker.remove();
      numbers = view.stops.map((stop, at) =>
        makeNumber(at + 1)
          .setLngLat(stop)
          .addTo(map),
      );
      numbers.push(...view.marks.map((mark, at) => makeMark(mark, () => doors.mark?.(at)).addTo(map)));
      editor?.show(view.draft);
      if (ready) draw();
    },
    showAll,
    middle() {
      const { lat, lng } = map.getCenter();
      return { lat, lng };
    },
    close: () => map.remove(),
  };
}

/** The list beside the map explains the numbers; the list is enough for screen readers. */
function makeNumber(number: number): Marker {
  const element = document.createElement('div');
  element.textContent = String(number);
  element.setAttribute('aria-hidden', 'true');
  element.className =
    'grid size-8 place-items-center rounded-full border-2 border-white bg-[#c2410c] text-sm font-bold text-white shadow';
  return new Marker({ element });
}

/** A button on the map: the list beside it has the same link. */
function makeMark(mark: Mark, press: () => void): Marker {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = mark.text;
  element.className =
    'grid size-11 place-items-center rounded-full border-2 border-white bg-[#0f766e] text-sm font-bold text-white shadow';
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    press();
  });
  const marker = new Marker({ element }).setLngLat(mark);
  element.setAttribute('aria-label', mark.label);
  return marker;
}

function makePin(label: string, pick: MapDoors['pick']): Marker {
  const pin = new Marker({ color: '#c2410c', draggable: Boolean(pick) });
  const element = pin.getElement();
  element.setAttribute('aria-label', label);
  element.setAttribute('role', 'img');
  element.removeAttribute('tabindex');
  pin.on('dragend', () => {
    const { lat, lng } = pin.getLngLat();
    pick?.({ lat, lng });
  });
  return pin;
}
