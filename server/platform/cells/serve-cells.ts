// One port for the installation, or for the houses of several cells (decision 0490): that of the first cell listens for all.
import { closeGently, type Stopping } from '../close-gently.ts';
import type { Config } from '../config.ts';
import type { DatabaseState } from '../database/detect-outage.ts';
import type { Database } from '../db.ts';
import { listenQuickly } from '../edge/accept-quickly.ts';
import type { App } from '../edge/fastify-types.ts';
import type { Logger } from '../log.ts';
import type { HouseCells } from './cells.ts';
import { type Directory, openDirectory } from './directory.ts';
import { passOn } from './pass-on.ts';

/** A house over one database that does not listen yet; `end` is for after its last answer. */
export type CellHouse = { app: App; database: Database; state(): DatabaseState; end(): Promise<void> };

/** What a house does for others where there are several; nothing of it is given to a single one. */
export type CellDoors = {
  databaseUrl?: string;
  log?: Logger;
  /** Notifies the directory of a refusal. */
  onRefused?: (ownerId: number) => void;
  /** Requests of other cells go on to theirs. */
  passOn?(app: App): void;
  /** The database of an owner in another cell, where the installation's admins look after it. */
  databaseOf?(ownerId: number): Database | undefined;
  /** The cells themselves, among which those admins choose. */
  cells?: HouseCells;
  /** Whether the process can serve requests, given the state of this database. */
  judgeState?(state: DatabaseState): DatabaseState;
};
type OpenHouse = (config: Config, doors: CellDoors) => Promise<CellHouse>;

/** Connections that the system holds until the process takes them: with fewer a crowd is silently made to wait for seconds. */
const mostUnaccepted = 4096;

/** `stop` finishes what is under way, and for so long before it still answers. */
export async function serveHouses(
  config: Config,
  { log, stopping }: { log: Logger; stopping: Stopping },
  open: OpenHouse,
) {
  const cells = config.cells.length > 1 ? await openCells(config, log, open) : undefined;
  const home = cells?.home ?? (await open(config, {}));
  const { port: wanted, host } = config;
  const closeDoors = await listenQuickly(home.app, { port: wanted, host, backlog: mostUnaccepted });
  const address = home.app.server.address();
  const port = typeof address === 'object' && address ? address.port : wanted;
  const stop = async (drainMilliseconds = 0) => {
    await closeGently(home.app, stopping, { drainMilliseconds, closeDoors });
    await cells?.end();
    await home.end();
  };
  return { app: home.app, port, stop };
}

async function openCells(config: Config, log: Logger, open: OpenHouse) {
  const houses = new Map<string, CellHouse>();
  const others = new Map<string, App>();
  let directory: Directory | undefined;
  for (const [at, { name, url }] of config.cells.entries()) {
    // The pooler and the standby are of the first cell's database.
    const cellConfig = at ? { ...config, pooler: undefined, standbyUrl: undefined } : config;
    const house = await open(cellConfig, {
      databaseUrl: url,
      log: log.child({ cell: name }),
      onRefused: (ownerId) => directory?.noteRefusal(name, ownerId),
      ...(at === 0 && {
        passOn: (app: App) => passOn(app, others, (host) => directory?.cellOf(host) ?? name),
        databaseOf: (ownerId: number) => houses.get(directory?.cellOfOwner(ownerId) ?? name)?.database,
        cells: {
          first: name,
          names: config.cells.map((cell) => cell.name),
          databaseOf: (cell: string) => houses.get(cell)?.database,
          settle: async (ownerId: number) => directory?.settle(ownerId),
        },
        judgeState: (state: DatabaseState) =>
          [...houses.values()].some((house) => house.state() === 'up') ? 'up' : state,
      }),
    });
    houses.set(name, house);
    if (!at) continue;
    await house.app.ready();
    others.set(name, house.app);
  }
  const [home, ...more] = houses.values();
  if (!home) throw new Error('no cells');
  directory = await openDirectory(config.cells, home.database, log);
  const end = async () => {
    await directory?.stop();
    for (const house of more) await house.end();
  };
  return { home, end };
}
