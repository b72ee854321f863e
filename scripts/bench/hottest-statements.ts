// The statements that cost PostgreSQL most while the house does what the bench measures, with their plans (docs/hottest-statements.md).
import pg from 'pg';
import type { Urls } from '../../server/platform/schema/prepare-database.ts';
import type { Bench } from './measure.ts';
import type { GroupName } from './read-options.ts';
import { groups } from './run-groups.ts';

/** The server counts statements, also those that were planned once for all values. */
export const countingSettings = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '2000' };

const works: GroupName[] = ['search', 'detail', 'pages', 'orders', 'ways'];
const mostStatements = 10;

type Counted = { query: string; calls: number; total: number; mean: number; rows: number; share: number };

/** Works for some seconds at each group, and explains what cost most. The plan is the generic one, as the house's connections use it. */
export async function findHottest(
  bench: Bench,
  { url }: Urls,
  adminUrl: string,
): Promise<{ head: string; body: string }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await admin.query('SELECT pg_stat_statements_reset()');
  for (const name of works) await groups[name].measure(bench);
  const counted = await listCounted(admin, new URL(url.replace('@/', '@localhost/')).pathname.slice(1));
  await admin.end();
  const reader = new pg.Client({ connectionString: url, options: '-c app.owner_id=1' });
  await reader.connect();
  const parts: string[] = [];
  for (const [at, item] of counted.entries()) parts.push(describe(at + 1, item, await planOf(reader, item.query)));
  await reader.end();
  return { head, body: `${parts.join('\n\n')}\n` };
}

const head = [
  '# The ten hottest statements',
  '',
  'Written by `npm run bench -- --statements`: the server counts (pg_stat_statements) while the bench searches, reads products,',
  'opens pages, orders and walks whole ways, each for as long as "each figure" says. Shares are of the time of all statements of that',
  'database, waits for locks included. Plans are generic (`EXPLAIN (GENERIC_PLAN)`), as the connections of the server use them; their',
  'costs are estimates of the planner, not milliseconds.',
].join('\n');

async function listCounted(admin: pg.Client, database: string): Promise<Counted[]> {
  const { rows } = await admin.query<Counted>(
    `SELECT query, calls::int, total_exec_time AS total, mean_exec_time AS mean, rows::int,
        (100 * total_exec_time / sum(total_exec_time) OVER ())::float8 AS share
      FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
      WHERE d.datname = $1 AND toplevel AND query ~* '^\\s*(with|select|insert|update|delete)'
      ORDER BY total_exec_time DESC LIMIT $2`,
    [database, mostStatements],
  );
  return rows;
}

/** What the server says when it cannot plan a statement without its values is worth showing, too. */
async function planOf(reader: pg.Client, query: string): Promise<string> {
  try {
    const { rows } = await reader.query<Record<string, string>>(`EXPLAIN (GENERIC_PLAN) ${query}`);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  } catch (error) {
    return `not planned: ${(error as Error).message}`;
  }
}

function describe(place: number, { query, calls, mean, rows, share }: Counted, plan: string): string {
  const figures = `${share.toFixed(1)} % of the time, ${calls} calls, ${mean.toFixed(2)} ms each, ${(rows / calls).toFixed(1)} rows each`;
  return [`## ${place}. ${figures}`, '', '```sql', tidy(query), '```', '', '```', plan, '```'].join('\n');
}

/** Without the indentation of the source. */
const tidy = (query: string) => query.trim().replaceAll(/\n\s+/g, '\n  ');
