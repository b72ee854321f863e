// Corners of a ring as buttons on the map: moved with the pointer or the arrow keys, removed with Delete; between two of them a
// smaller one that becomes a new corner.
import { type Map as MapLibre, Marker } from 'maplibre-gl';
import { type Ring, ringPoints } from '../../../domain/areas.ts';

type Draft = { ring: Ring; chosen: number | null };

export type RingTools = {
  map: MapLibre;
  words: { corner(at: number): string; between(at: number): string };
  change(draft: Draft): void;
  /** Shows a ring while a corner is moved. */
  draw(ring: Ring): void;
};

const cornerLook =
  'size-6 rounded-full border-2 border-white bg-book shadow-card aria-pressed:bg-ink aria-pressed:ring-2 aria-pressed:ring-book';
const betweenLook = 'size-6 rounded-full bg-book/60 bg-clip-content p-1.5';
const steps: Record<string, [number, number]> = {
  ArrowLeft: [-8, 0],
  ArrowRight: [8, 0],
  ArrowUp: [0, -8],
  ArrowDown: [0, 8],
};

export function editRing(tools: RingTools): { show(draft: Draft | null): void } {
  const { map, words, change, draw } = tools;
  let ring: Ring = [];
  const placeOf = (marker: Marker): Ring[number] => {
    const { lng, lat } = marker.getLngLat();
    return [lng, lat];
  };
  const corners = makeButtons(map, cornerLook, (marker, at) => {
    const moved = () => ring.with(at, placeOf(marker));
    marker.on('drag', () => draw(moved()));
    marker.on('dragend', () => change({ ring: moved(), chosen: at }));
    const element = marker.getElement();
    element.addEventListener('click', () => change({ ring, chosen: at }));
    element.addEventListener('keydown', (event) => {
      const step = steps[event.key];
      if (step) {
        const { x, y } = map.project(marker.getLngLat());
        const { lng, lat } = map.unproject([x + step[0], y + step[1]]);
        change({ ring: ring.with(at, [lng, lat]), chosen: at });
      } else if (event.key === 'Delete' || event.key === 'Backspace')
        change({ ring: ring.toSpliced(at, 1), chosen: null });
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  });
  const betweens = makeButtons(map, betweenLook, (marker, at) => {
    const grown = () => ring.toSpliced(at + 1, 0, placeOf(marker));
    marker.on('drag', () => draw(grown()));
    marker.on('dragend', () => change({ ring: grown(), chosen: at + 1 }));
    marker.getElement().addEventListener('click', () => change({ ring: grown(), chosen: at + 1 }));
  });
  return {
    show(draft) {
      ring = draft?.ring ?? [];
      corners.place(ring, words.corner);
      corners.press(draft?.chosen ?? null);
      const closed = ring.length >= ringPoints.least && ring.length < ringPoints.most;
      const middles = ring.map(([lng, lat], at): Ring[number] => {
        const [nextLng, nextLat] = ring[(at + 1) % ring.length] as Ring[number];
        return [(lng + nextLng) / 2, (lat + nextLat) / 2];
      });
      betweens.place(closed ? middles : [], words.between);
    },
  };
}

/** Buttons are reused by their position in the ring, so that the focused one stays. */
function makeButtons(map: MapLibre, look: string, dress: (marker: Marker, at: number) => void) {
  const list: Marker[] = [];
  const make = (at: number, place: Ring[number]) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = look;
    const marker = new Marker({ element, draggable: true }).setLngLat(place);
    // The map treats a click as a new corner.
    element.addEventListener('click', (event) => event.stopPropagation());
    dress(marker, at);
    return marker.addTo(map);
  };
  return {
    place(ring: Ring, nameOf: (at: number) => string) {
      for (const marker of list.splice(ring.length)) marker.remove();
      ring.forEach((place, at) => {
        const marker = list[at]?.setLngLat(place) ?? make(at, place);
        list[at] = marker;
        marker.getElement().setAttribute('aria-label', nameOf(at + 1));
      });
    },
    press(chosen: number | null) {
      list.forEach((marker, at) => {
        marker.getElement().setAttribute('aria-pressed', String(at === chosen));
      });
    },
  };
}
