// The message for a failed call: the text of the refusal, or advice if the network or the server failed (§8).
import { CallFailed, CallRefused, notSecure } from '../call.ts';
import type { Words } from './use-words.ts';

export type CallError = { text: string; fields: Record<string, string>; code: number };

/** Code of a problem that a screen found by itself, before any call. */
export const foundHere = -1;

export function describeError(error: unknown, { say }: Words): CallError {
  if (error instanceof CallRefused) return { text: error.msg, fields: error.fields, code: error.code };
  if (error instanceof CallFailed) {
    return {
      text: error.msg || say(error.status === notSecure ? 'ui.problem.notSecure' : 'ui.problem.server'),
      fields: {},
      code: error.status,
    };
  }
  return { text: say('ui.problem.network'), fields: {}, code: 0 };
}
