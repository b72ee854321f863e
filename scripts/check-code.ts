// Format, lint, types and what nothing uses, as named checks.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export type Check = { name: string; passed: boolean };

export function runCheck(root: string, name: string, file: string, args: string[]): Check {
  console.log(`— ${name}`);
  const done = spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  return { name, passed: done.status === 0 };
}

export function checkCode(root: string): Check[] {
  return [
    runCheck(root, 'format and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    runCheck(root, 'route types', '@react-router/dev/bin.cjs', ['typegen']),
    runCheck(root, 'types', 'typescript/bin/tsc', ['--noEmit', '-p', '.']),
    // After the types of routes, which screens import: without them every screen names a file that is missing.
    runCheck(root, 'nothing unused', 'knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']),
  ];
}
