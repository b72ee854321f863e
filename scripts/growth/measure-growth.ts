// npm run model (-- --orders 10000,100000,1000000 --owners 1,100,1000 --seconds 5 --write): measures what owners and orders cost at
// several sizes, in a database of its own, kembara_bench_run_7, and works out what so many of them need and what is used up first.
// `--write` puts the tables into docs/scale.md and the chart into docs/growth.svg. Figures depend on the machine; only failures end it
// with 1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sealCall } from '../../contract/seal-call.ts';
import { sql } from '../../server/platform/db.ts';
import type { Bench, Measured } from '../bench/measure.ts';
import { orders } from '../bench/measure-orders.ts';
import { pages } from '../bench/measure-reading.ts';
import { ways } from '../bench/measure-ways.ts';
import { openBench } from '../bench/open-bench.ts';
import { allDays, copyCatalogue, dropCopy } from '../bench/open-databases.ts';
import { callHouse, openSide } from '../bench/open-side.ts';
import { raiseDeposit, untilIdle } from '../bench/read-catalogue.ts';
import { readOptions } from '../bench/read-options.ts';
import { readMetric, readProcessor } from '../bench/read-processor.ts';
import { findDatabase, root } from '../open-database.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { addOwners } from './add-owners.ts';
import { fillOrders } from './fill-orders.ts';
import { perOrder, readSizes, sumOf } from './size-orders.ts';
import { type Timed, timeCalls } from './time-calls.ts';
import { describeModel, drawModel, type Growth, type Idle, type Model, writeModel } from './write-tables.ts';

const copyNumber = 7;
const folder = join(root, '.data', 'bench');
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000,100000,1000000' },
    owners: { type: 'string', default: '1,100,1000' },
    seconds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const numbers = (text: string) =>
  text
    .split(',')
    .map(Number)
    .toSorted((a, b) => a - b);
const idleSeconds = 20;

const found = await findDatabase(console.log);
let close = async () => found.stop();
stopOnSignal(async () => {
  await close();
  process.exit(1);
});
try {
  await model();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await close();
}
process.exit();

async function model(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const urls = await copyCatalogue(found, { root, dataFolder: folder }, { products: 500, days: allDays }, copyNumber);
  const side = await openSide({ ...urls, name: '', root, dataFolder: folder });
  close = async () => {
    await side.close();
    await dropCopy(found, copyNumber);
    await found.stop();
  };
  const bench = await openBench(side, readOptions(['--seconds', values.seconds, '--products', '500']));
  await raiseDeposit(side.database, 'agent@example.com', 1e11);
  const facts: Model['facts'] = {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    load: [loadavg()[0] ?? 0],
  };
  const before = await readSizes(side.database);
  const [way] = await ways.measure(bench);
  await untilIdle(side.database);
  const size = perOrder(before, await readSizes(side.database));
  const [page] = await pages.measure(bench);
  if (!way || !page) throw new Error('nothing was measured');
  const idle: Idle[] = [];
  for (const [at, owners] of numbers(values.owners).entries())
    idle.push(await measureOwners(bench, owners, numbers(values.owners)[at - 1] ?? 1));
  const staff = await signInStaff(bench);
  const growth: Growth[] = [];
  for (const [at, wanted] of numbers(values.orders).entries())
    growth.push(await measureOrders(bench, staff, wanted, numbers(values.orders)[at - 1] ?? 0));
  facts.load.push(loadavg()[0] ?? 0);
  const measured: Model = { facts, way, page, size, idle, growth };
  for (const { name, failed, reasons } of [way, page, ...growth.flatMap((growth) => growth.placed)])
    if (failed) throw new Error(`${name}: ${failed} failed (${reasons.join('; ')})`);
  console.log(`\n${describeModel(measured)}`);
  if (!values.write) return;
  const document = join(root, 'docs', 'scale.md');
  writeFileSync(document, writeModel(readFileSync(document, 'utf8'), measured));
  writeFileSync(join(root, 'docs', 'growth.svg'), drawModel(measured));
  console.log('written into docs/scale.md and docs/growth.svg');
}

/** With so many owners of which one is visited: a process that was just started, left alone, and then asked for orders. */
async function measureOwners(bench: Bench, owners: number, before: number): Promise<Idle> {
  const { side } = bench;
  const earlier = sumOf(await readSizes(side.database));
  await addOwners(side.database, before, owners);
  const added = sumOf(await readSizes(side.database)) - earlier;
  await side.end();
  const ready = await side.start();
  const began = await readProcessor(side.port, side.postmaster);
  await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000));
  const ended = await readProcessor(side.port, side.postmaster);
  const busy = ended.house - began.house + (ended.postgres ?? 0) - (began.postgres ?? 0);
  const memory = await readMetric(side.port, 'process_resident_memory_bytes');
  const { rows } = await sql<{ connections: number; jobs: number }>`SELECT (SELECT count(*)::int FROM pg_stat_activity
      WHERE datname = current_database()) - ${side.database.pool.totalCount}::int AS connections,
    (SELECT count(*)::int FROM pgboss.job WHERE state < 'completed') AS jobs`.execute(side.database.house);
  const placed = await orders.measure(bench);
  const result: Idle = {
    ...{ owners, ready, memory, placed, busy: busy / idleSeconds },
    ...{
      bytes: owners > before ? added / (owners - before) : 0,
      connections: rows[0]?.connections ?? 0,
      jobs: rows[0]?.jobs ?? 0,
    },
  };
  console.log(`${owners} owners: ${placed.map(({ figure }) => figure).join(', ')}, ${Math.round(memory / 1e6)} MB`);
  return result;
}

async function measureOrders(bench: Bench, staff: string, wanted: number, before: number): Promise<Growth> {
  const { side, agent } = bench;
  const began = performance.now();
  await fillOrders(side.database, before, wanted);
  console.log(`${wanted} orders after ${Math.round((performance.now() - began) / 1000)} s`);
  const timed: Timed[] = await timeCalls(side, { agent, staff });
  const placed: Measured[] = await orders.measure(bench);
  console.log(timed.map(({ name, milliseconds }) => `${name} ${Math.round(milliseconds)} ms`).join(', '));
  return { orders: wanted, timed, placed, bytes: sumOf(await readSizes(side.database)) };
}

async function signInStaff({ side }: Bench): Promise<string> {
  const { publicKey } = await callHouse<{ publicKey: string }>(side, '/api/ucenter/websetting', {});
  const sealed = await sealCall({ account: 'admin@example.com', password: 'admin-2026' }, publicKey);
  return (await callHouse<{ token: string }>(side, '/api/console/login', sealed)).token;
}
