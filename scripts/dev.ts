// npm run dev: the same house with screens rebuilt as they are edited.
import { createServer } from 'vite';
import { startHouse } from '../main.ts';
import { readConfig } from '../server/platform/config.ts';
import { prepareDemo, startGateway } from './demo/prepare-demo.ts';
import { openDatabase, root } from './open-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const report = (line: string) => console.log(line);
const config = readConfig(process.env, root);
const opened = await openDatabase(report, (owner, url) => prepareDemo(owner, config, report, url));
const gateway = config.sandboxPort ? await startGateway(config) : undefined;
const vite = await createServer({ root, server: { middlewareMode: true }, appType: 'custom' });
const house = await startHouse(config, { databaseUrl: opened.url, vite, showMail: report });
report(`Kembara (development) is open at http://localhost:${house.port}; stop with Ctrl+C`);

stopOnSignal(async () => {
  await vite.close();
  await house.stop();
  await gateway?.close();
  await opened.close();
});
