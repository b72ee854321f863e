// Calls about delivery: what it costs, and what was sent (§3 additional freight).
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { removeFreight, saveFreight, showFreight } from './edit-freight.ts';
import { sendLine } from './send-line.ts';

const calls = {
  consoleFreight: showFreight,
  consoleFreightSave: saveFreight,
  consoleFreightDelete: removeFreight,
  consoleLineSend: sendLine,
} satisfies Partial<Handlers>;

export const freightRoom = { calls } satisfies Room;
