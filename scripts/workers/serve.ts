// What `npm start` runs: database, schema, demo, screens, server, in that order, with progress printed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { chooseAddress } from '../../server/house/choose-address.ts';
import { readConfig } from '../../server/platform/config.ts';
import { isDemoLoaded } from '../../server/upkeep/seed.sql.ts';
import { buildScreens } from '../build-screens.ts';
import { openDatabase, root } from '../open-database.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { releaseMemory } from './release-memory.ts';

const report = (line: string) => console.log(line);
const config = readConfig(process.env, root);
const opening = openDatabase(report, async (owner, url) =>
  (await import('../demo/prepare-demo.ts')).prepareDemo(owner, config, report, url),
);
// The rest of the program is read while PostgreSQL starts, which it does in the next turn.
await nextTurn();
const serve = await (config.workers === 1 ? readHouse() : readSharing());
const opened = await opening;
for (const note of opened.notes) report(`Warning: ${note}`);
buildScreens(root, report);
const { startGateway } = await import('../demo/prepare-demo.ts');
const gateway = config.sandboxPort ? await startGateway(config).catch(endWithDatabase) : undefined;
const house = await serve(opened.url).catch(endWithDatabase);
// Its sign-ins are of no use where the demo shop was never loaded.
const hasDemo = config.demo && (await isDemoLoaded(opened.database.house));

report('');
const address = await chooseAddress(opened.database.house, house.port, hasDemo);
report(`Kembara is open at ${address.origin}   (ready in ${(performance.now() / 1000).toFixed(1)} s)`);
if (config.workers > 1) report(`  processes       ${config.workers} on this port`);
if (address.known) report(`  back office     ${address.origin}/console`);
else report('  no one can sign in yet: npm run house-admin makes the first admin; see docs/operations.md');
report(`  calls           http://localhost:${house.port}/docs`);
if (gateway) report(`  test gateway    http://localhost:${gateway.port}   (no real money moves)`);
if (opened.embedded)
  report(
    '  database        its own PostgreSQL in .data/, on this one machine; see docs/operations.md before taking real money',
  );
if (hasDemo) {
  const { demoLogins } = await import('../../demo/load-demo.ts');
  for (const [who, account, password] of demoLogins) report(`  ${who.padEnd(24)} ${account}  ${password}`);
}
if (!config.smtpUrl) {
  const instead = hasDemo ? 'the demo’s codes and links are printed here' : 'none is sent until SMTP_URL is set';
  report(`  mails           no mail server: ${instead}`);
}
report('');

releaseMemory();
stopOnSignal(async (isGraceful) => {
  await house.stop(isGraceful);
  await gateway?.close();
  await opened.close();
});

/** Our own PostgreSQL does not outlive the server. Where another program has the port, that is all there is to say. */
async function endWithDatabase(error: NodeJS.ErrnoException & { port?: number }): Promise<never> {
  await opened.close();
  if (error.code !== 'EADDRINUSE') throw error;
  const name = error.port === config.sandboxPort ? 'SANDBOX_PORT' : 'PORT';
  report(
    `Port ${error.port} is taken by another program. Choose another one: ${name}=${Number(error.port) + 10} npm start`,
  );
  process.exit(1);
}

type Serving = { port: number; stop(isGraceful: boolean): Promise<void> };

async function readHouse() {
  const { startHouse } = await import('../../main.ts');
  return async (databaseUrl: string): Promise<Serving> => {
    const { port, stop } = await startHouse(config, { databaseUrl, showMail: report });
    return { port, stop: (isGraceful) => stop(isGraceful ? config.drainSeconds * 1000 : 0) };
  };
}

async function readSharing() {
  const { sharePort } = await import('./share-port.ts');
  return (databaseUrl: string): Promise<Serving> => sharePort(config.workers, databaseUrl, report);
}
