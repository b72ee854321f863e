// Runs the rounds of one pair until one is wrong.
import { whenFree } from '../../demo/call-house.ts';
import type { Act, Answer, Pair, Stage } from './pair.ts';

/** `problem` is what the last round's judge said, if anything; `broken` is what ended the run: no round was judged wrong by it. */
export type Ran = { rounds: number; problem?: string; broken?: string };

/** Without its guards an act may also end in an error of ours, which is no more than a refusal there. */
type Running = { rounds: number; guarded: boolean };

export async function runPair(stage: Stage, pair: Pair, { rounds, guarded }: Running): Promise<Ran> {
  let round = 0;
  try {
    const prepare = await pair.open(stage);
    for (round = 1; round <= rounds; round += 1) {
      const { acts, judge } = await prepare(round);
      const problem = await judge(await meet(stage, round, acts, guarded));
      if (problem) return { rounds: round, problem };
    }
    return { rounds };
  } catch (error) {
    return { rounds: round, broken: (error as Error).message };
  }
}

/** Milliseconds by which one act leaves before the other: acts differ in how long they take until they meet. */
const starts = [0, 0, 1, 3, 6, 10, 15, 22, 30];

/** Both at once, each at its process, or one of them a moment before the other. */
async function meet(stage: Stage, round: number, acts: [Act, Act], guarded: boolean): Promise<[Answer, Answer]> {
  const go = async (at: 0 | 1): Promise<Answer> => {
    if (round % 2 === at) await pause(starts[Math.floor(round / 2) % starts.length] ?? 0);
    const answer = await whenFree(() => acts[at](stage.doors[at], at));
    if (guarded && answer.http >= 500) throw new Error(`an act met ${answer.http}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const order: [0 | 1, 0 | 1] = round % 2 ? [0, 1] : [1, 0];
  const answers = await Promise.all(order.map(go));
  const [one, other] = round % 2 ? answers : answers.reverse();
  return [one as Answer, other as Answer];
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
