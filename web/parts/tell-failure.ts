// What a failed call says to the person: the refusal's own words, or what to do when the network or the server failed (§8).
import { CallFailed, CallRefused } from '../call.ts';
import type { Words } from './use-words.ts';

export type Told = { text: string; fields: Record<string, string>; code: number };

export function tellFailure(error: unknown, { say }: Words): Told {
  if (error instanceof CallRefused) return { text: error.msg, fields: error.fields, code: error.code };
  if (error instanceof CallFailed) {
    return {
      text: say(error.status === 503 ? 'problem.tooFrequent' : 'problem.server'),
      fields: {},
      code: error.status,
    };
  }
  return { text: say('problem.network'), fields: {}, code: 0 };
}
