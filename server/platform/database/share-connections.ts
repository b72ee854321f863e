// How requests share the connections: each kind of call may use some, writing calls most of them, and a call that waits for a share
// holds none of the next. So calls that wait for a lock leave room for all others (security rule 73).
import { AsyncLocalStorage } from 'node:async_hooks';
import { ShopBusy } from '../../../domain/errors.ts';
import { type EndTurn, makeTurns, type Turns } from './take-turns.ts';

/** Shares of the connections: of one kind of call, of all writing calls, of all calls. */
export type Shares = { calls: Turns; writing: Turns; all: Turns | undefined };

/** Connections that one kind of call may use at once: calls that wait for a lock leave room for others. */
const callWidth = 11;
/** Connections of all writing calls, the only ones that wait for rows: several kinds at one row leave room for readers. */
const writingWidth = 15;
const rules = { mostWaiting: 500, Refused: ShopBusy };

/** Commands of an operator (`hurried` false) wait for a connection as long as it takes. */
export function makeShares(max: number, hurried: boolean): Shares {
  return {
    calls: makeTurns({ width: callWidth, ...rules }),
    writing: makeTurns({ width: writingWidth, ...rules }),
    all: hurried ? makeTurns({ width: max, ...rules }) : undefined,
  };
}

/** `inTurn`: waits for turns at a row, so that the others of its kind do not wait for the same row. */
export const lane = new AsyncLocalStorage<{ name: string; writes: boolean; inTurn: boolean }>();

/** Runs the work of one kind of call in its share of the connections. */
export function inLane<Result>(name: string, writes: boolean, work: () => Promise<Result>): Promise<Result> {
  return lane.run({ name, writes, inTurn: false }, work);
}

/**
 * Runs a round and all that it begins in the share of all rounds: they may have dozens of answers of others to write at once. They wait for
 * different rows, so that one which waits in vain sends none of the others away.
 */
export function inRoundsLane<Result>(work: () => Promise<Result>): Promise<Result> {
  return lane.run({ name: 'rounds', writes: true, inTurn: true }, work);
}

/** From the narrow share to the wide one, so that a waiting call holds nothing of the next. */
export async function takeShare(shares: Shares): Promise<EndTurn> {
  const leaves: EndTurn[] = [];
  const leave: EndTurn = (how) => {
    for (const end of leaves.splice(0).reverse()) end(how);
  };
  const { name, writes } = lane.getStore() ?? {};
  try {
    if (name !== undefined) leaves.push(await shares.calls.take(name));
    if (writes) leaves.push(await shares.writing.take('writing'));
    if (shares.all) leaves.push(await shares.all.take('all'));
  } catch (error) {
    leave();
    throw error;
  }
  return leave;
}
