// The demo's history is played with a clock in the past: for connections whose search path begins with `moved_clock`, now() is that
// clock, and rows that get their time from the database use it too. It is removed afterwards.
import { type House, type Owner, rows, sql } from '../platform/db.ts';

/** Added to a connection's address. Nothing of a history that is cut off is worth a wait for the disk at each of its commits. */
export const movedClockOptions =
  '-c search_path=moved_clock,pg_catalog,public -c timezone=UTC -c synchronous_commit=off';

export async function installMovedClock(house: House): Promise<void> {
  await sql`CREATE SCHEMA moved_clock`.execute(house);
  await sql`CREATE TABLE moved_clock.shift (late interval NOT NULL)`.execute(house);
  await sql`CREATE FUNCTION moved_clock.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT pg_catalog.now() - coalesce((SELECT late FROM moved_clock.shift), interval ''0'')'`.execute(house);
  await sql`GRANT USAGE ON SCHEMA moved_clock TO PUBLIC`.execute(house);
  await sql`GRANT SELECT ON moved_clock.shift TO PUBLIC`.execute(house);
  await setDefaults(house, 'now()', 'moved_clock.now()');
}

/** Also what a process left that was killed, and where there is nothing to remove. */
export async function removeMovedClock(house: House): Promise<void> {
  await setDefaults(house, 'moved_clock.now()', 'pg_catalog.now()');
  await sql`DROP SCHEMA IF EXISTS moved_clock CASCADE`.execute(house);
}

/** By how many milliseconds now() is late from here on. Sessions stay valid: no one signs in again each day. */
export async function moveClock(house: House, lateMilliseconds: number): Promise<void> {
  const late = sql`make_interval(secs => ${lateMilliseconds / 1000})`;
  await sql`WITH gone AS (DELETE FROM moved_clock.shift), moved AS (INSERT INTO moved_clock.shift SELECT ${late})
    UPDATE login_session SET seen_at = now() - ${late}, ends_at = now() - ${late} + interval '2 days'`.execute(house);
}

/** Whether this owner has an order already: then there is a history. */
export async function isLived(owner: Owner): Promise<boolean> {
  return (await rows(owner, sql`SELECT 1 FROM purchase WHERE owner_id = ${owner.id} LIMIT 1`)).length > 0;
}

/**
 * Before the history: its partners were there so many days ago, and so was what they began with. A statement has its lines in the order of
 * the ledger: an opening of today would date all of the past's payments today.
 */
export async function ageOpenings(owner: Owner, days: number): Promise<void> {
  const age = sql`make_interval(days => ${days}::int)`;
  await sql`WITH lines AS (UPDATE statement_line SET at = at - ${age} WHERE owner_id = ${owner.id}),
      sums AS (UPDATE statement_sum s SET month = date_trunc('month', l.first - ${age}, 'UTC')
        FROM (SELECT min(at) AS first FROM statement_line WHERE owner_id = ${owner.id}) l WHERE s.owner_id = ${owner.id}),
      changes AS (UPDATE adjustment SET created_at = created_at - ${age}, decided_at = decided_at - ${age} WHERE owner_id = ${owner.id})
    UPDATE partner SET created_at = created_at - ${age}, applied_at = applied_at - ${age} WHERE owner_id = ${owner.id}`.execute(
    owner,
  );
}

/** All tables in one statement: there are two hundred such columns, and each statement of its own would wait for the disk. */
async function setDefaults(house: House, from: string, to: string): Promise<void> {
  const wanted = sql.lit(`%${from}%`);
  await sql`DO $$ DECLARE change text; BEGIN
    FOR change IN SELECT format('ALTER TABLE %s %s', c.oid::regclass, string_agg(format('ALTER COLUMN %I SET DEFAULT %s', a.attname,
        replace(pg_get_expr(d.adbin, d.adrelid), ${sql.lit(from)}, ${sql.lit(to)})), ', '))
      FROM pg_attrdef d JOIN pg_class c ON c.oid = d.adrelid
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
      WHERE pg_get_expr(d.adbin, d.adrelid) LIKE ${wanted} GROUP BY c.oid
    LOOP EXECUTE change; END LOOP; END $$`.execute(house);
}
