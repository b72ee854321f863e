// Runs one seed: its operations, a comparison with the model after each, and the audit at the end.
import { OrderStatus } from '../../domain/order-status.ts';
import { compare, compareAtRest } from './compare.ts';
import { close, isUnpaid } from './imagine-shop.ts';
import { runOperation } from './list-operations.ts';
import { failOpenAttempts } from './notice-operations.ts';
import { door } from './send.ts';
import { type Backdrop, openWorld } from './world.ts';

export type RanSeed = { operations: number; problems: string[]; lastOperations: string[] };

const remembered = 12;

export async function runSeed(backdrop: Backdrop, seed: number, operations: number): Promise<RanSeed> {
  const lastOperations: string[] = [];
  let done = 0;
  const end = (problems: string[]): RanSeed => ({ operations: done, problems, lastOperations });
  try {
    const world = await openWorld(backdrop, seed);
    for (done = 1; done <= operations; done += 1) {
      const judgeAnswer = await runOperation(world);
      lastOperations.push(`${done}  ${typeof judgeAnswer === 'string' ? judgeAnswer : judgeAnswer.wrong}`);
      if (lastOperations.length > remembered) lastOperations.shift();
      const problems = [...(typeof judgeAnswer === 'string' ? [] : [judgeAnswer.wrong]), ...(await compare(world))];
      if (problems.length) return end(problems);
    }
    done -= 1;
    await failOpenAttempts(world);
    for (const order of world.model.orders.filter(isUnpaid)) {
      await door.runOut(world, order);
      close(world.model, order, OrderStatus.closedForTimeout);
    }
    const found = await backdrop.stage.audit();
    return end([...(await compareAtRest(world)), ...found.map((value) => `the audit found: ${value}`)]);
  } catch (error) {
    return end([String((error as Error).stack)]);
  }
}
