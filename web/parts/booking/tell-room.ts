// A room and its guests in a few words, as the product page, the booking and the order say them.
import type { OutputOf } from '../../../contract/index.ts';
import type { Guests } from '../../../domain/rooms.ts';
import type { Words } from '../use-words.ts';

type Room = NonNullable<OutputOf<'bookProducts'>['room']>;

/** "2 adults, 1 child". */
export function tellGuests({ say }: Pick<Words, 'say'>, { adults, children }: Guests): string {
  const parts = [say('catalog.stay.adults', { count: adults })];
  if (children > 0) parts.push(say('catalog.stay.children', { count: children }));
  return parts.join(', ');
}

/** Beds, meals and times, as far as they are said. */
export function tellRoom(
  { say }: Pick<Words, 'say'>,
  { beds, board, checkIn, checkOut }: Omit<Room, 'childAge'>,
): string[] {
  return [
    beds && say('catalog.stay.beds', { beds }),
    board ? say(`catalog.board.${board}`) : '',
    checkIn && say('catalog.stay.checkIn', { time: checkIn }),
    checkOut && say('catalog.stay.checkOut', { time: checkOut }),
  ].filter(Boolean);
}
