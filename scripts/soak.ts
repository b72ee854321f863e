// npm run soak (-- --minutes 60 --buyers 16 --think 1000): buyers book and pay at three processes while each minute
// something fails. After each fault the audit reads the books, and every order and payment that was acknowledged must be
// there. Ends with 1 when something is lost or wrong; prints one line a minute and the share of requests that failed.
import { parseArgs } from 'node:util';
import { root } from './open-database.ts';
import { buy, newTally, signIn, type Tally } from './soak/buy.ts';
import { faults } from './soak/faults.ts';
import { inspectBooks } from './soak/inspect-books.ts';
import { memoryOf, openRig, type Rig } from './soak/open-rig.ts';
import { closeOnSignal } from './stop-on-signal.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    buyers: { type: 'string', default: '16' },
    think: { type: 'string', default: '1000' },
  },
});
const thinkMilliseconds = Number(values.think);
const minutes = Number(values.minutes);
const buyers = Number(values.buyers);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const { closings, close } = closeOnSignal();
const tally = newTally();
const problems: string[] = [];
try {
  await soak(await openRig(root, closings, console.log));
} finally {
  report(tally);
  await close();
}
process.exit(problems.length || tally.wrong.length ? 1 : 0);

async function soak(rig: Rig): Promise<void> {
  let ended = false;
  const over = () => ended;
  const tokens = await Promise.all(Array.from({ length: buyers }, () => signIn(rig, tally)));
  const buying = tokens.map((token) => buy(rig, tally, { token, thinkMilliseconds, over }));
  console.log(
    'minute  fault                                   orders  paid    requests  failed          MB            audit',
  );
  for (let minute = 1; minute <= minutes; minute += 1) await passMinute(rig, minute);
  ended = true;
  await Promise.all(buying);
  await pause(3000);
  problems.push(...(await inspectBooks(rig.owner, tally)));
}

/** Ten quiet seconds, a fault, and what is left of the minute; then the books are read. */
async function passMinute(rig: Rig, minute: number): Promise<void> {
  const until = Date.now() + 60_000;
  const fault = faults[(minute - 1) % faults.length];
  const before = { requests: tally.requests, failed: countFailed(tally) };
  await pause(10_000);
  await fault?.run(rig).catch((error: unknown) => problems.push(`minute ${minute}, ${fault.name}: ${String(error)}`));
  await pause(Math.max(5000, until - Date.now()));
  const found = await inspectBooks(rig.owner, tally);
  problems.push(...found.map((problem) => `minute ${minute}: ${problem}`));
  const requests = tally.requests - before.requests;
  const failed = countFailed(tally) - before.failed;
  const cells: [string | number, number][] = [
    [minute, 6],
    [fault?.name ?? '', 38],
    [tally.ordered.size, 6],
    [tally.paid.size, 6],
    [requests, 8],
    [`${failed} (${share(failed, requests)})`, 14],
    [rig.members.map(memoryOf).join(' '), 12],
    [found.length ? `${found.length} problems` : 'clean', 0],
  ];
  console.log(cells.map(([text, width]) => String(text).padEnd(width)).join('  '));
}

function countFailed({ failed }: Tally): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}

function share(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function report({ requests, failed, wrong, times, ordered, paid }: Tally): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0);
  console.log(`\n${ordered.size} orders and ${paid.size} payments were acknowledged.`);
  console.log(`${requests} requests, ${countFailed(tally)} failed (${share(countFailed(tally), requests)}):`);
  for (const [kind, count] of failed) console.log(`  ${kind}: ${count}`);
  console.log(`answered within p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(0.99999)} ms`);
  for (const problem of [...new Set(wrong)].slice(0, 20)) console.log(`WRONG  ${problem}`);
  for (const problem of problems) console.log(`LOST   ${problem}`);
  console.log(problems.length || wrong.length ? 'The house did not hold.' : 'Nothing acknowledged was lost.');
}
