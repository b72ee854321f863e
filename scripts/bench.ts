// npm run bench: measures the speeds that docs/operations.md names, on this machine, against a house of its own with 5,000
// products in the database kembara_bench. Not a test: figures depend on the machine and are printed, not judged.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { sealCall } from '../contract/seal-call.ts';
import { scaleDemo } from '../demo/scale-demo.ts';
import { readConfig } from '../server/platform/config.ts';
import { openPool } from '../server/platform/db.ts';
import { prepareDatabase } from '../server/platform/schema/prepare-database.ts';
import { loadSeed } from '../server/upkeep/load-seed.ts';
import { analyse } from '../server/upkeep/seed.sql.ts';
import { measureOrders } from './measure-orders.ts';
import { openDatabase, root } from './open-database.ts';
import { readOwnDemo } from './prepare-demo.ts';

const port = 3456;
const base = `http://127.0.0.1:${port}`;
const seconds = Number(process.argv[2] ?? 8);
const opened = await openDatabase(() => undefined);
const inBench = (address: string) => address.replace(/(@[^/?]*\/)[^?]*/, '$1kembara_bench');
const [url, ownerUrl] = [inBench(opened.url), inBench(opened.ownerUrl)];
const database = await fillDatabase();
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
  await answers();
  await measure();
} finally {
  house.kill('SIGTERM');
  await database.close();
  await opened.close();
}

async function fillDatabase() {
  const admin = new pg.Client({ connectionString: opened.ownerUrl });
  await admin.connect();
  const known = await admin.query(`SELECT 1 FROM pg_database WHERE datname = 'kembara_bench'`);
  if (!known.rowCount) await admin.query('CREATE DATABASE kembara_bench');
  await admin.end();
  await prepareDatabase({ url, ownerUrl }, () => undefined);
  const made = openPool(ownerUrl, 4);
  if (!known.rowCount) {
    await loadSeed(
      made,
      scaleDemo(readOwnDemo(readConfig(process.env, root)), 5000),
      (line) => console.log(line),
      new Date(),
    );
    await made.pool.query(`INSERT INTO migration (name) VALUES ('demo loaded') ON CONFLICT DO NOTHING`);
    await analyse(made.house);
  }
  return made;
}

async function answers(): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (
      await fetch(`${base}/ready`)
        .then((answer) => answer.ok)
        .catch(() => false)
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the house did not open');
}

async function run(name: string, connections: number, requests: autocannon.Request[]): Promise<void> {
  const told = await autocannon({ url: base, connections, duration: seconds, requests });
  const { p50, p99 } = told.latency;
  const average = String(Math.round(told.requests.average)).padStart(6);
  const failed = told.non2xx + told.errors;
  console.log(`${name.padEnd(46)} ${average}/s   p50 ${p50} ms   p99 ${p99} ms   ${failed} failed`);
}

async function measure(): Promise<void> {
  const words = [
    'bali',
    'tokyo',
    'bangkok tour',
    'spa',
    'universal',
    '东京',
    'ทัวร์',
    'singapor',
    'ticket',
    'ha long',
    'cable car',
    'hotel',
    'seoul',
    'wifi',
    'kuala lumpur',
    'dinner',
  ];
  const search = Array.from({ length: 400 }, (_, at) => {
    const input = { query: words[at % words.length], page: 1 + (Math.floor(at / words.length) % 25) };
    return {
      method: 'POST',
      path: '/api/product',
      headers: { 'content-type': 'application/json', l: 'en', c: 'MYR' },
      body: JSON.stringify(input),
    } as autocannon.Request;
  });
  await run('search, 1 client', 1, search);
  await run('search, 32 clients', 32, search);
  const settings = await fetch(`${base}/api/ucenter/websetting`, post({}));
  const { publicKey } = ((await settings.json()) as { data: { publicKey: string } }).data;
  const sealed = await sealCall({ account: 'member@example.com', password: 'member-2026' }, publicKey);
  const login = await fetch(`${base}/api/ucenter/sso/login`, post(sealed));
  const { data } = (await login.json()) as { data: { token: string } };
  const cookie = `kb=${data.token}`;
  const pages = Array.from(
    { length: 60 },
    (_, at) => ({ path: `/search/${at + 1}?l=en`, headers: { cookie } }) as autocannon.Request,
  );
  await run('product page rendered for somebody signed in', 16, pages);
  // As browsers ask, and plain: the load generator shares the machine, and a plain page is six times as much to read.
  const home = { path: '/?l=en', headers: { cookie: 'c=MYR; lang=en' } };
  await run('home page from the cache of anonymous pages', 64, [
    { ...home, headers: { ...home.headers, 'accept-encoding': 'gzip' } },
  ]);
  await run('the same, not compressed', 64, [home]);
  await measureOrders(base, data.token, database, seconds);
  for (const [name, path] of [
    ['home', '/?l=en'],
    ['product', '/search/1?l=en'],
  ] as const)
    console.log(`JavaScript for ${name}: ${await scriptSize(path)} KB compressed (Brotli)`);
}

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Sum of the packed scripts that a page asks for at once, with the words of its language. */
async function scriptSize(path: string): Promise<number> {
  const page = await (await fetch(base + path)).text();
  const names = new Set([...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map((match) => match[0]));
  let bytes = 0;
  for (const name of names) {
    const packed = join(root, 'build', 'client', `${name}.br`);
    if (existsSync(packed)) bytes += readFileSync(packed).length;
  }
  return Math.round(bytes / 1024);
}
