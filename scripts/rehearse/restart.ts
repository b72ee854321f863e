// npm run rehearse: three processes behind a balancer are restarted one after another while buyers look and order; counts what failed.
// Uses a database of its own, `kembara_rehearsal`, beside the house's.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { openPool } from '../../server/platform/db.ts';
import { prepareDatabase, type Urls } from '../../server/platform/schema/prepare-database.ts';
import { loadSeed } from '../../server/upkeep/load-seed.ts';
import { balanceRequests } from '../../tests/build/balance-requests.ts';
import { smallSeed } from '../../tests/build/small-seed.ts';
import { type HouseProcess, startProcess } from '../../tests/build/start-process.ts';
import { openDatabase } from '../open-database.ts';

export type Rehearsal = { requests: number; failed: number; restarts: number; byStatus: Record<string, number> };

/** The version from which the processes come, and what happens to the database while they still run. */
type Previous = { folder: string; migrate(): Promise<void> };
type Wanted = { database: Urls; requests: number; clients: number; report(line: string): void; previous?: Previous };

/** Asks at least `requests` times, and until each process was restarted once; with `previous`, as this version, and back again. */
export async function rehearseRestart({ database, requests, clients, report, previous }: Wanted): Promise<Rehearsal> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kembara-rehearsal-'));
  const start = (port?: number, folder?: string) =>
    startProcess({ ...database, dataFolder, ...(port ? { port } : {}), ...(folder ? { folder } : {}) });
  const houses: HouseProcess[] = [];
  try {
    for (let at = 0; at < 3; at += 1) houses.push(await start(undefined, previous?.folder));
    report(`three processes on the ports ${houses.map(({ port }) => port).join(', ')}`);
    const balancer = await balanceRequests(houses.map(({ port }) => port));
    const errors: string[] = [];
    let restarts = 0;
    let isOver = false;
    const load = askAll(balancer.base, clients, (count) => count >= requests && isOver);
    const restartAll = async (folder?: string) => {
      for (const [at, house] of [...houses].entries()) {
        const { took, code } = await house.end();
        errors.push(...house.lines.filter((line) => line.includes('"level":50')));
        report(`process ${at + 1} ended with ${code} after ${(took / 1000).toFixed(1)} s`);
        houses[at] = await start(house.port, folder);
        // Its balancer needs a look to find it.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        restarts += 1;
      }
    };
    if (previous) await previous.migrate();
    await restartAll();
    if (previous) await restartAll(previous.folder);
    isOver = true;
    const byStatus = await load;
    await balancer.close();
    for (const line of errors.slice(0, 5)) report(line.slice(0, 1000));
    const total = Object.values(byStatus).reduce((sum, count) => sum + count, 0);
    return { requests: total, failed: total - (byStatus['200'] ?? 0), restarts, byStatus };
  } finally {
    await Promise.all(houses.map((house) => house.end('SIGKILL')));
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** Clients that look at pages, search and order, one request after another. */
async function askAll(base: string, clients: number, enough: (count: number) => boolean) {
  const byStatus: Record<string, number> = {};
  let count = 0;
  const host = { 'x-forwarded-host': 'one.test', l: 'en', c: 'MYR' };
  const post = (path: string, body: object, more = {}): Promise<Response> =>
    fetch(base + path, {
      method: 'POST',
      headers: { ...host, 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
  const requests = [
    () => fetch(`${base}/?l=en`, { headers: { ...host, cookie: 'c=MYR; lang=en' } }),
    () => post('/api/product', { query: 'tower' }),
    () => post('/api/product', { query: `walk ${count}` }),
    () => post('/api/ucenter/websetting', {}),
  ];
  const client = async () => {
    while (!enough(count)) {
      count += 1;
      const ask = requests[count % requests.length] as (typeof requests)[0];
      const status = await ask()
        .then(async (answer) => {
          await answer.arrayBuffer();
          return String(answer.status);
        })
        .catch((error: Error) => error.message);
      byStatus[status] = (byStatus[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return byStatus;
}

/** A new database, beside the given one; `fill` makes its schema and its shop. */
export async function makeDatabase(template: Urls, fill: (urls: Urls) => Promise<void>): Promise<Urls> {
  const toRehearsal = (url: string) => url.replace(/(@[^/?]*\/)[^?]*/, '$1kembara_rehearsal');
  const admin = new pg.Client({ connectionString: template.ownerUrl });
  await admin.connect();
  await admin.query('DROP DATABASE IF EXISTS kembara_rehearsal WITH (FORCE)');
  await admin.query('CREATE DATABASE kembara_rehearsal');
  await admin.end();
  const urls = { url: toRehearsal(template.url), ownerUrl: toRehearsal(template.ownerUrl) };
  await fill(urls);
  return urls;
}

async function fillSmall(urls: Urls): Promise<void> {
  await prepareDatabase(urls, () => undefined);
  const database = openPool(urls.ownerUrl);
  await loadSeed(database, smallSeed(), () => undefined, new Date());
  await database.close();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const requests = Number(process.argv[2] ?? 20_000);
  const opened = await openDatabase(console.log);
  try {
    const database = await makeDatabase(opened, fillSmall);
    const result = await rehearseRestart({ database, requests, clients: 16, report: console.log });
    console.log(`${result.failed} of ${result.requests} requests failed`, result.byStatus);
    process.exitCode = result.failed ? 1 : 0;
  } finally {
    await opened.close();
  }
}
