// The installation's own PostgreSQL dies while the installation runs: it is started again, and the installation continues without help.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/open-database.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

let folder: string;
let postgres: RunningPostgres;
const lines: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kembara-supervised-'));
  mkdirSync(join(folder, '.data'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  postgres = await startPostgres(folder, (line) => lines.push(line));
});

afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function serverPid(): number {
  const places = [join(folder, '.data', 'pg'), ...otherPlaces()];
  for (const place of places) {
    try {
      return Number(readFileSync(join(place, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      // not here
    }
  }
  throw new Error('no server is running');
}

/** Where the data lies when the database's own user cannot enter the folder. */
function otherPlaces(): string[] {
  try {
    const id = readFileSync(join(folder, '.data', 'place-id'), 'utf8').trim();
    return readdirSync('/var/lib/kembara').includes(id) ? [join('/var/lib/kembara', id, 'cluster')] : [];
  } catch {
    return [];
  }
}

/** The supervision got an answer itself: what ends the server before is the same end to it. */
async function untilSaid(times: number): Promise<void> {
  const said = () => lines.filter((line) => /^The database runs again after \d+\.\d s\.$/.test(line)).length;
  await expect.poll(said, { timeout: 20_000, interval: 50 }).toBe(times);
}

async function untilAnswers(): Promise<number> {
  const began = performance.now();
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.url, connectionTimeoutMillis: 1000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ one: number }>('SELECT 1 AS one');
      await client.end();
      if (rows[0]?.one === 1) return performance.now() - began;
    } catch {
      if (performance.now() - began > 20_000) throw new Error('it never came back');
      await wait(50);
    }
  }
}

describe('the own database', () => {
  it('is started again within five seconds when it is killed, and it is said', async () => {
    const before = serverPid();
    process.kill(before, 'SIGKILL');
    await wait(50);
    expect(await untilAnswers()).toBeLessThan(5000);
    expect(serverPid()).not.toBe(before);
    await untilSaid(1);
    expect(lines).toContain('The database ended by itself; starting it again …');
  });

  it('is started again when it ended in good order, but not without end', async () => {
    for (let times = 0; times < 4; times += 1) {
      process.kill(serverPid(), 'SIGINT');
      await untilSaid(times + 2);
    }
    const ends = () => lines.filter((line) => line.startsWith('The database ended by itself')).length;
    expect(ends()).toBe(5);
    expect(lines.at(-1)).toBe('The database was started 5 times within a minute; the next try comes in a minute.');
    process.kill(serverPid(), 'SIGINT');
    await wait(2500);
    expect(() => process.kill(serverPid(), 0)).toThrow();
    expect(lines.filter((line) => line.startsWith('The database ended by itself'))).toHaveLength(5);
  });
});
