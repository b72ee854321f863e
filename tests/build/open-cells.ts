// An instance with two clusters: the first is the usual test database, the second a copy of it; the first serves all owners.
import pg from 'pg';
import { prepareCells } from '../../scripts/open-database.ts';
import type { OwnedCell } from '../../server/platform/cells/cells.ts';
import { openPool, sql } from '../../server/platform/db.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import { cloneDatabase } from './clone-database.ts';
import { openTestHouse, type TestHouse } from './open-house.ts';

export type TestCells = {
  test: TestHouse;
  /** "one" and "two". */
  cells: OwnedCell[];
  /** Statements in one of the cells, past row security's sight of who is away; the rows are those of the last. */
  inCell<Row extends object>(name: string, text: string): Promise<Row[]>;
  /** Ends with the audit of both. */
  close(): Promise<void>;
};

export async function openTestCells({ screens = false } = {}): Promise<TestCells> {
  const other = await cloneDatabase();
  const two = openPool(other.ownerUrl, 1);
  await sql`INSERT INTO owner_away SELECT owner_id, 'moved', 'one', 0 FROM owner`.execute(two.house);
  await two.close();
  let first = '';
  const test = await openTestHouse({
    screens,
    cells(url) {
      first = url;
      return [
        { name: 'one', url },
        { name: 'two', url: other.url },
      ];
    },
  });
  const [, database = ''] = /@[^/]*\/([^?]+)/.exec(first) ?? [];
  const cells = [
    { name: 'one', url: first, ownerUrl: other.ownerUrl.replace(/(@[^/?]*\/)[^?]*/, `$1${database}`) },
    { name: 'two', url: other.url, ownerUrl: other.ownerUrl },
  ];
  await prepareCells(cells, () => undefined);
  return {
    test,
    cells,
    async inCell<Row extends object>(name: string, text: string) {
      const client = new pg.Client({ connectionString: cells.find((cell) => cell.name === name)?.ownerUrl ?? '' });
      await client.connect();
      try {
        await client.query(`SET app.owner_id = '0'; SET app.moving = 'on'`);
        return (await client.query(text)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    async close() {
      await test.close();
      const left = openPool(other.ownerUrl, 2);
      const broken = (await auditHouse(left)).filter(({ violations }) => violations.length);
      await left.close();
      await other.drop();
      if (broken.length) throw new Error(`the audit of the second cell found: ${JSON.stringify(broken)}`);
    },
  };
}
