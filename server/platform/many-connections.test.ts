// More connections than a process may hold (its limit of open files): those who are connected are answered as before, and the process goes
// on.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '../../tests/build/clone-database.ts';
import { type HouseProcess, startProcess } from '../../tests/build/start-process.ts';
import { supervise } from './own-database/supervise-postgres.ts';

let clone: ClonedDatabase;
let dataFolder: string;
let house: HouseProcess;
const mostOpen = 300;

beforeAll(async () => {
  clone = await cloneDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'kembara-connections-'));
  house = await startProcess({ ...clone, dataFolder, mostOpen });
}, 120_000);
afterAll(async () => {
  await house.end();
  await clone.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const ask = (path: string, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-host': 'one.test' };
    const request = get({ host: '127.0.0.1', port: house.port, path, agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
    });
    request.once('error', reject);
  });

/** Open connections that send nothing, and how many the process closed at once. */
async function flood(count: number): Promise<{ sockets: Socket[]; closed: number }> {
  let closed = 0;
  const sockets = Array.from({ length: count }, () => connect(house.port, '127.0.0.1'));
  const decided = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('error', () => undefined);
        socket.once('close', () => {
          closed += 1;
          resolve();
        });
        setTimeout(resolve, 3000);
      }),
  );
  await Promise.all(decided);
  return { sockets, closed };
}

it('those who are connected get pages, searches and files while others hold all the rest', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask('/ready', agent)).toBe(200);
  const { sockets, closed } = await flood(2 * mostOpen);
  expect(closed).toBeGreaterThan(mostOpen);
  const paths = ['/', '/search?query=silver', '/login?l=th', '/uc/order', '/api/ucenter/websetting', '/docs'];
  for (const path of paths) expect([200, 302], path).toContain(await ask(path, agent));
  for (const socket of sockets) socket.destroy();
  agent.destroy();
  const later = new Agent();
  await expect.poll(() => ask('/search?query=garden', later).catch(() => 0), { timeout: 10_000 }).toBe(200);
  expect(house.child.exitCode).toBeNull();
  expect(house.lines.filter((line) => line.includes('EMFILE'))).toEqual([]);
}, 60_000);

it('a process that cannot read whether its database runs does not take it for ended', async () => {
  let looks = 0;
  let starts = 0;
  const end = supervise({
    isAlive() {
      looks += 1;
      throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    },
    async launch() {
      starts += 1;
    },
    report: () => undefined,
  });
  await expect.poll(() => looks, { timeout: 5000 }).toBeGreaterThan(2);
  await end();
  expect(starts).toBe(0);
});
