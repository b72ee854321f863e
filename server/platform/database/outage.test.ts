// The installation lives through everything that may happen to its database, on a wire that the test cuts, holds and leads elsewhere.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { type DatabaseRelay, relayDatabase } from '../../../tests/build/relay-database.ts';
import { sql } from '../db.ts';

let test: TestHouse;
let relay: DatabaseRelay;
let second: DatabaseRelay;
let member: string;

beforeAll(async () => {
  test = await openTestHouse({
    screens: true,
    env: { LONGEST_WAIT_SECONDS: '2' },
    async wire(url) {
      relay = await relayDatabase(url);
      second = await relayDatabase(url);
      // Two hosts in one address, as DATABASE_URL may name them.
      return relay.url.replace(/(@[^/]*)/, `$1,${second.url.replace(/.*@([^/]*).*/, '$1')}`);
    },
  });
  second.cut();
  await sql`UPDATE departure SET capacity = 100000`.execute(test.database.house);
  member = await test.signIn('member@one.example', 'member-2026');
});

afterAll(async () => {
  await test.close();
  await relay.close();
  await second.close();
});

type Answer = { status: number; retryAfter: string | null; code: number; msg: string };

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await test.fetch(path, init);
  const body = (await answer.json()) as { code: number; msg: string };
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body };
}
const search = () =>
  ask('/api/product', {
    method: 'POST',
    headers: { 'content-type': 'application/json', l: 'en' },
    body: JSON.stringify({ query: `tower ${Math.random()}` }),
  });
const ready = () => test.fetch('/ready').then(async (answer) => ({ status: answer.status, body: await answer.json() }));
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function untilReady(): Promise<number> {
  const began = performance.now();
  while ((await ready()).status !== 200) {
    if (performance.now() - began > 20_000) throw new Error('never ready again');
    await wait(20);
  }
  return performance.now() - began;
}

const databaseName = () => new URL(test.databaseUrl.replace('@/', '@local/')).pathname.slice(1);

/** What the administrator of the server does. */
async function asAdministrator<Result>(work: (administrator: pg.Client) => Promise<Result>): Promise<Result> {
  const administrator = new pg.Client({ connectionString: inject('serverUrl').replace('//kembara:', '//postgres:') });
  await administrator.connect();
  return work(administrator).finally(() => administrator.end());
}

/** Ends the server's side of every connection of the installation, as its administrator may; answers how many there were. */
function endBackends(): Promise<number> {
  return asAdministrator(async (administrator) => {
    const ended = await administrator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename <> $2',
      [databaseName(), 'kembara'],
    );
    return ended.rows.length;
  });
}

/** Whether new connections to this database are accepted, as an administrator closes it while it is restored. */
const acceptConnections = (accepts: boolean) =>
  asAdministrator((administrator) =>
    administrator.query(`ALTER DATABASE "${databaseName()}" ALLOW_CONNECTIONS ${accepts}`),
  );

type Order = Awaited<ReturnType<typeof fillOrder>>;

/** Each buyer sends its order again under the same key until it is answered; what was acknowledged is given back. */
async function buyUntil(input: Order, over: () => boolean, seen: Set<number>): Promise<string[]> {
  const acknowledged: string[] = [];
  const buyer = async () => {
    while (!over()) {
      const key = newKey();
      for (let tries = 0; ; tries += 1) {
        const answer = await test.call('createOrder', input, { token: member, key });
        seen.add(answer.http);
        if (answer.http === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        if (answer.http === 200) {
          expect(answer.code).toBe(200);
          acknowledged.push(answer.data.orderNo);
          break;
        }
        if (tries > 100) throw new Error(`never answered: ${answer.http}`);
        await wait(100);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, buyer));
  return acknowledged;
}

/** Orders with the given numbers, and orders of the member whose answer was lost. */
async function countOrders(acknowledged: string[]): Promise<{ known: number; all: number }> {
  const { rows } = await sql<{ known: number; all: number }>`SELECT count(*)::int AS all,
      (count(*) FILTER (WHERE order_no = ANY(${acknowledged})))::int AS known FROM purchase`.execute(
    test.database.house,
  );
  return rows[0] ?? { known: 0, all: 0 };
}

describe('when the server ends connections', () => {
  it('of an idle installation affects no one', async () => {
    await Promise.all(Array.from({ length: 12 }, search));
    expect(await endBackends()).toBeGreaterThan(10);
    for (let times = 0; times < 5; times += 1) {
      await endBackends();
      const answers = await Promise.all([search(), search(), search()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it('and nothing says so until they are used, visitors and buyers do not notice', async () => {
    for (let times = 0; times < 3; times += 1) {
      await Promise.all(Array.from({ length: 12 }, search));
      relay.forget();
      const answers = await Promise.all([search(), search(), search()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      relay.forget();
      await placeOrder(test, member, { product: 'Free Walk' });
    }
  });

  it('of a house at work, orders are placed once each, and none that was acknowledged is lost', async () => {
    const before = await countOrders([]);
    const seen = new Set<number>();
    let over = false;
    const buying = buyUntil(await fillOrder(test, member, { product: 'Free Walk' }), () => over, seen);
    let ended = 0;
    for (let times = 0; times < 10; times += 1) {
      await wait(400);
      ended += await endBackends();
    }
    over = true;
    const acknowledged = await buying;
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(ended).toBeGreaterThan(20);
    expect([200, 503]).toEqual(expect.arrayContaining([...seen]));
    const after = await countOrders(acknowledged);
    expect(after.known).toBe(acknowledged.length);
    expect(after.all - before.all).toBe(acknowledged.length);
  });
});

describe('while the server refuses new connections', () => {
  it('what needs one is answered 503, and work goes on once they are accepted', async () => {
    await Promise.all(Array.from({ length: 12 }, search));
    await acceptConnections(false);
    const statuses = new Set<number>();
    try {
      await endBackends();
      for (let times = 0; times < 20; times += 1) {
        const answers = await Promise.all(Array.from({ length: 6 }, search));
        for (const { status, retryAfter } of answers) {
          statuses.add(status);
          if (status === 503) expect(retryAfter).toBe('2');
        }
      }
    } finally {
      await acceptConnections(true);
    }
    expect([...statuses]).toEqual([503]);
    expect(await untilReady()).toBeLessThan(1500);
    expect((await search()).status).toBe(200);
  });
});

describe('while the database is away', () => {
  it('calls, files and pages are answered 503 with when to come again, in words of the visitor, and work goes on within 1.5 s of its return', async () => {
    relay.cut();
    await wait(700);
    for (let at = 0; at < 5; at += 1) {
      const began = performance.now();
      const result = await search();
      expect(result).toMatchObject({ status: 503, code: 503, retryAfter: '2' });
      expect(result.msg).toBe('The shop does not answer for a moment. Please try again shortly.');
      expect(performance.now() - began).toBeLessThan(1000);
    }
    const own = await ask('/api/order/export', { headers: { token: member, l: 'en' } });
    expect(own).toMatchObject({ status: 503, retryAfter: '2' });
    const page = await test.fetch('/search/1?l=ja_JP', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('2');
    expect(await page.text()).toContain('ただいま一時的にご利用いただけません');
    expect(await ready()).toEqual({
      status: 503,
      body: { status: 'not ready', reason: 'the database does not answer' },
    });
    relay.mend();
    expect(await untilReady()).toBeLessThan(1500);
    expect((await search()).status).toBe(200);
    await placeOrder(test, member);
  });

  it('that does not answer is not waited for, and an order whose end is unknown is found by its key', async () => {
    const input = await fillOrder(test, member, { product: 'Free Walk' });
    const key = newKey();
    const buying = test.call('createOrder', input, { token: member, key });
    await wait(8);
    relay.hold();
    const began = performance.now();
    const waiting = await Promise.all(Array.from({ length: 60 }, search));
    expect([...new Set(waiting.map(({ status, retryAfter }) => `${status} ${retryAfter}`))]).toEqual(['503 2']);
    expect(performance.now() - began).toBeLessThan(8000);
    expect([200, 503]).toContain((await buying).http);
    expect((await ready()).status).toBe(503);
    expect((await search()).status).toBe(503);
    relay.mend();
    expect(await untilReady()).toBeLessThan(2500);
    const answer = await test.call('createOrder', input, { token: member, key });
    expect(answer.code).toBe(200);
    const again = await test.call('createOrder', input, { token: member, key });
    expect(again.data).toEqual(answer.data);
    expect((await countOrders([answer.data.orderNo])).known).toBe(1);
  });

  it('that does not answer keeps few of the readers of many products waiting longer than a request may wait', async () => {
    const { list } = (await test.call('searchProducts', { size: 30 })).data;
    const wanted = ['en', 'zh_CN', 'th', 'vi'].flatMap((l) => list.map(({ id }) => ({ id, l })));
    relay.hold();
    const began = performance.now();
    const ends = await Promise.all(
      wanted.map(async ({ id, l }) => {
        const { http } = await test.call('productDetail', { id }, { headers: { l } });
        return { http, after: performance.now() - began };
      }),
    );
    relay.mend();
    await untilReady();
    expect([...new Set(ends.map(({ http }) => http))]).toEqual([503]);
    // Two statements of each of two kinds ran when it fell silent. They end with the verdict that the database is away.
    expect(ends.filter(({ after }) => after > 3500).length).toBeLessThanOrEqual(4);
  });

  it('jobs that were queued are done afterwards', async () => {
    const orderNo = await placeOrder(test, member);
    relay.cut();
    await wait(1500);
    relay.mend();
    await untilReady();
    const state = async () =>
      (
        await sql<{ state: string }>`SELECT state FROM pgboss.job WHERE data ->> 'orderNo' = ${orderNo}`.execute(
          test.database.house,
        )
      ).rows[0]?.state;
    const until = performance.now() + 10_000;
    while ((await state()) !== 'completed' && performance.now() < until) await wait(100);
    expect(await state()).toBe('completed');
  });

  it('the other host of the address is used when the first one is gone', async () => {
    relay.cut();
    second.mend();
    const began = performance.now();
    await wait(300);
    await untilReady();
    expect(performance.now() - began).toBeLessThan(5000);
    expect((await search()).status).toBe(200);
    expect(second.connections()).toBeGreaterThan(0);
    expect(relay.connections()).toBe(0);
    await placeOrder(test, member);
    // And back.
    second.cut();
    relay.mend();
    await wait(300);
    await untilReady();
    expect((await search()).status).toBe(200);
  });
});
