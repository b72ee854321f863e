// A short description of a room, for the product page, the booking and the order.
import type { OutputOf } from '../../../contract/index.ts';
import type { Words } from '../use-words.ts';

type Room = NonNullable<OutputOf<'bookProducts'>['room']>;

/** Beds, meals and times, as far as they are known. */
export function describeRoom(
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
