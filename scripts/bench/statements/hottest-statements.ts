// The statements that cost PostgreSQL most while the house does what the bench measures, with their plans (docs/hottest-statements.md).
import { statSync } from 'node:fs';
import pg from 'pg';
import type { Urls } from '../../../server/platform/schema/prepare-database.ts';
import type { Bench } from '../measure.ts';
import type { GroupName } from '../read-options.ts';
import { groups } from '../run-groups.ts';
import { explainingSettings, readLog, readPlans, type SeenPlan } from './read-plans.ts';

/** The server counts statements, also those that were planned once for all values, and explains some as they run. */
export const countingSettings = {
  shared_preload_libraries: 'pg_stat_statements,auto_explain',
  'pg_stat_statements.max': '2000',
  ...explainingSettings,
};

const works: GroupName[] = ['search', 'detail', 'pages', 'orders', 'ways'];
const mostStatements = 10;

type Counted = { id: string; query: string; calls: number; mean: number; rows: number; share: number };
type Server = { adminUrl: string; log: string };

/** Works for some seconds at each group, and shows what cost most, with a plan of the median time. */
export async function findHottest(
  bench: Bench,
  { url }: Urls,
  { adminUrl, log }: Server,
): Promise<{ head: string; body: string }> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await admin.query('SELECT pg_stat_statements_reset()');
  const { size } = statSync(log);
  for (const name of works) await groups[name].measure(bench);
  const hottest = await listCounted(admin, new URL(url.replace('@/', '@localhost/')).pathname.slice(1));
  const { rows } = await admin.query<{ id: string }>(
    'SELECT queryid::text AS id FROM pg_stat_statements WHERE toplevel',
  );
  await admin.end();
  const outer = new Set(rows.map(({ id }) => id));
  const plans = readPlans(
    readLog(log, size),
    hottest.map(({ id }) => id),
    outer,
  );
  const parts = hottest.map((item, at) => describe(at + 1, item, plans.get(item.id)));
  return { head, body: `${parts.join('\n\n')}\n` };
}

const head = [
  '# The ten hottest statements',
  '',
  'Written by `npm run bench -- --statements`: the server counts (pg_stat_statements) while the bench searches, reads products,',
  'opens pages, orders and walks whole ways, each for as long as "each figure" says. Shares are of the time of all statements of that',
  'database, waits for locks included. One statement of twenty-five is explained as it runs (auto_explain): the plan below a statement is',
  'that of the sample whose time is the median, measured on the loaded machine, which takes longer than without measuring.',
].join('\n');

async function listCounted(admin: pg.Client, database: string): Promise<Counted[]> {
  const { rows } = await admin.query<Counted>(
    `SELECT queryid::text AS id, query, calls::int, mean_exec_time AS mean, rows::int,
        (100 * total_exec_time / sum(total_exec_time) OVER ())::float8 AS share
      FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
      WHERE d.datname = $1 AND toplevel AND query ~* '^\\s*(with|select|insert|update|delete)'
      ORDER BY total_exec_time DESC LIMIT $2`,
    [database, mostStatements],
  );
  return rows;
}

function describe(place: number, { query, calls, mean, rows, share }: Counted, seen: SeenPlan | undefined): string {
  const figures = `${share.toFixed(1)} % of the time, ${calls} calls, ${mean.toFixed(2)} ms each, ${(rows / calls).toFixed(1)} rows each`;
  const parts = [`## ${place}. ${figures}`, '', ...inFence(tidy(seen?.query ?? query), 'sql'), ''];
  if (!seen) return [...parts, 'No sample of it was explained.'].join('\n');
  parts.push(`Explained: ${seen.milliseconds.toFixed(2)} ms.`, '', ...inFence(seen.plan));
  const inner = Object.values(Object.groupBy(seen.within, ({ queryId }) => queryId)).flatMap((runs = []) =>
    describeInner(runs, seen.milliseconds),
  );
  return [...parts, ...inner].join('\n');
}

/** What a statement runs inside functions or to check references, and its plan where that is a good part of the whole. */
function describeInner(runs: SeenPlan[], whole: number): string[] {
  const total = runs.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const [longest] = runs.toSorted((left, other) => other.milliseconds - left.milliseconds);
  if (!longest) return [];
  const head = [
    '',
    `Within it ${runs.length} times, ${total.toFixed(2)} ms together:`,
    '',
    ...inFence(tidy(longest.query), 'sql'),
  ];
  return total < whole / 10 ? head : [...head, '', ...inFence(longest.plan)];
}

const inFence = (text: string, language = '') => [`\`\`\`${language}`, text, '```'];

/** Without the indentation of the source. */
const tidy = (query: string) => query.trim().replaceAll(/\n\s+/g, '\n  ');
