// npm test: everything, with its own set-up; npm test -- FILE runs that file alone, npm run test:fast all but the browser, npm run
// test:thorough everything at both widths, for every kind of product and in bulk. Ends with a line "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../tests/build/find-chromium.ts';
import { buildScreens } from './build-screens.ts';
import { type Check, checkCode, runCheck } from './check-code.ts';
import { root } from './open-database.ts';

const fast = process.argv.includes('--fast');
if (process.argv.includes('--thorough')) process.env.THOROUGH = '1';
const given = process.argv.slice(2).filter((word) => word !== '--fast' && word !== '--thorough');
const checks: Check[] = given.length ? [] : checkCode(root);
// A file of the server alone needs neither screens nor a browser.
const built = existsSync(join(root, 'build', 'server', 'index.js'));
if (!given.length || !built || given.some((path) => path.includes('flows'))) {
  checks.push(prepare('screens are built', () => buildScreens(root, console.log)));
  if (!fast) checks.push(prepare('a browser is there', () => ensureChromium(console.log)));
}

const counts = runTests('test-report.json', fast ? ['--exclude', 'tests/flows/**', ...given] : given);
const again = counts.failedFiles.filter((file) => file.includes('/tests/flows/'));
const alone = again.length === counts.failedFiles.length && counts.outsideTests === 0;
if (again.length > 0 && again.length <= 3 && alone) secondRun();

showSlowest(counts.seconds);
for (const check of checks.filter((one) => !one.passed)) console.log(`failed: ${check.name}`);
const passed = counts.passed + checks.filter((one) => one.passed).length;
const failed = counts.failed + checks.filter((one) => !one.passed).length;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && counts.passed > 0 ? 0 : 1;

/**
 * Browser flows alone get a second run, each file from its beginning, and it is told (docs/decisions/0031): a browser on a busy
 * machine stumbles now and then. What fails twice has failed; races, money and everything below the screens have one run.
 */
function secondRun(): void {
  console.log(`\n— ${again.length} browser flow(s) failed and run once more`);
  checks.pop();
  const second = runTests('test-report-again.json', again);
  counts.passed += second.passed - counts.passedInFailedFiles;
  counts.failed = second.failed;
  for (const file of again.filter((one) => !second.failedFiles.includes(one)))
    console.log(`unsteady: ${file.slice(root.length + 1)} failed, then passed on its second run`);
}

interface Counts {
  passed: number;
  failed: number;
  failedFiles: string[];
  passedInFailedFiles: number;
  /** How long each file took, longest first. */
  seconds: [file: string, seconds: number][];
  /** Errors that belong to no test; not known counts as some. */
  outsideTests: number;
}

function runTests(reportName: string, files: string[]): Counts {
  const report = join(root, '.data', reportName);
  mkdirSync(join(root, '.data'), { recursive: true });
  const errors = `${report}.errors`;
  for (const file of [report, errors]) rmSync(file, { force: true });
  process.env.ERROR_COUNT = errors;
  const own = '--reporter=./tests/build/count-errors.ts';
  const reporters = ['--reporter=default', '--reporter=json', own, `--outputFile.json=${report}`];
  checks.push(runCheck(root, 'unit, server and browser tests', 'vitest/vitest.mjs', ['run', ...reporters, ...files]));
  return readReport(report);
}

function showSlowest(seconds: Counts['seconds']): void {
  console.log('\nslowest files:');
  for (const [file, took] of seconds.slice(0, 10)) console.log(`  ${took.toFixed(1).padStart(6)} s  ${file}`);
}

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
function readReport(report: string): Counts {
  try {
    const told = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const broken = told.testResults.filter((file) => file.status === 'failed');
    const within = broken.flatMap((file) => file.assertionResults).filter((one) => one.status === 'passed');
    return {
      passed: told.numPassedTests,
      failed: told.numFailedTests,
      failedFiles: broken.map((file) => file.name),
      passedInFailedFiles: within.length,
      seconds: told.testResults
        .map((file): [string, number] => [file.name.slice(root.length + 1), (file.endTime - file.startTime) / 1000])
        .sort((a, b) => b[1] - a[1]),
      outsideTests: countOutside(`${report}.errors`),
    };
  } catch {
    return { passed: 0, failed: 1, failedFiles: [], passedInFailedFiles: 0, seconds: [], outsideTests: 1 };
  }
}

function countOutside(file: string): number {
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 1;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string }[];
  }[];
}
