// A map with areas and a pin (§5 transfers). A text beside it has the same information, for browsers that draw no maps.
import { useEffect, useRef, useState } from 'react';
import type { Point, Ring } from '../../../domain/areas.ts';
import type { Language } from '../../../domain/languages.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { useWords, type Words } from '../use-words.ts';
import type { MapSettings } from './draw-land.ts';
import type { MapWords, Mark, OpenMap } from './open-map.ts';
import { writeCoordinates } from './read-coordinates.ts';

export type Draft = { ring: Ring; chosen: number | null };

type RangeMapProps = {
  /** The subject of the map. */
  label: string;
  areas?: { id: string; name: string; ring: Ring }[];
  pin?: (Point & { name?: string }) | null;
  /** Numbered from 1; the text beside the map explains them. */
  stops?: readonly Point[];
  /** A line from point to point. */
  route?: readonly Point[];
  /** Clickable markers with a link. */
  marks?: readonly Mark[];
  onMark?: (at: number) => void;
  /** The pin can be set and moved. */
  onPick?: (point: Point) => void;
  draft?: Draft;
  onDraft?: (draft: Draft) => void;
  /** The map is the main content of the page. */
  alone?: boolean;
  /** Called once: whether this browser draws maps. */
  onOpen?: (works: boolean) => void;
};

export function RangeMap(props: RangeMapProps) {
  const { label, areas = [], pin = null, onPick, draft, alone = false } = props;
  const { say } = useWords();
  const { element, state, attribution, setMiddle } = useMap(props);
  const set = onPick ?? (draft && props.onDraft);
  return (
    <figure className="m-0 grid gap-2">
      <figcaption className="sr">
        {[label, ...areas.map((area) => area.name), pin && `${pin.name ?? ''} ${writeCoordinates(pin)}`.trim()]
          .filter(Boolean)
          .join('; ')}
      </figcaption>
      {state === 'none' ? (
        <p className="rounded-card border border-dashed border-line p-4 text-sm text-quiet">{say('places.map.none')}</p>
      ) : (
        <div
          className={[
            'relative overflow-hidden rounded-card border border-line bg-[#cfe3ea]',
            `${alone ? 'h-[50dvh] min-h-80 sm:h-[65dvh]' : 'h-80 sm:h-96'}`,
          ].join(' ')}
        >
          {state === 'waiting' && <Skeleton className="absolute inset-0" />}
          <div ref={element} className="size-full" />
          {set && state === 'open' && (
            <span aria-hidden="true" className="pointer-events-none absolute inset-0 grid place-items-center text-2xl">
              <span className="text-ink/60">+</span>
            </span>
          )}
        </div>
      )}
      {state === 'open' && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {set && (
            <Button variant="outline" size="sm" onClick={setMiddle}>
              {say(onPick ? 'places.map.pinHere' : 'places.map.cornerHere')}
            </Button>
          )}
          <span className="ml-auto text-xs text-quiet">{attribution}</span>
        </div>
      )}
    </figure>
  );
}

const settings = new Map<Language, Promise<MapSettings>>();

function loadSettings(language: Language): Promise<MapSettings> {
  const known = settings.get(language) ?? send('mapSettings', {});
  settings.set(language, known);
  known.catch(() => settings.delete(language));
  return known;
}

function drawsMaps(): boolean {
  try {
    return Boolean(document.createElement('canvas').getContext('webgl2'));
  } catch {
    return false;
  }
}

function wordsOf({ say }: Words, label: string): MapWords {
  return {
    title: label,
    zoomIn: say('places.map.zoomIn'),
    zoomOut: say('places.map.zoomOut'),
    pin: say('places.map.pin'),
    scrollHint: say('places.map.scrollHint'),
    scrollHintMac: say('places.map.scrollHintMac'),
    touchHint: say('places.map.touchHint'),
    corner: (at) => say('places.map.corner', { number: at }),
    between: (at) => say('places.map.between', { number: at }),
  };
}

/** Opens the map in an element; its events call the newest props. */
async function openIn(
  element: HTMLElement,
  latest: { current: RangeMapProps },
  words: Words,
): Promise<{ map: OpenMap; attribution: string }> {
  const [{ openMap }, settings, land] = await Promise.all([
    import('./open-map.ts'),
    loadSettings(words.language),
    import('./load-land.ts').then(({ loadLand }) => loadLand()).catch(() => null),
  ]);
  const { label, onPick, onDraft, alone = false } = latest.current;
  const map = openMap({
    element,
    settings,
    land,
    words: wordsOf(words, label),
    doors: {
      pick: onPick && ((point) => latest.current.onPick?.(point)),
      draft: onDraft && ((next) => latest.current.onDraft?.(next)),
      mark: (at) => latest.current.onMark?.(at),
    },
    alone,
  });
  return { map, attribution: settings.attribution };
}

/** The life cycle of the map in React: opened once, updated with changes, closed with the page. */
function useMap(props: RangeMapProps) {
  const words = useWords();
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<OpenMap>(undefined);
  const [state, setState] = useState<'waiting' | 'open' | 'none'>('waiting');
  const [attribution, setAttribution] = useState('');
  const latest = useRef(props);
  latest.current = props;
  const shown = useRef('');
  const show = useRef(() => {
    const { areas = [], pin = null, stops = [], route = [], marks = [], draft = null } = latest.current;
    if (!map.current) return;
    map.current.show({ areas, pin, stops: [...stops], route: [...route], marks: [...marks], draft });
    // A new choice of areas, or a pin from elsewhere, is brought into view; moving things about on the map is not.
    const place = JSON.stringify([areas.map((area) => area.id), pin?.name, stops, marks]);
    if (shown.current !== place) map.current.showAll();
    shown.current = place;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once for a language; what it shows follows below
  useEffect(() => {
    let over = false;
    const settle = (works: boolean) => {
      setState(works ? 'open' : 'none');
      latest.current.onOpen?.(works);
    };
    if (!element.current || !drawsMaps()) return settle(false);
    openIn(element.current, latest, words).then(
      (opened) => {
        if (over) return opened.map.close();
        map.current = opened.map;
        setAttribution(opened.attribution);
        show.current();
        settle(true);
      },
      () => !over && settle(false),
    );
    return () => {
      over = true;
      map.current?.close();
      map.current = undefined;
      shown.current = '';
    };
  }, [words.language]);
  const { areas, pin, stops, marks, draft } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows what these five hold
  useEffect(() => show.current(), [areas, pin, stops, marks, draft]);
  const setMiddle = () => {
    const point = map.current?.middle();
    if (!point) return;
    const { onPick, onDraft, draft: known } = latest.current;
    onPick?.(point);
    if (known) onDraft?.({ ring: [...known.ring, [point.lng, point.lat]], chosen: known.ring.length });
  };
  return { element, state, attribution, setMiddle };
}
