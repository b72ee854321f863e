// Requests of the same moment share a statement (decisions 0630 and 0631): who gets which answer, what a failure does, and that orders which
// are written together are written as each of them would be alone.
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShopBusy } from '../../../domain/errors.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey } from '../../../tests/build/place-orders.ts';
import { inTransaction, type Owner, sql } from '../db.ts';
import { limitWaiting, longestWait } from './limit-waiting.ts';
import { loadInBatches } from './load-in-batches.ts';

let test: TestHouse;
let member: string;
let owner: Owner;
beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
  owner = test.database.forOwner(1);
  await sql`UPDATE departure SET capacity = 400 WHERE capacity > 10`.execute(test.database.house);
});
afterAll(() => test.close());

/** A loader whose statements end when the test lets them. */
function openLoader(limits?: Parameters<typeof loadInBatches>[0]) {
  const ask = loadInBatches<number, string>(limits);
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const load = async (items: number[]) => {
    batches.push(items);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes(13)) throw new Error(`failed for ${items.join()}`);
    return items.map((item) => `answer ${item}`);
  };
  const endAll = async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      for (const end of ends.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ask, batches, load, endAll };
}

describe('requests of one moment', () => {
  it('wait for no running statement to read for them: the next one does, and each gets its own answer', async () => {
    const { ask, batches, load, endAll } = openLoader();
    const answers = Promise.all([1, 2, 3, 4, 5].map((item) => ask(owner, 'a', item, { load })));
    expect(batches).toEqual([[1], [2]]);
    await endAll();
    expect(await answers).toEqual(['answer 1', 'answer 2', 'answer 3', 'answer 4', 'answer 5']);
    expect(batches).toEqual([[1], [2], [3, 4, 5]]);
  });

  it('share nothing between kinds, owners and transactions', async () => {
    const { ask, batches, load, endAll } = openLoader({ mostRunning: 1 });
    const answers = [ask(owner, 'a', 1, { load }), ask(owner, 'b', 2, { load })];
    answers.push(ask(test.database.forOwner(2), 'a', 3, { load }), ask(test.database.forTests(1), 'a', 4, { load }));
    answers.push(inTransaction(owner, (trx) => ask(trx, 'a', 5, { load })));
    const waiting = ask(owner, 'a', 6, { load });
    await expect.poll(() => batches.length).toBe(5);
    expect(batches).toEqual([[1], [2], [3], [4], [5]]);
    await endAll();
    expect(await Promise.all(answers)).toHaveLength(5);
    await endAll();
    expect(await waiting).toBe('answer 6');
  });

  it('fail alone: the others of a failed statement are asked again, each by itself', async () => {
    const { ask, batches, load, endAll } = openLoader({ mostRunning: 1 });
    const answers = Promise.allSettled([1, 12, 13, 14].map((item) => ask(owner, 'a', item, { load })));
    await endAll();
    expect((await answers).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      'answer 1',
      'answer 12',
      'Error: failed for 13',
      'answer 14',
    ]);
    expect(batches).toEqual([[1], [12, 13, 14], [12], [13], [14]]);
  });

  it('wait for the statements before them only as long as a request may wait, then are refused (security rule 73)', async () => {
    const { ask, batches, load, endAll } = openLoader({ mostRunning: 1 });
    const first = ask(owner, 'a', 1, { load });
    const began = performance.now();
    const late = await Promise.allSettled([2, 3].map((item) => limitWaiting(() => ask(owner, 'a', item, { load }))));
    expect(performance.now() - began).toBeLessThan(longestWait() + 500);
    for (const answer of late) expect(answer).toMatchObject({ status: 'rejected', reason: new ShopBusy(2) });
    const next = ask(owner, 'a', 4, { load });
    await endAll();
    expect(await Promise.all([first, next])).toEqual(['answer 1', 'answer 4']);
    expect(batches).toEqual([[1], [4]]);
  });

  it('take at most as many as one statement may serve, in the context of the latest', async () => {
    const { ask, batches, load, endAll } = openLoader({ mostRunning: 1, mostItems: 2 });
    const store = new AsyncLocalStorage<number>();
    const contexts: (number | undefined)[] = [];
    const noting = (items: number[]) => {
      contexts.push(store.getStore());
      return load(items);
    };
    const answers = [1, 2, 3, 4].map((item) => store.run(item, () => ask(owner, 'a', item, { load: noting })));
    await endAll();
    expect(await Promise.all(answers)).toHaveLength(4);
    expect(batches).toEqual([[1], [2, 3], [4]]);
    expect(contexts).toEqual([1, 3, 4]);
  });
});

describe('reading together', () => {
  it('answers forty requests in four languages as each would be answered alone', async () => {
    const { list } = (await test.call('searchProducts', { size: 10 })).data;
    const languages = ['en', 'zh_CN', 'th', 'fr_FR'];
    const wanted = list.flatMap(({ id }) => languages.map((l) => ({ id, l })));
    const ask = ({ id, l }: (typeof wanted)[number]) => test.call('productDetail', { id }, { headers: { l } });
    const together = await Promise.all(wanted.map(ask));
    for (const [at, one] of wanted.entries()) expect(together[at]?.data).toEqual((await ask(one)).data);
    expect(new Set(together.map(({ data }) => data.name)).size).toBeGreaterThan(list.length);
  });

  it('answers searches of many words, filters, orders and languages as each would be answered alone', async () => {
    const orders = ['default', 'priceLow', 'priceHigh'] as const;
    const wanted = ['silver', 'hills', 'tower', 'nothing-like-it', '银塔', ''].flatMap((query, at) =>
      ['en', 'zh_CN', 'vi'].map((l, language) => ({
        input: { query, sort: orders[(at + language) % 3], size: 10 + language, ...(language === 1 && { type: 3 }) },
        headers: { l },
      })),
    );
    const ask = ({ input, headers }: (typeof wanted)[number]) => test.call('searchProducts', input, { headers });
    const together = (await Promise.all(wanted.map(ask))).map(({ data }) => data);
    expect(together.filter(({ total }) => total > 0).length).toBeGreaterThan(6);
    // The same words otherwise spaced: no answer is one of the last seconds.
    const alone = (one: (typeof wanted)[number]) =>
      ask({ ...one, input: { ...one.input, query: `${one.input.query} ` } });
    for (const [at, one] of wanted.entries()) expect(together[at]).toEqual((await alone(one)).data);
  });

  it('gives each of many sessions its own account (security rule 35)', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const tokens = Array.from({ length: 30 }, (_, at) => [member, agent, `no-session-${at}`][at % 3]);
    const answers = await Promise.all(tokens.map((token) => test.call('getUserInfo', {}, { token })));
    const alone = await Promise.all([member, agent].map((token) => test.call('getUserInfo', {}, { token })));
    for (const [at, answer] of answers.entries()) {
      if (at % 3 === 2) expect(answer.http).toBe(401);
      else expect(answer.data).toEqual(alone[at % 3]?.data);
    }
  });
});

describe('writing together', () => {
  /** A group has at least two. */
  const products = [
    { product: 'Green Hills', quantity: 2 },
    { product: 'Silver Tower', quantity: 1 },
  ];
  const fill = (at: number) => fillOrder(test, member, products[at % products.length]);

  it('writes each order as it was asked for, and several in one transaction (decision 0631)', async () => {
    const inputs = await Promise.all(
      Array.from({ length: 16 }, async (_, at) => ({
        ...(await fill(at)),
        remark: `remark ${at}`,
      })),
    );
    const placed = await Promise.all(
      inputs.map((input) => test.call('createOrder', input, { token: member, key: newKey() })),
    );
    expect(placed.map(({ code }) => code)).toEqual(inputs.map(() => 200));
    const { rows } = await sql<{
      order_no: string;
      remark: string;
      written: string;
      quantity: number;
      held: number;
      jobs: number;
    }>`SELECT
        p.order_no, p.remark, p.xmin::text AS written, sum(s.quantity)::int AS quantity, sum(h.quantity)::int AS held,
        (SELECT count(*)::int FROM pgboss.job j WHERE j.data ->> 'orderNo' = p.order_no) AS jobs
      FROM purchase p JOIN sub_order s USING (owner_id, order_no) JOIN line_hold h USING (owner_id, sub_order_no)
      WHERE p.order_no = ANY(${placed.map(({ data }) => data.orderNo)}) GROUP BY p.order_no, p.remark, p.xmin`.execute(
      test.database.house,
    );
    const found = new Map(rows.map((row) => [row.order_no, row]));
    expect(new Set(rows.map(({ written }) => written)).size).toBeLessThan(rows.length);
    for (const [at, { data }] of placed.entries()) {
      const { quantity } = products[at % 2] as (typeof products)[number];
      expect(found.get(data.orderNo)).toMatchObject({ remark: `remark ${at}`, quantity, held: quantity, jobs: 1 });
    }
  });

  it('answers repeats of one key in one moment with one order, and the others beside them with their own', async () => {
    const input = await fill(0);
    const keys = Array.from({ length: 4 }, newKey);
    const placed = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        test.call('createOrder', input, { token: member, key: keys[at % 4] ?? '' }),
      ),
    );
    expect(placed.map(({ code }) => code)).toEqual(placed.map(() => 200));
    expect(new Set(placed.map(({ data }) => data.orderNo)).size).toBe(4);
    for (const [at, { data }] of placed.entries()) expect(data.orderNo).toBe(placed[at % 4]?.data.orderNo);
  });

  it('lets no order wait for a departure that another one wants', async () => {
    const [busy, free] = await Promise.all([fill(0), fill(1)]);
    const product = await findProduct(test, 'Green Hills');
    const client = await test.database.pool.connect();
    await client.query(`SET app.owner_id = '0'`);
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM departure WHERE package_id = $1 FOR UPDATE', [product.packages[0]?.id]);
    const ended: string[] = [];
    const place = async (name: string, input: typeof busy) => {
      const { code } = await test.call('createOrder', input, { token: member, key: newKey() });
      ended.push(`${name} ${code}`);
    };
    const waiting = [place('busy', busy), place('busy', busy)];
    const others = Array.from({ length: 6 }, () => place('free', free));
    await Promise.all(others);
    expect(ended).toEqual(others.map(() => 'free 200'));
    await client.query('COMMIT');
    client.release(true);
    await Promise.all(waiting);
    expect(ended.slice(6)).toEqual(['busy 200', 'busy 200']);
  });

  it('sells the last places once, to as many as there are (§5 stock)', async () => {
    const input = await fillOrder(test, member, { product: 'Few Seats' });
    const codes = await Promise.all(
      Array.from(
        { length: 30 },
        async () => (await test.call('createOrder', input, { token: member, key: newKey() })).code,
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(5);
    expect(codes.filter((code) => code === 200202)).toHaveLength(25);
  });
});
