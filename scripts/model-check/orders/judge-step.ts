// The result of a step, and steps that promise how much comes back.
import type { Answer } from '../../races/pair.ts';
import type { Walk, WalkedOrder } from './open-walk.ts';
import { type Facts, readFacts } from './read-facts.ts';

/** What a step was, on which order, and what is wrong about it. `undefined`: there was nothing that it could do. */
export type Step = { what: string; order: WalkedOrder; problems: string[] } | undefined;

export const tell = (what: string, { code, msg }: Answer): string => `${what}: ${code}${code === 200 ? '' : ` ${msg}`}`;

/** A step whose refund is known before: `expected` in minor units, for an answer that was accepted. */
export async function expectBack(
  walk: Walk,
  order: WalkedOrder,
  before: Facts,
  done: { what: string; answer: Answer; expected: number | undefined },
): Promise<Step> {
  const what = tell(done.what, done.answer);
  const back = (await readFacts(walk.stage, order.no)).refundedMinor - before.refundedMinor;
  const isWrong = done.answer.code === 200 && done.expected !== undefined && back !== done.expected;
  return { what, order, problems: isWrong ? [`${back} came back, ${done.expected} were promised`] : [] };
}
