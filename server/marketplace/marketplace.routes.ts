// The doors of marketplaces, each with a key's right of its own (decision 0416).
import type { Room } from '../platform/room.ts';
import { bindGyg } from './bind-gyg.ts';

export const marketplaceRoom = { bind: bindGyg } satisfies Room;
