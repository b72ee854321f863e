// What the role of the running processes may do: read and write rows, nothing else. Given by the role that owns the tables, after each
// migration, and only where something is not as it should be.
import type pg from 'pg';
import { testSchema } from '../db.ts';

/** Rights on tables that processes do not write freely. Elsewhere: all rows, by row security those of one owner. */
const narrower: Record<string, string[]> = {
  audit_log: ['SELECT', 'INSERT'],
  audit_log_archive: ['SELECT'],
  ledger_entry: ['SELECT', 'INSERT'],
  ledger_journal: ['SELECT', 'INSERT'],
  order_event: ['SELECT', 'INSERT'],
  order_event_archive: ['SELECT'],
  order_change: ['SELECT', 'INSERT'],
  statement_line: ['SELECT', 'INSERT'],
  migration: ['SELECT'],
  country: ['SELECT'],
};
const usual = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
const every = [...usual, 'TRUNCATE', 'REFERENCES', 'TRIGGER'];

/** Tables whose words are searched by functions of the owning role (0080-force-row-security.sql). */
const searched = ['product_search', 'search_word'];

/** Name of the role that a connection works as. */
export async function roleOf(client: pg.ClientBase): Promise<string> {
  return (await client.query<{ role: string }>('SELECT current_user AS role')).rows[0]?.role ?? '';
}

/** Lets the functions of search see every row: they check the owner themselves, and an index serves them. */
export async function openSearch(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(
    `SELECT t.tablename FROM unnest($1::text[]) AS t(tablename) WHERE NOT EXISTS (SELECT 1 FROM pg_policies p
      WHERE p.schemaname = current_schema() AND p.tablename = t.tablename AND p.policyname = 'searched' AND p.roles = ARRAY[current_user])`,
    [searched],
  );
  for (const { tablename } of rows) {
    await client.query(`DROP POLICY IF EXISTS searched ON ${tablename}`);
    await client.query(`CREATE POLICY searched ON ${tablename} TO CURRENT_USER USING (true)`);
  }
}

/** Gives `role` what running processes need, and takes from it what is more. */
export async function grantRights(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `WITH wanted AS (
        SELECT c.oid, n.nspname, c.relname, coalesce((SELECT array_agg(r) FROM jsonb_array_elements_text($2::jsonb -> c.relname) r
          WHERE n.nspname = current_schema()), $3) AS rights
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname IN (current_schema(), 'pgboss', '${testSchema}') AND c.relkind IN ('r', 'p', 'v'))
      SELECT format('GRANT USAGE ON SCHEMA %I TO %I', n.nspname, $1::text) AS statement FROM pg_namespace n
        WHERE n.nspname IN (current_schema(), 'pgboss', '${testSchema}') AND NOT has_schema_privilege($1, n.oid, 'USAGE')
      UNION ALL SELECT format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC, %I', n.nspname, $1::text) FROM pg_namespace n
        WHERE n.nspname IN (current_schema(), 'pgboss', '${testSchema}') AND has_schema_privilege($1, n.oid, 'CREATE')
      UNION ALL SELECT format('REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC, %I', current_database(), $1::text)
        WHERE has_database_privilege($1, current_database(), 'TEMPORARY') OR has_database_privilege($1, current_database(), 'CREATE')
      UNION ALL SELECT format('REVOKE ALL ON %1$I.%2$I FROM PUBLIC, %3$I; GRANT %4$s ON %1$I.%2$I TO %3$I',
          nspname, relname, $1::text, array_to_string(rights, ', ')) FROM wanted
        WHERE EXISTS (SELECT 1 FROM unnest($4::text[]) r WHERE has_table_privilege($1, oid, r) <> (r = ANY(rights)))
      UNION ALL SELECT format('GRANT USAGE ON SEQUENCE %I.%I TO %I', n.nspname, c.relname, $1::text)
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND CASE WHEN c.relkind = 'S' THEN NOT has_sequence_privilege($1, c.oid, 'USAGE') END`,
    [role, JSON.stringify(narrower), usual, every],
  );
  for (const { statement } of rows) await client.query(statement);
}

export type RoleFacts = { role: string; owns: number; superuser: boolean; bypasses: boolean; empties: boolean };

/** What the role of this connection could do beyond reading and writing rows. */
export async function findRoleFacts(client: pg.ClientBase | pg.Pool): Promise<RoleFacts> {
  const { rows } = await client.query<RoleFacts>(
    `SELECT current_user AS role, r.rolsuper AS superuser, r.rolbypassrls AS bypasses,
        (SELECT count(*)::int FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
          AND pg_has_role(c.relowner, 'MEMBER')) AS owns,
        has_table_privilege('audit_log', 'TRUNCATE') OR has_table_privilege('audit_log', 'UPDATE') AS empties
      FROM pg_roles r WHERE r.rolname = current_user`,
  );
  if (!rows[0]) throw new Error('the database does not know the role of its own connection');
  return rows[0];
}

/** Whether this role owns the schema's tables, or there are none yet and it may make them. */
export async function ownsSchema(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT coalesce((SELECT pg_has_role(c.relowner, 'MEMBER') FROM pg_class c
        WHERE c.oid = to_regclass('migration')), has_schema_privilege(current_schema(), 'CREATE')) AS owns`,
  );
  return rows[0]?.owns ?? false;
}
