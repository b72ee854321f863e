// npm run rehearse-upgrade -- COMMIT (20000): three processes of an older version, behind a balancer and under requests, while this version
// migrates their database; then each is replaced by one of this version, and then by one of the older again. Counts failed requests:
// there must be none. The older version is in .data/previous, with this version's packages.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase, type Urls } from '../../server/platform/schema/prepare-database.ts';
import { openDatabase, root } from '../open-database.ts';
import { makeDatabase, rehearseRestart } from './restart.ts';

const commit = process.argv[2];
if (!commit) {
  console.error('Name the older version: npm run rehearse-upgrade -- COMMIT');
  process.exit(2);
}
const folder = join(root, '.data', 'previous');
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const filling = `(async () => {
  const { prepareDatabase } = await import('./server/platform/schema/prepare-database.ts');
  const { openPool } = await import('./server/platform/db.ts');
  const { loadSeed } = await import('./server/upkeep/load-seed.ts');
  const { smallSeed } = await import('./tests/build/small-seed.ts');
  const urls = { url: process.env.DATABASE_URL, ownerUrl: process.env.DATABASE_OWNER_URL };
  await prepareDatabase(urls, () => undefined);
  const database = openPool(urls.ownerUrl);
  await loadSeed(database, smallSeed(), () => undefined, new Date());
  await database.close();
  process.exit();
})()`;

checkOut(commit);
const opened = await openDatabase(console.log);
try {
  const fill = async ({ url, ownerUrl }: Urls) =>
    run(process.execPath, ['-e', filling], { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
  const database = await makeDatabase(opened, fill);
  const migrate = async () => {
    await pause(3000);
    const began = Date.now();
    await prepareDatabase(database, console.log);
    console.log(`migrated in ${((Date.now() - began) / 1000).toFixed(1)} s, while the older version answered`);
    // It goes on for a while with the new schema.
    await pause(10_000);
  };
  const requests = Number(process.argv[3] ?? 20_000);
  const previous = { folder, migrate };
  const result = await rehearseRestart({ database, requests, clients: 16, report: console.log, previous });
  console.log(`${result.failed} of ${result.requests} requests failed, ${result.restarts} restarts`, result.byStatus);
  process.exitCode = result.failed ? 1 : 0;
} finally {
  await opened.close();
  run('git', ['worktree', 'remove', '--force', folder], {}, root);
}

function checkOut(version: string): void {
  if (existsSync(folder)) run('git', ['worktree', 'remove', '--force', folder], {}, root);
  rmSync(folder, { recursive: true, force: true });
  run('git', ['worktree', 'add', '--detach', folder, version], {}, root);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  console.log(`Building the screens of ${version} …`);
  run(process.execPath, ['scripts/prepare-screens.ts', '--no-browser']);
}

function run(program: string, args: string[], env: Record<string, string> = {}, cwd = folder): void {
  const done = spawnSync(program, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
  if (done.status) throw new Error(`${program} ${args[0]} failed: ${done.stderr}${done.stdout}`);
}
