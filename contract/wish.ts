// Wish lists (decision 0421): an account's list is the same on every device; without an account it stays on the device.
import { limits } from '../domain/limits.ts';
import { recordId, z } from './call.ts';

const ids = z.array(recordId).max(limits.wishes).default([]);

export const wishCalls = {
  /** Adds, takes away, and returns what is on the list then, the newest first. Above the limit the oldest go. */
  wishes: {
    input: z.strictObject({ add: ids, remove: ids }),
    output: z.object({ ids: z.array(z.string()) }),
  },
};
