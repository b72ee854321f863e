// Whether an address is inside the range of a transfer (§5): found by name, by a pin on the map or by coordinates. An address outside is
// not refused: a person then checks the order.
import { useRef, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import type { PlaceFound } from '../../../contract/places.ts';
import { boundsOf, type Point } from '../../../domain/areas.ts';
import { send } from '../../call.ts';
import { Notice } from '../../ui/pieces.tsx';
import { describeError } from '../describe-error.ts';
import { useRead } from '../use-read.ts';
import { useWords } from '../use-words.ts';
import { FindAddress } from './find-address.tsx';
import { RangeMap } from './range-map.tsx';
import { TypePosition } from './type-position.tsx';

/** Without a position only the text of the address is known, and it does not count as inside. */
export type CheckedAddress = { address: string; lat: number | null; lng: number | null; inside: boolean };

/** Whether a position is inside, and the names of the areas there. */
type Ask = (point: Point) => Promise<{ inside: boolean; areas: string[] }>;

type RangeCheckerProps = {
  /** Areas of the product; without areas there is no limit, everything is inside. */
  areaIds: string[];
  /** Checks a position instead of searchInArea. */
  ask?: Ask;
  value: CheckedAddress | null;
  onChange: (value: CheckedAddress) => void;
  label?: string;
  error?: string;
  required?: boolean;
};

export function RangeChecker({ areaIds, ask, value, onChange, label, error, required = false }: RangeCheckerProps) {
  const { say } = useWords();
  const areas = useAreas(areaIds);
  const check = useCheck(areaIds, onChange, ask ?? ((point) => send('searchInArea', { ...point, areaIds })));
  const [works, setWorks] = useState(true);
  const [typing, setTyping] = useState(false);
  const address = value?.address ?? '';
  const point = value && value.lat !== null && value.lng !== null ? { lat: value.lat, lng: value.lng } : undefined;
  const pin = point && { ...point, name: address };
  const name = label ?? say('places.map.address');
  return (
    <div className="grid gap-3">
      <FindAddress
        label={name}
        value={address}
        error={error}
        required={required}
        near={point ?? middleOf(areas)}
        onType={(text) => {
          setTyping(true);
          check.forget(text);
        }}
        onLeave={() => setTyping(false)}
        onChoose={check.choose}
      />
      {/* Above the map: below it, a phone would not show it. */}
      {check.problem && <Notice tone="bad" title={check.problem} />}
      <Verdict value={typing ? null : value} limited={areaIds.length > 0} busy={check.busy} names={check.names} />
      <RangeMap
        label={name}
        areas={areas}
        pin={pin}
        onPick={(picked) => check.settle(address, picked)}
        onOpen={setWorks}
      />
      <TypePosition open={!works} point={point} onSet={(typed) => check.settle(address, typed)} />
    </div>
  );
}

type Areas = OutputOf<'regionAreasByIds'>['list'];

const noAreas: Areas = [];

/** Without the outlines the address is still checked. */
const useAreas = (areaIds: string[]): Areas =>
  useRead('regionAreasByIds', areaIds.length ? { areaIds } : undefined, 0).found?.list ?? noAreas;

function middleOf(areas: Areas): Point | undefined {
  const bounds = boundsOf(areas.map((area) => area.ring));
  return bounds && { lng: (bounds[0][0] + bounds[1][0]) / 2, lat: (bounds[0][1] + bounds[1][1]) / 2 };
}

/** Asks the server about each position; only the answer to the newest request counts. */
function useCheck(areaIds: string[], onChange: (value: CheckedAddress) => void, ask: Ask) {
  const words = useWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [names, setNames] = useState<string[]>([]);
  const newest = useRef(0);
  const run = async (work: (isNewest: () => boolean) => Promise<void>) => {
    newest.current += 1;
    const mine = newest.current;
    const isNewest = () => mine === newest.current;
    setProblem('');
    setBusy(true);
    try {
      await work(isNewest);
    } catch (error) {
      if (isNewest()) setProblem(describeError(error, words).text);
    }
    if (isNewest()) setBusy(false);
  };
  const judge = async (address: string, point: Point, isNewest: () => boolean) => {
    // Not inside until the answer arrives.
    onChange({ address, ...point, inside: false });
    const { inside, areas } = await ask(point);
    if (!isNewest()) return;
    setNames(areas);
    onChange({ address, ...point, inside });
  };
  return {
    busy,
    problem,
    names,
    /** Another text is another place. */
    forget(text: string) {
      newest.current += 1;
      setBusy(false);
      setProblem('');
      onChange({ address: text, lat: null, lng: null, inside: areaIds.length === 0 });
    },
    settle: (address: string, point: Point) => run((isNewest) => judge(address, point, isNewest)),
    choose: (place: PlaceFound) =>
      run(async (isNewest) => {
        const address = [place.name, place.address].filter(Boolean).join(', ');
        onChange({ address, lat: null, lng: null, inside: false });
        const { lat, lng } =
          place.lat === null || place.lng === null ? await send('getGooglePlacesDetail', { id: place.id }) : place;
        if (isNewest() && lat !== null && lng !== null) await judge(address, { lat, lng }, isNewest);
      }),
  };
}

type VerdictProps = { value: CheckedAddress | null; limited: boolean; busy: boolean; names: string[] };

function Verdict({ value, limited, busy, names }: VerdictProps) {
  const { say, intl } = useWords();
  if (!limited) return null;
  const placed = value?.lat != null;
  return (
    <div aria-live="polite">
      {busy ? (
        <p className="text-sm text-quiet">{say('places.map.checking')}</p>
      ) : placed && value.inside ? (
        <Notice tone="good" title={say('places.map.inside')}>
          {names.length > 0 && <p>{intl.formatList(names, { type: 'conjunction' })}</p>}
        </Notice>
      ) : placed ? (
        <Notice tone="warn" title={say('places.map.outside')}>
          <p>{say('places.map.outsideHint')}</p>
        </Notice>
      ) : (
        value?.address.trim() && (
          <Notice title={say('places.map.notPlaced')}>
            <p>{say('places.map.notPlacedHint')}</p>
          </Notice>
        )
      )}
    </div>
  );
}
