// Why a platform does not know of a redeemed voucher yet (decision 0540), in words.
import type { OutputOf } from '../../../contract/index.ts';
import type { Words } from '../use-words.ts';

type Use = NonNullable<OutputOf<'consoleOrder'>['platformUse']>;

/** '' where nothing went wrong so far. */
export function describeUse(say: Words['say'], { problem, code }: Pick<Use, 'problem' | 'code'>): string {
  if (problem === 'refused') return say('marketplace.use.refused', { code });
  if (problem === 'silent') return say('marketplace.use.silent');
  return problem && say(`marketplace.pull.problem.${problem}`);
}
