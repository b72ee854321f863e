// Rooms with the guests of each (types 16, §5): the numbers of adults and children, and the price of guests beyond the included ones.
import { IconTrash } from '@tabler/icons-react';
import { type Guests, usualGuests } from '../../../domain/rooms.ts';
import { removesRow } from '../../parts/form/remove-row.ts';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import type { Choice, Package } from './use-choice.ts';

export type ChooseRoomsProps = { chosen: Package; choice: Choice; sku: Package['skus'][number]; room: number };

/** For packages that ask for guests; `room` is how many more rooms may be added. */
export default function ChooseRooms({ chosen, sku, choice, room }: ChooseRoomsProps) {
  const words = useWords();
  const { say } = words;
  const rooms = choice.roomsOf(sku.id);
  const set = (next: Guests[]) => choice.setRooms(sku.id, next);
  const usual = usualGuests(chosen) ?? { adults: 1, children: 0 };
  const name = nameSku(words, sku);
  return (
    <div className="grid gap-3">
      {rooms.map((guests, at) => (
        <OneRoom
          // biome-ignore lint/suspicious/noArrayIndexKey: a room has no name but its number
          key={at}
          chosen={chosen}
          list={sku.id}
          name={name}
          number={at + 1}
          guests={guests}
          onChange={(part) => set(rooms.map((room, other) => (other === at ? { ...room, ...part } : room)))}
          onRemove={() => set(rooms.filter((_, other) => other !== at))}
        />
      ))}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        data-adds={sku.id}
        aria-label={`${name}: ${say('catalog.stay.addRoom')}`}
        disabled={room < 1}
        onClick={() => set([...rooms, usual])}
      >
        {say('catalog.stay.addRoom')}
      </Button>
    </div>
  );
}

type OneRoomProps = {
  chosen: Package;
  /** The SKU, for the focus after removing. */
  list: string;
  name: string;
  number: number;
  guests: Guests;
  onChange(part: Partial<Guests>): void;
  onRemove(): void;
};

function OneRoom({ chosen, list, name, number, guests, onChange, onRemove }: OneRoomProps) {
  const { say } = useWords();
  const { maxAdults, maxChildren, childAge } = chosen;
  const label = `${name}, ${say('catalog.stay.room', { number })}`;
  return (
    <fieldset className="grid gap-2 rounded-lg border border-line px-4 py-3">
      <legend className="sr">{label}</legend>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <span aria-hidden="true" className="font-medium">
          {say('catalog.stay.room', { number })}
        </span>
        <button
          type="button"
          aria-label={say('catalog.search.remove', { filter: label })}
          className="grid size-11 place-items-center rounded-lg text-quiet hover:text-bad"
          {...removesRow(list, onRemove)}
        >
          <IconTrash aria-hidden="true" className="size-5" />
        </button>
      </div>
      <GuestStepper
        label={say('catalog.stay.adult')}
        room={label}
        value={guests.adults}
        min={1}
        max={maxAdults ?? 1}
        onChange={(adults) => onChange({ adults })}
      />
      {maxChildren !== null && maxChildren > 0 && (
        <GuestStepper
          label={say('catalog.stay.child', { age: childAge ?? 0 })}
          room={label}
          value={guests.children}
          min={0}
          max={maxChildren}
          onChange={(children) => onChange({ children })}
        />
      )}
    </fieldset>
  );
}

type GuestStepperProps = {
  label: string;
  room: string;
  value: number;
  min: number;
  max: number;
  onChange(value: number): void;
};

function GuestStepper({ label, room, ...props }: GuestStepperProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden="true" className="text-sm">
        {label}
      </span>
      <Stepper label={`${room}: ${label}`} {...props} />
    </div>
  );
}
