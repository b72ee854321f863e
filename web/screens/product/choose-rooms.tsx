// Rooms with the guests of each (types 16, §5): how many adults and children sleep in it, and what those beyond the included ones cost.
import { IconTrash } from '@tabler/icons-react';
import { type Guests, usualGuests } from '../../../domain/rooms.ts';
import { tellGuests, tellRoom } from '../../parts/booking/tell-room.ts';
import { nameSku, useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import type { Choice, Package, Product } from './use-choice.ts';

type RoomsProps = { product: Product; choice: Choice; chosen: Package };

/** What the room is, under the name of its package. */
export function RoomFacts({ product, chosen }: Omit<RoomsProps, 'choice'>) {
  const words = useWords();
  const { say, shown } = words;
  const { maxAdults, maxChildren, includedGuests, extraAdultMinor, extraChildMinor } = chosen;
  const amount = (amountMinor: number) => shown({ amountMinor, currency: product.from.currency }, product.shown);
  const most = maxAdults !== null && tellGuests(words, { adults: maxAdults, children: maxChildren ?? 0 });
  const facts = [
    most && say('catalog.stay.most', { guests: most }),
    ...tellRoom(words, { ...chosen, checkIn: '', checkOut: '' }),
    chosen.minNights > 1 && say('catalog.stay.nights', { min: chosen.minNights }),
    includedGuests !== null && say('catalog.stay.included', { count: includedGuests }),
    extraAdultMinor !== null && say('catalog.stay.extraAdult', { amount: amount(extraAdultMinor) }),
    extraChildMinor !== null && maxChildren ? say('catalog.stay.extraChild', { amount: amount(extraChildMinor) }) : '',
  ].filter(Boolean);
  if (!facts.length) return null;
  return (
    <ul className="-mt-3 grid list-disc gap-1 pl-5 text-sm text-quiet">
      {facts.map((fact) => (
        <li key={String(fact)}>{fact}</li>
      ))}
    </ul>
  );
}

/** For packages that ask for guests; `room` is how many more rooms may be added. */
export function RoomsOf({
  chosen,
  sku,
  choice,
  room,
}: Omit<RoomsProps, 'product'> & { sku: Package['skus'][number]; room: number }) {
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
          name={name}
          number={at + 1}
          guests={guests}
          onChange={(part) => set(rooms.map((one, other) => (other === at ? { ...one, ...part } : one)))}
          onRemove={() => set(rooms.filter((_, other) => other !== at))}
        />
      ))}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
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
  name: string;
  number: number;
  guests: Guests;
  onChange(part: Partial<Guests>): void;
  onRemove(): void;
};

function OneRoom({ chosen, name, number, guests, onChange, onRemove }: OneRoomProps) {
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
          onClick={onRemove}
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
