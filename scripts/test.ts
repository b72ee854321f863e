// npm test: everything, with its own set-up. Ends with a line "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../tests/build/find-chromium.ts';
import { buildScreens } from './build-screens.ts';
import { type Check, checkCode, runCheck } from './check-code.ts';
import { root } from './open-database.ts';

const checks: Check[] = checkCode(root);
checks.push(prepare('screens are built', () => buildScreens(root, console.log)));
checks.push(prepare('a browser is there', () => ensureChromium(console.log)));

const report = join(root, '.data', 'test-report.json');
mkdirSync(join(root, '.data'), { recursive: true });
rmSync(report, { force: true });
checks.push(
  runCheck(root, 'unit, server and browser tests', 'vitest/vitest.mjs', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ]),
);

const counts = readReport();
for (const check of checks.filter((one) => !one.passed)) console.log(`failed: ${check.name}`);
const passed = counts.passed + checks.filter((one) => one.passed).length;
const failed = counts.failed + checks.filter((one) => !one.passed).length;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && counts.passed > 0 ? 0 : 1;

function prepare(name: string, work: () => unknown): Check {
  console.log(`— ${name}`);
  try {
    work();
    return { name, passed: true };
  } catch (error) {
    console.error((error as Error).message);
    return { name, passed: false };
  }
}

/** What the test runner counted; a run that wrote no report passed nothing. */
function readReport(): { passed: number; failed: number } {
  try {
    const told = JSON.parse(readFileSync(report, 'utf8')) as { numPassedTests: number; numFailedTests: number };
    return { passed: told.numPassedTests, failed: told.numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
