// What the role of the running processes may not do, tried on a live house (decision 0080): the second wall must hold where a statement
// of ours is wrong or an attacker runs another one.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { placeOrder } from '../../../tests/build/place-orders.ts';
import { dropDatabase, urlFor } from '../../../tests/build/set-up-database.ts';
import { openPool, sql } from '../db.ts';
import { describeRole, judgeRole, prepareDatabase } from './prepare-database.ts';

let test: TestHouse;
let client: pg.Client;

beforeAll(async () => {
  test = await openTestHouse();
  const token = await test.signIn('agent@one.example', 'agent-2026');
  await placeOrder(test, token);
  await test.signIn('admin@one.example', 'admin-2026');
  client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await test.close();
});

const workFor = (ownerId: number | null) =>
  client.query(ownerId === null ? 'RESET app.owner_id' : `SET app.owner_id = '${ownerId}'`);

async function tablesWithOwner(): Promise<string[]> {
  const { rows } = await client.query<{
    name: string;
  }>(`SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attname = 'owner_id' AND NOT a.attisdropped ORDER BY 1`);
  return rows.map((row) => row.name);
}

const countOf = async (table: string, where: string) =>
  (await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${where}`)).rows[0]?.n ?? 0;

describe('the role of the running processes', () => {
  it('is the one that the house works with, and no more than it should be', async () => {
    const { rows } = await client.query(
      `SELECT rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolname FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows[0]).toMatchObject({ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false });
    const { rows: connections } = await client.query<{ usename: string; n: number }>(`SELECT usename, count(*)::int AS n
      FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL GROUP BY 1`);
    const own = connections.find((one) => one.usename === rows[0].rolname);
    expect(own?.n).toBeGreaterThan(2);
    // The owner's connections are those of this test alone.
    const rest = connections.filter((one) => one !== own).reduce((sum, one) => sum + one.n, 0);
    expect(rest).toBe(test.database.pool.totalCount);
    const pool = openPool(test.databaseUrl, 1);
    expect(await judgeRole(pool.pool)).toEqual([]);
    await pool.close();
    expect((await judgeRole(test.database.pool)).join()).toMatch(/of the running processes owns \d+ tables/);
    expect(describeRole({ role: 'x', owns: 0, superuser: false, bypasses: true, empties: true }).join()).toMatch(
      /bypasses row security and may change the audit log/,
    );
  });

  it('empties, alters, drops and makes nothing', async () => {
    await workFor(0);
    const tables = [...(await tablesWithOwner()), 'migration', 'country', 'pgboss.job', 'pgboss.queue'];
    const forms = [
      'TRUNCATE %',
      'TRUNCATE % CASCADE',
      'DROP TABLE % CASCADE',
      'ALTER TABLE % ADD COLUMN x int',
      'ALTER TABLE % OWNER TO CURRENT_USER',
      'ALTER TABLE % DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE % NO FORCE ROW LEVEL SECURITY',
      'ALTER TABLE % DISABLE TRIGGER ALL',
      'CREATE POLICY mine ON % USING (true)',
      'CREATE INDEX ON % ((1))',
    ];
    let refused = 0;
    for (const table of tables)
      for (const form of forms) {
        const done = client.query(form.replace('%', table));
        await expect(done, `${form} ${table}`).rejects.toMatchObject({ code: '42501' });
        refused += 1;
      }
    expect(refused).toBe(tables.length * forms.length);
    const others = [
      'CREATE TABLE mine (a int)',
      'CREATE TEMP TABLE mine (a int)',
      'CREATE SCHEMA mine',
      'CREATE EXTENSION dblink',
      'SET ROLE kembara',
      'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
      'CREATE OR REPLACE FUNCTION app_owner() RETURNS bigint LANGUAGE sql AS $$ SELECT 0::bigint $$',
      'ALTER ROLE CURRENT_USER BYPASSRLS',
      'SET session_replication_role = replica',
      `COPY migration TO PROGRAM 'cat'`,
      `SELECT pg_read_file('PG_VERSION')`,
      'CREATE DATABASE mine',
      `INSERT INTO migration (name) VALUES ('x')`,
    ];
    for (const text of others) await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' });
  });

  it('adds to the log and the ledger, and changes nothing in them', async () => {
    await workFor(0);
    for (const table of ['audit_log', 'ledger_entry', 'ledger_journal', 'order_event']) {
      expect(await countOf(table, 'true'), table).toBeGreaterThan(0);
      for (const text of [
        `UPDATE ${table} SET owner_id = owner_id`,
        `DELETE FROM ${table}`,
        `SELECT 1 FROM ${table} FOR UPDATE`,
      ])
        await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' });
    }
    // Behind it the tables themselves refuse, also the role that owns them.
    for (const table of ['audit_log', 'ledger_entry', 'ledger_journal'])
      await expect(test.database.pool.query(`TRUNCATE ${table} CASCADE`), table).rejects.toThrow(/never changed/);
  });

  it('sees and writes rows of one owner only, on every table that has an owner', async () => {
    const tables = await tablesWithOwner();
    expect(tables.length).toBeGreaterThan(60);
    let seen = 0;
    for (const table of tables) {
      await workFor(0);
      const others = await countOf(table, 'owner_id <> 1');
      if (others) seen += 1;
      await workFor(1);
      expect(await countOf(table, 'owner_id <> 1'), table).toBe(0);
      await client.query('SET row_security = off');
      await expect(client.query(`SELECT 1 FROM ${table}`), `${table} without row security`).rejects.toMatchObject({
        code: '42501',
      });
      await client.query('RESET row_security');
      await workFor(null);
      expect(await countOf(table, 'owner_id IS NOT NULL'), `${table} for nobody`).toBe(0);
      await workFor(1);
      // Into the other owner's: refused by the policy or by a right that is missing, never done.
      const moved = await client.query(`UPDATE ${table} SET owner_id = 2 WHERE owner_id = 2`).then(
        (done) => done.rowCount,
        (error: { code: string }) => error.code,
      );
      expect([0, '42501', '428C9'], table).toContain(moved);
    }
    expect(seen).toBeGreaterThan(20);
    await expect(client.query(`INSERT INTO search_word (owner_id, word) VALUES (2, 'foreign')`)).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('finds no words and no products of another owner through the functions of search', async () => {
    const ask = async () => {
      const found = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM found_products(2, 'two:* | a:* | t:* | o:* | s:*'::tsquery)`,
      );
      const words = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM search_word w WHERE owner_id = 2`,
      );
      const similar = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM unnest($1::text[]) q(word), similar_words(2, q.word)`,
        [known],
      );
      const leads = await client.query<{ leads: boolean }>(
        `SELECT leads_somewhere(2, 'two:* | a:* | t:* | o:* | s:*'::tsquery) AS leads`,
      );
      return [found.rows[0]?.n, words.rows[0]?.n, similar.rows[0]?.n, leads.rows[0]?.leads];
    };
    const known = (
      await sql<{ word: string }>`SELECT word FROM search_word WHERE owner_id = 2`.execute(test.database.house)
    ).rows.map((row) => row.word);
    expect(known.length).toBeGreaterThan(3);
    await workFor(2);
    const [found, words, similar, leads] = await ask();
    for (const count of [found, words, similar]) expect(count).toBeGreaterThan(0);
    expect(leads).toBe(true);
    await workFor(1);
    expect(await ask()).toEqual([0, 0, 0, false]);
    await workFor(null);
    expect(await ask()).toEqual([0, 0, 0, false]);
  });

  it('is judged by the audit: a table without a forced policy and a log that may be emptied are named', async () => {
    const { auditHouse } = await import('../../upkeep/audit-house.ts');
    const broken = async () =>
      (await auditHouse(test.database)).filter((one) => one.violations.length).map((one) => one.violations[0]?.subject);
    expect(await broken()).toEqual([]);
    await test.database.pool.query('ALTER TABLE search_word NO FORCE ROW LEVEL SECURITY');
    await test.database.pool.query('ALTER TABLE audit_log DISABLE TRIGGER audit_log_not_emptied');
    expect(await broken()).toEqual(['table search_word', 'table audit_log']);
    await test.database.pool.query('ALTER TABLE search_word FORCE ROW LEVEL SECURITY');
    await test.database.pool.query('ALTER TABLE audit_log ENABLE TRIGGER audit_log_not_emptied');
    expect(await broken()).toEqual([]);
  });
});

it('a database that one role made goes over to two; without the owner a process starts only on a whole schema', async () => {
  const name = `${inject('template')}_${process.pid}_roles`;
  const admin = new pg.Client({ connectionString: inject('serverUrl') });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const ownerUrl = urlFor(inject('serverUrl'), name);
  const url = urlFor(inject('runtimeUrl'), name);
  const say = () => undefined;
  try {
    await expect(prepareDatabase({ url, ownerUrl: url }, say)).rejects.toThrow(/start once with DATABASE_OWNER_URL/);
    await prepareDatabase({ url: ownerUrl, ownerUrl }, say);
    const pool = openPool(url, 1);
    await expect(pool.pool.query('SELECT 1 FROM owner')).rejects.toMatchObject({ code: '42501' });
    // Twice, and both at once: what is right already is left alone.
    await Promise.all([prepareDatabase({ url, ownerUrl }, say), prepareDatabase({ url, ownerUrl }, say)]);
    expect((await pool.house.executeQuery(sql`SELECT 1 FROM owner`.compile(pool.house))).rows).toEqual([]);
    expect(await judgeRole(pool.pool)).toEqual([]);
    await prepareDatabase({ url, ownerUrl: url }, say);
    await pool.close();
    const owner = openPool(ownerUrl, 1);
    await owner.pool.query(`DELETE FROM migration WHERE name LIKE '0012%'`);
    await owner.close();
    await expect(prepareDatabase({ url, ownerUrl: url }, say)).rejects.toThrow(/lacks 1 changes of the schema \(0012/);
  } finally {
    await dropDatabase(admin, name);
    await admin.end();
  }
}, 60_000);
