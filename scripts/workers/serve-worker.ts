// One of several processes on one port; scripts/workers/share-port.ts starts it when database, screens and demo are there.
import { startHouse } from '../../main.ts';
import { readConfig } from '../../server/platform/config.ts';
import { root } from '../open-database.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { outliveOutput } from './outlive-output.ts';
import { releaseMemory } from './release-memory.ts';

outliveOutput();
const config = readConfig(process.env, root);
const house = await startHouse(config, {
  databaseUrl: process.env.DATABASE_URL ?? '',
  showMail: (line) => console.log(line),
});

releaseMemory();
stopOnSignal((isGraceful) => house.stop(isGraceful ? config.drainSeconds * 1000 : 0));
