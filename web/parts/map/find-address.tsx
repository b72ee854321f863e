// The field for an address with suggestions below it; a text without a suggestion is also accepted.
import { IconMapPin } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { PlaceFound } from '../../../contract/places.ts';
import type { Point } from '../../../domain/areas.ts';
import { type FieldIds, LabelledField, TextInput } from '../../ui/field.tsx';
import { useWords } from '../use-words.ts';
import { type Suggestions, usePlaces } from './use-places.ts';

type FindAddressProps = {
  label: string;
  value: string;
  onType: (text: string) => void;
  onChoose: (place: PlaceFound) => void;
  /** The text is final: it was chosen, or the field lost the focus. */
  onLeave: () => void;
  /** Suggestions near this position come first. */
  near: Point | undefined;
  error: string | undefined;
  required: boolean;
};

export function FindAddress({ label, error, required, ...rest }: FindAddressProps) {
  const { say } = useWords();
  return (
    <LabelledField label={label} hint={say('places.map.addressHint')} error={error} required={required}>
      {(ids) => <Combobox ids={ids} label={label} {...rest} />}
    </LabelledField>
  );
}

type ComboboxProps = Omit<FindAddressProps, 'error' | 'required'> & { ids: FieldIds };

function Combobox({ ids, label, value, onType, onChoose, onLeave, near }: ComboboxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const found = usePlaces(open ? value : '', near);
  const shown = open && found.list.length > 0;
  const choose = (place: PlaceFound) => {
    setOpen(false);
    setAt(-1);
    onLeave();
    onChoose(place);
  };
  const onKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
    const place = found.list[at];
    if (event.key === 'Enter' && shown && place) {
      event.preventDefault();
      choose(place);
    }
    if (!shown || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const count = found.list.length;
    setAt((now) => (event.key === 'ArrowDown' ? (now + 1) % count : (Math.max(now, 0) - 1 + count) % count));
  };
  return (
    <div
      ref={box}
      className="relative"
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return;
        setOpen(false);
        onLeave();
      }}
    >
      <TextInput
        ids={ids}
        value={value}
        maxLength={300}
        onChange={(event) => {
          onType(event.target.value);
          setOpen(true);
          setAt(-1);
        }}
        onKeyDown={onKey}
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
      />
      <Options id={id} label={label} found={found} shown={shown} at={at} onChoose={choose} />
    </div>
  );
}

type OptionsProps = {
  id: string;
  label: string;
  found: Suggestions;
  shown: boolean;
  at: number;
  onChoose: (place: PlaceFound) => void;
};

function Options({ id, label, found, shown, at, onChoose }: OptionsProps) {
  const { say } = useWords();
  const attributions = [...new Set(found.list.map((item) => item.attribution).filter(Boolean))];
  return (
    <>
      <div
        hidden={!shown}
        className="absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-card border border-line bg-surface py-1 shadow-card"
      >
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {found.list.map((place, number) => (
            <div
              key={`${place.provider} ${place.id}`}
              id={`${id}-${number}`}
              role="option"
              tabIndex={-1}
              aria-selected={number === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(place)}
              onKeyDown={() => undefined}
              className={`flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 ${number === at ? 'bg-tint' : 'hover:bg-canvas'}`}
            >
              <IconMapPin aria-hidden="true" className="size-5 shrink-0 text-brand" />
              <span className="min-w-0">
                <span className="block truncate">{place.name}</span>
                <span className="block truncate text-sm text-quiet">{place.address}</span>
              </span>
            </div>
          ))}
        </div>
        {attributions.length > 0 && (
          <p className="px-3 py-1 text-right text-xs text-quiet">{attributions.join(' · ')}</p>
        )}
      </div>
      <p role="status" className={found.problem ? 'mt-1 text-sm text-quiet' : 'sr'}>
        {found.problem || (shown ? say('places.map.suggestions', { count: found.list.length }) : '')}
      </p>
    </>
  );
}
