// A portal whose log can be written nowhere, because its disk is full, loses lines: it answers, and it ends when it is asked to.
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClonedDatabase, cloneDatabase } from '../../tests/build/clone-database.ts';
import { freePort, type HouseProcess, startProcess } from '../../tests/build/start-process.ts';

let clone: ClonedDatabase;
let dataFolder: string;
let full: number;
let port: number;
let house: HouseProcess | undefined;

beforeAll(async () => {
  clone = await cloneDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'kembara-full-'));
  full = openSync('/dev/full', 'w');
  port = await freePort();
}, 60_000);
afterAll(async () => {
  await house?.end('SIGKILL');
  closeSync(full);
  await clone.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const ask = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(20_000) });
const isOpen = () =>
  ask('/ready').then(
    ({ ok }) => ok,
    () => false,
  );

it('answers and ends as ever while no line of its log can be written', async () => {
  // Nothing that it prints arrives anywhere: it is open when it answers.
  const lines = new PassThrough();
  const starting = startProcess({
    ...{ ...clone, dataFolder, port, output: { fd: full, lines } },
    env: { LOG_LEVEL: 'info', METRICS_TOKEN: 'watcher-of-tests' },
  });
  for (let tries = 0; tries < 90 && !(await isOpen()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 500));
  lines.write('is open at\n');
  house = await starting;
  expect(await isOpen()).toBe(true);
  const headers = { 'x-forwarded-host': 'one.test', 'content-type': 'application/json' };
  for (let nth = 0; nth < 20; nth += 1) {
    const body = JSON.stringify({ query: `tower ${nth}` });
    expect((await ask('/api/product', { method: 'POST', headers, body })).status).toBe(200);
    // Refused, which is a line in the log.
    await ask('/api/pay/notify/sandbox', { method: 'POST', headers, body });
  }
  const metrics = await ask('/metrics', { headers: { authorization: 'Bearer watcher-of-tests' } });
  expect(await metrics.text()).toMatch(/^log_failing 1$/m);
  const { code, took } = await house.end();
  expect(code).toBe(0);
  expect(took).toBeLessThan(30_000);
}, 240_000);
