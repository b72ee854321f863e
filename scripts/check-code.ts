// Format, lint, types and what nothing uses, as named checks.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export type Check = { name: string; passed: boolean };

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(1);
  });

/** `live` shows what the program prints as it comes; else it comes as a whole once it has ended, since others run at the same time. */
export function runCheck(root: string, name: string, file: string, args: string[], live = false): Promise<Check> {
  if (live) console.log(`— ${name}`);
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => printed.push(bytes));
  return new Promise((resolve) => {
    const end = (passed: boolean) => {
      running.delete(child);
      if (!live) console.log(`— ${name}\n${Buffer.concat(printed)}`.trimEnd());
      resolve({ name, passed });
    };
    child.once('error', (error) => {
      printed.push(Buffer.from(error.message));
      end(false);
    });
    child.once('close', (code) => end(code === 0));
  });
}

const check = (root: string, name: string, file: string, args: string[]) =>
  runCheck(root, name, join('node_modules', file), args);

/** Format and lint beside the others. */
export async function checkCode(root: string): Promise<Check[]> {
  const lint = check(root, 'format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']);
  const routes = await check(root, 'route types', '@react-router/dev/bin.cjs', ['typegen']);
  const types = await check(root, 'types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']);
  // After the types of routes, which screens import: without them every screen names a file that is missing.
  const knip = 'knip/bin/knip.js';
  const unused = await check(root, 'nothing unused', knip, ['--no-progress', '--treat-config-hints-as-errors']);
  return [await lint, routes, types, unused];
}
