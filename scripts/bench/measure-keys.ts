// Systems with keys beside the shop: 200 of them ask OCTO what is free, as many requests a second as they like whatever the answers take,
// while a visitor searches and opens products (docs/octo.md).
import { performance } from 'node:perf_hooks';
import { octoRoot } from '../../contract/calls.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import { keyMarks, keyStartLength } from '../../domain/systems.ts';
import { type Database, inTransaction, sql } from '../../server/platform/db.ts';
import { hashToken, makeToken } from '../../server/platform/make-ids.ts';
import { insertApiKey } from '../../server/systems/keys.sql.ts';
import { insertSeedAccount, insertSeedPartner } from '../../server/upkeep/seed.sql.ts';
import { type Connection, openConnection, type Request } from './ask-house.ts';
import { asSearch } from './gather-questions.ts';
import { makeSeries } from './make-series.ts';
import { type Bench, type Group, type Measured, perWork, plainRow } from './measure.ts';
import { judgeCall, judgePage, productPage } from './measure-reading.ts';
import { readProcessor } from './read-processor.ts';
import { runLoad } from './run-load.ts';
import { perSecond, short } from './write-table.ts';

const load = { keys: 200, perSecond: 500, seconds: 20, days: 60, lengths: [1, 7, 14] } as const;
/** More would only say how long the queue of the client is. */
const mostConnections = 400;
const stepMilliseconds = 10;
/** Ten times what each key asks here. */
const perMinute = 1500;

/** A partner with a key for OCTO each, by the statements of the seed and of the keys' own room. */
async function makeKeys(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`SELECT DISTINCT owner_id AS id FROM product LIMIT 1`.execute(
    database.house,
  );
  return inTransaction(database.forOwner(rows[0]?.id ?? 0), async (owner) => {
    const keys: string[] = [];
    for (let at = 0; at < load.keys; at += 1) {
      const name = `System ${at}`;
      const partnerId = await insertSeedPartner(owner, { kind: 'corporate', name, level: at % 3 });
      const who = { partnerId, kind: 'main', username: null, email: `system-${at}@keys.example`, name };
      const accountId = await insertSeedAccount(owner, {
        ...{ ...who, hash: '', roles: [], language: 'en', orderVisibility: 1 },
      });
      const key = keyMarks.live + makeToken();
      await insertApiKey(owner, {
        ...{ partner_id: partnerId, account_id: accountId, name, key_hash: hashToken(key) },
        ...{ start: key.slice(0, keyStartLength), scopes: ['octo'], is_test: false, networks: [] },
        ...{ per_minute: perMinute, made_by: name },
      });
      keys.push(key);
    }
    await sql`UPDATE partner SET systems_open = true WHERE owner_id = ${owner.id} AND name LIKE 'System %'`.execute(
      owner,
    );
    return keys;
  });
}

/** Every package of tickets with days ahead, from each of the next days on, for a day, a week or two. */
async function makeQuestions(database: Database) {
  const { rows } = await sql<{ productId: string; optionId: string }>`SELECT p.product_id::text AS "productId",
      k.package_id::text AS "optionId" FROM product p JOIN package k USING (owner_id, product_id)
    WHERE p.type = 3 AND p.on_shelf AND k.on_shelf AND k.open_days IS NULL AND EXISTS (SELECT 1 FROM departure d
      WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id AND d.play_on > now())
    ORDER BY p.product_id, k.position`.execute(database.house);
  const today = todayIn('UTC', Date.now());
  const ranges = load.lengths.flatMap((length) =>
    Array.from({ length: load.days }, (_, at) => ({ from: addDays(today, at + 1), length })),
  );
  return makeSeries(rows, ranges, (option, { from, length }) => ({
    ...option,
    ...(length > 1 ? { localDateStart: from, localDateEnd: addDays(from, length - 1) } : { localDate: from }),
  }));
}

const noConnection = 'all connections of the client wait for an answer';
/** What is too much for the machine is a figure, not a fault. */
const isOverload = (reason: string) => reason === noConnection || reason.startsWith('429 ');
const sumOf = (list: [string, number][]) => list.reduce((sum, [, count]) => sum + count, 0);

type Answered = { times: number[]; reasons: Map<string, number> };

/** Sends at a fixed pace, and counts the time from when a request was due. */
async function sendOpen(port: number, next: () => Request): Promise<Answered> {
  const free: Connection[] = [];
  let waiting = 0;
  const answered: Answered = { times: [], reasons: new Map() };
  const fail = (reason: string): void => {
    answered.reasons.set(reason, (answered.reasons.get(reason) ?? 0) + 1);
  };
  const send = async (due: number): Promise<void> => {
    if (waiting >= mostConnections) return fail(noConnection);
    const connection = free.pop() ?? openConnection(port);
    waiting += 1;
    try {
      const { status, body } = await connection.ask(next());
      if (status === 200) answered.times.push(performance.now() - due);
      else fail(`${status} ${body.toString('utf8', 0, 80)}`);
    } catch (error) {
      fail((error as Error).message);
    }
    waiting -= 1;
    free.push(connection);
  };
  const underWay: Promise<void>[] = [];
  const began = performance.now();
  const all = load.perSecond * load.seconds;
  while (underWay.length < all) {
    const due = Math.min(all, Math.floor(((performance.now() - began) * load.perSecond) / 1000));
    for (let at = underWay.length; at < due; at += 1) underWay.push(send(began + (at * 1000) / load.perSecond));
    await new Promise((resolve) => setTimeout(resolve, stepMilliseconds));
  }
  await Promise.all(underWay);
  for (const connection of free) connection.close();
  return answered;
}

/** One visitor who searches and opens a product's page, one after the other. */
async function visitShop(bench: Bench, seconds: number) {
  const connection = openConnection(bench.side.port);
  const search = async () => judgeCall(await connection.ask(asSearch(bench.questions.next())));
  const page = async () => judgePage(await connection.ask(productPage(bench)));
  const searches = { clients: 1, seconds: seconds / 2 };
  const found = { search: await runLoad(searches, () => search), page: await runLoad(searches, () => page) };
  connection.close();
  return found;
}

function pointsOf(times: number[]): string {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) =>
    short(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`;
}

export const keys: Group = {
  name: 'keys',
  references: [],
  async measure(bench): Promise<Measured[]> {
    const { side } = bench;
    const tokens = await makeKeys(side.database);
    const questions = await makeQuestions(side.database);
    let turn = 0;
    const next = (): Request => {
      turn += 1;
      const headers = {
        authorization: `Bearer ${tokens[turn % tokens.length]}`,
        'octo-capabilities': 'octo/pricing',
      };
      return { method: 'POST', path: `${octoRoot}/availability`, headers, body: JSON.stringify(questions.next()) };
    };
    // Statements are planned and code is compiled before anything counts.
    await visitShop(bench, 4);
    await runLoad({ clients: 8, seconds: 2 }, () => {
      const connection = openConnection(side.port);
      return Object.assign(async () => void (await connection.ask(next())), { close: connection.close });
    });
    const before = await visitShop(bench, load.seconds / 2);
    const processor = await readProcessor(side.port, side.postmaster);
    const began = performance.now();
    const [answered, during] = await Promise.all([sendOpen(side.port, next), visitShop(bench, load.seconds)]);
    const elapsed = (performance.now() - began) / 1000;
    const used = perWork(processor, await readProcessor(side.port, side.postmaster), answered.times.length);
    const rows = (['search', 'page'] as const).flatMap((name) =>
      (
        [
          ['before', before[name]],
          ['during', during[name]],
        ] as const
      ).map(([when, load]) => ({
        ...plainRow(bench, `${name} of one visitor, ${when}`, perSecond(load.perSecond), 'every question another'),
        ...{ p50: load.p50, p99: load.p99, failed: load.failed, reasons: load.reasons },
      })),
    );
    const refused = [...answered.reasons].filter(([why]) => isOverload(why));
    const wrong = [...answered.reasons].filter(([why]) => !isOverload(why));
    const varies = [
      `${questions.basis} packages × ${load.days} first days × 1, 7 or 14 days, no question twice`,
      ...[pointsOf(answered.times), `${sumOf(refused)} not answered`],
    ].join('; ');
    const name = `availability by OCTO, ${load.keys} keys, ${load.perSecond} a second asked for ${load.seconds} s`;
    return [
      {
        ...plainRow(bench, name, perSecond(answered.times.length / elapsed), varies),
        ...{ failed: sumOf(wrong), reasons: wrong.map(([why, n]) => `${n} × ${why}`), ...used },
      },
      ...rows,
    ];
  },
};
