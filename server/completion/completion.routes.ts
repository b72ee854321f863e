// Calls about completing an order's travellers (§7 intact, intactInfo, getIncompleteOrderList).
import type { Handlers } from '../platform/bind.ts';
import { fillCompletion, listIncomplete, showCompletion } from './fill-completion.ts';
import { makeLink, sendLink } from './make-completion-link.ts';

export const completionHandlers = {
  getIncompleteOrderList: listIncomplete,
  intactInfo: showCompletion,
  intact: fillCompletion,
  completionLink: makeLink,
  completionSend: sendLink,
} satisfies Partial<Handlers>;
