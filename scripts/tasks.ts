// npm run tasks: does twelve tasks on a phone as a newcomer to the shop, counts the steps, and writes docs/twelve-tasks.md. The demo shop
// has a free port, a data folder and a PostgreSQL of its own, so that the usual one stays as it is.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPool } from '../server/platform/db.ts';
import { startPostgres } from '../server/platform/own-database/start-postgres.ts';
import { freePort, startProcess } from '../tests/build/start-process.ts';
import { root } from './open-database.ts';
import { closeOnSignal } from './stop-on-signal.ts';
import { doTasks } from './tasks/do-tasks.ts';
import { openStage } from './tasks/open-stage.ts';
import { writeTable } from './tasks/write-table.ts';

const report = (line: string) => console.log(line);
const { closings, close } = closeOnSignal();
let ended = 0;
try {
  mkdirSync(join(root, '.data'), { recursive: true });
  const folder = mkdtempSync(join(root, '.data', 'tasks-'));
  closings.push(() => rmSync(folder, { recursive: true, force: true }));
  // PostgreSQL runs as a user of its own where we are root.
  chmodSync(folder, 0o755);
  const server = await startPostgres(folder, report);
  closings.push(server.stop);
  report('Opening a demo shop …');
  const dataFolder = join(folder, '.data');
  // With the demo's own gateway, which answers at a port of its own.
  const house = await startProcess({ ...server, dataFolder, env: { SANDBOX_PORT: String(await freePort()) } });
  closings.push(() => house.end());
  const database = openPool(server.url, 4);
  closings.push(() => database.close());
  // The demo's hostname.
  const stage = await openStage({ base: `http://localhost:${house.port}`, database, printed: house.lines });
  const results = await doTasks(stage, report);
  writeFileSync(join(root, 'docs', 'twelve-tasks.md'), writeTable(results));
  ended = results.every(({ done }) => done) ? 0 : 1;
} finally {
  await close();
}
process.exit(ended);
