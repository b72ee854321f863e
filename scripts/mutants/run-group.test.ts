// What `npm run mutants` runs must leave nothing behind: a mutant may loop for ever in a worker that vitest starts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endGroups, runGroup } from './run-group.ts';

const folder = mkdtempSync(join(tmpdir(), 'run-group-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a worker that loops for ever and writes its number into `file`, then does what `then` says. */
const startEndless = (file: string, then: string) => [
  '-e',
  `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
   require('node:fs').writeFileSync(${JSON.stringify(file)}, String(pid));
   ${then}`,
];
const stay = 'setInterval(() => undefined, 1000)';
const setting = (mostMilliseconds: number) => ({ cwd: folder, env: process.env, mostMilliseconds });

/** One that ended and whose parent has not heard of it yet has the state Z. */
function isAlive(file: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${readFileSync(file, 'utf8')}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const untilEnded = (file: string) => expect.poll(() => isAlive(file), { timeout: 10_000 }).toBe(false);
const untilStarted = (file: string) => expect.poll(() => isAlive(file), { timeout: 20_000 }).toBe(true);

describe.runIf(process.platform === 'linux')('a group of processes', () => {
  it('ends with its endless worker when it takes too long', async () => {
    const file = join(folder, 'late');
    const ran = runGroup(startEndless(file, stay), setting(5000));
    await untilStarted(file);
    expect(await ran).toBe(false);
    await untilEnded(file);
  });

  it('leaves no worker when it ends by itself, and says how it ended', async () => {
    const file = join(folder, 'itself');
    expect(await runGroup(startEndless(file, 'process.exit(0)'), setting(60_000))).toBe(true);
    await untilEnded(file);
    expect(await runGroup(['-e', 'process.exit(3)'], setting(60_000))).toBe(false);
  });

  it('ends when the command that runs it ends', async () => {
    const file = join(folder, 'command');
    const ran = runGroup(startEndless(file, stay), setting(60_000));
    await untilStarted(file);
    endGroups();
    expect(await ran).toBe(false);
    await untilEnded(file);
  });
});
