// One pool, one door per owner: a connection works for exactly one owner at a time, and row-level security holds it to that.
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely';
import pg from 'pg';

// Tables are reached by named SQL with explicit row types; the builder's table types are not used.
// biome-ignore lint/complexity/noBannedTypes: an empty schema is what is meant
export type Db = Kysely<{}>;
// biome-ignore lint/complexity/noBannedTypes: an empty schema is what is meant
export type Trx = Transaction<{}>;
/** Where a statement runs: straight on the pool or inside a transaction. */
export type Sql = Db | Trx;

export type Database = {
  /** Statements that see this owner's rows only. */
  forOwner(ownerId: number): Db;
  /** Statements of the house itself: jobs, audit, seed, host lookup. */
  house: Db;
  pool: pg.Pool;
  close(): Promise<void>;
};

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

type TaggedClient = pg.PoolClient & { worksFor?: number };

export function openPool(url: string, max = 20): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 60_000,
    options: '-c lock_timeout=3000 -c pg_trgm.similarity_threshold=0.28 -c timezone=UTC',
  });
  // A connection that breaks while idle is replaced by the pool; the next query tells if the server is gone.
  pool.on('error', () => undefined);
  const doors = new Map<number, Db>();
  const forOwner = (ownerId: number): Db => {
    let db = doors.get(ownerId);
    if (!db) {
      db = new Kysely({ dialect: new PostgresDialect({ pool: scopedPool(pool, ownerId) }) });
      doors.set(ownerId, db);
    }
    return db;
  };
  return { forOwner, house: forOwner(0), pool, close: () => pool.end() };
}

const names = new Map<string, string>();

/** Statements are prepared once per connection under a short name: planning is the larger part of a short query. */
function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (!name) {
    if (names.size > 500) return undefined;
    name = `k${names.size}`;
    names.set(text, name);
  }
  return name;
}

function scopedPool(pool: pg.Pool, ownerId: number): PostgresPool {
  if (!Number.isSafeInteger(ownerId) || ownerId < 0) throw new RangeError('not an owner');
  return {
    async connect() {
      const client = (await pool.connect()) as TaggedClient;
      if (client.worksFor !== ownerId) {
        client.worksFor = undefined;
        try {
          await client.query(`SET app.owner_id = '${ownerId}'`);
        } catch (error) {
          client.release(true);
          throw error;
        }
        client.worksFor = ownerId;
      }
      return {
        query(text: string, values?: readonly unknown[]) {
          if (typeof text !== 'string' || !values?.length) return client.query(text, values as unknown[]);
          return client.query({ name: nameOf(text), text, values: values as unknown[] });
        },
        release: () => client.release(),
      } as never;
    },
    end: async () => undefined,
  } as unknown as PostgresPool;
}

/** Runs `work` in one transaction; starts again from the beginning on a deadlock or serialisation failure, a few times. */
export async function inTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if ((code === '40001' || code === '40P01') && tries < 4) continue;
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

export { sql };
