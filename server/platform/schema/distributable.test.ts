// The tables could be spread over servers by owner (docs/scale.md): every key, unique index and foreign key of a table that belongs to owners
// leads with the owner, except those of tables that every server would hold whole; and what works across owners is known by name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/open-database.ts';
import { listSources } from '../../../tests/build/list-sources.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { type House, inHouseTransaction, rows, sql } from '../db.ts';

/** Small, rarely written, and asked for without knowing the owner: a copy on each server. */
const referenceTables = ['city', 'country', 'feed_rate', 'hostname', 'migration', 'owner', 'owner_setup', 'poi'];

type Finding = { what: string; definition: string };

const listUnfit = (db: House) =>
  rows(
    db,
    sql<Finding>`
WITH distributed AS (
  SELECT c.oid, c.relname, a.attnum AS owner
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped
   WHERE c.relkind IN ('r', 'p') AND c.relname <> ALL (${referenceTables}::text[])
)
SELECT 'table without an owner' AS what, relname AS definition FROM distributed WHERE owner IS NULL
UNION ALL
SELECT 'unique index', pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN distributed d ON d.oid = x.indrelid
 WHERE x.indisunique AND x.indkey[0] IS DISTINCT FROM d.owner
UNION ALL
SELECT 'foreign key', d.relname || ' ' || pg_get_constraintdef(k.oid)
  FROM pg_constraint k JOIN distributed d ON d.oid = k.conrelid JOIN distributed other ON other.oid = k.confrelid
 WHERE k.contype = 'f' AND (k.conkey[1] IS DISTINCT FROM d.owner OR k.confkey[1] IS DISTINCT FROM other.owner)
 ORDER BY 1, 2`,
  );

/**
 * City and poi may belong to no one, moving_job and owner_away are about owners that live elsewhere, a round takes the rows of product_sale
 * within seconds, and the audit looks at order_event (decision 0708).
 */
const withoutWay = ['city', 'moving_job', 'order_event', 'owner_away', 'poi', 'product_sale'];

/**
 * Foreign keys lead a table to its owner. `lost`: none does. `twice`: it refers to `owner` although another one leads there (decision 0708).
 * A key with a column that may be empty leads nowhere.
 */
const listWays = (db: House) =>
  rows(
    db,
    sql<{ name: string; is: 'lost' | 'twice' }>`
WITH RECURSIVE link AS (
  SELECT k.conrelid AS part, k.confrelid AS whole FROM pg_constraint k
   WHERE k.contype = 'f' AND k.confrelid <> k.conrelid AND (SELECT bool_and(a.attnotnull) FROM pg_attribute a
     WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey))
     AND (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = k.conrelid AND a.attnum = k.conkey[1]) = 'owner_id'
), reaching AS (
  SELECT 'owner'::regclass::oid AS part UNION SELECT l.part FROM link l JOIN reaching r ON l.whole = r.part
)
SELECT c.relname AS name, CASE WHEN c.oid NOT IN (SELECT part FROM reaching) THEN 'lost' ELSE 'twice' END AS is
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped
 WHERE c.relkind IN ('r', 'p') AND c.relname <> 'owner' AND (c.oid NOT IN (SELECT part FROM reaching)
    OR EXISTS (SELECT 1 FROM link l WHERE l.part = c.oid AND l.whole = 'owner'::regclass)
      AND EXISTS (SELECT 1 FROM link l JOIN reaching r ON r.part = l.whole WHERE l.part = c.oid AND l.whole <> 'owner'::regclass))
 ORDER BY 1`,
  );

describe('tables that belong to owners', () => {
  let test: TestHouse;
  beforeAll(async () => {
    test = await openTestHouse();
  });
  afterAll(() => test.close());

  it('have the owner first in every key, unique index and foreign key', async () => {
    expect(await listUnfit(test.database.house)).toEqual([]);
  });

  it('reach their owner by one reference', async () => {
    expect(await listWays(test.database.house)).toEqual(withoutWay.map((name) => ({ name, is: 'lost' })));
  });

  it('would be found if they had not', async () => {
    const undone = new Error('undone');
    const trying = inHouseTransaction(test.database.house, async (db) => {
      await sql`CREATE TABLE loose (id int PRIMARY KEY)`.execute(db);
      await sql`CREATE TABLE late (id int, owner_id bigint, PRIMARY KEY (id, owner_id))`.execute(db);
      await sql`CREATE TABLE crossing (owner_id bigint, id int, late_id int, PRIMARY KEY (owner_id, id),
        FOREIGN KEY (late_id, owner_id) REFERENCES late (id, owner_id))`.execute(db);
      const found = (await listUnfit(db)).map(({ what }) => what);
      expect(found).toEqual(['foreign key', 'table without an owner', 'unique index', 'unique index']);
      await sql`CREATE TABLE two_ways (owner_id bigint NOT NULL REFERENCES owner, sku_id bigint NOT NULL, PRIMARY KEY (owner_id, sku_id),
        FOREIGN KEY (owner_id, sku_id) REFERENCES sku)`.execute(db);
      await sql`CREATE TABLE no_way (owner_id bigint NOT NULL, sku_id bigint, FOREIGN KEY (owner_id, sku_id) REFERENCES sku)`.execute(
        db,
      );
      const ways = (await listWays(db)).filter(({ name }) => !withoutWay.includes(name));
      expect(ways).toEqual([
        ...['crossing', 'late', 'no_way'].map((name) => ({ name, is: 'lost' })),
        { name: 'two_ways', is: 'twice' },
      ]);
      throw undone;
    });
    await expect(trying).rejects.toBe(undone);
  });
});

it('docs/scale.md lists statements across owners by the name of their function', () => {
  const named = listSources()
    .filter(({ path }) => path.startsWith('server/') && path.endsWith('.sql.ts'))
    .flatMap(({ text }) => [...text.matchAll(/^export (?:async )?function (\w+)\(\s*\w+: House\b/gm)])
    .map(([, name]) => name ?? '');
  const text = readFileSync(join(root, 'docs', 'scale.md'), 'utf8');
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
