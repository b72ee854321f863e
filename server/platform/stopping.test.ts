// A stopping process interrupts no request, and exits soon.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rehearseRestart } from '../../scripts/rehearse/restart.ts';
import { type ClonedDatabase, cloneDatabase } from '../../tests/build/clone-database.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { type HouseProcess, startProcess } from '../../tests/build/start-process.ts';

let clone: ClonedDatabase;
let dataFolder: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'kembara-stopping-'));
});

afterAll(async () => {
  await clone.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const start = () => startProcess({ ...clone, dataFolder });
const host = { 'x-forwarded-host': 'one.test', l: 'en', c: 'MYR' };

/** A question that reads the search index, which the test holds back. */
function search(house: HouseProcess, query: string): Promise<Response> {
  return fetch(`${house.base}/api/product`, {
    method: 'POST',
    headers: { ...host, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
}

it('a port that another program has is named in one sentence', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const started = startProcess({ ...clone, dataFolder, port }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(await started).toMatch(new RegExp(`ended with 1: .*Port ${port} is taken by another program[^\\n]*$`, 's'));
  await new Promise((resolve) => other.close(resolve));
}, 60_000);

describe('SIGTERM', () => {
  it('lets what is under way finish: eight of eight requests that wait for the database are answered', async () => {
    const house = await start();
    expect((await search(house, 'tower')).status).toBe(200);
    const client = new pg.Client({ connectionString: clone.ownerUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('LOCK TABLE product_search IN ACCESS EXCLUSIVE MODE');
    const asking = Array.from({ length: 8 }, (_, at) => search(house, `walk ${at} ${playOn}`));
    await wait(300);
    const ending = house.end();
    await wait(600);
    await client.query('COMMIT');
    await client.end();
    const answers = await Promise.all(asking);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code: 200 });
    expect((await ending).code).toBe(0);
  });

  it('ends an idle process within five seconds, with open connections, after /ready reported the stop', async () => {
    const house = await start();
    const agent = new Agent({ keepAlive: true });
    await Promise.all(
      Array.from(
        { length: 6 },
        () =>
          new Promise<void>((resolve, reject) => {
            const request = get({ host: '127.0.0.1', port: house.port, path: '/health', agent }, (answer) => {
              answer.resume().once('end', resolve);
            });
            request.once('error', reject);
          }),
      ),
    );
    const began = performance.now();
    const ending = house.end();
    await wait(300);
    const ready = await fetch(`${house.base}/ready`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'not ready', reason: 'this process is stopping' });
    const answer = await search(house, 'tower');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    expect((await ending).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(5000);
    agent.destroy();
    await expect(fetch(`${house.base}/ready`)).rejects.toThrow();
  });
});

describe('three processes behind a balancer', () => {
  it('are restarted one after another under load, and no request fails', { timeout: 180_000 }, async () => {
    const result = await rehearseRestart({ database: clone, requests: 1000, clients: 4, report: () => undefined });
    expect(result.restarts).toBe(3);
    expect(result.requests).toBeGreaterThanOrEqual(1000);
    expect(result.byStatus).toEqual({ 200: result.requests });
  });
});
