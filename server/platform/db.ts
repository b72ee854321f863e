// One pool with access per owner: a connection works for exactly one owner at a time, and row-level security enforces it.
import { Kysely, PostgresDialect, type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { makeCanceller } from './database/cancel-waiting.ts';
import { isLocked, isStale } from './database/detect-outage.ts';
import { type GuardedPool, guardPool } from './database/guard-pool.ts';
import { longestWait, waitLeft } from './database/limit-waiting.ts';
import { type Address, findAddress } from './database/open-connection.ts';
import { makeNames, scopedPool, unnamedMark } from './database/scope-connections.ts';
import { inLane, lane, makeShares } from './database/share-connections.ts';
import { type EndTurn, makeTurns, type Turns } from './database/take-turns.ts';
import type { Pooler, Settings } from './database/through-pooler.ts';

// Tables are reached by named SQL with explicit row types; the builder's table types are not used.
// biome-ignore lint/complexity/noBannedTypes: an empty schema is what is meant
export type Db = Kysely<{}>;
// biome-ignore lint/complexity/noBannedTypes: an empty schema is what is meant
export type Trx = Transaction<{}>;

/**
 * One owner of the house: its id for the predicate `owner_id = ${owner.id}`, which the planner needs, and its statements, which see its
 * rows only. Inside of `inTransaction` it is the same owner bound to the transaction (decision 0140).
 */
export type Owner = QueryExecutorProvider & {
  readonly id: number;
  /** Its connections: the same object inside and outside of transactions, so that caches are keyed by it. */
  readonly pool: Db;
  /** Where its statements run: on its connections, or in the transaction. */
  readonly statements: Db | Trx;
  /** Use cases that open a transaction join the one that is open. */
  readonly joins: boolean;
  /** Its statements write the tables of the test mode (decision 0385). */
  readonly isTest: boolean;
};
/** An owner inside a transaction: for steps that must be committed together with others. */
export type OwnerTrx = Owner & { readonly statements: Trx };
/** Statements across owners: rounds, audit, seed, host lookup. */
export type House = Db | Trx;
/** Where a statement on tables without an owner runs. */
export type Sql = Owner | House;

export type Database = {
  /** The handle of one owner; the same object at each call. */
  forOwner(ownerId: number): Owner;
  /** The same owner in test mode, on connections of its own: tests never wait in front of the shop's. */
  forTests(ownerId: number): Owner;
  house: Db;
  pool: pg.Pool;
  guard: GuardedPool;
  testGuard: GuardedPool;
  address: Address;
  close(): Promise<void>;
};

/** For rounds over all owners: `house` finds what is due, and each owner's handle does it. */
export type Owners = Pick<Database, 'house' | 'forOwner'>;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * `hurried` is for requests: waits for a connection are short. An operator's commands wait as long as it takes. With a `pooler`, owners'
 * and the house's statements go through it; `address` stays the database's own.
 */
export type PoolSettings = {
  hurried?: boolean;
  pooler?: Pooler | undefined;
  /** Where there are several cells: this one refused the owner. */
  onRefused?: ((ownerId: number) => void) | undefined;
  /** Reads from a standby. Other connections to one are refused, as it may be a primary that was just replaced (decision 0703). */
  standby?: boolean;
};

const connectionSettings: Settings = {
  idle_in_transaction_session_timeout: 15_000,
  'pg_trgm.similarity_threshold': 0.28,
  timezone: 'UTC',
};
/** How long an operator's commands wait for a lock; requests wait less and have one budget for all waits (security rule 69). */
const patientLockMilliseconds = 3000;

export function openPool(url: string, max = 20, options: PoolSettings = {}): Database {
  const { hurried = false, pooler, onRefused, standby = false } = options;
  const address = findAddress(url);
  const settings: Settings = { ...connectionSettings, ...(!standby && { transaction_read_only: 'off' }) };
  // Planning again for each query takes longer than a plan that suits all.
  if (hurried && (!pooler || pooler.prepares)) settings.plan_cache_mode = 'force_generic_plan';
  const lock = hurried ? longestWait() : patientLockMilliseconds;
  const canceller = hurried && !pooler ? makeCanceller(address) : undefined;
  const openOn = (most: number, settings: Settings) => {
    const poolOptions = pooler ? { pipeline: true } : { options: writeOptions({ lock_timeout: lock, ...settings }) };
    const guard = guardPool(pooler ? findAddress(pooler.url) : address, { ...poolOptions, max: most, hurried });
    const shares = makeShares(most, hurried);
    const scope = {
      guard,
      shares,
      names: makeNames(!pooler || pooler.prepares),
      canceller,
      pooled: pooler && settings,
      onRefused,
    };
    const open = (ownerId: number): Db =>
      new Kysely({ dialect: new PostgresDialect({ pool: scopedPool({ ...scope, ownerId }) }) });
    return { guard, open };
  };
  const usual = openOn(max, settings);
  const tests = openOn(mostTestConnections, { ...settings, search_path: `${testSchema},public` });
  void canceller?.open();
  const close = async () => {
    await Promise.all([usual.guard.pool.end(), tests.guard.pool.end()]);
    await canceller?.close();
  };
  return {
    forOwner: makeOwners(usual.open, false),
    forTests: makeOwners(tests.open, true),
    house: usual.open(houseId),
    address,
    guard: usual.guard,
    testGuard: tests.guard,
    pool: usual.guard.pool,
    close,
  };
}

/** As a connection takes them when it opens. */
function writeOptions(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Tables of the test mode (schema/test-mode.sql.ts). */
export const testSchema = 'test_mode';
/** Opened when a test key calls, and closed soon after. */
const mostTestConnections = 3;

/** Handles of owners, each made once. */
function makeOwners(openFor: (ownerId: number) => Db, isTest: boolean): (ownerId: number) => Owner {
  const owners = new Map<number, Owner>();
  return (id) => {
    let owner = owners.get(id);
    if (!owner) {
      if (id === houseId) throw new RangeError('not an owner');
      const pool = openFor(id);
      owner = bindOwner({ id, pool, isTest }, pool);
      owners.set(id, owner);
    }
    return owner;
  };
}

/** Row security shows a connection that works for this id the rows of all owners. */
const houseId = 0;

/** The owner whose statements run on `statements`. */
function bindOwner<Statements extends Db | Trx>(
  { id, pool, isTest }: Pick<Owner, 'id' | 'pool' | 'isTest'>,
  statements: Statements,
  joins = false,
) {
  return { id, pool, isTest, statements, joins, getExecutor: () => statements.getExecutor() };
}

/** Contended rows: a few calls of this process at a time, the others wait without a connection. */
type RowTurns = { before: Turns; inside: Turns };
const rowTurns = new WeakMap<Db, RowTurns>();
/** More than a fast machine can serve within a request's budget. */
const rowRules = { mostWaiting: 300 };

function turnsOf(db: Db): RowTurns {
  const known = rowTurns.get(db);
  if (known) return known;
  const made = { before: makeTurns({ ...rowRules, width: 16 }), inside: makeTurns({ ...rowRules, width: 4 }) };
  rowTurns.set(db, made);
  return made;
}

async function takeTurns<Result>(turns: Turns, rows: string[], work: () => Promise<Result>): Promise<Result> {
  const leaves: EndTurn[] = [];
  let stuck = false;
  try {
    // Sorted, so that two calls that want both rows do not wait for each other.
    for (const row of [...new Set(rows)].sort()) leaves.push(await turns.take(row));
    const store = lane.getStore();
    return await (store ? lane.run({ ...store, inTurn: true }, work) : work());
  } catch (error) {
    stuck = isLocked(error);
    if (stuck) for (const row of rows) turns.close(row);
    throw error;
  } finally {
    for (const leave of leaves) leave({ stuck });
  }
}

/**
 * Runs a whole call that ends at contended rows, its reads too: a few calls of a crowd run, and calls that
 * arrive while the rows are stuck are refused with TooFrequent before anything is read for them. A call that joins a transaction may
 * hold the rows that the others wait for, and goes on.
 */
export function inTurn<Result>(owner: Owner, wanted: string[], work: () => Promise<Result>): Promise<Result> {
  if (owner.joins) return work();
  return takeTurns(turnsOf(owner.pool).before, wanted, work);
}

/**
 * Runs `work` in one transaction, with the owner bound to it; restarts it after a deadlock or serialisation failure, a few times.
 * `hotRows` names contended rows: other calls that want them wait for a turn, and are refused with TooFrequent when the rows are stuck.
 */
export function inTransaction<Result>(
  owner: Owner,
  work: (owner: OwnerTrx) => Promise<Result>,
  hotRows: string[] = [],
): Promise<Result> {
  if (owner.joins) return work(owner as OwnerTrx);
  const run = () => retryTransaction(owner.statements, (trx) => work(bindOwner(owner, trx)));
  return hotRows.length ? takeTurns(turnsOf(owner.pool).inside, hotRows, run) : run();
}

/**
 * Runs `work`, one statement that is a transaction itself, with the queue and repeats of `inTransaction`: its rows are not locked during a
 * round trip to the database.
 */
export function inStatement<Result>(
  owner: Owner,
  work: (owner: Owner) => Promise<Result>,
  hotRows: string[] = [],
): Promise<Result> {
  if (owner.joins) return work(owner);
  const run = () => repeatWhenBroken(() => work(owner));
  return hotRows.length ? takeTurns(turnsOf(owner.pool).inside, hotRows, run) : run();
}

/** `inTransaction` for work across owners. */
export function inHouseTransaction<Result>(house: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return retryTransaction(house, work);
}

/** For use cases that open a transaction of their own: with this handle they join the transaction of `owner`. */
export function joinTransaction(owner: OwnerTrx): OwnerTrx {
  return bindOwner(owner, owner.statements, true);
}

function retryTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  return repeatWhenBroken(() => db.transaction().execute(work));
}

/** After a deadlock or serialisation failure it is rolled back and runs again, a few times. */
async function repeatWhenBroken<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if ((code === '40001' || code === '40P01' || isStale(error)) && tries < 4 && waitLeft() > 0) continue;
      throw error;
    }
  }
}

/** Whether an error is the violation of the named unique constraint or index. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  const { code, constraint: hit } = error as { code?: string; constraint?: string };
  return code === '23505' && hit === constraint;
}

/** The refusal that a statement raised through refuse(), or undefined. */
export function refusalOf(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'KB001' ? message : undefined;
}

/**
 * A condition of a filter that may be left open. An open one is left out of the statement: statements are planned once for all values,
 * and `value IS NULL OR …` would prevent each of them from using an index.
 */
export function onlyIf(value: unknown, condition: ReturnType<typeof sql>): ReturnType<typeof sql> {
  return value === null || value === undefined ? sql`true` : sql`(${condition})`;
}

/** At the head of a list's conditions: its many texts must not use up the names of the statements that every request needs prepared. */
export const notPrepared = sql.raw(unnamedMark);

/** Rows of a statement. */
export async function rows<Row>(db: Sql, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(db)).rows;
}

/** The first row of a statement, or undefined. */
export async function firstRow<Row>(db: Sql, query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  return (await query.execute(db)).rows[0];
}

/** Number of rows a writing statement changed: the answer of every guarded UPDATE. */
export async function changed(db: Sql, query: ReturnType<typeof sql>): Promise<number> {
  return Number((await query.execute(db)).numAffectedRows ?? 0n);
}

export { inLane, sql };
