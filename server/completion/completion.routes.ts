// Calls about completing an order's travellers (§7 intact, intactInfo, getIncompleteOrderList).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { fillCompletion, listIncomplete, showCompletion } from './fill-completion.ts';
import { makeLink, sendLink } from './make-completion-link.ts';

const calls = {
  getIncompleteOrderList: listIncomplete,
  intactInfo: showCompletion,
  intact: fillCompletion,
  completionLink: makeLink,
  completionSend: sendLink,
} satisfies Partial<Handlers>;

export const completionRoom = { calls } satisfies Room;
