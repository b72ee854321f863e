// Several processes on one port, as `WORKERS=2 npm start` runs them, and processes that leave background work to others.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../demo/call-house.ts';
import { type ClonedDatabase, cloneDatabase } from '../../tests/build/clone-database.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { type HouseProcess, type ProcessOptions, startProcess } from '../../tests/build/start-process.ts';

let clone: ClonedDatabase;
let dataFolder: string;

beforeAll(async () => {
  clone = await cloneDatabase();
  dataFolder = mkdtempSync(join(tmpdir(), 'kembara-workers-'));
});

afterAll(async () => {
  await clone.drop();
  rmSync(dataFolder, { recursive: true, force: true });
});

const start = (env: Record<string, string>, more: Pick<ProcessOptions, 'output'> = {}) =>
  startProcess({ ...clone, dataFolder, env: { METRICS_TOKEN: 'watcher-of-tests', ...env }, ...more });

const processesOf = ({ child: { pid } }: HouseProcess): number[] => {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
};

/** Each time over a connection of its own, so that the processes take turns. */
const ask = (house: HouseProcess, path: string, headers: Record<string, string> = {}) =>
  fetch(`${house.base}${path}`, { headers: { 'x-forwarded-host': 'one.test', connection: 'close', ...headers } });

/** What is in memory of a process, in bytes; so large a page of it counts at once. */
const residentOf = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096;

async function countHealth(house: HouseProcess): Promise<number> {
  const metrics = await ask(house, '/metrics', { authorization: 'Bearer watcher-of-tests' }).then((one) => one.text());
  return Number(/^http_request_seconds_count\{.*route="\/health".*\} (\d+)$/m.exec(metrics)?.[1]);
}

describe('two processes on one port', () => {
  it('answer together, count together, replace one that was killed, and end together', async () => {
    const house = await start({ WORKERS: '2', NODE_OPTIONS: '--expose-gc' });
    try {
      const [first, second] = processesOf(house);
      const atReady = residentOf(second as number);
      expect(processesOf(house)).toHaveLength(2);
      for (let asked = 0; asked < 30; asked += 1) expect((await ask(house, '/health')).status).toBe(200);
      // Every process gives this answer.
      for (let asked = 0; asked < 4; asked += 1) expect(await countHealth(house)).toBe(30);

      process.kill(first as number, 'SIGKILL');
      await until(
        async () => processesOf(house),
        (now) => now.length === 2 && !now.includes(first as number),
      );
      expect(house.lines.join('\n')).toContain(`Process ${first} ended (SIGKILL); another one starts`);
      expect((await ask(house, '/ready')).status).toBe(200);
      // With nothing to do, they give memory back to the machine.
      const released = (now: number) => now < atReady - 15_000_000;
      await until(async () => residentOf(second as number), released);
    } finally {
      expect((await house.end()).code).toBe(0);
    }
    expect(processesOf(house)).toEqual([]);
    await expect(ask(house, '/health')).rejects.toThrow();
  });
});

describe('output whose reader is gone', () => {
  it('ends no process: another still takes the place of one that was killed', async () => {
    const pipe = join(dataFolder, 'output');
    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
    const fd = openSync(pipe, 'w');
    const house = await start({ WORKERS: '2', LOG_LEVEL: 'info' }, { output: { fd, lines: reader.stdout } });
    closeSync(fd);
    try {
      reader.kill();
      await once(reader, 'exit');
      // Node ignores the first failed line and would end the process at the second.
      for (let times = 0; times < 2; times += 1) {
        const [first] = processesOf(house);
        process.kill(first as number, 'SIGKILL');
        await until(
          async () => processesOf(house),
          (now) => now.length === 2 && !now.includes(first as number),
        );
        // Its refusal is a line of the log. On a busy machine the new process listens later than the next one is killed.
        const refusal = () =>
          ask(house, '/api/product/999999').then(
            ({ status }) => status,
            () => 0,
          );
        expect(await until(refusal, (status) => status !== 0)).toBe(421);
      }
      expect((await ask(house, '/ready')).status).toBe(200);
    } finally {
      expect((await house.end()).code).toBe(0);
    }
  });
});

describe('ROLE', () => {
  it('web leaves mails to a worker, which answers monitoring requests only', async () => {
    const web = await start({ ROLE: 'web' });
    const database = new pg.Client({ connectionString: clone.ownerUrl });
    await database.connect();
    // Row security hides every owner's mails from a connection that names none.
    await database.query("SET app.owner_id = '0'");
    const countMails = async () => Number((await database.query('SELECT count(*) FROM mail')).rows[0].count);
    try {
      const test = {
        call: makeCaller((path, { host = 'one.test', headers, ...init } = {}) =>
          fetch(`${web.base}${path}`, { ...init, headers: { ...headers, 'x-forwarded-host': host } }),
        ),
      };
      const signedIn = await test.call('login', { account: 'agent@one.example', password: 'agent-2026' });
      expect(signedIn.code).toBe(200);
      const mails = await countMails();
      await placeOrder(test, signedIn.data.token);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      expect(await countMails()).toBe(mails);

      const worker = await start({ ROLE: 'worker' });
      try {
        await until(countMails, (now) => now > mails);
        expect((await ask(worker, '/ready')).status).toBe(200);
        expect((await ask(worker, '/')).status).toBe(404);
        expect((await ask(worker, '/api/ucenter/websetting')).status).toBe(404);
      } finally {
        await worker.end();
      }
    } finally {
      await database.end();
      await web.end();
    }
  });
});
