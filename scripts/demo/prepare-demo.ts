// What a first start needs besides the schema: the demo catalogue when nothing is there yet, and its payment gateway.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedFile } from '../../contract/seed.ts';
import { readDemo } from '../../demo/load-demo.ts';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { loadGazetteer } from '../../server/places/load-gazetteer.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database, House } from '../../server/platform/db.ts';
import { loadSeed } from '../../server/upkeep/load-seed.ts';
import {
  countForeignOwners,
  extendDemo,
  findSandbox,
  isDemoLoaded,
  markDemoLoaded,
  pointSandbox,
} from '../../server/upkeep/seed.sql.ts';

/** Loads the demo into an empty house, with a past if it gets the address for it; carries its calendar on in a known one. */
export async function prepareDemo(
  database: Database,
  config: Config,
  tell: (line: string) => void,
  url?: string,
): Promise<void> {
  const baseUrl = gatewayOf(config);
  // Reference data, also for houses that stand already or never had the demo.
  await loadGazetteer(database);
  if (!config.demo) return;
  if (await isDemoLoaded(database.house)) {
    await extendDemo(database);
    if (config.sandboxPort && !(await hasGateway(database.house, baseUrl)))
      await pointSandbox(database.house, baseUrl, keepSecret(config.dataFolder));
    return;
  }
  if ((await countForeignOwners(database.house)) > 0) return;
  tell('Loading the demo catalogue …');
  await loadSeed(database, readOwnDemo(config, url !== undefined), tell, new Date());
  if (url) await (await import('./live-history.ts')).liveHistory(database, config, url, tell);
  await markDemoLoaded(database.house);
}

/** The demo for this machine: its gateway and its address are here. */
export function readOwnDemo(config: Config, withHistory = false): SeedFile {
  const secret = keepSecret(config.dataFolder);
  return readDemo({ baseUrl: gatewayOf(config), secret, address: `http://localhost:${config.port}`, withHistory });
}

const gatewayOf = ({ sandboxPort }: Config) => `http://127.0.0.1:${sandboxPort}`;

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

export function keepSecret(folder: string): string {
  const file = join(folder, 'sandbox-secret');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** The demo's payment gateway: a second server with its own code and its own book. */
export async function startGateway(config: Config): Promise<{ port: number; close(): Promise<void> }> {
  const secret = keepSecret(config.dataFolder);
  return serveGateway({
    port: config.sandboxPort,
    host: config.host,
    publicUrl: process.env.SANDBOX_PUBLIC_URL ?? `http://localhost:${config.sandboxPort}`,
    dataFile: join(config.dataFolder, 'sandbox.jsonl'),
    secretOf: (merchant) => (merchant === 'kembara-demo' ? secret : undefined),
  });
}
