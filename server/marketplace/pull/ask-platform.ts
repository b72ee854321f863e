// One question to a platform that is asked for its orders (decision 0502): a few seconds, no redirects, an answer of limited length.
import { askOutside } from '../../platform/observe/ask-outside.ts';

type SilentFor = 'key' | 'silent' | 'odd';

/** Nothing was learned: its keys were refused, there was no answer, or one that cannot be read. */
export class PlatformSilence extends Error {
  readonly problem: SilentFor;

  constructor(problem: SilentFor, cause?: unknown) {
    super(`the platform did not answer: ${problem}`, { cause });
    this.problem = problem;
  }
}

const answerMilliseconds = 10_000;
const mostCharacters = 4_000_000;

/** The text of its answer. */
export function askPlatform(to: string, doing: string, url: string, init: RequestInit): Promise<string> {
  return askOutside(`platform ${to}`, doing, async () => {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const text = await fetch(url, { ...init, signal, redirect: 'error' })
      .then(async (answer) =>
        answer.status < 500 ? answer.text() : Promise.reject(new Error(`HTTP ${answer.status}`)),
      )
      .catch((error: unknown) => {
        throw new PlatformSilence('silent', error);
      });
    if (text.length > mostCharacters) throw new PlatformSilence('odd');
    return text;
  });
}

export function parsePlatform(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlatformSilence('odd', error);
  }
}
