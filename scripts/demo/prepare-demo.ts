// What a first start needs besides the schema: the demo catalogue when the database is empty, and its payment gateway.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedFile } from '../../contract/seed.ts';
import { demoMerchant, readDemo } from '../../demo/load-demo.ts';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { loadGazetteer } from '../../server/places/load-gazetteer.ts';
import { type Config, ownGatewayAt } from '../../server/platform/config.ts';
import { openConnection } from '../../server/platform/database/open-connection.ts';
import type { Database, House } from '../../server/platform/db.ts';
import { readOrMakeFile } from '../../server/platform/file-lock.ts';
import { ownsSchema } from '../../server/platform/schema/grant-rights.sql.ts';
import { loadSeed } from '../../server/upkeep/load-seed.ts';
import { removeMovedClock } from '../../server/upkeep/moved-clock.sql.ts';
import {
  countForeignOwners,
  extendDemo,
  findSandbox,
  isDemoLoaded,
  markDemoLoaded,
  pointDemo,
} from '../../server/upkeep/seed.sql.ts';
import { actAtGateway } from './act-at-gateway.ts';

/** Loads the demo into an empty house, with a past if it gets the address for it; carries its calendar on in a known one. */
export async function prepareDemo(
  database: Database,
  config: Config,
  report: (line: string) => void,
  url?: string,
): Promise<void> {
  // Reference data, also for existing houses and those that never had the demo.
  await loadGazetteer(database);
  const load = () => loadDemo(database, config, report, url);
  // A process without the role that owns the tables notes nothing in them, and needs no demo to start.
  const owns = await mayPrepare(database);
  if (!(await isDemoLoaded(database.house))) return owns ? await inTurn(database, report, load) : undefined;
  if (!config.demo) return;
  if (owns) await extendDemo(database);
  const baseUrl = gatewayOf(config);
  if (config.sandboxPort && !(await hasGateway(database.house, baseUrl)))
    await pointDemo(database.house, {
      baseUrl,
      secret: loadOrMakeSecret(config.dataFolder),
      address: addressOf(config),
    });
}

async function mayPrepare({ pool }: Database): Promise<boolean> {
  const client = await pool.connect();
  return ownsSchema(client).finally(() => client.release());
}

/** The demo without its history. Throws where it cannot be loaded, so that no one takes what is there for it. */
export async function prepareEmptyDemo(
  database: Database,
  config: Config,
  report: (line: string) => void,
): Promise<void> {
  const { house } = database;
  if (await isDemoLoaded(house)) throw new Error('Nothing was loaded: the demo is here already, with its orders.');
  await prepareDemo(database, config, report);
  if (!(await isDemoLoaded(house))) throw new Error('Nothing was loaded: this installation has owners, or DEMO is 0.');
}

async function loadDemo(
  database: Database,
  config: Config,
  report: (line: string) => void,
  url: string | undefined,
): Promise<void> {
  const { house } = database;
  if (await isDemoLoaded(house)) return;
  // A start that was ended in the middle of the demo's history left its clock, also for one without the demo.
  await removeMovedClock(house);
  if (!config.demo || (await countForeignOwners(house)) > 0) return;
  report('Loading the demo catalogue …');
  await loadSeed(database, readOwnDemo(config, url !== undefined), report, new Date());
  if (url) await livePast(database, config, url, report);
  await markDemoLoaded(house);
}

/** Its gateway is open for this while: `npm start` opens it for good when the screens are there. */
async function livePast(database: Database, config: Config, url: string, report: (line: string) => void) {
  const { liveHistory } = await import('./live-history.ts');
  // In use by another process: the past does without it.
  const served = config.sandboxPort ? await startGateway(config).catch(() => undefined) : undefined;
  const secret = loadOrMakeSecret(config.dataFolder);
  const gateway = served && actAtGateway(gatewayOf(config), demoMerchant, secret);
  await liveHistory(database, config, url, report, { gateway }).finally(() => served?.close());
}

/** One process at a time, as long as it lives: the demo's past has a clock of its own, and another process would take it away. */
async function inTurn({ address }: Database, report: (line: string) => void, work: () => Promise<void>): Promise<void> {
  const line = await openConnection(address, {});
  try {
    const { rows } = await line.query<{ free: boolean }>('SELECT pg_try_advisory_lock(7266003) AS free');
    if (!rows[0]?.free) {
      report('Another process loads the demo; waiting for it …');
      await line.query('SELECT pg_advisory_lock(7266003)');
    }
    await work();
  } finally {
    await line.end();
  }
}

/** The demo for this machine: its gateway and its address are here. */
export function readOwnDemo(config: Config, withHistory = false): SeedFile {
  const secret = loadOrMakeSecret(config.dataFolder);
  return readDemo({ baseUrl: gatewayOf(config), secret, address: addressOf(config), withHistory });
}

const gatewayOf = ({ sandboxPort }: Config) => ownGatewayAt(sandboxPort);
const addressOf = ({ port }: Config) => `http://localhost:${port}`;

/** Whether another process serves the demo's gateway: then it stays where the settings say. */
async function hasGateway(house: House, ours: string): Promise<boolean> {
  const known = await findSandbox(house);
  if (!known || known === ours) return false;
  try {
    const answer = await fetch(`${known}/v1/statement`, { signal: AbortSignal.timeout(1000), redirect: 'error' });
    // It speaks as the gateway does, refusing who does not sign.
    return answer.status === 401 && 'error' in ((await answer.json()) as object);
  } catch {
    return false;
  }
}

export function loadOrMakeSecret(folder: string): string {
  const file = join(folder, 'sandbox-secret');
  mkdirSync(folder, { recursive: true });
  return readOrMakeFile(file, () => randomBytes(24).toString('hex'));
}

/** The demo's payment gateway: a second server with its own code and its own book. */
export async function startGateway(config: Config): Promise<{ port: number; close(): Promise<void> }> {
  const secret = loadOrMakeSecret(config.dataFolder);
  return serveGateway({
    port: config.sandboxPort,
    host: config.host,
    publicUrl: process.env.SANDBOX_PUBLIC_URL ?? `http://localhost:${config.sandboxPort}`,
    dataFile: join(config.dataFolder, 'sandbox.jsonl'),
    // Each shop has its own name there, and its own book.
    secretOf: () => secret,
  });
}
