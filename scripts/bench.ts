// npm run bench (-- --seconds 8 --only search,orders --products 5000 --against main --write): one table of figures with the references
// that they are compared with (docs/measured.md). Not a test: figures depend on the machine and are printed, not judged; only failures
// end it with 1. It works in databases of its own, kembara_bench_….
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../server/platform/own-database/start-postgres.ts';
import { type CheckedOut, checkOut } from './bench/check-out.ts';
import type { Bench } from './bench/measure.ts';
import { openBench } from './bench/open-bench.ts';
import { copyCatalogue, dropCopy, loadedProducts } from './bench/open-databases.ts';
import { openSide } from './bench/open-side.ts';
import { type Options, readOptions } from './bench/read-options.ts';
import { prepareDriver } from './bench/run-driver.ts';
import { runGroups } from './bench/run-groups.ts';
import { countingSettings, findHottest } from './bench/statements/hottest-statements.ts';
import { listFailures, printTable, type Row, type Table, writeInto } from './bench/write-table.ts';
import { findDatabase, root } from './open-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const folder = join(root, '.data', 'bench');
const document = join(root, 'docs', 'measured.md');
const hottestDocument = join(root, 'docs', 'hottest-statements.md');
/** Undone in the opposite order, once, also after a signal. */
const undone: (() => unknown)[] = [];
let undoing: Promise<void> | undefined;

const options = readOptions(process.argv.slice(2));
stopOnSignal(async () => {
  await undo();
  // Half a table is no success.
  process.exit(1);
});
try {
  if (options.statements) await explain(options);
  else await bench(options);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await undo();
}
process.exit();

function undo(): Promise<void> {
  undoing ??= (async () => {
    for (let step = undone.pop(); step; step = undone.pop()) await step();
  })();
  return undoing;
}

async function bench(options: Options): Promise<void> {
  // Once: the folder may be at another commit when the run ends.
  const commit = sayCommit();
  const facts = describeRun(commit, options);
  const found = await findDatabase(console.log);
  undone.push(() => found.stop());
  facts.push(['PostgreSQL', await readVersion(found.ownerUrl)]);
  const places = listPlaces(commit, options);
  const benches: Bench[] = [];
  for (const [index, { name, root }] of places.entries()) {
    mkdirSync(folder, { recursive: true });
    const urls = await copyCatalogue(found, { root, dataFolder: folder }, options, index);
    undone.push(() => dropCopy(found, index));
    await prepareDriver(urls.ownerUrl);
    const side = await openSide({ ...urls, name, root, dataFolder: folder });
    undone.push(() => side.close());
    benches.push(await openBench(side, options));
  }
  const measured = await runGroups(benches, printRow);
  facts.push(['Load average at the end', sayLoad()]);
  finish({ facts, ...measured }, options);
}

/** On a server that counts statements: this folder's own, which must not be running already. */
async function explain(options: Options): Promise<void> {
  const commit = sayCommit();
  const server = await startPostgres(root, console.log, countingSettings);
  undone.push(() => server.stop());
  mkdirSync(folder, { recursive: true });
  const urls = await copyCatalogue(server, { root, dataFolder: folder }, options, 0);
  undone.push(() => dropCopy(server, 0));
  const side = await openSide({ ...urls, name: '', root, dataFolder: folder });
  undone.push(() => side.close());
  const log = join(root, '.data', 'postgres.log');
  const text = await findHottest(await openBench(side, options), urls, { adminUrl: server.adminUrl, log });
  const facts = describeRun(commit, options).map(([name, value]) => `- ${name}: ${value}`);
  writeFileSync(hottestDocument, `${text.head}\n\n${facts.join('\n')}\n\n${text.body}`);
  console.log('written into docs/hottest-statements.md');
}

/** This folder, and the other commit when there is one. */
function listPlaces(commit: string, { against }: Options): { name: string; root: string }[] {
  if (against === undefined) return [{ name: '', root }];
  const other: CheckedOut = checkOut(root, against, folder);
  undone.push(() => other.remove());
  return [
    { name: commit, root },
    { name: other.commit, root: other.root },
  ];
}

function finish(table: Table, { write }: Options): void {
  console.log(`\n${printTable(table)}`);
  const failures = listFailures(table);
  for (const failure of failures) console.log(`FAILED  ${failure}`);
  if (failures.length) process.exitCode = 1;
  if (!write) return;
  writeFileSync(document, writeInto(readFileSync(document, 'utf8'), table));
  console.log('written into docs/measured.md');
}

function printRow({ name, side, figure, ratio, failed }: Row): void {
  console.log([side, name, figure, ratio, failed && `${failed} failed`].filter(Boolean).join('  '));
}

function describeRun(commit: string, { seconds, products, days }: Options): [string, string][] {
  const [first] = cpus();
  return [
    ['Commit', commit],
    ['Date', `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['Machine', `${cpus().length} cores, ${first?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`],
    ['Node', process.version],
    [
      'Catalogue',
      `${products.toLocaleString('en')} products${products > loadedProducts ? `, ${days} days of places` : ''}`,
    ],
    ['Each figure', `${seconds} s, and a warm-up before`],
    ['Load average at the start', sayLoad()],
  ];
}

function sayLoad(): string {
  return loadavg()
    .map((value) => value.toFixed(2))
    .join(', ');
}

function sayCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  // The table itself may be written while it is not committed.
  const changed = git('status', '--porcelain', '--', '.', ':!docs').length > 0;
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
}

async function readVersion(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  await client.end();
  return rows[0]?.version ?? 'unknown';
}
