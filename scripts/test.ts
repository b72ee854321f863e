// npm test: everything, with its own set-up; npm test -- FILE runs that file alone, npm run test:fast all but the browser, npm run
// test:thorough everything at both widths, for every kind of product and in bulk. Ends with a line "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countProcessor } from '../tests/build/count-processor.ts';
import { type Check, checkCode, runCheck } from './check-code.ts';
import { root } from './open-database.ts';

const fast = process.argv.includes('--fast');
if (process.argv.includes('--thorough')) process.env.THOROUGH = '1';
const named = process.argv.slice(2).filter((word) => word !== '--fast' && word !== '--thorough');
const files = fast ? ['--exclude', 'tests/flows/**', ...named] : named;
const dataFolder = join(root, '.data');
mkdirSync(dataFolder, { recursive: true });

const processorSeconds = countProcessor();
const checks: Check[] = [];
const counts = named.length ? await runGiven() : await runAll();
if (counts.failedFiles.length > 0 && counts.failedFiles.length <= 3 && counts.known) await runAgain();

showSlowest(counts.seconds);
console.log(`\nprocessor: ${processorSeconds()}`);
for (const failure of counts.failures) console.log(`\n${failure}`);
for (const check of checks.filter((check) => !check.passed)) console.log(`failed: ${check.name}`);
const passed = counts.passed + checks.filter((check) => check.passed).length;
const failed = counts.failed + checks.filter((check) => !check.passed).length;
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && counts.passed > 0 ? 0 : 1;

/** A file of the server alone needs neither screens nor a browser. */
async function runGiven(): Promise<Counts> {
  const built = existsSync(join(root, 'build', 'server', 'index.js'));
  if (!built || named.some((path) => path.includes('flows'))) checks.push(await prepareScreens());
  return runTests('test-report.json', files);
}

/** The screens are built and the code is checked while the first tests run; those that need the screens come last and wait for them. */
async function runAll(): Promise<Counts> {
  const marker = join(dataFolder, `screens-${process.pid}`);
  process.env.SCREENS_MARKER = marker;
  process.once('exit', () => rmSync(marker, { force: true }));
  const checking = prepareScreens().then(async (screens) => {
    writeFileSync(marker, screens.passed ? 'built' : 'not built');
    return [screens, ...(await checkCode(root))];
  });
  const tested = await runTests('test-report.json', files);
  checks.unshift(...(await checking));
  return tested;
}

function prepareScreens(): Promise<Check> {
  return runCheck(root, 'screens are built', 'scripts/prepare-screens.ts', fast ? ['--no-browser'] : []);
}

/**
 * Up to three failed files run again, alone, from their beginning and with a database of their own, and the output names them
 * (docs/decisions/0170): a flow once, everything else three times in a row. A file that fails again has failed.
 */
async function runAgain(): Promise<void> {
  console.log(`\n— ${counts.failedFiles.length} file(s) failed and run again`);
  checks.pop();
  counts.passed -= counts.passedInFailedFiles;
  counts.failed = 0;
  for (const file of counts.failedFiles) {
    const name = file.slice(root.length + 1);
    const runs: Counts[] = [];
    const wanted = name.startsWith('tests/flows/') ? 1 : 3;
    while (runs.length < wanted && runs.every(isSound)) {
      if (runs.length) checks.pop();
      runs.push(await runTests('test-report-again.json', [file]));
    }
    counts.passed += runs.at(-1)?.passed ?? 0;
    counts.failed += runs.at(-1)?.failed ?? 0;
    if (runs.every(isSound))
      console.log(`unsteady: ${name} failed, then passed ${wanted === 1 ? 'once' : 'three times'}`);
  }
}

function isSound(counts: Counts): boolean {
  return counts.failed === 0 && counts.passed > 0 && counts.failedFiles.length === 0;
}

interface Counts {
  passed: number;
  failed: number;
  failedFiles: string[];
  passedInFailedFiles: number;
  /** How long each file took, longest first. */
  seconds: [file: string, seconds: number][];
  /** Why tests failed, the first lines of each. */
  failures: string[];
  /** Whether every failure belongs to a file. */
  known: boolean;
}

async function runTests(reportName: string, files: string[]): Promise<Counts> {
  const report = join(dataFolder, reportName);
  const errors = `${report}.errors`;
  for (const file of [report, errors]) rmSync(file, { force: true });
  process.env.ERROR_FILE = errors;
  const counting = '--reporter=./tests/build/count-errors.ts';
  const reporters = ['--reporter=default', '--reporter=json', counting, `--outputFile.json=${report}`];
  const args = ['run', ...reporters, ...files];
  checks.push(await runCheck(root, 'unit, server and browser tests', 'node_modules/vitest/vitest.mjs', args, true));
  return readReport(report);
}

function showSlowest(seconds: Counts['seconds']): void {
  console.log('\nslowest files:');
  for (const [file, took] of seconds.slice(0, 10)) console.log(`  ${took.toFixed(1).padStart(6)} s  ${file}`);
}

/** What the test runner counted; a run that wrote no report passed nothing. */
function readReport(report: string): Counts {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
    const outside = JSON.parse(readFileSync(`${report}.errors`, 'utf8')) as { file: string; message: string }[];
    const withErrors = new Set(outside.map((error) => error.file));
    const broken = testResults.filter((file) => file.status === 'failed' || withErrors.has(file.name));
    const within = broken.flatMap((file) => file.assertionResults).filter((item) => item.status === 'passed');
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      failedFiles: broken.map((file) => file.name),
      passedInFailedFiles: within.length,
      seconds: testResults
        .map((file): [string, number] => [file.name.slice(root.length + 1), (file.endTime - file.startTime) / 1000])
        .sort((a, b) => b[1] - a[1]),
      failures: [
        ...testResults.flatMap(listFailures),
        ...outside.map(({ file, message }) => firstLines(`outside of tests, in ${file || 'no file'}`, message)),
      ],
      known: outside.every(({ file }) => broken.some(({ name }) => name === file)),
    };
  } catch {
    return { passed: 0, failed: 1, failedFiles: [], passedInFailedFiles: 0, seconds: [], failures: [], known: false };
  }
}

function listFailures({ name, message, assertionResults }: Report['testResults'][number]): string[] {
  const file = name.slice(root.length + 1);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  const inTests = failed.map((item) => firstLines(`${file} > ${item.fullName}`, item.failureMessages.join('\n')));
  return message ? [firstLines(file, message), ...inTests] : inTests;
}

function firstLines(title: string, text: string): string {
  return `FAILED ${title}\n${text
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, 12)
    .join('\n')
    .slice(0, 1200)}`;
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}
