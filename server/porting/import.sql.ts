// Imports: one row for each with its state and counts (import_job), and one for each hundred products with what the check found and
// what the run did (import_chunk).
import type { ImportView } from '../../contract/porting.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import type { JudgedRow, Outcome } from './candidate.ts';
import { chunkRows } from './port-limits.ts';

/** Removes what no text of the database may hold and files contain all the same. */
const tidy = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Cs}|(?![\n\t])\p{Cc}/gu, '') : value;
const json = (value: unknown) => sql`${JSON.stringify(value, tidy)}::jsonb`;

/** Whose import: the member of staff, the import. */
export type Which = { accountId: number; id: string };
/** One run of it: after another one began, nothing of this one counts. */
export type Run = Which & { run: string };

export type ImportChange = Partial<
  Omit<ImportView, 'id' | 'name' | 'kind' | 'startedAt'> & {
    /** The installation stopped in an orderly way: the import goes on as soon as a process is there. */
    closed: boolean;
    /** How often a process took it over since it last got on. */
    tries: number;
  }
>;

const thisOne = (owner: Owner, { accountId, id }: Which) =>
  sql`subject = 'catalogue' AND owner_id = ${owner.id} AND account_id = ${accountId}
    AND import_id = ${id}`;

/** Work that wrote nothing for so long has broken off. */
const silentSeconds = 90;
const isWorking = sql`state IN ('reading', 'checking', 'running') AND touched_at > now() - ${silentSeconds} * interval '1 second'`;
const wasJudged = sql`total > 0 AND total = fresh + changes + same + bad`;
const mostTries = 5;
/** A run that broke off without a reason of its own, not long ago. */
const mayGoOn = sql`(state = 'running' AND NOT (${isWorking}) OR state = 'stopped' AND reason = 'broken' AND closed)
  AND subject = 'catalogue' AND ${wasJudged} AND tries < ${mostTries} AND touched_at > now() - interval '1 day'`;
/** The same now: each further try without progress waits half a minute longer. */
const isDue = sql`${mayGoOn} AND touched_at <= now() - tries * interval '30 seconds'`;
const begin = (run: string) =>
  sql`state = 'running', progress = 0, reason = '', run = ${run}, closed = false, touched_at = now()`;

/** What `change` names becomes so; the rest stays. */
function assign(change: ImportChange) {
  const columns = [
    sql`touched_at = now()`,
    sql`state = coalesce(${change.state ?? null}, state)`,
    sql`reason = coalesce(${change.reason ?? null}, reason)`,
    sql`total = coalesce(${change.total ?? null}, total)`,
    sql`progress = coalesce(${change.at ?? null}, progress)`,
    sql`fresh = coalesce(${change.fresh ?? null}, fresh)`,
    sql`changes = coalesce(${change.changes ?? null}, changes)`,
    sql`same = coalesce(${change.same ?? null}, same)`,
    sql`bad = coalesce(${change.bad ?? null}, bad)`,
    sql`removed = coalesce(${change.removed ?? null}, removed)`,
    sql`created = coalesce(${change.created ?? null}, created)`,
    sql`changed = coalesce(${change.changed ?? null}, changed)`,
    sql`failed = coalesce(${change.failed ?? null}, failed)`,
    sql`closed = coalesce(${change.closed ?? null}, closed)`,
    sql`tries = coalesce(${change.tries ?? null}, tries)`,
  ];
  return sql.join(columns);
}

/** 0 when another import of the same person is under way; the account's row makes two that come together wait for each other. */
export async function insertImport(
  owner: OwnerTrx,
  { accountId, id }: Which,
  { name, kind, hash }: Pick<ImportView, 'name' | 'kind'> & { hash: Buffer },
): Promise<number> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} FOR UPDATE`.execute(owner);
  return changed(
    owner,
    sql`INSERT INTO import_job (owner_id, account_id, import_id, file_hash, file_name, kind)
      SELECT ${owner.id}, ${accountId}, ${id}, ${hash}, ${name}, ${kind}
      WHERE NOT EXISTS (SELECT 1 FROM import_job WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND ${isWorking})`,
  );
}

/** Of its check. 0 when a person has stopped it. */
export function changeCheck(owner: Owner, which: Which, change: ImportChange): Promise<number> {
  return changed(
    owner,
    sql`UPDATE import_job SET ${assign(change)} WHERE ${thisOne(owner, which)} AND state IN ('reading', 'checking')`,
  );
}

/**
 * 1 where something was under way: its process finds out before it writes another product, since each is written with its import's row. The
 * row is locked first, so that the products are counted that were written until then.
 */
export async function endImport(owner: OwnerTrx, which: Which): Promise<number> {
  await sql`SELECT 1 FROM import_job WHERE ${thisOne(owner, which)} FOR UPDATE`.execute(owner);
  const count = (outcome: string) =>
    sql`(SELECT count(*) FROM import_chunk c CROSS JOIN LATERAL jsonb_each(c.outcomes) o
      WHERE c.owner_id = import_job.owner_id AND c.import_id = import_job.import_id AND o.value ->> 'outcome' = ${outcome})`;
  return changed(
    owner,
    sql`UPDATE import_job SET state = 'stopped', reason = 'ended', closed = false, touched_at = now(),
        created = ${count('created')}, changed = ${count('changed')}, failed = ${count('failed')}
      WHERE ${thisOne(owner, which)} AND (state IN ('reading', 'checking', 'running') OR ${mayGoOn})`,
  );
}

/** 1 for the one who may run it: it was checked, or its run broke off. */
export function startRun(owner: Owner, run: Run, mode: ImportView['mode']): Promise<number> {
  return changed(
    owner,
    sql`UPDATE import_job SET ${begin(run.run)}, mode = ${mode}, tries = 0
      WHERE ${thisOne(owner, run)} AND (state = 'checked'
          OR state IN ('running', 'stopped') AND mode = ${mode} AND ${wasJudged} AND NOT (${isWorking}))
        AND (${mode} = 'each' OR bad = 0)`,
  );
}

/** Imports of all owners that a process may take over, with the name of who started them. */
export function listBroken(house: House) {
  return rows(
    house,
    sql<{
      owner_id: number;
      account_id: number;
      id: string;
      staff_name: string;
    }>`SELECT j.owner_id, j.account_id, j.import_id AS id, coalesce(nullif(a.nick_name, ''), a.name) AS staff_name
      FROM (SELECT * FROM import_job WHERE ${isDue} ORDER BY started_at LIMIT 20) j
      JOIN account a ON a.owner_id = j.owner_id AND a.account_id = j.account_id ORDER BY j.started_at`,
  );
}

/** 1 for the one process that goes on with it. */
export function takeOver(owner: Owner, run: Run): Promise<number> {
  return changed(
    owner,
    sql`UPDATE import_job SET ${begin(run.run)}, tries = tries + 1 WHERE ${thisOne(owner, run)} AND ${isDue}`,
  );
}

/** 0 when another run has it by now. In a transaction it cannot be taken over before the end. */
export function changeRun(owner: Owner, run: Run, change: ImportChange): Promise<number> {
  return changed(
    owner,
    sql`UPDATE import_job SET ${assign(change)} WHERE ${thisOne(owner, run)} AND state = 'running' AND run = ${run.run}`,
  );
}

/** As screens show it, with whether its work broke off (`silent`) and whether a process will take it over (`goes_on`). */
export type ImportRow = Omit<ImportView, 'startedAt'> & { started_at: Date; silent: boolean; goes_on: boolean };

const columns = sql`import_id AS id, file_name AS name, kind, state, reason, mode, total, progress AS at, fresh, changes, same, bad,
  removed, created, changed, failed, started_at, state IN ('reading', 'checking', 'running') AND NOT (${isWorking}) AS silent,
  ${mayGoOn} AS goes_on`;

export function findImport(owner: Owner, which: Which): Promise<ImportRow | undefined> {
  return firstRow(owner, sql<ImportRow>`SELECT ${columns} FROM import_job WHERE ${thisOne(owner, which)}`);
}

export function listImports(owner: Owner, accountId: number): Promise<ImportRow[]> {
  return rows(
    owner,
    sql<ImportRow>`SELECT ${columns} FROM import_job
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND subject = 'catalogue'
      ORDER BY started_at DESC LIMIT 10`,
  );
}

export async function insertChunk(owner: Owner, { id }: Which, chunk: number, list: JudgedRow[]): Promise<void> {
  await sql`INSERT INTO import_chunk (owner_id, import_id, chunk, products)
    VALUES (${owner.id}, ${id}, ${chunk}, ${json(list)})`.execute(owner);
}

/** The products of a chunk and, by their index, what became of them so far. */
export async function readChunk(owner: Owner, { id }: Which, chunk: number) {
  const found = await firstRow(
    owner,
    sql<{ list: JudgedRow[]; outcomes: Record<string, Outcome> }>`SELECT products AS list, outcomes FROM import_chunk
      WHERE owner_id = ${owner.id} AND import_id = ${id} AND chunk = ${chunk}`,
  );
  return found ?? { list: [], outcomes: {} };
}

export async function saveOutcomes(
  owner: Owner,
  { id }: Which,
  chunk: number,
  outcomes: Record<string, Outcome>,
): Promise<void> {
  await sql`UPDATE import_chunk SET outcomes = ${json(outcomes)}
    WHERE owner_id = ${owner.id} AND import_id = ${id} AND chunk = ${chunk}`.execute(owner);
}

export type ListedRow = Omit<JudgedRow, 'document' | 'places'> & { done: Outcome | null };

/** Which rows are listed, over the row `e` of the chunk `c`. */
const shown = {
  all: sql`true`,
  changes: sql`e.value ->> 'verdict' IN ('fresh', 'change')`,
  removed: sql`jsonb_array_length(coalesce(e.value -> 'differences' -> 'removed', '[]')) > 0`,
  bad: sql`(e.value ->> 'verdict' = 'bad' OR c.outcomes -> (e.value ->> 'index') ->> 'outcome' = 'failed')`,
};

/** Rows after a place, without what they carry. */
export async function listRows(
  owner: Owner,
  { id }: Which,
  { after, size, show }: { after: number; size: number; show: keyof typeof shown },
): Promise<ListedRow[]> {
  const found = await rows(
    owner,
    sql<{
      row: ListedRow;
    }>`SELECT e.value - 'document' - 'places' || jsonb_build_object('done', c.outcomes -> (e.value ->> 'index')) AS row
      FROM import_chunk c CROSS JOIN LATERAL jsonb_array_elements(c.products) e
      WHERE c.owner_id = ${owner.id} AND c.import_id = ${id} AND c.chunk >= ${Math.max(0, Math.floor((after + 1) / chunkRows))}
        AND (e.value ->> 'index')::int > ${after} AND ${shown[show]}
      ORDER BY (e.value ->> 'index')::int LIMIT ${size}`,
  );
  return found.map((item) => item.row);
}

/** What an import found is read within days; its products are in the catalogue. */
export async function deleteOldImports(house: House): Promise<void> {
  await sql`DELETE FROM import_job WHERE started_at < now() - interval '7 days'`.execute(house);
}
