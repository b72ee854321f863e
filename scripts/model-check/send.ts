// Sends operations to the server, and compares its answers with the model's.
import type { HouseCaller } from '../../demo/call-house.ts';
import { whenFree } from '../../demo/call-house.ts';
import { refusals as codes, type RefusalName } from '../../domain/errors.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { closeOverdue } from '../../server/order/close-order.ts';
import type { Answer } from '../races/pair.ts';
import type { ModelOrder } from './imagine-shop.ts';
import type { World } from './world.ts';

/** A description of the operation, or the error in its answer. */
export type OperationResult = string | { wrong: string } | undefined;

type Call = (call: HouseCaller) => Promise<Answer>;

/** To one of the two processes. */
export function send({ stage, roll }: World, call: Call): Promise<Answer> {
  const door = stage.doors[roll(2) as 0 | 1];
  return whenFree(() => call(door));
}

/** The same; the call is remembered with its key, to be sent again. */
export async function sendKeyed(world: World, call: Call): Promise<Answer> {
  const answer = await send(world, call);
  world.last = answer.code === 200 ? { send: () => send(world, call), data: answer.data } : undefined;
  return answer;
}

/** An order that fits, the newer ones more often. */
export function orderOf({ model, roll }: World, fits: (order: ModelOrder) => boolean): ModelOrder | undefined {
  const found = model.orders.filter(fits);
  const from = roll(2) ? Math.max(0, found.length - 6) : 0;
  return found.length ? found[from + roll(found.length - from)] : undefined;
}

/** `expected`: one of these refusals is required; if empty, the operation must be accepted. */
export function judgeAnswer(
  what: string,
  { http, code, msg }: Answer,
  expected: readonly RefusalName[],
): OperationResult {
  const isRight = expected.length ? expected.some((name) => codes[name] === code) : code === 200;
  const wanted = expected.length ? expected.join(' or ') : 'it should be accepted';
  return isRight ? `${what}: ${code}` : { wrong: `${what}: answered ${http} ${code} ${msg}; expected: ${wanted}` };
}

export const door = {
  async runOut({ stage }: World, { no }: ModelOrder): Promise<void> {
    await stage.read(`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = $1`, [no]);
    await closeOverdue(stage.books, () => new Date());
    await stage.read(`UPDATE purchase SET pay_by = now() + interval '2 hours' WHERE order_no = $1 AND status = $2`, [
      no,
      OrderStatus.unpaid,
    ]);
  },
};
