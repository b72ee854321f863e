// npm run fuzz -- --requests 100000 [--seed 7]: sends a house of its own, in the database kembara_fuzz, invalid and hostile requests
// (tests/build/attacks/fuzz-house.ts), and ends with 1 when an answer is an error of ours. Prints the memory of the house on the way.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openPool } from '../server/platform/db.ts';
import { prepareDatabase } from '../server/platform/schema/prepare-database.ts';
import { auditHouse } from '../server/upkeep/audit-house.ts';
import { loadSeed } from '../server/upkeep/load-seed.ts';
import { fuzzHouse } from '../tests/build/attacks/fuzz-house.ts';
import { smallSeed } from '../tests/build/small-seed.ts';
import { openDatabase, root } from './open-database.ts';

const { values: options } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: String(Date.now()) } },
});
const port = 3457;
const base = `http://127.0.0.1:${port}`;
const opened = await openDatabase(() => undefined);
const inFuzz = (address: string) => address.replace(/(@[^/?]*\/)[^?]*/, '$1kembara_fuzz');
const [url, ownerUrl] = [inFuzz(opened.url), inFuzz(opened.ownerUrl)];
const database = await openFuzz();
const house = spawn(process.execPath, [join(root, 'scripts', 'start.ts')], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    SANDBOX_PORT: '0',
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    LOG_LEVEL: 'error',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  process.exitCode = (await fuzz()) ? 0 : 1;
} finally {
  house.kill('SIGTERM');
  await database.close();
  await opened.close();
}

async function openFuzz() {
  const admin = new pg.Client({ connectionString: opened.ownerUrl });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS kembara_fuzz WITH (FORCE)');
  await admin.query('CREATE DATABASE kembara_fuzz');
  await admin.end();
  await prepareDatabase({ url, ownerUrl }, () => undefined);
  const made = openPool(ownerUrl, 4);
  await loadSeed(made, smallSeed(), () => undefined, new Date());
  await made.pool.query(`INSERT INTO migration (name) VALUES ('demo loaded') ON CONFLICT DO NOTHING`);
  return made;
}

async function fuzz(): Promise<boolean> {
  await answers();
  const seed = Number(options.seed);
  console.log(`seed ${seed}, ${options.requests} requests; memory at first ${await memoryOf()}`);
  const hosts = ['one.test', 'one.test', `two.test:${port}`];
  const result = await fuzzHouse(
    { port, hosts, requests: Number(options.requests), seed, tokens: [] },
    async (sent) => {
      if (sent % 10_000 === 0) console.log(`${sent} sent, memory ${await memoryOf()}`);
    },
  );
  console.log(`answers by status: ${JSON.stringify(result.statuses)}`);
  for (const failure of result.failures) console.log(failure);
  const broken = (await auditHouse(database)).filter((finding) => finding.violations.length);
  for (const finding of broken) console.log(`the audit found: ${JSON.stringify(finding)}`);
  console.log(`${result.sent} sent, ${result.failures.length} wrong, memory at last ${await memoryOf()}`);
  return result.failures.length === 0 && broken.length === 0;
}

async function answers(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const ready = await fetch(`${base}/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the house did not open');
}

/** What the house says of itself. */
async function memoryOf(): Promise<string> {
  const text = await fetch(`${base}/metrics`).then((answer) => answer.text());
  const megabytes = (name: string) =>
    `${Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN) / 1_000_000)} MB`;
  const [resident, heap, external] = [
    'process_resident_memory_bytes',
    'nodejs_heap_size_used_bytes',
    'nodejs_external_memory_bytes',
  ] as const;
  return `${megabytes(resident)} (heap ${megabytes(heap)}, external ${megabytes(external)})`;
}
