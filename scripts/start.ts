// npm start: database, schema, demo, screens, server, in that order, with progress printed.

import { demoLogins } from '../demo/load-demo.ts';
import { startHouse } from '../main.ts';
import { readConfig } from '../server/platform/config.ts';
import { buildScreens } from './build-screens.ts';
import { openDatabase, root } from './open-database.ts';
import { prepareDemo, startGateway } from './prepare-demo.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const tell = (line: string) => console.log(line);
const began = Date.now();
const config = readConfig(process.env, root);
const opened = await openDatabase(tell, (owner) => prepareDemo(owner, config, tell));
for (const note of opened.notes) tell(`Warning: ${note}`);
buildScreens(root, tell);
const gateway = config.sandboxPort ? await startGateway(config) : undefined;
const house = await startHouse(config, { databaseUrl: opened.url, showMail: tell });

tell('');
tell(`Kembara is open at http://localhost:${house.port}   (ready in ${((Date.now() - began) / 1000).toFixed(1)} s)`);
tell(`  back office     http://localhost:${house.port}/console`);
tell(`  calls           http://localhost:${house.port}/docs`);
if (gateway) tell(`  test gateway    http://localhost:${gateway.port}   (no real money moves)`);
if (opened.embedded)
  tell(
    '  database        its own PostgreSQL in .data/, on this one machine; see docs/operations.md before taking real money',
  );
for (const [who, account, password] of demoLogins) tell(`  ${who.padEnd(24)} ${account}  ${password}`);
if (!config.smtpUrl) tell('  mails           no mail server: the demo’s codes and links are printed here');
tell('');

stopOnSignal(async (asked) => {
  await house.stop(asked ? config.drainSeconds * 1000 : 0);
  await gateway?.close();
  await opened.close();
});
