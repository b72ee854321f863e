// One seed: its acts, the books beside the model after each, and the audit at the end.
import { OrderStatus } from '../../domain/order-status.ts';
import { compare, compareAtRest } from './compare.ts';
import { close, isUnpaid } from './imagine-shop.ts';
import { actOnce } from './list-acts.ts';
import { failOpenAttempts } from './notice-acts.ts';
import { door } from './send.ts';
import { type Backdrop, openWorld } from './world.ts';

export type RanSeed = { acts: number; problems: string[]; lastActs: string[] };

const remembered = 12;

export async function runSeed(backdrop: Backdrop, seed: number, acts: number): Promise<RanSeed> {
  const lastActs: string[] = [];
  let done = 0;
  const end = (problems: string[]): RanSeed => ({ acts: done, problems, lastActs });
  try {
    const world = await openWorld(backdrop, seed);
    for (done = 1; done <= acts; done += 1) {
      const said = await actOnce(world);
      lastActs.push(`${done}  ${typeof said === 'string' ? said : said.wrong}`);
      if (lastActs.length > remembered) lastActs.shift();
      const problems = [...(typeof said === 'string' ? [] : [said.wrong]), ...(await compare(world))];
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
