// npm run kills (-- --kills 500 --minutes 60 --buyers 16 --write): buyers book and pay, from a deposit and at a gateway, while a process,
// the database server, or both are killed at moments of chance, every fourth time while a notice is on its way. After each kill the audit
// reads the books, and everything acknowledged must be there, once. Ends with 1 when something is lost, doubled or wrong.
import { parseArgs } from 'node:util';
import { type Notifying, payByNotice } from '../kills/notify.ts';
import { root } from '../open-database.ts';
import { buy, newTally, signIn } from '../soak/buy.ts';
import { countFound, inspectBooks } from '../soak/inspect-books.ts';
import { signalAll } from '../soak/list-processes.ts';
import { openRig, type Rig } from '../soak/open-rig.ts';
import { closeOnSignal } from '../stop-on-signal.ts';
import { openRecord } from './open-record.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '600' },
    buyers: { type: 'string', default: '16' },
    write: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const buyers = Number(values.buyers);
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const kinds = ['a process', 'the database server', 'both', 'a process amid a notice'] as const;
type Kind = (typeof kinds)[number];

const record = openRecord('kills', values.write);
const { closings, close } = closeOnSignal();
const tally = newTally();
const notices: Notifying = { underWay: 0, sent: 0, acknowledged: 0 };
const problems: string[] = [];
const counts = new Map(kinds.map((kind) => [kind, { kills: 0, found: 0, backMilliseconds: 0 }]));
const countOf = (kind: Kind) => counts.get(kind) ?? { kills: 0, found: 0, backMilliseconds: 0 };
/** Places of the processes that answer. */
const ready = new Set([0, 1, 2]);
try {
  await run(await openRig(root, closings, () => undefined));
} finally {
  await close();
}
report();
process.exit(problems.length || tally.wrong.length ? 1 : 0);

async function run(rig: Rig): Promise<void> {
  let ended = false;
  const over = () => ended;
  const tokens = await Promise.all(Array.from({ length: buyers }, () => signIn(rig, tally)));
  // A quarter of the buyers pays at the gateway.
  const buying = tokens.map((token, at) =>
    buy(rig, tally, {
      token,
      thinkMilliseconds: 400,
      over,
      ...(at % 4 === 3 ? { pay: (orderNo: string) => payByNotice(rig, orderNo, notices) } : {}),
    }),
  );
  const until = Date.now() + Number(values.minutes) * 60_000;
  for (let at = 0; at < kills && Date.now() < until; at += 1)
    await killOnce(rig, kinds[at % kinds.length] ?? 'both', at);
  await untilReady(rig.members.length);
  ended = true;
  await Promise.all(buying);
  await pause(3000);
  problems.push(...(await inspectBooks(rig.owner, tally)));
  const found = await countFound(rig.owner, { orders: [...tally.ordered], paid: [...tally.paid] });
  if (found.all !== tally.ordered.size)
    problems.push(`${found.all} orders are there, ${tally.ordered.size} were acknowledged`);
  if (found.twice) problems.push(`${found.twice} orders were paid twice`);
}

/** A killed process starts while the next ones are killed; only a server is not killed under a process that starts. */
async function killOnce(rig: Rig, kind: Kind, at: number): Promise<void> {
  await untilAtWork();
  await pause(Math.random() * 500);
  for (let tries = 0; kind === 'a process amid a notice' && !notices.underWay && tries < 200; tries += 1)
    await pause(5);
  const killsServer = kind === 'the database server' || kind === 'both';
  await untilReady(rig.members.length - (killsServer ? 0 : 1));
  const began = performance.now();
  const index = kind === 'the database server' ? undefined : [...ready][Math.floor(Math.random() * ready.size)];
  if (index !== undefined) await killMember(rig, index);
  if (killsServer) {
    signalAll(rig.serverPids(), 'SIGKILL');
    await pause(100);
    await rig.untilServer();
  }
  if (index === undefined) note(kind, began);
  else
    start(rig, index).then(
      () => note(kind, began),
      (error: unknown) => problems.push(`kill ${at + 1}, ${kind}: ${error}`),
    );
  const found = await inspectBooks(rig.owner, tally).catch((error: unknown) => [String(error)]);
  problems.push(...found.map((problem) => `kill ${at + 1}, ${kind}: ${problem}`));
  countOf(kind).kills += 1;
  countOf(kind).found += found.length;
  if ((at + 1) % 10 === 0)
    console.log(
      `${at + 1} kills, ${tally.ordered.size} orders, ${tally.paid.size} payments, ${problems.length} problems`,
    );
}

/** Buyers were served since the last kill: a kill of a house in which nothing happens shows nothing. */
async function untilAtWork(): Promise<void> {
  const served = () => tally.ordered.size + tally.paid.size;
  const before = served();
  for (let tries = 0; served() < before + 5 && tries < 300; tries += 1) await pause(100);
}

async function untilReady(least: number): Promise<void> {
  for (let tries = 0; ready.size < least; tries += 1) {
    if (tries > 6000) throw new Error('the processes did not start again within ten minutes');
    await pause(100);
  }
}

async function start(rig: Rig, index: number): Promise<void> {
  await rig.startMember(index);
  ready.add(index);
}

function note(kind: Kind, began: number): void {
  countOf(kind).backMilliseconds += performance.now() - began;
}

async function killMember({ members }: Rig, index: number): Promise<void> {
  ready.delete(index);
  const child = members[index]?.child;
  if (!child) throw new Error('no such process');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

function report(): void {
  record.row(['Killed', 'Times', 'Back after, mean s', 'Lost, doubled or wrong']);
  for (const [kind, count] of counts)
    record.row([kind, count.kills, (count.backMilliseconds / Math.max(1, count.kills) / 1000).toFixed(1), count.found]);
  for (const problem of [...new Set([...tally.wrong, ...problems])].slice(0, 20)) console.log(`WRONG  ${problem}`);
  const wrong = problems.length + tally.wrong.length;
  const failed = [...tally.failed.values()].reduce((sum, count) => sum + count, 0);
  const paid = `${tally.paid.size} payments, ${notices.acknowledged} of them by notices sent ${notices.sent} times`;
  const sentAgain = `${failed} of ${tally.requests} requests failed and were sent again`;
  record.end(
    `${tally.ordered.size} orders and ${paid} acknowledged by ${buyers} buyers; ${sentAgain}; ${wrong} lost, doubled or wrong`,
    wrong,
  );
}
