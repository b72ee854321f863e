// Runs the rounds of one pair until one is wrong.
import { whenFree } from '../../demo/call-house.ts';
import { meetAt, modes } from './meet-at.ts';
import type { Act, Answer, Pair, Stage } from './pair.ts';

/**
 * `problem` is what the last round's judge said, if anything; `broken` is what ended the run: no round was judged wrong by it. `met`: the
 * tables at which both acts were stopped.
 */
export type Ran = { rounds: number; met: string[]; problem?: string; broken?: string };

/** Without its guards an act may also end in an error of ours, which is no more than a refusal there. `tables`: a round more at each. */
type Running = { rounds: number; guarded: boolean; tables?: string[] };

export async function runPair(stage: Stage, pair: Pair, { rounds: most, guarded, tables = [] }: Running): Promise<Ran> {
  const ran: Ran = { rounds: 0, met: [] };
  try {
    const prepare = await pair.open(stage);
    while (!ran.problem && ran.rounds < most) {
      const { acts, judge } = await prepare(++ran.rounds);
      ran.problem = await judge(await meet(stage, ran.rounds, acts, guarded));
    }
    for (const table of tables)
      for (const mode of modes) {
        if (ran.problem) return ran;
        const { acts, judge } = await prepare(++ran.rounds);
        const { answer, waited } = await meetAt(stage, { table, mode }, () => meet(stage, 0, acts, guarded));
        if (waited > 1) ran.met.push(`${table} (${mode})`);
        const problem = await judge(answer);
        ran.problem = problem && `${problem}, stopped at ${table} (${mode})`;
      }
    return ran;
  } catch (error) {
    return { ...ran, broken: (error as Error).message };
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
