// npm run conform: runs the conformance cases on every payment channel and prints which passed. `-- --flood 10000` sends as many notices to
// each, `-- --channel stripe` runs one channel alone.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCheck } from './check-code.ts';
import { root } from './open-database.ts';

type Result = { ancestorTitles: string[]; title: string; status: string };

const folder = join(root, '.data');
const report = join(folder, 'conform-report.json');
mkdirSync(folder, { recursive: true });
rmSync(report, { force: true });
const valueAfter = (flag: string) => process.argv[process.argv.indexOf(flag) + 1 || process.argv.length];
const notices = valueAfter('--flood');
if (notices) process.env.FLOOD = notices;
const only = valueAfter('--channel');
const filter = only ? ['-t', `^ ?${only} `] : [];
const args = [
  'run',
  '--reporter=json',
  `--outputFile.json=${report}`,
  'server/payment/channels/conformance.test.ts',
  ...filter,
];
const run = await runCheck(root, 'conformance of payment channels', 'node_modules/vitest/vitest.mjs', args, true);

const files = readFiles();
const results = files.flatMap((file) => file.assertionResults);
const channels = [...new Set(results.map((result) => result.ancestorTitles[0] ?? ''))];
const cases = [...new Set(results.map((result) => result.title))];
const marks: Record<string, string> = { passed: 'yes', failed: 'NO', skipped: '–', pending: '–' };
const widest = Math.max(...cases.map((name) => name.length), 4);

console.log(`\n${'case'.padEnd(widest)}  ${channels.join('  ')}`);
for (const name of cases) {
  const row = channels.map((channel) => {
    const found = results.find((result) => result.title === name && result.ancestorTitles[0] === channel);
    return (found ? (marks[found.status] ?? found.status) : '').padEnd(channel.length);
  });
  console.log(`${name.padEnd(widest)}  ${row.join('  ')}`);
}
const failed = results.filter((result) => result.status === 'failed').length;
console.log(`\n${results.filter((result) => result.status === 'passed').length} passed, ${failed} failed`);
// A stage that could not be set up fails as a whole.
for (const { message } of files) if (message) console.log(message);
process.exitCode = run.passed && results.length > 0 ? 0 : 1;

type File = { message?: string; assertionResults: Result[] };

function readFiles(): File[] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as { testResults: File[] }).testResults;
  } catch {
    return [];
  }
}
