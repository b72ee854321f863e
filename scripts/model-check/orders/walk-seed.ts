// Runs one seed of whole orders (decision 0765): after each step the money of its order must be right, at the end the sales and the audit.
import type { RanSeed } from '../run-seed.ts';
import { cancel, moveBooking, type OnOrder, pay, payAddition, placeOrder, takeSharesBack } from './buy-steps.ts';
import {
  askForAddition,
  cancelForBuyer,
  changeLine,
  decidePending,
  decideRequest,
  expire,
  give,
  redeem,
  withdrawAddition,
} from './desk-steps.ts';
import type { Step } from './judge-step.ts';
import { openWalk, pickFrom, type Scene, type Walk, type WalkedOrder } from './open-walk.ts';
import { judgeOrder, judgeSales, readFacts } from './read-facts.ts';

const remembered = 14;

/** Each step with its relative frequency. */
const weights: [times: number, step: OnOrder][] = [
  [20, pay],
  [3, takeSharesBack],
  [12, cancel],
  [4, moveBooking],
  [7, payAddition],
  [12, decideRequest],
  [8, cancelForBuyer],
  [5, give],
  [6, askForAddition],
  [2, withdrawAddition],
  [8, changeLine],
  [2, redeem],
  [3, decidePending],
  [1, expire],
];
const all = weights.flatMap(([times, step]) => Array.from({ length: times }, () => step));

export async function walkSeed(scene: Scene, seed: number, operations: number): Promise<RanSeed> {
  const lastOperations: string[] = [];
  let done = 0;
  const end = (problems: string[]): RanSeed => ({ operations: done, problems, lastOperations });
  try {
    const walk = await openWalk(scene, seed);
    for (done = 1; done <= operations; done += 1) {
      const { what, order, problems } = await takeStep(walk);
      lastOperations.push(`${done}  ${what}`);
      if (lastOperations.length > remembered) lastOperations.shift();
      const wrong = [...problems, ...(await judgeOrder(walk.stage, order))];
      if (wrong.length) return end(wrong);
    }
    done -= 1;
    const found = await scene.stage.audit();
    return end([...(await judgeSales(scene.stage)), ...found.map((value) => `the audit found: ${value}`)]);
  } catch (error) {
    return end([String((error as Error).stack)]);
  }
}

/** One step that finds something to do. */
async function takeStep(walk: Walk): Promise<Exclude<Step, undefined>> {
  for (;;) {
    const { next } = walk;
    walk.next = undefined;
    const step = next ? await payNext(walk, next) : await anyStep(walk);
    if (step) return step;
  }
}

const payNext = async (walk: Walk, order: WalkedOrder): Promise<Step> =>
  (await onOrder(walk, order, pay)) ?? (await onOrder(walk, order, payAddition));

function anyStep(walk: Walk): Promise<Step> {
  if (walk.orders.length < 2 || walk.roll(7) === 0) return placeOrder(walk);
  // The newer ones more often.
  const recent = walk.roll(3) ? walk.orders.slice(-4) : walk.orders;
  return onOrder(walk, pickFrom(walk, recent), pickFrom(walk, all));
}

const onOrder = async (walk: Walk, order: WalkedOrder, step: OnOrder): Promise<Step> =>
  step(walk, order, await readFacts(walk.stage, order.no));
