import type { OutputOf } from '../../../contract/index.ts';
import { describeGuests } from '../../../domain/rooms.ts';
import { useWords } from '../use-words.ts';
import { describeRoom } from './describe-room.ts';

type Line = Pick<OutputOf<'orderDetail'>['lines'][number], 'room' | 'guests'>;

/** The guests of each room of a line, and its facts; nothing for products that are no stay. */
export function RoomLine({ line: { room, guests } }: { line: Line }) {
  const words = useWords();
  if (!room) return null;
  const inRoom = guests && words.say('catalog.stay.eachRoom', { guests: describeGuests(words, guests) });
  const facts = [inRoom, ...describeRoom(words, room)].filter(Boolean).join(' · ');
  return facts ? <p className="text-sm text-quiet">{facts}</p> : null;
}
