// All statements pass here: the connection works for one owner at a time, prepares its statements, limits waits for locks
// to the request's budget, and is replaced if it was dead before the first statement.
import type { PostgresPool } from 'kysely';
import { connectionWaits } from '../observe/measure.ts';
import { nameStatement } from '../observe/name-statement.ts';
import { inSpan } from '../observe/trace-work.ts';
import type { Canceller } from './cancel-waiting.ts';
import { DatabaseAway, isBroken, isLocked, isOfOtherCell, isOutage, isStale, lockedError } from './detect-outage.ts';
import type { GuardedClient, GuardedPool } from './guard-pool.ts';
import { lockLeft } from './limit-waiting.ts';
import { lane, type Shares, takeShare } from './share-connections.ts';
import type { EndTurn } from './take-turns.ts';
import { runPooled, type Settings } from './through-pooler.ts';

/** Names of the statements that a pool's connections prepare, by their texts; undefined where nothing is prepared. */
type StatementNames = Map<string, string> | undefined;

export function makeNames(prepares: boolean): StatementNames {
  return prepares ? new Map() : undefined;
}

const mostNames = 1000;
/** Marks statements that are not prepared: a list whose filters may be left open has hundreds of texts. */
export const unnamedMark = '/* not prepared */';

/** Each connection prepares a statement once under a short name: planning is the larger part of a short query. */
function nameOf(names: StatementNames, text: string): string | undefined {
  if (!names || text.includes(unnamedMark)) return undefined;
  let name = names.get(text);
  if (!name) {
    if (names.size >= mostNames) return undefined;
    name = `k${names.size}`;
    names.set(text, name);
  }
  return name;
}

/** Without a canceller (an operator's commands) statements wait as long as lock_timeout lets them. */
type Scope = {
  guard: GuardedPool;
  shares: Shares;
  names: StatementNames;
  ownerId: number;
  canceller: Canceller | undefined;
  /** Connections that are ours for one transaction at a time: what each of them begins with. */
  pooled?: Settings | undefined;
  /** Called when this cluster refused the owner. */
  onRefused?: ((ownerId: number) => void) | undefined;
};

export function scopedPool(scope: Scope): PostgresPool {
  const { shares, ownerId } = scope;
  if (!Number.isSafeInteger(ownerId) || ownerId < 0) throw new RangeError('not an owner');
  return {
    async connect() {
      const { name, inTurn: ordered } = lane.getStore() ?? {};
      const began = performance.now();
      const leave = await takeShare(shares);
      // A call that takes turns at the row does not hold up the others of its kind.
      const stuck = () => name !== undefined && !ordered && shares.calls.sendAway(name);
      try {
        const client = await takeFor(scope);
        connectionWaits.observe((performance.now() - began) / 1000);
        return openCheckout({ ...scope, client, leave, stuck }) as never;
      } catch (error) {
        leave();
        connectionWaits.observe((performance.now() - began) / 1000);
        throw asOutage(error);
      }
    },
    end: async () => undefined,
  } as unknown as PostgresPool;
}

/** Begins a transaction or reads: if its connection was already dead, it may be sent once more on another one. */
const mayBeRepeated = /^\s*(begin|start transaction|select)\b/i;

type Checkout = Scope & {
  client: GuardedClient;
  leave: EndTurn;
  /** A statement's wait for a lock timed out. */
  stuck(): void;
};

const ofDatabase = { 'db.system.name': 'postgresql' };

/** One statement; one that waits too long for a lock is cancelled. */
async function sendOn(
  client: GuardedClient,
  { names, canceller }: Scope,
  settings: Settings | undefined,
  text: string,
  values?: readonly unknown[],
) {
  if (settings) return runPooled(client, { text, values: values as unknown[], name: nameOf(names, text) }, settings);
  const watched = canceller?.watch(client, lockLeft());
  try {
    if (typeof text !== 'string' || !values?.length) return await client.query(text, values as unknown[]);
    return await client.query({ name: nameOf(names, text), text, values: values as unknown[] });
  } catch (error) {
    throw watched?.wasCancelled() ? lockedError(error) : error;
  } finally {
    watched?.end();
  }
}

/** One after another: reads of one transaction may be asked for together, and a connection takes one statement at a time. */
function queueStatements(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let running: Promise<unknown> | undefined;
  return (work) => {
    const mine = running ? running.then(work, work) : work();
    const done = () => {
      if (running === mine) running = undefined;
    };
    running = mine;
    mine.then(done, done);
    return mine;
  };
}

/** One use of a connection, from taking it to giving it back. */
function openCheckout({ client: first, leave, stuck, ...scope }: Checkout) {
  const { guard, ownerId } = scope;
  const settings = scope.pooled && { ...scope.pooled, 'app.owner_id': ownerId };
  // Undefined after it broke and no other could be opened.
  let client: GuardedClient | undefined = first;
  let fresh = true;
  let waitedInVain = false;
  const run = async (text: string, values?: readonly unknown[]) => {
    if (!client) throw new DatabaseAway('the connection is gone');
    const answer = await sendOn(client, scope, settings, text, values);
    if (client.isUnconfirmed) throw new DatabaseAway('the commit is on one server only');
    return answer;
  };
  const replace = async () => {
    client?.release(true);
    client = undefined;
    client = await takeFor(scope);
  };
  const answer = async (text: string, values?: readonly unknown[]) => {
    const first = fresh;
    const repeatable = first && mayBeRepeated.test(text);
    fresh = false;
    try {
      return await run(text, values);
    } catch (error) {
      guard.noteFailure(error, client, first);
      if (isOfOtherCell(error)) scope.onRefused?.(ownerId);
      if (isLocked(error)) {
        waitedInVain = true;
        stuck();
      }
      const nothingRan = isStale(error) && client?.getTransactionStatus() === 'I';
      if (!nothingRan && !(repeatable && isBroken(error))) throw asOutage(error);
    }
    try {
      await replace();
      return await run(text, values);
    } catch (error) {
      throw asOutage(error);
    }
  };
  const inTurn = queueStatements();
  return {
    query: (text: string, values?: readonly unknown[]) =>
      inSpan(
        () => ({ name: nameStatement(text), kind: 'client', facts: ofDatabase, inside: true }),
        () => inTurn(() => answer(text, values)),
      ),
    release() {
      if (client) guard.give(client);
      leave({ stuck: waitedInVain });
    },
  };
}

/** Requests get one error type for the database's failures; errors of the statement stay unchanged. */
function asOutage(error: unknown): unknown {
  return isOutage(error) && !(error instanceof DatabaseAway)
    ? new DatabaseAway((error as Error).message, error)
    : error;
}

async function takeFor(scope: Scope, tries = 2): Promise<GuardedClient> {
  const { guard, ownerId, pooled } = scope;
  const client = await guard.take();
  if (pooled || client.worksFor === ownerId) return client;
  client.worksFor = undefined;
  try {
    await client.query(`SET app.owner_id = '${ownerId}'`);
  } catch (error) {
    guard.noteFailure(error, client, true);
    client.release(true);
    if (tries > 1 && isBroken(error)) return takeFor(scope, tries - 1);
    throw error;
  }
  client.worksFor = ownerId;
  return client;
}
