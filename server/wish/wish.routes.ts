// What brings people back (decision 0421): wish lists.
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { keepWishes } from './keep-wishes.ts';

const calls = { wishes: keepWishes } satisfies Partial<Handlers>;

export const wishRoom = { calls } satisfies Room;
