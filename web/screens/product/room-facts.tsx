// The facts of a room (types 16), and its choice, which is loaded after the page: only stays need it.
import { lazy, Suspense, useEffect, useState } from 'react';
import { describeGuests } from '../../../domain/rooms.ts';
import { describeRoom } from '../../parts/booking/describe-room.ts';
import { useWords } from '../../parts/use-words.ts';
import type { ChooseRoomsProps } from './choose-rooms.tsx';
import type { Package, Product } from './use-choice.ts';

const ChooseRooms = lazy(() => import('./choose-rooms.tsx'));

/** The space is reserved until it is loaded. */
export function RoomsOf(props: ChooseRoomsProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <div className="min-h-56">
      {ready && (
        <Suspense>
          <ChooseRooms {...props} />
        </Suspense>
      )}
    </div>
  );
}

/** The facts of the room, under the name of its package. */
export function RoomFacts({ product, chosen }: { product: Product; chosen: Package }) {
  const words = useWords();
  const { say, shown } = words;
  const { maxAdults, maxChildren, includedGuests, extraAdultMinor, extraChildMinor } = chosen;
  const amount = (amountMinor: number) => shown({ amountMinor, currency: product.from.currency }, product.shown);
  const most = maxAdults !== null && describeGuests(words, { adults: maxAdults, children: maxChildren ?? 0 });
  const facts = [
    most && say('catalog.stay.most', { guests: most }),
    ...describeRoom(words, { ...chosen, checkIn: '', checkOut: '' }),
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
