// npm run overload (-- --seconds 20 --times 3 --clients 64 --write): measures the most that one process serves of browsing and ordering,
// then brings several times as much, whatever it answers. What it serves then must stay at four fifths of the peak, what it admits be
// answered within two seconds but for one of a hundred, and the rest be told 503 with Retry-After. Ends with 1 when one does not hold.
import { parseArgs } from 'node:util';
import { readTimes, runLoad } from '../bench/run-load.ts';
import { root } from '../open-database.ts';
import { askMix, openShop, type Shop } from '../overload/ask-mix.ts';
import { type Poured, pour } from '../overload/pour.ts';
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
try {
  const shop = await openShop(root);
  closings.push(() => shop.close());
  await measure(shop);
} finally {
  await close();
}
process.exit(wrong.length ? 1 : 0);

async function measure(shop: Shop): Promise<void> {
  const ask = askMix(shop);
  const closed = async (length: number) =>
    runLoad({ clients: Number(values.clients), seconds: length }, () => async () => {
      const { status } = await ask();
      if (status !== 200) throw new Error(`answered ${status}`);
    });
  await closed(Math.min(5, seconds));
  const peak = await closed(seconds);
  record.row(['', 'asked a second', 'served a second', 'p50 ms', 'p99 ms', 'told 503', '503 p99 ms', 'other failures']);
  const tellClosed = (name: string, { perSecond, p50, p99, failed }: typeof peak) =>
    record.row([name, '–', perSecond.toFixed(0), p50.toFixed(0), p99.toFixed(0), '–', '–', failed]);
  tellClosed('as fast as it answers', peak);
  for (const reason of peak.reasons) console.log(reason);
  const rate = peak.perSecond * times;
  const over = await pour(ask, rate, seconds);
  tell(`${times} times as much`, over);
  const after = await closed(Math.min(5, seconds));
  tellClosed('after that', after);
  judge(peak.perSecond, over);
  const found = await shop.audit();
  wrong.push(...found.map((problem) => `the audit found: ${problem}`));
  for (const problem of wrong) console.log(`WRONG  ${problem}`);
  const share = ((100 * over.good.length) / over.seconds / peak.perSecond).toFixed(0);
  record.end(`Goodput ${share} % of the peak, the audit ${found.length ? 'NOT clean' : 'clean'}`, wrong.length);
}

function tell(name: string, { asked, good, refused, others, seconds: took }: Poured): void {
  const [admitted, told] = [readTimes(good), readTimes(refused)];
  const figures = [admitted.p50, admitted.p99].map((figure) => figure.toFixed(0));
  const perSecond = [asked / seconds, good.length / took].map((figure) => figure.toFixed(0));
  record.row([
    name,
    ...perSecond,
    ...figures,
    refused.length,
    told.p99.toFixed(0),
    others.size ? [...others].join(' ') : 0,
  ]);
}

function judge(peak: number, { good, refused, others, seconds: took, hasRetryAfter }: Poured): void {
  if (good.length / took < least.goodput * peak) wrong.push(`served less than ${least.goodput * 100} % of the peak`);
  const { p99 } = readTimes(good);
  if (p99 > least.admittedMilliseconds) wrong.push(`what was admitted took ${p99.toFixed(0)} ms at p99`);
  if (refused.length && readTimes(refused).p99 > least.admittedMilliseconds) wrong.push('503 came late');
  if (!hasRetryAfter) wrong.push('a 503 had no Retry-After');
  for (const [kind, count] of others) wrong.push(`${count} × ${kind}`);
}
