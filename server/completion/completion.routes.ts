// Calls about completing an order's details (§7 intact, intactInfo, getIncompleteOrderList), and the reminders of what is missing.

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { completionJobs } from './completion.jobs.ts';
import { fillCompletion, listIncomplete, showCompletion } from './fill-completion.ts';
import { linkForDesk, listForDesk, remindNow, sendForDesk } from './list-incomplete.ts';
import { makeLink, sendLink } from './make-completion-link.ts';
import { showChanges } from './show-changes.ts';

const calls = {
  getIncompleteOrderList: listIncomplete,
  intactInfo: showCompletion,
  intact: fillCompletion,
  completionLink: makeLink,
  completionSend: sendLink,
  consoleIncomplete: listForDesk,
  consoleCompletionLink: linkForDesk,
  consoleCompletionSend: sendForDesk,
  consoleCompletionRemind: remindNow,
  consoleOrderChanges: showChanges,
} satisfies Partial<Handlers>;

export const completionRoom = { calls, jobs: completionJobs } satisfies Room;
