// One question to a platform (decisions 0502, 0540): a few seconds, no redirects, an answer of limited length.
import { askOutside } from '../../platform/observe/ask-outside.ts';
import { AnswerTooLong, fetchOutside } from '../../platform/observe/fetch-outside.ts';

export type SilentFor = 'key' | 'silent' | 'odd';

/** Nothing was learned: its keys were refused, there was no answer, or one that cannot be read. */
export class PlatformSilence extends Error {
  readonly problem: SilentFor;
  /** Its code for it; '' where it gave none. */
  readonly code: string;

  constructor(problem: SilentFor, cause?: unknown, code: string | number = '') {
    super(`the platform did not answer: ${problem}`, { cause });
    this.problem = problem;
    this.code = String(code);
  }
}

const answerMilliseconds = 10_000;
/** Pages of reports in languages with three bytes a letter. */
const mostBytes = 12_000_000;

type Answer = { status: number; text: string };

export function answerOfPlatform(to: string, doing: string, url: string, init: RequestInit): Promise<Answer> {
  return askOutside(`platform ${to}`, doing, async () => {
    const signal = AbortSignal.timeout(answerMilliseconds);
    const answer = await fetchOutside(url, { ...init, signal, redirect: 'error' }, mostBytes)
      .then(async (answer) =>
        answer.status < 500
          ? { status: answer.status, text: await answer.text() }
          : Promise.reject(new Error(`HTTP ${answer.status}`)),
      )
      .catch((error: unknown) => {
        throw new PlatformSilence(error instanceof AnswerTooLong ? 'odd' : 'silent', error);
      });
    return answer;
  });
}

/** The text of its answer, for platforms that say there what went wrong. */
export const askPlatform = async (to: string, doing: string, url: string, init: RequestInit): Promise<string> =>
  (await answerOfPlatform(to, doing, url, init)).text;

export function parsePlatform(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlatformSilence('odd', error);
  }
}
