// npm run overload (-- --seconds 20 --times 3 --clients 64 --write): measures the most that one process serves of browsing and ordering,
// then brings several times as much, whatever it answers. What it serves then must stay at four fifths of the most that it serves of that
// mixture, in which orders and payments come first; what it admits be answered within two seconds but for one of a hundred, and the rest
// be answered 503 with Retry-After. Ends with 1 when one does not hold.
import { parseArgs } from 'node:util';
import { readTimes, runLoad } from '../bench/run-load.ts';
import { root } from '../open-database.ts';
import { askMix, busyDay, kinds, type Mixture, openShop, type Shop } from '../overload/ask-mix.ts';
import { type Poured, pour } from '../overload/pour.ts';
import { leaveLastProcessor, takeLastProcessor } from '../overload/take-processor.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { openRecord } from './open-record.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '3' },
    clients: { type: 'string', default: '64' },
    write: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const times = Number(values.times);
const least = { goodput: 0.8, admittedMilliseconds: 2000 };
const record = openRecord('overload', values.write);
const { closings, close } = closeOnSignal();
const wrong: string[] = [];
const hasOwnProcessor = leaveLastProcessor();
try {
  const shop = await openShop(root);
  closings.push(() => shop.close());
  if (hasOwnProcessor) takeLastProcessor();
  await measure(shop);
} finally {
  await close();
}
process.exit(wrong.length ? 1 : 0);

async function measure(shop: Shop): Promise<void> {
  const closed = async (mixture: Mixture, length: number) => {
    const ask = askMix(shop, mixture);
    return runLoad({ clients: Number(values.clients), seconds: length }, () => async () => {
      const { status } = await ask();
      if (status !== 200) throw new Error(`answered ${status}`);
    });
  };
  await closed(busyDay, Math.min(10, seconds));
  const peak = await closed(busyDay, seconds);
  record.row([
    '',
    'asked a second',
    'served a second',
    'p50 ms',
    'p99 ms',
    'refused 503',
    '503 p99 ms',
    'other failures',
  ]);
  const reportClosed = (name: string, { perSecond, p50, p99, failed }: typeof peak) =>
    record.row([name, '–', perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0), '–', '–', failed]);
  reportClosed(`as fast as it answers: ${sharesOf(busyDay)}`, peak);
  for (const reason of peak.reasons) console.log(reason);
  const over = await pour(askMix(shop, busyDay), peak.perSecond * times, seconds);
  printTimes(`${times} times as much; served: ${sharesOf(over.goodOf)}`, over);
  // Orders cost more than searches and come first: what is served of a flood has more of them, and so fewer of all.
  const same = await closed(over.goodOf, seconds);
  reportClosed('after that, what was served as fast as it answers', same);
  judge(same.perSecond, over);
  const found = await shop.audit();
  wrong.push(...found.map((problem) => `the audit found: ${problem}`));
  for (const problem of wrong) console.log(`WRONG  ${problem}`);
  const share = (of: typeof peak) => ((100 * over.good.length) / over.seconds / of.perSecond).toFixed(0);
  const whole = `Goodput ${share(same)} % of what it serves of that mixture (${share(peak)} % by the number of requests), ${
    hasOwnProcessor ? 'what asks has a processor of its own' : 'what asks shares the processors'
  }`;
  record.end(`${whole}, the audit ${found.length ? 'NOT clean' : 'clean'}`, wrong.length);
}

function sharesOf(mixture: Mixture): string {
  const all = kinds.reduce((sum, kind) => sum + mixture[kind], 0);
  return kinds.map((kind) => `${kind} ${((100 * mixture[kind]) / all).toFixed(0)} %`).join(', ');
}

function printTimes(name: string, { sent, good, refused, others, seconds: took }: Poured): void {
  const [admitted, answer] = [readTimes(good), readTimes(refused)];
  const figures = [admitted.p50, admitted.p99].map((figure) => figure.toFixed(0));
  const perSecond = [sent / seconds, good.length / took].map((figure) => figure.toFixed(0));
  record.row([
    name,
    ...perSecond,
    ...figures,
    refused.length,
    answer.p99.toFixed(0),
    others.size ? [...others].join(' ') : 0,
  ]);
}

function judge(peak: number, { good, refused, others, seconds: took, hasRetryAfter }: Poured): void {
  if (good.length / took < least.goodput * peak)
    wrong.push(`served less than ${least.goodput * 100} % of what it can serve`);
  const { p99 } = readTimes(good);
  if (p99 > least.admittedMilliseconds) wrong.push(`what was admitted took ${p99.toFixed(0)} ms at p99`);
  if (refused.length && readTimes(refused).p99 > least.admittedMilliseconds) wrong.push('503 came late');
  if (!hasRetryAfter) wrong.push('a 503 had no Retry-After');
  for (const [kind, count] of others) wrong.push(`${count} × ${kind}`);
}
