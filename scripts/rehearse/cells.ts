// npm run rehearse-cells (-- --moves 12 --buyers 8 --orders 100000): three clusters, two processes of the portal, buyers who
// order and pay, and their owner moved from cell to cell meanwhile; in some moves the command is killed, and the target's server in others.
// Ends with 1 when something acknowledged was lost or done twice, an audit is not clean, or a freeze was too long.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeCaller } from '../../demo/call-house.ts';
import type { OwnedCell } from '../../server/platform/cells/cells.ts';
import { type Database, openPool, rows, sql } from '../../server/platform/db.ts';
import { placePostgres } from '../../server/platform/own-database/place-postgres.ts';
import { startPostgres } from '../../server/platform/own-database/start-postgres.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { auditHouse } from '../../server/upkeep/audit-house.ts';
import { copyOrders } from '../../tests/build/copy-orders.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { prepareCells, root } from '../open-database.ts';
import { buy, newTally, type Shop, signIn, type Tally } from '../soak/buy.ts';
import { fillForBuyers } from '../soak/fill-for-buyers.ts';
import { countFound } from '../soak/inspect-books.ts';
import { listServer, signalAll } from '../soak/list-processes.ts';
import { launchMember, untilReady } from '../soak/start-member.ts';

const { values } = parseArgs({
  options: {
    moves: { type: 'string', default: '12' },
    buyers: { type: 'string', default: '8' },
    orders: { type: 'string', default: '0' },
  },
});
const mostFreezeSeconds = 5;
const ownerId = 1;
const ports = [46_301, 46_302];
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Place = OwnedCell & { data: string; database: Database };
type Stage = { places: Place[]; env: Record<string, string>; shop: Shop; tokens: string[]; before: number };
/** Undone until the command is run again. */
type Fault = { name: string; cause?(child: { kill(signal: 'SIGKILL'): unknown }, target: Place): void };

const faults: Fault[] = [
  { name: 'nothing' },
  { name: 'the command is killed', cause: (child) => child.kill('SIGKILL') },
  { name: 'nothing' },
  { name: 'the server of the target is killed', cause: (_, { data }) => signalAll(listServer(data), 'SIGKILL') },
];

const stops: (() => Promise<unknown> | unknown)[] = [];
process.once('SIGINT', () => void close().then(() => process.exit(130)));
process.once('SIGTERM', () => void close().then(() => process.exit(143)));
try {
  process.exitCode = (await rehearse(await setUp())) ? 0 : 1;
} finally {
  await close();
}
process.exit();

async function close(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

async function setUp(): Promise<Stage> {
  const began = Date.now();
  const folder = join(root, '.data', 'cells');
  const names = ['one', 'two', 'three'];
  // A run that was killed leaves its servers behind.
  for (const name of names) signalAll(listServer(join(folder, name, '.data', 'pg')), 'SIGKILL');
  await pause(500);
  rmSync(folder, { recursive: true, force: true });
  const places: Place[] = [];
  for (const name of names) {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const server = await startPostgres(home, () => undefined, { shared_buffers: '128MB' });
    stops.push(() => server.stop());
    const cell = { name, url: server.url, ownerUrl: server.ownerUrl };
    const database = openPool(server.ownerUrl, 3);
    stops.push(() => database.close());
    places.push({ ...cell, data: placePostgres(home, () => undefined).data, database });
  }
  const [first] = places;
  if (!first) throw new Error('no first cell');
  await prepareDatabase(first, () => undefined);
  await fillForBuyers(first.database);
  await prepareCells(places, () => undefined);
  const list = (of: 'url' | 'ownerUrl') => places.map((place) => `${place.name}=${place[of]}`).join(' ');
  const env = { CELLS: list('url'), CELLS_OWNER: list('ownerUrl') };
  const children = ports.map((port) => launchMember(root, port, env));
  // A server is stopped when no client is connected any more.
  stops.push(async () => {
    for (const child of children) child.kill('SIGKILL');
    await pause(2000);
  });
  for (const port of ports) await untilReady(port);
  const shop = { members: ports.map((port) => ({ port })) };
  const tokens: string[] = [];
  for (let at = 0; at < Number(values.buyers); at += 1) tokens.push(await signIn(shop, newTally()));
  const before = await fillOrders(first.database, tokens[0] ?? '');
  console.log(`Set up in ${Math.round((Date.now() - began) / 1000)} s; ${before} orders are there already.`);
  return { places, env, shop, tokens, before };
}

/** Copies of a first order, so that there is something to move. */
async function fillOrders(database: Database, token: string): Promise<number> {
  const count = Number(values.orders);
  if (!count) return 0;
  const call = makeCaller((path, init) =>
    fetch(`http://127.0.0.1:${ports[0]}${path}`, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), 'x-forwarded-host': 'one.test' },
    }),
  );
  const first = await placeOrder({ call }, token);
  await copyOrders(database.house, { first, count, texts: ['Window seats, please', '靠窗的座位'] });
  await sql`ANALYZE`.execute(database.house);
  return count + 1;
}

async function rehearse(stage: Stage): Promise<boolean> {
  const { places, shop, tokens } = stage;
  const tally = newTally();
  let over = false;
  const buying = tokens.map((token) => buy(shop, tally, { token, thinkMilliseconds: 200, over: () => over }));
  const neighbours = askNeighbours(() => over);
  const freezes: number[] = [];
  console.log('move  from   to     what happens                          orders  paid   freeze s  took s');
  let at = 0;
  for (let number = 1; number <= Number(values.moves); number += 1) {
    const [from, to] = [places[at % 3], places[(at + 1) % 3]];
    const fault = faults[(number - 1) % faults.length];
    if (!from || !to || !fault) throw new Error('no cell');
    await pause(2000);
    const began = performance.now();
    const seconds = await move(stage, to, fault);
    const took = (performance.now() - began) / 1000;
    freezes.push(seconds);
    const cells = [number, from.name, to.name, fault.name, tally.ordered.size, tally.paid.size];
    const widths = [4, 5, 5, 36, 6, 5];
    const line = cells.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join('  ');
    console.log(`${line}  ${seconds.toFixed(2).padEnd(8)}  ${took.toFixed(1)}`);
    at += 1;
  }
  await pause(3000);
  over = true;
  await Promise.all(buying);
  return judge(stage, tally, freezes, await neighbours);
}

/** Runs the command; after a fault, again until it is done. Answers how long the owner was frozen. */
async function move({ env }: Stage, to: Place, { cause }: Fault): Promise<number> {
  for (let tries = 1; tries <= 10; tries += 1) {
    const child = spawn(process.execPath, ['scripts/move-owner.ts', String(ownerId), to.name], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let words = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (words += bytes));
    // At some moment between its start and its end.
    if (tries === 1 && cause) setTimeout(() => cause(child, to), 700 + Math.random() * 2500);
    await once(child, 'close');
    const [, seconds] = /frozen for ([\d.]+) s/.exec(words) ?? [];
    if (child.exitCode === 0) return Number(seconds ?? 0);
    if (!cause) throw new Error(`the move failed: ${words}`);
    await pause(1500);
  }
  throw new Error('the owner did not move in ten tries');
}

/** Another owner of the first cell must notice nothing, except where its own server is killed. */
async function askNeighbours(over: () => boolean): Promise<{ sent: number; failed: number }> {
  const counts = { sent: 0, failed: 0 };
  while (!over()) {
    await pause(50);
    counts.sent += 1;
    const headers = { 'x-forwarded-host': 'two.test', 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${ports[counts.sent % 2]}/api/product`, {
      ...{ method: 'POST', headers, body: JSON.stringify({ query: 'two' }) },
    }).catch(() => undefined);
    if (!answer?.ok) counts.failed += 1;
    await answer?.arrayBuffer();
  }
  return counts;
}

async function judge(
  { places, before }: Stage,
  tally: Tally,
  freezes: number[],
  neighbours: { sent: number; failed: number },
) {
  const known = { orders: [...tally.ordered], paid: [...tally.paid] };
  const sum = { orders: 0, paid: 0, all: 0 };
  let broken = 0;
  // Jobs that came with the last orders.
  for (let tries = 0; tries < 90 && (await countJobs(places)); tries += 1) await pause(2000);
  const waiting = await countJobs(places);
  for (const { name, database } of places) {
    const found = await countFound(database, known);
    for (const key of ['orders', 'paid', 'all'] as const) sum[key] += found[key];
    const findings = (await auditHouse(database)).filter(({ violations }) => violations.length);
    broken += findings.length;
    for (const { invariant, violations } of findings) console.log(`${name}: ${invariant} (${violations.length})`);
  }
  const lost = known.orders.length - sum.orders + (known.paid.length - sum.paid);
  const doubled = sum.all - before - sum.orders;
  const longest = Math.max(...freezes);
  for (const words of tally.wrong.slice(0, 5)) console.log(words);
  console.log(
    `\n${freezes.length} moves: ${known.orders.length} orders and ${known.paid.length} payments acknowledged, ` +
      `${lost} lost, ${doubled} doubled; ` +
      `frozen for at most ${longest.toFixed(2)} s; ${broken} invariants broken, ${waiting} jobs left; ` +
      `${neighbours.failed} of ${neighbours.sent} requests of another owner failed.`,
  );
  return !lost && !doubled && !broken && !waiting && !tally.wrong.length && longest <= mostFreezeSeconds;
}

async function countJobs(places: Place[]): Promise<number> {
  let count = 0;
  for (const { database } of places) {
    const found = await rows(
      database.house,
      sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM pgboss.job WHERE data ->> 'ownerId' = '1' AND state NOT IN ('completed', 'cancelled')`,
    );
    count += found[0]?.n ?? 0;
  }
  return count;
}
