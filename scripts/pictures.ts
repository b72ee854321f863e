// npm run pictures: takes the README's pictures of a demo shop into docs/pictures/, and with --languages those of docs/screens.md, in five
// languages. The shop has a free port, a data folder and a PostgreSQL of its own, so that the usual one stays as it is.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../server/platform/own-database/start-postgres.ts';
import { startProcess } from '../tests/build/start-process.ts';
import { root } from './open-database.ts';
import { setUpShop } from './pictures/set-up-shop.ts';
import { takeLanguages } from './pictures/take-languages.ts';
import { takePictures } from './pictures/take-pictures.ts';
import { closeOnSignal } from './stop-on-signal.ts';

const report = (line: string) => console.log(line);
const { closings, close } = closeOnSignal();
try {
  mkdirSync(join(root, '.data'), { recursive: true });
  const data = mkdtempSync(join(root, '.data', 'pictures-'));
  closings.push(() => rmSync(data, { recursive: true, force: true }));
  // PostgreSQL runs as a user of its own where we are root.
  chmodSync(data, 0o755);
  const server = await startPostgres(data, report);
  closings.push(server.stop);
  report('Opening a demo shop …');
  const dataFolder = join(data, '.data');
  const house = await startProcess({ ...server, dataFolder });
  closings.push(() => house.end());
  // The demo's hostname.
  const base = `http://localhost:${house.port}`;
  const stage = await setUpShop(base);
  const folder = join(root, 'docs', 'pictures');
  if (process.argv.includes('--languages'))
    await takeLanguages({ base, stage, folder: join(folder, 'languages'), report: report });
  else await takePictures({ base, stage, folder, report: report });
} finally {
  await close();
}
process.exit();
