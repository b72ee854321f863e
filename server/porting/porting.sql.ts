// Imports as they are kept: the state of each, its judged products a hundred at a time, and what became of them, in the table of
// answers to calls (one row per import and chunk; forgotten after seven days like every other answer).
import type { StaffRole } from '../../domain/account-status.ts';
import { changed, type Db, firstRow, rows, type Sql, sql, type Trx } from '../platform/db.ts';
import type { ImportState, JudgedRow, Outcome } from './candidate.ts';
import { chunkRows } from './port-limits.ts';

/** What no text of the database may hold comes in files all the same. */
const tidy = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Cs}|(?![\n\t])\p{Cc}/gu, '') : value;
const json = (value: unknown) => sql`${JSON.stringify(value, tidy)}::jsonb`;
const [stateCall, rowsCall, doneCall] = ['consoleImport', 'consoleImport rows', 'consoleImport done'];

/** Whose import: the owner, the member of staff, the import. */
export type Which = { ownerId: number; accountId: number; id: string };
/** One run of it: after another one began, nothing of this one counts. */
export type Run = Which & { run: string };

/** Work that broke off more than this long ago without a word has ended. */
const silentSeconds = 90;
const isWorking = sql`answer ->> 'state' IN ('reading', 'checking', 'running')
  AND (answer ->> 'touchedAt')::timestamptz > now() - ${silentSeconds} * interval '1 second'`;
const wasJudged = sql`(answer ->> 'total')::int > 0 AND (answer ->> 'total')::int
  = (answer ->> 'fresh')::int + (answer ->> 'changes')::int + (answer ->> 'same')::int + (answer ->> 'bad')::int`;
const mostTries = 5;
/** A run that broke off without a reason of its own, not long ago. */
const mayGoOn = sql`(answer ->> 'state' = 'running' AND NOT (${isWorking})
    OR answer ->> 'state' = 'stopped' AND answer ->> 'reason' = 'broken' AND coalesce((answer ->> 'closed')::boolean, false))
  AND ${wasJudged} AND coalesce((answer ->> 'tries')::int, 0) < ${mostTries}
  AND (answer ->> 'touchedAt')::timestamptz > now() - interval '1 day'`;
const begun = (run: string, change: Partial<ImportState>) =>
  sql`answer || ${json({ state: 'running', at: 0, reason: '', run, closed: false, ...change })} || jsonb_build_object('touchedAt', now())`;

/** 0 when another import of the same person is under way; the account's row makes two that come together wait for each other. */
export async function insertImport(
  trx: Trx,
  { ownerId, accountId, id }: Which,
  hash: Buffer,
  state: ImportState,
): Promise<number> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${ownerId} AND account_id = ${accountId} FOR UPDATE`.execute(trx);
  return changed(
    trx,
    sql`INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
      SELECT ${ownerId}, ${accountId}, ${stateCall}, ${id}, ${hash}, ${json(state)}
      WHERE NOT EXISTS (SELECT 1 FROM idempotency_key WHERE owner_id = ${ownerId} AND account_id = ${accountId}
        AND call = ${stateCall} AND ${isWorking})`,
  );
}

export async function changeImport(
  db: Sql,
  { ownerId, accountId, id }: Which,
  change: Partial<ImportState>,
): Promise<void> {
  await sql`UPDATE idempotency_key SET answer = answer || ${json(change)} || jsonb_build_object('touchedAt', now())
    WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${stateCall} AND key = ${id}`.execute(db);
}

/** 1 for the one who may run it: it was checked, or its run broke off. */
export function startRun(db: Sql, { ownerId, accountId, id, run }: Run, mode: ImportState['mode']): Promise<number> {
  return changed(
    db,
    sql`UPDATE idempotency_key SET answer = ${begun(run, { mode, tries: 0 })}
      WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${stateCall} AND key = ${id}
        AND (answer ->> 'state' = 'checked' OR answer ->> 'state' IN ('running', 'stopped') AND answer ->> 'mode' = ${mode}
          AND ${wasJudged} AND NOT (${isWorking}))
        AND (${mode} = 'each' OR (answer ->> 'bad')::int = 0)`,
  );
}

/** Imports of all owners that a process may take over, with the name of who started them. */
export function listBroken(house: Db) {
  return rows(
    house,
    sql<{
      owner_id: number;
      account_id: number;
      id: string;
      staff_name: string;
    }>`SELECT k.owner_id, k.account_id, k.key AS id,
        coalesce(nullif(a.nick_name, ''), a.name) AS staff_name
      FROM idempotency_key k JOIN account a ON a.owner_id = k.owner_id AND a.account_id = k.account_id
      WHERE k.call = 'consoleImport' AND ${mayGoOn} ORDER BY k.created_at LIMIT 20`,
  );
}

/** 1 for the one process that goes on with it. */
export function takeOver(db: Sql, { ownerId, accountId, id, run }: Run): Promise<number> {
  return changed(
    db,
    sql`UPDATE idempotency_key SET answer = ${begun(run, {})} || jsonb_build_object('tries', coalesce((answer ->> 'tries')::int, 0) + 1)
      WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${stateCall} AND key = ${id} AND ${mayGoOn}`,
  );
}

/** 0 when it is another run's by now. In a transaction nobody takes it over before that is over. */
export function changeRun(
  db: Sql,
  { ownerId, accountId, id, run }: Run,
  change: Partial<ImportState>,
): Promise<number> {
  return changed(
    db,
    sql`UPDATE idempotency_key SET answer = answer || ${json(change)} || jsonb_build_object('touchedAt', now())
      WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${stateCall} AND key = ${id}
        AND answer ->> 'state' = 'running' AND answer ->> 'run' = ${run}`,
  );
}

type StateRow = { id: string; answer: ImportState; silent: boolean; goes_on: boolean };
const stateColumns = sql`key AS id, answer, answer ->> 'state' IN ('reading', 'checking', 'running') AND NOT (${isWorking}) AS silent,
  ${mayGoOn} AS goes_on`;

export function findImport(db: Sql, { ownerId, accountId, id }: Which): Promise<StateRow | undefined> {
  return firstRow(
    db,
    sql<StateRow>`SELECT ${stateColumns} FROM idempotency_key
      WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${stateCall} AND key = ${id}`,
  );
}

export function listImports(db: Sql, ownerId: number, accountId: number): Promise<StateRow[]> {
  return rows(
    db,
    sql<StateRow>`SELECT ${stateColumns} FROM idempotency_key
      WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${stateCall} ORDER BY created_at DESC LIMIT 10`,
  );
}

const chunkKey = (id: string, chunk: number) => `${id}.${String(chunk).padStart(4, '0')}`;
const noHash = Buffer.alloc(0);

export async function keepChunk(
  db: Sql,
  { ownerId, accountId, id }: Which,
  chunk: number,
  list: JudgedRow[],
): Promise<void> {
  await sql`INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
    VALUES (${ownerId}, ${accountId}, ${rowsCall}, ${chunkKey(id, chunk)}, ${noHash}, ${json(list)})`.execute(db);
}

/** The products of a chunk and, by their index, what became of them so far. */
export async function readChunk(db: Sql, { ownerId, accountId, id }: Which, chunk: number) {
  const found = await rows(
    db,
    sql<{ call: string; answer: unknown }>`SELECT call, answer FROM idempotency_key WHERE owner_id = ${ownerId}
      AND account_id = ${accountId} AND call IN (${rowsCall}, ${doneCall}) AND key = ${chunkKey(id, chunk)}`,
  );
  const of = (call: string) => found.find((row) => row.call === call)?.answer;
  return {
    list: (of(rowsCall) ?? []) as JudgedRow[],
    outcomes: (of(doneCall) ?? {}) as Record<string, Outcome>,
  };
}

export async function keepOutcomes(
  db: Sql,
  { ownerId, accountId, id }: Which,
  chunk: number,
  outcomes: Record<string, Outcome>,
): Promise<void> {
  await sql`INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
    VALUES (${ownerId}, ${accountId}, ${doneCall}, ${chunkKey(id, chunk)}, ${noHash}, ${json(outcomes)})
    ON CONFLICT (owner_id, account_id, call, key) DO UPDATE SET answer = EXCLUDED.answer`.execute(db);
}

export type ListedRow = Omit<JudgedRow, 'document' | 'places'> & { done: Outcome | null };

/** Rows after a place, all or those that are bad or failed, without what they carry. */
export function listRows(
  db: Sql,
  { ownerId, accountId, id }: Which,
  { after, size, bad }: { after: number; size: number; bad: boolean },
): Promise<ListedRow[]> {
  return rows(
    db,
    sql<{
      row: ListedRow;
    }>`SELECT e.value - 'document' - 'places' || jsonb_build_object('done', d.answer -> (e.value ->> 'index')) AS row
      FROM idempotency_key k
      LEFT JOIN idempotency_key d ON d.owner_id = k.owner_id AND d.account_id = k.account_id AND d.call = ${doneCall} AND d.key = k.key
      CROSS JOIN LATERAL jsonb_array_elements(k.answer) e
      WHERE k.owner_id = ${ownerId} AND k.account_id = ${accountId} AND k.call = ${rowsCall}
        AND k.key >= ${chunkKey(id, Math.max(0, Math.floor((after + 1) / chunkRows)))} AND k.key <= ${chunkKey(id, 9999)}
        AND (e.value ->> 'index')::int > ${after}
        AND (NOT ${bad}::boolean OR e.value ->> 'verdict' = 'bad' OR d.answer -> (e.value ->> 'index') ->> 'outcome' = 'failed')
      ORDER BY (e.value ->> 'index')::int LIMIT ${size}`,
  ).then((found) => found.map((one) => one.row));
}

/** Rights are read again while a long work goes on. */
export async function mayStill(db: Sql, ownerId: number, accountId: number, roles: StaffRole[]): Promise<boolean> {
  const found = await rows(
    db,
    sql`SELECT 1 FROM account WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND kind = 'staff' AND status = 1
      AND roles && ${roles}::text[]`,
  );
  return found.length > 0;
}

export type Named = { keys: string[]; cities: string[]; suppliers: string[]; pictures: string[]; areas: string[] };
export type Known = {
  products: Map<string, { id: string; revision: number }>;
  cities: Set<string>;
  suppliers: Set<string>;
  pictures: Set<string>;
  areas: Set<string>;
};

/** Which of the things that documents name exist, in one round trip. */
export async function findKnown(db: Sql, ownerId: number, named: Named): Promise<Known> {
  const row = await firstRow(
    db,
    sql<{
      products: { key: string; id: string; revision: number }[];
      cities: string[];
      suppliers: string[];
      pictures: string[];
      areas: string[];
    }>`SELECT
      (SELECT coalesce(json_agg(json_build_object('key', key, 'id', product_id::text, 'revision', revision)), '[]') FROM product
        WHERE owner_id = ${ownerId} AND key = ANY(${named.keys}::text[])) AS products,
      ARRAY(SELECT city FROM city WHERE city = ANY(${named.cities}::text[])) AS cities,
      ARRAY(SELECT account_id::text FROM account WHERE owner_id = ${ownerId} AND account_id = ANY(${named.suppliers}::bigint[])
        AND kind = 'staff' AND status = 1 AND 'supplier' = ANY(roles)) AS suppliers,
      ARRAY(SELECT picture_id FROM picture WHERE owner_id = ${ownerId} AND picture_id = ANY(${named.pictures}::text[])) AS pictures,
      ARRAY(SELECT area_id::text FROM pickup_area WHERE owner_id = ${ownerId} AND area_id = ANY(${named.areas}::bigint[])) AS areas`,
  );
  return {
    products: new Map(row?.products.map(({ key, ...one }) => [key, one])),
    cities: new Set(row?.cities),
    suppliers: new Set(row?.suppliers),
    pictures: new Set(row?.pictures),
    areas: new Set(row?.areas),
  };
}

/** Every product of the owner, for a file of all of them. */
export function listAllIds(db: Sql, ownerId: number): Promise<{ id: string; revision: number }[]> {
  return rows(
    db,
    sql<{ id: string; revision: number }>`SELECT product_id::text AS id, revision FROM product
      WHERE owner_id = ${ownerId} ORDER BY product_id`,
  );
}
