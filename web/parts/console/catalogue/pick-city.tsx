// A city by typing a part of its name in any language (searchRegion): a list that is chosen from by keyboard or finger.
import { useEffect, useId, useRef, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../use-words.ts';

export type City = OutputOf<'searchRegion'>['list'][number];

type PickCityProps = {
  label: string;
  /** City key, '' for none. */
  value: string;
  /** What the chosen city is called, as far as known. */
  name: string;
  error?: string;
  hint?: string;
  required?: boolean;
  path?: string;
  onPick(city: City | undefined): void;
};

const mostShown = 12;

export function PickCity({ label, value, name, error, hint, required, path, onPick }: PickCityProps) {
  const { say } = useWords();
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const { found, failed } = useCities(typed);
  const [active, setActive] = useState(-1);
  const open = typed !== undefined && found !== undefined;
  const pick = (city: City | undefined) => {
    if (city) onPick(city);
    setTyped(undefined);
    setActive(-1);
  };
  const leave = () => {
    if (typed === '' && value) onPick(undefined);
    setTyped(undefined);
  };
  const press = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found?.length) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && open) pick(found[Math.max(active, 0)]);
    else if (event.key === 'Escape' && open) pick(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <InputField
        label={label}
        error={error ?? (failed ? say('ui.problem.network') : undefined)}
        hint={hint}
        required={required}
        data-path={path}
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={typed ?? name}
        placeholder={say('editing.cityTyping')}
        maxLength={80}
        onValue={setTyped}
        onKeyDown={press}
        onBlur={leave}
      />
      <CityList id={id} label={label} open={open} found={found ?? []} active={active} onPick={pick} />
    </div>
  );
}

type CityListProps = {
  id: string;
  label: string;
  open: boolean;
  found: City[];
  active: number;
  onPick(city: City): void;
};

function CityList({ id, label, open, found, active, onPick }: CityListProps) {
  const { say } = useWords();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      hidden={!open}
      className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-surface shadow-card"
    >
      {found.map((city, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works on the field that owns the list
        <div
          key={city.code}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(city)}
          className="min-h-11 cursor-pointer content-center px-3 py-1 hover:bg-canvas aria-selected:bg-tint"
        >
          {city.name} <span className="text-sm text-quiet">{`${city.countryName} · ${city.zone}`}</span>
        </div>
      ))}
      {found.length === 0 && (
        <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1} className="px-3 py-2 text-quiet">
          {say('catalog.search.none')}
        </div>
      )}
    </div>
  );
}

/** Asked for a moment after the last letter; older answers are dropped. */
function useCities(typed: string | undefined) {
  const [found, setFound] = useState<City[]>();
  const [failed, setFailed] = useState(false);
  const round = useRef(0);
  useEffect(() => {
    const thisRound = ++round.current;
    if (typed === undefined) return setFound(undefined);
    const timer = setTimeout(() => {
      send('searchRegion', { query: typed }).then(
        ({ list }) => {
          if (thisRound !== round.current) return;
          setFailed(false);
          setFound(list.slice(0, mostShown));
        },
        () => setFailed(true),
      );
    }, 150);
    return () => clearTimeout(timer);
  }, [typed]);
  return { found, failed };
}
