// Notices by the thousand for one channel, in any order: of money, copies of them, of other amounts, of failures, forged ones, and for
// orders that had run out, while buyers pay at the gateway: each payment counts once, none is lost, and the gateway's list agrees.
import { expect } from 'vitest';
import type { Attempt, Raw, Stage } from '../stage.ts';
import { begin, expectPaidOnce } from './begin-payment.ts';

type Letter = { notice: Raw; forged: boolean };
type Begun = { orderNo: string; attempt: Attempt };

const together = 6;

/** Does work for each number from 0, some at a time. */
async function forEach(count: number, work: (at: number) => Promise<void>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, at) => at).values();
  const worker = async () => {
    for (const at of numbers) await work(at);
  };
  await Promise.all(Array.from({ length: together }, worker));
}

function shuffle<Item>(list: Item[]): Item[] {
  let state = list.length;
  for (let at = list.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [list[at], list[other]] = [list[other] as Item, list[at] as Item];
  }
  return list;
}

/** A payment whose gateway keeps silent; every seventh order has run out before its notice is sent. */
async function prepare(stage: Stage, at: number): Promise<Begun & { letters: Letter[] }> {
  const begun = await begin(stage);
  const { attempt, orderNo } = begun;
  await stage.play.pay(attempt, { silent: true });
  const notice = await stage.play.notice(attempt);
  if (at % 7 === 3) await stage.runOut(orderNo);
  // Where a notice is no more than a reason to ask, nothing that it says can be wrong.
  const isBelieved = !stage.play.unsigned && !stage.play.isQueried;
  const notices = Array.from({ length: isBelieved ? 3 + (at % 2) : 7 }, () => notice);
  if (isBelieved) {
    notices.push(await stage.play.notice(attempt, { amountMinor: attempt.amountMinor - 1 }));
    notices.push(await stage.play.notice(attempt, { currency: 'THB' }));
    notices.push(await stage.play.failNotice(attempt));
  }
  return { ...begun, letters: notices.map((notice) => ({ notice, forged: false })) };
}

/** About `count` notices: for each payment three or four of money, one each of another amount, currency and of failure; a tenth forged. */
export async function flood(stage: Stage, count: number): Promise<void> {
  const { play } = stage;
  const paid: Begun[] = [];
  const letters: Letter[] = [];
  await forEach(Math.round(count * 0.14), async (at) => {
    const { letters: ofStage, ...begun } = await prepare(stage, at);
    paid.push(begun);
    letters.push(...ofStage);
  });
  const waiting = await begin(stage);
  const speak = await play.silence?.(waiting.attempt);
  await forEach(Math.round(count * 0.1), async () => {
    const notice = await play.notice(waiting.attempt, { forged: true });
    letters.push({ notice, forged: true });
  });
  const queue = shuffle(letters);
  const wrong: Letter[] = [];
  await Promise.all([
    forEach(queue.length, async (at) => {
      const letter = queue[at] as Letter;
      const { status } = await stage.tell(letter.notice);
      if (!play.unsigned && !play.isQueried && (status === 400) !== letter.forged) wrong.push(letter);
    }),
    forEach(Math.ceil(count / 100), async (at) => {
      const buying = await begin(stage);
      if (at % 2) return stage.runOut(buying.orderNo);
      await play.pay(buying.attempt);
      paid.push(buying);
      // Waits as the buyer's page does, which polls.
      await stage.until(
        () => stage.ask(buying.orderNo),
        ({ paid: isPaid }) => isPaid,
      );
    }),
  ]);
  expect(wrong).toEqual([]);
  await forEach(paid.length, (at) => expectPaidOnce(stage, paid[at]?.orderNo ?? ''));
  expect((await stage.status(waiting.orderNo)).applied).toBe(0);
  if (speak) {
    await speak();
    await stage.askSoon(waiting.attempt);
    await stage.until(
      () => stage.status(waiting.orderNo),
      ({ applied }) => applied === 1,
    );
  }
  const numbers = new Set(paid.map((begun) => begun.attempt.paymentNo));
  expect((await stage.differences()).filter((ref) => numbers.has(ref))).toEqual([]);
}
