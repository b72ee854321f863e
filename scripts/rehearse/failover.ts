// npm run rehearse-failover (-- --rounds 50 --buyers 16): buyers book and pay at three processes over the cluster of deploy/ha while its
// primary is killed, paused or cut off, again and again, and lost with its disk at last. Ends with 1 when something acknowledged was lost,
// done twice, or acknowledged by two primaries, or an outage was too long. With --asynchronous the standbys may lag: then it must find
// losses, and ends with 1 if not.
// --stay leaves everything running after the rounds, so that an operator can try commands.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Database, openPool } from '../../server/platform/db.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { root } from '../open-database.ts';
import { buy, newTally, type Shop, signIn } from '../soak/buy.ts';
import { fillForBuyers } from '../soak/fill-for-buyers.ts';
import { countFound, inspectBooks } from '../soak/inspect-books.ts';
import { launchMember, untilReady } from '../soak/start-member.ts';
import { findPrimary, isPrimary, until, untilWhole } from './ask-cluster.ts';
import { type Break, breaks, cutFromPeers, lostForGood } from './break-cluster.ts';
import { type Cluster, makeRoles, openCluster } from './open-cluster.ts';
import { findLost, findSecondPrimaries, type Probes, prepareProbes, probeServers } from './probe-servers.ts';
import { describeMoments, type Moments, traceFailover } from './trace-failover.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    buyers: { type: 'string', default: '16' },
    asynchronous: { type: 'boolean', default: false },
    stay: { type: 'boolean', default: false },
  },
});
const synchronous = !values.asynchronous;
const limits = { p95Seconds: 10, mostSeconds: 30 };
const thinkMilliseconds = 400;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type Round = {
  partition: boolean;
  acknowledged: number;
  lost: number;
  doubled: number;
  secondPrimaries: number;
  replacedSeconds: number;
  outageSeconds: number;
  /** When buyers were served again, after the break; the steps before it are in `moments`. */
  servedSeconds: number;
  moments: Moments;
  /** From the mending of the machine until three servers have everything again. */
  wholeSeconds: number;
  problems: string[];
};
type Stage = { cluster: Cluster; owner: Database; shop: Shop; tokens: string[]; probes: Probes };

console.log('Setting up three database servers, HAProxy, PgBouncer and three processes of the portal in .data/ha …');
const cluster = await openCluster(root, { synchronous });
const stops: (() => Promise<void> | void)[] = [() => cluster.close()];
process.once('SIGINT', () => void close().then(() => process.exit(130)));
process.once('SIGTERM', () => void close().then(() => process.exit(143)));
try {
  const stage = await setUp();
  const rounds: Round[] = [];
  if (Number(values.rounds))
    console.log(
      `round  ${'what happened to the primary'.padEnd(56)}  acknowledged  lost  doubled  new primary s  outage s  whole s  audit`,
    );
  const wanted = Number(values.rounds);
  for (let number = 1; number <= wanted; number += 1) {
    const happening = synchronous ? breaks[(number - 1) % breaks.length] : cutFromPeers;
    if (happening) rounds.push(await passRound(stage, number, happening));
  }
  if (wanted && synchronous) rounds.push(await passRound(stage, wanted + 1, lostForGood));
  if (rounds.length) process.exitCode = judge(rounds) ? 0 : 1;
  if (values.stay) await stay();
} finally {
  await close();
}
process.exit();

/** Until Ctrl+C. */
function stay(): Promise<never> {
  const { servers, portalPort, urlFor } = cluster;
  console.log(`
The portal answers calls (without screens) at http://127.0.0.1:${portalPort}/api, the primary at ${urlFor('kembara', 'owner')}.
Servers: ${servers.map(({ name }) => name).join(', ')}. Their state, and all commands of docs/operations.md:
  patronictl -c ${join(root, '.data', 'ha', 'one', 'patroni.yml')} list
Ctrl+C ends everything.`);
  return new Promise(() => {});
}

async function close(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
}

async function setUp(): Promise<Stage> {
  const began = Date.now();
  await untilWhole(cluster.servers, synchronous);
  const primary = await findPrimary(cluster.servers);
  if (!primary) throw new Error('no primary');
  await makeRoles(root, cluster, primary, { owner: 'owner', runtime: 'runtime' });
  const urls = { url: cluster.urlFor('kembara_runtime', 'runtime'), ownerUrl: cluster.urlFor('kembara', 'owner') };
  await until(() => prepareDatabase(urls, () => undefined).then(() => true), 'schema');
  await cluster.admit('kembara_runtime');
  const owner = openPool(urls.ownerUrl, 4);
  stops.push(() => owner.close());
  await fillForBuyers(owner);
  // The balancer passes the requested host to the portal, and buyers request this machine.
  await owner.pool.query(`SET app.owner_id = '0'; UPDATE hostname SET host = '127.0.0.1' WHERE host = 'one.test'`);
  await prepareProbes(cluster.urlFor('postgres', cluster.password));
  const env = { DATABASE_URL: urls.url, DATABASE_POOL_URL: cluster.urlFor('kembara_runtime', 'runtime', true) };
  const children = cluster.memberPorts.map((port) => launchMember(root, port, env));
  stops.push(() => children.forEach((child) => void child.kill('SIGKILL')));
  for (const port of cluster.memberPorts) await untilReady(port);
  const shop = { members: [{ port: cluster.portalPort }] };
  const tokens: string[] = [];
  for (let at = 0; at < Number(values.buyers); at += 1) tokens.push(await signIn(shop, newTally()));
  const probes = probeServers(cluster);
  stops.push(() => probes.stop());
  console.log(
    `Set up in ${Math.round((Date.now() - began) / 1000)} s: ${synchronous ? 'synchronous' : 'ASYNCHRONOUS'}.`,
  );
  return { cluster, owner, shop, tokens, probes };
}

/** Buyers are between two purchases before and after, so that the books can be compared with the answers they got. */
async function passRound(stage: Stage, number: number, happening: Break): Promise<Round> {
  const { owner, shop, tokens, probes } = stage;
  const { servers } = stage.cluster;
  const problems: string[] = [];
  const note = (error: unknown) => void problems.push((error as Error).message);
  const primary = await findPrimary(servers);
  if (!primary) throw new Error('no primary before the round');
  const before = await countFound(owner, { orders: [], paid: [] });
  probes.take();
  const tally = newTally();
  let ended = false;
  const buying = tokens.map((token) => buy(shop, tally, { token, thinkMilliseconds, over: () => ended }));
  await pause(3000);
  const outage = watchOutage(() => tally.ordered.size + tally.paid.size);
  happening.cause(primary);
  const brokenAt = performance.now();
  const trace = traceFailover(stage.cluster, primary);
  const others = servers.filter((server) => server !== primary);
  const replaced = async () => (await Promise.all(others.map(isPrimary))).includes(true);
  await until(replaced, 'other primary', 45).catch(note);
  const replacedSeconds = (performance.now() - brokenAt) / 1000;
  // Long enough for buyers, and for an old primary that does not know yet.
  await pause(5000);
  happening.mend(primary);
  const mendedAt = performance.now();
  const whole = untilWhole(servers, synchronous)
    .catch(note)
    .then(() => (performance.now() - mendedAt) / 1000);
  await pause(3000);
  ended = true;
  await Promise.all(buying);
  const moments = trace.stop();
  const { outageSeconds, endedAt } = outage.stop();
  const wholeSeconds = await whole;
  const written = probes.take();
  problems.push(...(await inspectBooks(owner, tally)), ...tally.wrong.slice(0, 3));
  const found = await countFound(owner, { orders: [...tally.ordered], paid: [...tally.paid] });
  const lostProbes = await findLost(owner.pool, written);
  const round = {
    partition: happening.isPartition ?? false,
    acknowledged: tally.ordered.size + tally.paid.size,
    lost: tally.ordered.size - found.orders + (tally.paid.size - found.paid) + lostProbes.length,
    doubled: found.all - before.all - found.orders,
    secondPrimaries: findSecondPrimaries(written).length,
    replacedSeconds,
    outageSeconds,
    servedSeconds: (endedAt - brokenAt) / 1000,
    moments,
    wholeSeconds,
    problems,
  };
  printBreak(number, happening, round);
  return round;
}

/** The longest time without a successful answer to any buyer. */
function watchOutage(count: () => number) {
  let last = { count: count(), at: performance.now() };
  let longest = 0;
  let endedAt = last.at;
  const look = () => {
    const now = performance.now();
    if (now - last.at > longest) [longest, endedAt] = [now - last.at, now];
    if (count() !== last.count) last = { count: count(), at: now };
  };
  const timer = setInterval(look, 20);
  return {
    stop() {
      clearInterval(timer);
      return { outageSeconds: longest / 1000, endedAt };
    },
  };
}

function printBreak(number: number, { name }: Break, round: Round): void {
  const { acknowledged, lost, doubled, replacedSeconds, outageSeconds, wholeSeconds, problems } = round;
  const cells: [string | number, number][] = [
    [number, 5],
    [name, 56],
    [acknowledged, 12],
    [lost, 4],
    [doubled, 7],
    [replacedSeconds.toFixed(1), 13],
    [outageSeconds.toFixed(1), 8],
    [wholeSeconds.toFixed(1), 7],
    [problems.length ? `${problems.length} problems` : 'clean', 0],
  ];
  console.log(cells.map(([text, width]) => String(text).padEnd(width)).join('  '));
  console.log(`       seconds after: ${describeMoments(round.moments)}  buyer ${round.servedSeconds.toFixed(1)}`);
  for (const problem of problems) console.log(`       ${problem}`);
}

function judge(rounds: Round[]): boolean {
  const sum = (pick: (round: Round) => number) => rounds.reduce((total, round) => total + pick(round), 0);
  const outages = rounds.map(({ outageSeconds }) => outageSeconds).toSorted((a, b) => a - b);
  const p95 = outages[Math.max(0, Math.ceil(outages.length * 0.95) - 1)] ?? 0;
  const most = outages.at(-1) ?? 0;
  const lost = sum((round) => round.lost);
  const second = sum((round) => round.secondPrimaries);
  const doubled = sum((round) => round.doubled);
  const problems = sum((round) => round.problems.length);
  console.log(
    `\n${rounds.length} rounds, ${rounds.filter(({ partition }) => partition).length} of them partitions: ` +
      `${sum((round) => round.acknowledged)} orders and payments acknowledged, ${lost} writes lost, ${doubled} doubled, ` +
      `${second} acknowledged by a second primary; outage p95 ${p95.toFixed(1)} s, at most ${most.toFixed(1)} s.`,
  );
  if (!synchronous) {
    console.log(
      lost ? 'Asynchronous standbys lose orders, and this sees it.' : 'No loss was seen: that is wrong here.',
    );
    return lost > 0;
  }
  const held = !lost && !doubled && !second && !problems && p95 < limits.p95Seconds && most < limits.mostSeconds;
  console.log(held ? 'Nothing acknowledged was lost.' : 'The cluster did not hold.');
  return held;
}
