// What a first start needs besides the schema: the demo catalogue when nothing is there yet, and its payment gateway.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveGateway } from '../sandbox/serve-gateway.ts';
import { loadSeed } from '../server/operator/load-seed.ts';
import {
  countForeignOwners,
  extendDemo,
  isDemoLoaded,
  markDemoLoaded,
  pointSandbox,
} from '../server/operator/seed.sql.ts';
import { loadGazetteer } from '../server/places/load-gazetteer.ts';
import type { Config } from '../server/platform/config.ts';
import type { Database } from '../server/platform/db.ts';
import { readDemo } from './load-demo.ts';

/** Loads the demo into an empty house; carries its calendar on in a known one. */
export async function prepareDemo(database: Database, config: Config, tell: (line: string) => void): Promise<void> {
  const secret = keepSecret(config.dataFolder);
  const baseUrl = `http://127.0.0.1:${config.sandboxPort}`;
  // Reference data, also for houses that stand already or never had the demo.
  await loadGazetteer(database);
  if (await isDemoLoaded(database.house)) {
    await extendDemo(database.house);
    await pointSandbox(database.house, baseUrl, secret);
    return;
  }
  if ((await countForeignOwners(database.house)) > 0) return;
  tell('Loading the demo catalogue …');
  await loadSeed(database, readDemo({ baseUrl, secret, address: `http://localhost:${config.port}` }), tell, new Date());
  await markDemoLoaded(database.house);
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
