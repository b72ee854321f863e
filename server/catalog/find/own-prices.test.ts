// Orders by the prices of callers who have some of their own are kept, too (decision 0796): they are what the database answers, for each
// caller, and never beside a change of a rule or of a price that a rule is for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import type { As } from '../../../demo/call-house.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: As;
let sub: As;
let partnerId: string;
let now = new Date();

beforeAll(async () => {
  test = await openTestHouse({ clock: () => now });
  agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
  sub = { token: await test.signIn('sub@one.example', 'sub-2026') };
  const { rows } = await sql<{ id: string }>`SELECT partner_id::text AS id FROM partner
    WHERE owner_id = 1 AND name = 'Agency'`.execute(house());
  partnerId = rows[0]?.id ?? '';
  await run(sql`DELETE FROM price_rule WHERE owner_id = 1`);
});
afterAll(() => test.close());

const house = () => test.database.house;
const run = (statement: ReturnType<typeof sql>) => statement.execute(house());
type Input = Partial<InputOf<'searchProducts'>>;

let asked = 0;
/** The same words otherwise spaced, and another size: no answer is one of the last seconds. */
async function ask({ query = '', ...input }: Input, as: As = agent) {
  asked += 1;
  const otherwise = { size: 20 + (asked % 20), ...input, query: query + ' '.repeat(asked % 61) };
  return (await test.call('searchProducts', otherwise, as)).data;
}
const order = async (as: As = agent) => (await ask({ sort: 'priceLow', size: 40 }, as)).list.map(({ id }) => id);

async function count(hits: 'kept' | 'database'): Promise<number> {
  const text = await (await test.fetch('/metrics')).text();
  return Number(new RegExp(`search_pages_total\\{hits="${hits}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}
const countKept = () => count('kept');

/** A process that saw a change of the catalogue reads nothing for a second. */
const untilCalm = () => new Promise((resolve) => setTimeout(resolve, 1100));

/** Asks until what is shown comes from what was kept. */
async function warm(as: As = agent): Promise<void> {
  await untilCalm();
  for (let tries = 0; tries < 30; tries += 1) {
    const before = await countKept();
    await order(as);
    if ((await countKept()) > before) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('nothing was kept');
}

type Rule = { value: number; level?: number; product?: string; city?: string; type?: number };
const addRule = ({ value, level, product, city, type }: Rule, valid: [string | null, string] | null = null) =>
  run(sql`INSERT INTO price_rule (owner_id, level, partner_id, product_id, city, type, kind, value, valid_by, valid_from, valid_until)
    VALUES (1, ${level ?? null}, ${level === undefined ? partnerId : null}, ${product ?? null}, ${city ?? null}, ${type ?? null},
      'percent', ${value}, ${valid ? 'booking' : null}, ${valid?.[0] ?? null}::date, ${valid?.[1] ?? null}::date)`);

const productIds = async () =>
  (
    await sql<{ id: string }>`SELECT product_id::text AS id FROM product WHERE owner_id = 1 AND on_shelf
      ORDER BY from_sort DESC, product_id`.execute(house())
  ).rows.map(({ id }) => id);

describe('an order by the caller’s own prices', () => {
  it('is what the database answers: rules of every scope, offers, words, filters, pages and callers', {
    timeout: 120_000,
  }, async () => {
    const ids = await productIds();
    await addRule({ level: 2, value: 500 });
    await addRule({ level: 2, value: 2500, type: 3 });
    await addRule({ value: 1500, city: 'testville' });
    for (const [at, product] of ids.entries()) {
      if (at % 3 === 0) await addRule({ level: 2, value: 900 + 10 * at, product });
      if (at % 4 === 0) await addRule({ value: 300 * at, product });
      if (at % 5 === 0) await addRule({ value: 6000, product }, [null, '2090-12-31']);
    }
    // One price for a SKU beside them.
    await run(sql`INSERT INTO price_rule (owner_id, level, product_id, sku_id, kind, value) SELECT 1, 2, k.product_id, s.sku_id,
        'fixed', 150
      FROM package k JOIN sku s USING (owner_id, package_id) WHERE owner_id = 1 AND k.product_id = ${ids[2]} AND s.position = 0`);
    await run(sql`UPDATE product SET offers = CASE WHEN product_id % 3 = 1 THEN jsonb_build_array(jsonb_build_object('percent',
      10 + product_id % 50, 'from', ${now.getTime() - 1000}::bigint, 'until', ${now.getTime() + 3_600_000}::bigint)) END
      WHERE owner_id = 1`);
    const filters: Input[] = [{}, { type: 3 }, { city: 'testville' }, { page: 2 }];
    const questions = ['', 'silver', 'tower', 'day'].flatMap((query) =>
      filters.flatMap((filter) =>
        (['priceLow', 'priceHigh'] as const).map((sort): Input => ({ query, sort, size: 4, ...filter })),
      ),
    );
    const orders = new Set<string>();
    for (const as of [{}, agent, sub, { ...agent, headers: { l: 'zh_CN', c: 'USD' } }]) {
      // Without a revision nothing is kept.
      await run(sql`DELETE FROM search_revision WHERE owner_id = 1`);
      const first = await countKept();
      const whole = [];
      for (const question of questions) whole.push(await ask(question, as));
      expect(await countKept()).toBe(first);
      await run(sql`INSERT INTO search_revision (owner_id) VALUES (1)`);
      await ask({}, as);
      await warm(as);
      for (const { query = '' } of questions) await ask({ query, sort: 'priceLow' }, as);
      const before = await count('database');
      for (const [at, question] of questions.entries())
        expect([question, await ask(question, as)]).toEqual([question, whole[at]]);
      expect(await count('database')).toBe(before);
      orders.add(JSON.stringify(whole.map(({ list }) => list.map(({ id }) => id))));
    }
    // Visitors and the agency's accounts see different orders.
    expect(orders.size).toBe(2);
    await run(sql`UPDATE product SET offers = NULL WHERE owner_id = 1`);
    await run(sql`DELETE FROM price_rule WHERE owner_id = 1`);
  });

  it('follows an offer that begins, and a rule whose days of booking begin, without any writing', async () => {
    const [dearest = '', second = ''] = await productIds();
    // Wherever the owner's day has come to.
    const later = new Date(now.getTime() + 2 * 86_400_000);
    await addRule({ value: 100 });
    await addRule({ value: 9900, product: second }, [later.toISOString().slice(0, 10), '2090-12-31']);
    await run(
      sql`UPDATE product SET offers = ${JSON.stringify([
        { percent: 99, from: now.getTime() + 60_000, until: now.getTime() + 120_000 },
      ])}::jsonb WHERE product_id = ${dearest}`,
    );
    const dear = async () => (await ask({ sort: 'priceHigh', size: 2 })).list.map(({ id }) => id);
    await warm();
    expect(await dear()).toEqual([dearest, second]);
    const began = now;
    const before = await countKept();
    now = new Date(began.getTime() + 60_000);
    expect((await dear())[0]).toBe(second);
    now = new Date(began.getTime() + 120_000);
    expect(await dear()).toEqual([dearest, second]);
    expect(await countKept()).toBe(before + 2);
    now = later;
    expect((await dear())[1]).not.toBe(second);
    await run(sql`UPDATE product SET offers = NULL WHERE owner_id = 1`);
    await run(sql`DELETE FROM price_rule WHERE owner_id = 1`);
  });
});

describe('the revision of an owner’s agent prices', () => {
  const revisions = async () =>
    (
      await sql<{ revision: string; prices: string }>`SELECT revision::text, prices::text FROM search_revision
        WHERE owner_id = 1`.execute(house())
    ).rows[0];
  const renewedBy = async (statement: ReturnType<typeof sql>) => {
    const before = await revisions();
    await run(statement);
    return before?.prices !== (await revisions())?.prices;
  };

  it('is renewed by every rule, and by what a rule for a product is for; not by other changes', async () => {
    const [product = ''] = await productIds();
    const skus = sql`sku SET price_minor = price_minor + 100 WHERE owner_id = 1 AND package_id IN
      (SELECT package_id FROM package WHERE owner_id = 1 AND product_id = ${product})`;
    expect(await renewedBy(sql`UPDATE ${skus}`)).toBe(false);
    const statements = {
      'a rule for all': sql`INSERT INTO price_rule (owner_id, level, kind, value) VALUES (1, 2, 'percent', 700)`,
      'its value': sql`UPDATE price_rule SET value = 800 WHERE owner_id = 1`,
      'no rule': sql`DELETE FROM price_rule WHERE owner_id = 1`,
      'a rule for a product': sql`INSERT INTO price_rule (owner_id, level, product_id, kind, value)
        VALUES (1, 2, ${product}, 'percent', 700)`,
      'the price that it is for': sql`UPDATE ${skus}`,
      'a package less': sql`UPDATE package SET on_shelf = false WHERE owner_id = 1 AND product_id = ${product}`,
      'a package more': sql`UPDATE package SET on_shelf = true WHERE owner_id = 1 AND product_id = ${product}`,
    };
    for (const [name, statement] of Object.entries(statements))
      expect([name, await renewedBy(statement)]).toEqual([name, true]);
    expect(await renewedBy(sql`UPDATE product SET popularity = popularity + 1 WHERE owner_id = 1`)).toBe(false);
    expect(await renewedBy(sql`UPDATE departure SET held = held WHERE owner_id = 1`)).toBe(false);
    await run(sql`DELETE FROM price_rule WHERE owner_id = 1`);
  });

  it('holds while rules change and many read; without its trigger an order stays old', {
    timeout: 120_000,
  }, async () => {
    const ids = await productIds();
    const mix = () =>
      run(sql`INSERT INTO price_rule (owner_id, partner_id, product_id, kind, value)
        SELECT 1, ${partnerId}, product_id, 'percent', (random() * 9900)::int FROM product WHERE owner_id = 1
        ON CONFLICT (owner_id, product_id, package_id, sku_id, city, type, audience, valid_by, valid_from, valid_until)
        DO UPDATE SET value = excluded.value`);
    const expected = async () =>
      (
        await sql<{
          id: string;
        }>`SELECT p.product_id::text AS id FROM product p JOIN agent_from a USING (owner_id, product_id)
          WHERE owner_id = 1 AND on_shelf AND audience = ${partnerId}
          ORDER BY round(p.from_sort * (a.own_minor::float8 / greatest(a.usual_minor, 1))), product_id LIMIT 40`.execute(
          house(),
        )
      ).rows.map(({ id }) => id);
    await mix();
    for (let at = 0; at < 4; at += 1) {
      await warm();
      await Promise.all(Array.from({ length: 16 }, (_, n) => (n % 4 ? order() : mix())));
      const shown = [await order(), await order(), await order()];
      const right = await expected();
      expect([at, shown]).toEqual([at, [right, right, right]]);
    }
    expect((await order()).length).toBeGreaterThan(Math.min(ids.length, 40) - 1);
    await warm();
    for (const table of ['price_rule', 'agent_from'])
      await run(sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(`${table}_revised`)}`);
    await mix();
    const [right, wrong] = [await expected(), await order()];
    for (const table of ['price_rule', 'agent_from'])
      await run(sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER ${sql.ref(`${table}_revised`)}`);
    expect(wrong).not.toEqual(right);
    await mix();
    expect(await order()).toEqual(await expected());
  });
});
