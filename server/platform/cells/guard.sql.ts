// What makes a cluster refuse an owner that it does not serve (decision 0491): put in where there is more than one cell, so that a house
// with one database has no statement, trigger or policy of it. Each refusal is SQLSTATE KB002.
import type { AnyClient } from '../database/open-connection.ts';
import { testSchema } from '../db.ts';

/** First key of the advisory locks: writers share an owner's, and a move takes it for itself. */
export const ownerLock = 7_266_490;
/** First key of the lock that a command holds in the first cell while it moves an owner. */
export const moverLock = ownerLock + 1;
/** Set by the commands that move owners: they see copies that are not served yet. */
export const asMover = `SET app.moving = 'on'`;

/** Tables of the move itself. */
export const moveTables = ['owner_away', 'owner_cell', 'moving_job'];
/** Read to find out where a request belongs, so they show owners that are away, too. */
const seenTables = ['owner', 'hostname'];

/*
 * Every policy contains app_owner(), which is evaluated once for each table of a statement, so that an owner's statements are refused
 * in every process. A writer's snapshot may be old: the trigger checks again after it took the owner's lock, which it holds until the end
 * of the transaction.
 */
const functions = `
CREATE OR REPLACE FUNCTION app_owner() RETURNS bigint LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE asked bigint := nullif(current_setting('app.owner_id', true), '')::bigint;
BEGIN
  IF asked > 0 AND current_setting('app.moving', true) IS DISTINCT FROM 'on'
    AND EXISTS (SELECT 1 FROM public.owner_away a WHERE a.owner_id = asked) THEN
    RAISE EXCEPTION USING ERRCODE = 'KB002', MESSAGE = 'the owner is served in another cell';
  END IF;
  RETURN asked;
END $$;
CREATE OR REPLACE FUNCTION owners_away() RETURNS bigint[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF current_setting('app.owner_id', true) = '0' AND current_setting('app.moving', true) IS DISTINCT FROM 'on' THEN
    RETURN ARRAY(SELECT a.owner_id FROM public.owner_away a);
  END IF;
  RETURN '{}';
END $$;
CREATE OR REPLACE FUNCTION keep_to_cell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE asked bigint := nullif(current_setting('app.owner_id', true), '')::bigint;
BEGIN
  IF asked IS NULL OR current_setting('app.moving', true) = 'on' THEN RETURN NULL; END IF;
  IF asked = 0 THEN
    PERFORM pg_advisory_xact_lock_shared(${ownerLock}, 0);
    RETURN NULL;
  END IF;
  IF NOT pg_try_advisory_xact_lock_shared(${ownerLock}, asked::int) THEN
    RAISE EXCEPTION USING ERRCODE = 'KB002', MESSAGE = 'the owner is moving to another cell';
  END IF;
  IF EXISTS (SELECT 1 FROM public.owner_away a WHERE a.owner_id = asked) THEN
    RAISE EXCEPTION USING ERRCODE = 'KB002', MESSAGE = 'the owner is served in another cell';
  END IF;
  RETURN NULL;
END $$`;

/** Every table with rows of owners, and the queue's; what has the guard already is left alone, for locks on tables are felt by all. */
const missing = `
WITH guarded AS (
  SELECT c.oid, n.nspname, c.relname, n.nspname <> 'pgboss' AND c.relname <> ALL ($2) AS hides
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND ((n.nspname IN ('public', '${testSchema}') AND c.relname <> ALL ($1)
      AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped))
    OR (n.nspname = 'pgboss' AND c.relname ~ '^job(_common)?$'))
)
SELECT format('CREATE TRIGGER in_this_cell BEFORE INSERT OR UPDATE OR DELETE ON %I.%I
      FOR EACH STATEMENT EXECUTE FUNCTION public.keep_to_cell()', nspname, relname) AS statement FROM guarded g
  WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = g.oid AND t.tgname = 'in_this_cell')
UNION ALL
SELECT format('CREATE POLICY in_this_cell ON %I.%I AS RESTRICTIVE
      USING (coalesce(owner_id, 0) <> ALL ((SELECT public.owners_away())::bigint[]))', nspname, relname) FROM guarded g
  WHERE hides AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = g.oid AND p.polname = 'in_this_cell')`;

/** By the role that owns the tables, after each migration, one process at a time; existing ones are not changed. */
export async function installGuard(client: AnyClient): Promise<void> {
  await client.query('SELECT pg_advisory_lock(7266001)');
  try {
    await client.query(functions);
    const { rows } = await client.query<{ statement: string }>(missing, [moveTables, seenTables]);
    // Each in its own statement: a lock on a table delays all who write it.
    for (const { statement } of rows) await client.query(statement);
  } finally {
    await client.query('SELECT pg_advisory_unlock(7266001)');
  }
}

/** Whether this cluster has the guard. */
export async function hasGuard(client: AnyClient): Promise<boolean> {
  return (await client.query(`SELECT 1 FROM pg_proc WHERE proname = 'keep_to_cell'`)).rowCount === 1;
}
