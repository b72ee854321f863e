// Text for the reason why a redeemed voucher was not reported to a platform yet (decision 0540).
import type { OutputOf } from '../../../contract/index.ts';
import type { Words } from '../use-words.ts';

type Use = NonNullable<OutputOf<'consoleOrder'>['platformUse']>;

/** '' if nothing went wrong so far. */
export function describeUse(say: Words['say'], { problem, code }: Pick<Use, 'problem' | 'code'>): string {
  if (problem === 'refused') return say('marketplace.use.refused', { code });
  if (problem === 'silent') return say('marketplace.use.silent');
  return problem && say(`marketplace.pull.problem.${problem}`);
}
