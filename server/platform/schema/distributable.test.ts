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

describe('tables that belong to owners', () => {
  let test: TestHouse;
  beforeAll(async () => {
    test = await openTestHouse();
  });
  afterAll(() => test.close());

  it('have the owner first in every key, unique index and foreign key', async () => {
    expect(await listUnfit(test.database.house)).toEqual([]);
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
