// One process of the house for a soak: the server without screens, stopped by a signal like the real one.
import { startHouse } from '../../main.ts';
import { readConfig } from '../../server/platform/config.ts';
import { root } from '../open-database.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

const config = readConfig(process.env, root);
const house = await startHouse(config, {
  databaseUrl: process.env.DATABASE_URL ?? '',
  screens: false,
});
stopOnSignal((isGraceful) => house.stop(isGraceful ? config.drainSeconds * 1000 : 0));
