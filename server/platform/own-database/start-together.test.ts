// Commands that start in one new folder at the same moment: one makes the database, all use it, and the secrets of the folder are the same
// for all.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/open-database.ts';
import { withFileLock } from '../file-lock.ts';

/** What a process prints that runs this code. */
function runCode(code: string): Promise<string> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code]);
  let printed = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (printed += String(part)));
  return new Promise((resolve) => child.once('close', () => resolve(printed.trim())));
}

const moduleOf = (name: string) => JSON.stringify(join(root, 'server', 'platform', name));

it('four commands make one database and read one secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kembara-together-'));
  mkdirSync(join(folder, '.data'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const code = `import { startPostgres } from ${moduleOf('own-database/start-postgres.ts')};
    import { storeHouseKey } from ${moduleOf('vault.ts')};
    const postgres = await startPostgres(${JSON.stringify(folder)}, () => undefined);
    console.log(postgres.url, storeHouseKey(undefined, ${JSON.stringify(join(folder, '.data'))}));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await postgres.stop();`;
  try {
    const printed = await Promise.all(Array.from({ length: 4 }, () => runCode(code)));
    expect(printed[0]).toMatch(/^postgres:\/\/\S+ [0-9a-f]{64}$/);
    expect(new Set(printed).size, printed.join('\n')).toBe(1);
    const left = readdirSync(join(folder, '.data')).filter((name) =>
      /starts|house-key\.|pg-password\.|pg-new/.test(name),
    );
    expect(left).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it('a lock whose holder was killed is taken over, by one of eight at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kembara-lock-'));
  const file = join(folder, 'lock');
  writeFileSync(file, '999999999 gone');
  const code = `import { withFileLock } from ${moduleOf('file-lock.ts')};
    import { appendFileSync } from 'node:fs';
    await withFileLock(${JSON.stringify(file)}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'turns'))}, 'in ');
      await new Promise((resolve) => setTimeout(resolve, 60));
      appendFileSync(${JSON.stringify(join(folder, 'turns'))}, 'out ');
    });`;
  try {
    const printed = await Promise.all(Array.from({ length: 8 }, () => runCode(code)));
    expect(printed.filter(Boolean)).toEqual([]);
    expect(readFileSync(join(folder, 'turns'), 'utf8')).toBe('in out '.repeat(8));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

it('a lock with the number of this process, of an earlier one that was killed, is taken over', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kembara-lock-'));
  const file = join(folder, 'lock');
  writeFileSync(file, `${process.pid} earlier`);
  try {
    const turns: string[] = [];
    const turn = (name: string) =>
      withFileLock(file, async () => {
        turns.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 2500));
        turns.push(`${name} out`);
      });
    await Promise.all([turn('first'), turn('second')]);
    expect(turns.map((text) => text.split(' ')[1])).toEqual(['in', 'out', 'in', 'out']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 30_000);
