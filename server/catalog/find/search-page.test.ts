// What a process keeps of searches answers as the database does, and never beside a change: every writer renews the owner's search revision
// (decision 0737), and three processes show each change with the next request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import type { As, HouseCaller } from '../../../demo/call-house.ts';
import { makeEditor, newSku } from '../../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { findProduct } from '../../../tests/build/place-orders.ts';
import { openThreeProcesses, type ThreeProcesses } from '../../../tests/build/three-processes.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let id: string;
let agent: As;
let now = new Date();

beforeAll(async () => {
  test = await openTestHouse({ clock: () => now });
  await sql`INSERT INTO city SELECT (jsonb_populate_record(c, '{"city": "elsewhere"}')).* FROM city c LIMIT 1`.execute(
    house(),
  );
  id = (await findProduct(test, 'Silver Tower')).id;
  agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
});
afterAll(() => test.close());

const house = () => test.database.house;
const run = (statement: ReturnType<typeof sql>) => statement.execute(house());
type Input = Partial<InputOf<'searchProducts'>>;

/** A process that saw a change reads no hits for a second. */
const untilCalm = () => new Promise((resolve) => setTimeout(resolve, 1100));

let asked = 0;
/** The same words otherwise spaced, and another size unless it matters: no answer is one of the last seconds. */
const otherwise = ({ query = '', ...input }: Input): Input => {
  asked += 1;
  return { size: 20 + (asked % 20), ...input, query: query + ' '.repeat(asked % 61) };
};
const ask = async (input: Input, as: As = {}) => (await test.call('searchProducts', otherwise(input), as)).data;

async function countPages(): Promise<{ kept: number; database: number }> {
  const text = await (await test.fetch('/metrics')).text();
  const of = (hits: string) => Number(new RegExp(`search_pages_total\\{hits="${hits}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return { kept: of('kept'), database: of('database') };
}

const revision = async () =>
  (
    await sql<{ revision: string }>`SELECT revision::text FROM search_revision WHERE owner_id = 1`.execute(house())
  ).rows.map((row) => row.revision);

describe('a page of kept hits', () => {
  it('is what the database answers: words, filters, orders, pages, languages and callers', {
    timeout: 120_000,
  }, async () => {
    await run(sql`UPDATE product SET popularity = product_id % 3, sold_lately = product_id % 4, rating_rank = product_id % 2,
      offers = CASE WHEN product_id % 3 = 1 THEN jsonb_build_array(jsonb_build_object('percent', 10 + product_id % 50,
        'from', ${now.getTime() - 1000}::bigint, 'until', ${now.getTime() + 3_600_000}::bigint)) END WHERE owner_id = 1`);
    const orders = ['default', 'priceLow', 'priceHigh', 'rating'] as const;
    const rows = ['popular', 'hot', 'recent'] as const;
    const filters: Input[] = [{}, { type: 3 }, { city: 'testville' }, { type: 1, page: 2 }, { page: 2 }, { type: 9 }];
    const words = ['', 'silver', 'tower', 'sil', '银塔', 'nothing-like-it', 'towr'];
    // Two filters for each word and order, in turn, so that each order meets each filter.
    const questions = words.flatMap((query, word) => [
      ...orders.flatMap((sort, order) =>
        [0, 1].map((n): Input => ({ query, sort, size: 4, ...filters[(word + order + 3 * n) % filters.length] })),
      ),
      ...rows.map((row): Input => ({ query, row, size: 4 })),
    ]);
    let found = 0;
    for (const as of [{}, { headers: { l: 'zh_CN' } }, agent, { ...agent, headers: { l: 'th' } }]) {
      // Without a revision nothing is kept.
      await run(sql`DELETE FROM search_revision WHERE owner_id = 1`);
      const first = await countPages();
      const whole = [];
      for (const question of questions) whole.push(await ask(question, as));
      expect((await countPages()).kept).toBe(first.kept);
      await run(sql`INSERT INTO search_revision (owner_id) VALUES (1)`);
      await ask({}, as);
      await untilCalm();
      await Promise.all(words.map((query) => ask({ query }, as)));
      await Promise.all(words.map((query) => ask({ query }, as)));
      const before = await countPages();
      for (const [at, question] of questions.entries())
        expect([question, await ask(question, as)]).toEqual([question, whole[at]]);
      const after = await countPages();
      // Similar words for those that lead nowhere are the database's.
      expect(after.kept - before.kept).toBeGreaterThan(questions.length / 2);
      found += whole.filter(({ total }) => total > 4).length;
    }
    expect(found).toBeGreaterThan(20);
  });

  it('has nothing that is hidden from the caller, whoever asked before', async () => {
    const { id: partnerId } = (
      await sql<{
        id: string;
      }>`SELECT partner_id::text AS id FROM partner WHERE owner_id = 1 AND name = 'Agency'`.execute(house())
    ).rows[0] as { id: string };
    const rules = { 'level 2': [2, null], 'level 0': [0, null], partner: [null, partnerId] } as const;
    const sees = async (as: As) => (await ask({ query: 'tower' }, as)).list.some((one) => one.id === id);
    for (const [name, [level, partner]] of Object.entries(rules)) {
      await run(sql`DELETE FROM product_hide WHERE owner_id = 1`);
      await run(
        sql`INSERT INTO product_hide (owner_id, product_id, level, partner_id) VALUES (1, ${id}, ${level}, ${partner})`,
      );
      await sees({});
      await untilCalm();
      const seen: boolean[][] = [];
      const before = await countPages();
      for (let at = 0; at < 5; at += 1) seen.push([await sees({}), await sees(agent)]);
      const expected = name === 'level 0' ? [false, true] : [true, false];
      expect([name, seen]).toEqual([name, Array.from(seen, () => expected)]);
      expect((await countPages()).kept - before.kept).toBeGreaterThan(4);
    }
    await run(sql`DELETE FROM product_hide WHERE owner_id = 1`);
  });

  it('orders by the price of this moment: an offer begins and ends without any writing', async () => {
    const begins = now.getTime() + 60_000;
    await run(sql`UPDATE product SET offers = NULL WHERE owner_id = 1`);
    const order = async () => (await ask({ query: '', sort: 'priceHigh', size: 5 })).list.map((one) => one.id);
    const usual = await order();
    await run(sql`UPDATE product SET offers = ${JSON.stringify([{ percent: 90, from: begins, until: begins + 60_000 }])}::jsonb
      WHERE product_id = ${usual[0]}`);
    expect(await order()).toEqual(usual);
    await untilCalm();
    expect([await order(), await order()]).toEqual([usual, usual]);
    const kept = (await countPages()).kept;
    now = new Date(begins);
    expect((await order())[0]).toBe(usual[1]);
    now = new Date(begins + 60_000);
    expect(await order()).toEqual(usual);
    expect((await countPages()).kept).toBe(kept + 2);
    await run(sql`UPDATE product SET offers = NULL WHERE owner_id = 1`);
  });
});

describe('categories and cities', () => {
  it('are counted anew after each change, named as they are called now, and without what is hidden', async () => {
    const read = async (as: As = {}) => (await test.call('categories', {}, as)).data;
    const count = async (type: number, as: As = {}) =>
      (await read(as)).categories.find(({ key }) => key === String(type))?.count ?? 0;
    const [before, other] = [await count(3), await count(1)];
    // The second reading is of what was kept.
    expect(await read()).toEqual(await read());
    await run(sql`UPDATE product SET type = 1 WHERE product_id = ${id}`);
    expect([await count(3), await count(1)]).toEqual([before - 1, other + 1]);
    await run(sql`UPDATE product SET type = 3 WHERE product_id = ${id}`);
    expect([await count(3), await count(1)]).toEqual([before, other]);
    await run(sql`INSERT INTO product_hide (owner_id, product_id, level) VALUES (1, ${id}, 2)`);
    expect([await count(3), await count(3, agent)]).toEqual([before, before - 1]);
    await run(sql`DELETE FROM product_hide WHERE owner_id = 1`);
    expect(await count(3, agent)).toBe(before);
    const [first] = (await read()).cities;
    await run(sql`UPDATE city SET names = names || '{"en": "Renamed"}' WHERE city = ${first?.key}`);
    expect((await read({ headers: { l: 'en' } })).cities[0]?.label).toBe('Renamed');
    await run(
      sql`UPDATE city SET names = names || ${JSON.stringify({ en: first?.label })}::jsonb WHERE city = ${first?.key}`,
    );
  });
});

describe('the revision of an owner’s search', () => {
  const renewedBy = async (statement: ReturnType<typeof sql>) => {
    const before = await revision();
    await run(statement);
    const after = await revision();
    expect([before.length, after.length]).toEqual([1, 1]);
    return before[0] !== after[0];
  };
  const change = (what: ReturnType<typeof sql>) => sql`UPDATE product SET ${what} WHERE product_id = ${id}`;

  it('is renewed by everything that a search finds, counts or sorts by', async () => {
    const statements = {
      type: change(sql`type = type + 1`),
      subtype: change(sql`subtype = subtype + 1`),
      city: change(sql`city = (SELECT max(c.city) FROM city c WHERE c.city <> product.city)`),
      price: change(sql`from_sort = from_sort + 100`),
      popularity: change(sql`popularity = popularity + 7`),
      sales: change(sql`sold_lately = sold_lately + 3`),
      age: change(sql`created_at = created_at - interval '1 day'`),
      rating: change(sql`rating_rank = rating_rank + 1`),
      offers: change(sql`offers = '[]'`),
      'taken off the shelf': change(sql`on_shelf = false`),
      'put on the shelf': change(sql`on_shelf = true`),
      words: sql`UPDATE product_search SET words = words || 'new:1' WHERE product_id = ${id}`,
      'words of names': sql`UPDATE product_search SET name_words = name_words || 'new:1' WHERE product_id = ${id}`,
      'words removed': sql`DELETE FROM product_search WHERE product_id = ${id}`,
      'words added': sql`INSERT INTO product_search (owner_id, product_id, name_words, words)
        SELECT owner_id, product_id, 'silver', 'silver' FROM product WHERE product_id = ${id}`,
      hidden: sql`INSERT INTO product_hide (owner_id, product_id, level) VALUES (1, ${id}, 9)`,
      'hidden from others': sql`UPDATE product_hide SET level = 8 WHERE owner_id = 1`,
      'shown again': sql`DELETE FROM product_hide WHERE owner_id = 1`,
      'no offers': change(sql`offers = NULL`),
    };
    for (const [name, statement] of Object.entries(statements))
      expect([name, await renewedBy(statement)]).toEqual([name, true]);
  });

  it('is renewed by every column that a search reads of a product', async () => {
    const { rows } = await sql<{ name: string }>`SELECT a.attname AS name FROM pg_trigger t
      JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = ANY(t.tgattr::int2[])
      WHERE t.tgrelid = 'product'::regclass AND t.tgname = 'product_revised' AND t.tgenabled = 'O'`.execute(house());
    const read = await sql<{ name: string }>`SELECT n AS name FROM pg_proc, unnest(proargnames[pronargs + 1:]) n
      WHERE proname = 'found_shelf' AND pronargs = 5`.execute(house());
    // Whether it is sold at all, its limited offers, and what the words add.
    const expected = [...read.rows.map((row) => row.name), 'on_shelf', 'offers'];
    expect(rows.map((row) => row.name).sort()).toEqual(
      expected.filter((name) => name !== 'product_id' && name !== 'rank').sort(),
    );
  });

  it('stays with every other change, and with another owner’s', async () => {
    expect(await renewedBy(change(sql`popularity = popularity, sold = sold + 1, views = views + 1`))).toBe(false);
    expect(await renewedBy(sql`UPDATE departure SET held = held`)).toBe(false);
    expect(await renewedBy(sql`UPDATE product SET popularity = popularity + 1 WHERE owner_id <> 1`)).toBe(false);
    expect(await renewedBy(sql`UPDATE product SET popularity = popularity + 1 WHERE NOT on_shelf`)).toBe(false);
  });

  it('holds while many write and read; without its trigger a search stays old', { timeout: 120_000 }, async () => {
    const order = async () => (await ask({ query: '' })).list.map((one) => one.id);
    const mix = () => run(sql`UPDATE product SET popularity = (random() * 100)::int WHERE owner_id = 1`);
    const expected = async () =>
      (
        await sql<{ id: string }>`SELECT product_id::text AS id FROM product WHERE owner_id = 1 AND on_shelf
          ORDER BY popularity DESC, product_id LIMIT 40`.execute(house())
      ).rows.map((row) => row.id);
    const round = async () => {
      await Promise.all(Array.from({ length: 24 }, (_, at) => (at % 3 ? order() : mix())));
      return [await order(), await order(), await order()];
    };
    for (let at = 0; at < 6; at += 1) {
      // Hits are read and kept while others write.
      await untilCalm();
      const shown = await round();
      const right = await expected();
      expect([at, shown]).toEqual([at, [right, right, right]]);
    }
    await untilCalm();
    await Promise.all([order(), order()]);
    await run(sql`ALTER TABLE product DISABLE TRIGGER product_revised`);
    await mix();
    const [right, wrong] = [await expected(), await order()];
    await run(sql`ALTER TABLE product ENABLE TRIGGER product_revised`);
    expect(wrong).not.toEqual(right);
    await mix();
    expect(await order()).toEqual(await expected());
  });
});

describe('three processes', () => {
  let processes: ThreeProcesses;
  let callers: HouseCaller[];

  beforeAll(async () => {
    now = new Date();
    processes = await openThreeProcesses(test);
    callers = processes.callers;
  }, 120_000);
  afterAll(() => processes.end());

  /** What each process finds, all the same. */
  async function find(input: Input, as: As = {}): Promise<string[]> {
    const question = otherwise(input);
    const answers = await Promise.all(callers.map((call) => call('searchProducts', question, as)));
    const [first = [], ...others] = answers.map(({ data }) => data.list.map((one) => one.name));
    for (const other of others) expect(other).toEqual(first);
    return first;
  }

  it('show each change of the back office with the next search', { timeout: 120_000 }, async () => {
    const content = { token: await test.signIn('content@one.example', 'content-2026') };
    const editor = makeEditor(test, content);
    const { id: hills } = await findProduct(test, 'Green Hills Day Tour');
    const document = async () => (await editor.open(hills)).document;
    const change = async (part: Parameters<typeof editor.change>[1]) =>
      expect((await editor.change(hills, part)).code).toBe(200);
    const warm = async () => {
      await untilCalm();
      for (let at = 0; at < 3; at += 1)
        await Promise.all([find({ query: 'hills' }), find({ query: '' }), find({}, agent)]);
    };
    await warm();
    expect(await find({ query: 'hills' })).toContain('Green Hills Day Tour');
    await change({ names: { ...(await document()).names, en: 'Golden Peaks' } });
    expect(await find({ query: 'hills' })).not.toContain('Golden Peaks');
    expect(await find({ query: 'peaks' })).toEqual(['Golden Peaks']);
    await warm();
    const [pack] = (await document()).packages;
    if (!pack) throw new Error('no package');
    await change({ packages: [{ ...pack, skus: pack.skus.map((sku) => ({ ...sku, priceMinor: 9_999_900 })) }] });
    expect((await find({ query: '', sort: 'priceHigh' }))[0]).toBe('Golden Peaks');
    await change({ packages: [{ ...pack, skus: [newSku({ priceMinor: 1 })] }] });
    // Only what costs nothing is cheaper.
    expect((await find({ query: '', sort: 'priceLow' }))[1]).toBe('Golden Peaks');
    await warm();
    const hide = { productId: hills, level: 2 };
    const { data, code } = await test.call('consoleHiddenAdd', hide, content);
    expect(code).toBe(200);
    expect(await find({}, agent)).not.toContain('Golden Peaks');
    expect(await find({})).toContain('Golden Peaks');
    await warm();
    expect((await test.call('consoleHiddenDelete', { ids: [data.id] }, content)).code).toBe(200);
    expect(await find({}, agent)).toContain('Golden Peaks');
    await warm();
    expect((await editor.state(hills, 'withdrawn')).code).toBe(200);
    expect(await find({})).not.toContain('Golden Peaks');
    await warm();
    expect((await editor.state(hills, 'published')).code).toBe(200);
    expect(await find({})).toContain('Golden Peaks');
    expect((await countPages()).kept).toBeGreaterThan(10);
  });

  it('show each change of an agent’s prices with its next search by price', { timeout: 120_000 }, async () => {
    const content = { token: await test.signIn('content@one.example', 'content-2026') };
    const isCheap = async () => (await find({ sort: 'priceLow' }, agent)).indexOf('Silver Tower') < 2;
    const warm = async () => {
      await untilCalm();
      for (let at = 0; at < 5; at += 1) await find({ sort: 'priceLow' }, agent);
    };
    const rule = { productId: id, skuId: null, level: 2, partnerId: null, kind: 'percent' as const };
    for (const value of [10_000, 0, 10_000]) {
      await warm();
      const kept = (await countPages()).kept;
      await find({ sort: 'priceLow' }, agent);
      expect((await countPages()).kept).toBeGreaterThan(kept);
      expect((await test.call('consolePriceRuleSave', { ...rule, value }, content)).code).toBe(200);
      expect([value, await isCheap()]).toEqual([value, value > 0]);
    }
    const { rules } = (await test.call('consolePriceRules', { productId: id }, content)).data;
    await warm();
    const ours = rules.find(({ value, skuId }) => value === 10_000 && skuId === null);
    expect((await test.call('consolePriceRuleDelete', { productId: id, id: ours?.id ?? '' }, content)).code).toBe(200);
    expect(await isCheap()).toBe(false);
  });
});
