// Agent prices over HTTP (rules §3, §11): which of them wins for which buyer and when, why, their time, changing many, and that one of
// twenty thousand is found without reading the others.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { addDays, todayIn } from '../../../domain/dates.ts';
import { priceScopes } from '../../../domain/price-scopes.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { findProduct, placeOrder } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { findOffer } from '../../catalog/offer/offer.sql.ts';
import { type Pricing, withOwnPrices } from '../../catalog/pricing.sql.ts';
import { findLines } from '../../inventory/inventory.sql.ts';
import { listDays } from '../../inventory/price-days.ts';
import type { Context } from '../../platform/context.ts';
import { type Owner, openPool, sql } from '../../platform/db.ts';
import { findViolations, type InvariantName } from '../../upkeep/audit.sql.ts';

type Wish = Partial<InputOf<'consoleAgentPriceSave'>>;
const today = todayIn('Asia/Kuala_Lumpur', Date.now());
const always = { validBy: null, validFrom: null, validUntil: null };
const percent = (value: number, more: Wish = {}) => ({
  ...always,
  id: null,
  kind: 'percent' as const,
  value: value * 100,
  ...more,
});

let test: TestHouse;
let as: { token: string };
let agent: { token: string };
let partnerId: string;
let tower: { productId: string; packageId: string; skuId: string };
beforeAll(async () => {
  test = await openTestHouse();
  as = { token: await test.signIn('content@one.example', 'content-2026') };
  agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
  const admin = { token: await test.signIn('admin@one.example', 'admin-2026') };
  partnerId = (await test.call('consolePartners', { query: 'Agency' }, admin)).data.list[0]?.id ?? '';
  const { id, packages } = await findProduct(test, 'Silver Tower');
  tower = { productId: id, packageId: packages[0]?.id ?? '', skuId: packages[0]?.skus[0]?.id ?? '' };
});
beforeEach(() => sql`DELETE FROM price_rule WHERE owner_id = 1`.execute(test.database.house));
afterAll(() => test.close());

const save = (wish: ReturnType<typeof percent>) => test.call('consoleAgentPriceSave', wish, as);
const list = async (input: InputOf<'consoleAgentPrices'> = {}) =>
  (await test.call('consoleAgentPrices', input, as)).data;
const reason = async (input: Omit<InputOf<'consolePriceReason'>, 'skuId'>) =>
  (await test.call('consolePriceReason', { skuId: tower.skuId, ...input }, as)).data;
const fieldsOf = (answer: { data: unknown }) => Object.keys((answer.data as { fields: object }).fields);

/** What the agent sees on the product's page for an adult. */
async function pays(token = agent.token): Promise<number | undefined> {
  const { data } = await test.call('productDetail', { id: tower.productId }, { token });
  return data.packages[0]?.skus[0]?.from.amountMinor;
}

/** What the agent sees for an adult in the calendar of some days. */
async function paysOn(days: string[]): Promise<(number | undefined)[]> {
  const input = { packageId: tower.packageId, from: days[0] ?? '', to: days.at(-1) ?? '' };
  const { data } = await test.call('inventories', input, agent);
  const of = (on: string) =>
    data.days.find((day) => day.on === on)?.prices.find((price) => price.skuId === tower.skuId);
  return days.map((on) => of(on)?.price.amountMinor);
}

describe('which price wins (rules §11)', () => {
  it('is SKU before package, product, city, type and everything, a partner before a level, and the list says why', async () => {
    const { productId, packageId, skuId } = tower;
    const steps: [Wish, number][] = [
      [{}, 9900],
      [{ type: 3 }, 9800],
      [{ city: 'testville' }, 9700],
      [{ productId }, 9600],
      [{ productId, packageId }, 9500],
      [{ productId, skuId }, 9400],
    ];
    for (const [at, [target, price]] of steps.entries()) {
      expect((await save(percent(at + 1, { level: 2, ...target }))).code).toBe(200);
      expect(await pays()).toBe(price);
    }
    expect((await save(percent(30, { partnerId }))).code).toBe(200);
    expect(await pays()).toBe(7000);
    expect(await pays(await test.signIn('member@one.example', 'member-2026'))).toBe(10_000);
    const reply = await reason({ partnerId });
    expect(reply).toMatchObject({ level: 2, retail: { amountMinor: 10_000 }, price: { amountMinor: 7000 } });
    expect([reply.margin.amountMinor, reply.marginShare]).toEqual([3000, 3000]);
    expect(reply.rules.map((rule) => [rule.scope, rule.partnerId])).toEqual([
      ['everything', partnerId],
      ...priceScopes.map((scope) => [scope, null]),
    ]);
    expect((await reason({ level: 2 })).price.amountMinor).toBe(9400);
    expect(await reason({ level: 3 })).toMatchObject({ price: { amountMinor: 10_000 }, rules: [] });
    expect(await reason({ level: 0 })).toMatchObject({ price: { amountMinor: 10_000 }, margin: { amountMinor: 0 } });
    expect((await list()).list.map((item) => item.scope)).toEqual(
      [...priceScopes].reverse().flatMap((scope) => (scope === 'everything' ? [scope, scope] : [scope])),
    );
  });

  it('is of others nothing: other levels, types, cities and products do not count', async () => {
    const other = (await findProduct(test, 'Green Hills')).id;
    await save(percent(10, { level: 3 }));
    await save(percent(10, { level: 2, type: 1 }));
    await save(percent(10, { level: 2, productId: other }));
    expect(await pays()).toBe(10_000);
    const { others, levels, rules } = (await test.call('consolePriceRules', { productId: tower.productId }, as)).data;
    expect([others.map((item) => item.level), rules]).toEqual([[3], []]);
    expect(levels.map(({ level, skus }) => [level, skus[0]?.priceMinor])).toEqual([[3, 9000]]);
  });

  it('is among equals the one that was made last', async () => {
    const until = (value: number, days: number) =>
      save(percent(value, { level: 2, validBy: 'booking', validUntil: addDays(today, days) }));
    await until(10, 5);
    expect(await pays()).toBe(9000);
    await until(5, 6);
    expect(await pays()).toBe(9500);
    expect((await reason({ level: 2 })).rules.map((rule) => rule.value)).toEqual([500, 1000]);
  });
});

describe('the time of a price (rules §11)', () => {
  it('by day of travel holds for these days in the calendar and in the order, night by night, and not before a day is chosen', async () => {
    const next = addDays(playOn, 1);
    await save(percent(20, { level: 2, validBy: 'travel', validFrom: next, validUntil: next }));
    expect(await pays()).toBe(10_000);
    expect(await paysOn([playOn, next])).toEqual([10_000, 8000]);
    expect([(await reason({ level: 2, on: playOn })).rules, (await reason({ level: 2 })).rules]).toEqual([[], []]);
    expect((await reason({ level: 2, on: next })).price.amountMinor).toBe(8000);
    const orderNo = await placeOrder(test, agent.token, { on: next, quantity: 2 });
    const { data } = await test.call('orderDetail', { id: orderNo }, agent);
    expect(data.payable.amountMinor).toBe(16_000);
    const inn = await findProduct(test, 'Harbour Inn');
    const lines = `${inn.packages[0]?.skus[0]?.id}:${playOn}::1:${addDays(playOn, 3)}`;
    const stay = await test.call('bookProducts', { lines }, agent);
    expect(stay.data.total.amountMinor).toBe(20_000 + 16_000 + 20_000);
  });

  it('by day of booking holds while it is that day in the zone of the owner', async () => {
    const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
    await save(percent(20, { level: 2, validBy: 'booking', validFrom: tomorrow }));
    await save(percent(30, { level: 2, validBy: 'booking', validUntil: yesterday }));
    expect(await pays()).toBe(10_000);
    expect((await list()).list.map((item) => item.state).sort()).toEqual(['coming', 'over']);
    expect((await list({ state: 'coming' })).list.map((item) => item.value)).toEqual([2000]);
    await save(percent(5, { level: 2, validBy: 'booking', validFrom: yesterday, validUntil: tomorrow }));
    expect([await pays(), ...(await paysOn([playOn]))]).toEqual([9500, 9500]);
    expect((await list({ state: 'current' })).list.map((item) => item.value)).toEqual([500]);
  });
});

describe('writing prices (rules §11)', () => {
  it('refuses by field what fits nothing', async () => {
    const { productId, packageId, skuId } = tower;
    const other = (await findProduct(test, 'Few Seats')).id;
    const time = { validBy: 'travel' as const, validFrom: '2026-05-02' };
    const refused: [Wish, string][] = [
      [{}, 'level'],
      [{ level: 2, partnerId }, 'level'],
      [{ partnerId: '99999' }, 'partnerId'],
      [{ level: 2, city: 'nowhere' }, 'city'],
      [{ level: 2, type: 99 }, 'type'],
      [{ level: 2, productId, type: 3 }, 'productId'],
      [{ level: 2, productId: other, packageId }, 'packageId'],
      [{ level: 2, productId: other, skuId }, 'skuId'],
      [{ level: 2, productId, packageId, skuId }, 'packageId'],
      [{ level: 2, skuId }, 'skuId'],
      [{ level: 2, productId, kind: 'amount' }, 'kind'],
      [{ level: 2, value: 10_001 }, 'value'],
      [{ level: 2, productId, skuId, kind: 'amount', value: 10_001 }, 'value'],
      [{ level: 2, validFrom: '2026-05-01' }, 'validBy'],
      [{ level: 2, validBy: 'travel' }, 'validFrom'],
      [{ level: 2, ...time, validUntil: '2026-05-01' }, 'validUntil'],
    ];
    for (const [wish, field] of refused) {
      const answer = await save(percent(5, wish));
      expect([answer.code, fieldsOf(answer)], JSON.stringify(wish)).toEqual([200001, [field]]);
    }
    // The most is named as it is typed, not in the smallest unit.
    const over = { level: 2, productId, skuId, kind: 'amount', value: 10_001 } as const;
    const texts = await Promise.all([save(percent(5, over)), save(percent(5, { level: 2, value: 10_001 }))]);
    const most = 'Please enter a number from 0 to 100';
    expect(texts.map(({ data }) => data as unknown)).toEqual([
      { fields: { value: most } },
      { fields: { value: most } },
    ]);
    expect((await save(percent(5, { level: 2, productId: '99999' }))).http).toBe(421);
    expect((await save(percent(5, { id: '99999' }))).http).toBe(421);
    expect((await list()).total).toBe(0);
  });

  it('changes worth and time of one, replaces one for the same and the same time, and logs both', async () => {
    const first = await save(percent(5, { level: 2 }));
    const again = await save(percent(6, { level: 2 }));
    expect(again.data.id).toBe(first.data.id);
    const dated = await save(percent(7, { level: 2, validBy: 'travel', validFrom: playOn }));
    const clash = await save(percent(7, { id: dated.data.id }));
    expect([clash.code, fieldsOf(clash)]).toEqual([200001, ['validBy']]);
    const moved = percent(8, { id: dated.data.id, validBy: 'booking', validUntil: addDays(today, 3) });
    expect((await save(moved)).code).toBe(200);
    expect((await list()).list.map(({ id, value, validBy, validFrom }) => [id, value, validBy, validFrom])).toEqual([
      [dated.data.id, 800, 'booking', null],
      [first.data.id, 600, null, null],
    ]);
    const { data } = await test.call(
      'consoleLog',
      { act: 'agent-price-saved' },
      { token: await test.signIn('admin@one.example', 'admin-2026') },
    );
    expect(data.list[0]).toMatchObject({
      subject: 'agent prices',
      before: { value: 700, validBy: 'travel', rule: { level: 2 } },
      after: { value: 800, validBy: 'booking' },
    });
    expect(data.list[2]).toMatchObject({ before: { value: 500 }, after: { value: 600 } });
  });

  it('for the same buyers and time replaces another one only if its author knows it', async () => {
    await save(percent(10, { level: 1 }));
    const unseen = await save({ ...percent(15, { level: 1 }), replaces: null });
    expect(unseen).toMatchObject({ code: 200217, data: { kind: 'percent', value: 1000 } });
    await test.call('consoleAgentPricesPercent', { ids: (await list()).list.map(({ id }) => id), value: 1200 }, as);
    const known = { kind: 'percent', value: 1000 } as const;
    expect(await save({ ...percent(15, { level: 1 }), replaces: known })).toMatchObject({
      code: 200217,
      data: { value: 1200 },
    });
    expect((await list()).list.map(({ value }) => value)).toEqual([1200]);
    expect((await save({ ...percent(15, { level: 1 }), replaces: { ...known, value: 1200 } })).code).toBe(200);
    expect((await list()).list.map(({ value }) => value)).toEqual([1500]);
  });

  it('that another person changed meanwhile is not replaced unseen', async () => {
    const { id } = (await save(percent(5, { level: 6 }))).data;
    const change = async (value: number, was: number) =>
      (await save(percent(value, { id, was: { kind: 'percent', value: was * 100 } }))).code;
    expect(await Promise.all([change(7, 5), change(9, 5)]).then((codes) => codes.sort())).toEqual([200, 200009]);
    const value = (await list()).list.find((price) => price.id === id)?.value ?? 0;
    expect(await change(5, value / 100)).toBe(200);
    await test.call('consoleAgentPricesDelete', { ids: [id] }, as);
  });

  it('gives many another percentage or deletes them: all or none, only of their owner', async () => {
    const ids = await Promise.all([3, 4, 5].map(async (level) => (await save(percent(level, { level }))).data.id));
    const { productId, skuId } = tower;
    const fixed = (await save({ ...percent(0, { level: 3, productId, skuId }), kind: 'fixed' as never, value: 9000 }))
      .data.id;
    const change = (which: string[], token = as.token, host = 'one.test') =>
      test.call('consoleAgentPricesPercent', { ids: which, value: 1250 }, { token, host });
    expect(fieldsOf(await change([...ids, fixed]))).toEqual(['ids']);
    expect((await list({ kind: 'percent' })).list.map((item) => item.value).sort()).toEqual([300, 400, 500]);
    expect((await change(ids)).data).toEqual({ changed: 3 });
    expect((await list({ kind: 'percent' })).list.map((item) => item.value)).toEqual([1250, 1250, 1250]);
    const foreign = await test.signIn('content@two.example', 'content-2026', 'two.test');
    expect((await change(ids, foreign, 'two.test')).data).toEqual({ changed: 0 });
    const away = { ids: [...ids.slice(1), '99999'] };
    expect((await test.call('consoleAgentPricesDelete', away, { token: foreign, host: 'two.test' })).data.changed).toBe(
      0,
    );
    expect((await test.call('consoleAgentPricesDelete', away, as)).data).toEqual({ changed: 2 });
    expect((await list()).list.map((item) => [item.scope, item.level])).toEqual([
      ['everything', 3],
      ['sku', 3],
    ]);
    expect((await list({ query: 'silver' })).list.map((item) => item.id)).toEqual([fixed]);
    expect((await list({ scope: 'sku', level: 3, product: productId })).total).toBe(1);
  });

  it('changes or deletes many only as they were shown: not what a colleague changed or removed meanwhile', async () => {
    const ids = await Promise.all([6, 7].map(async (level) => (await save(percent(level, { level }))).data.id));
    const shown = (...values: number[]) => values.map((value) => ({ kind: 'percent' as const, value: value * 100 }));
    const change = async (was: ReturnType<typeof shown>) =>
      (await test.call('consoleAgentPricesPercent', { ids, was, value: 1250 }, as)).code;
    const values = async () =>
      (await list()).list
        .filter(({ id }) => ids.includes(id))
        .map(({ value }) => value)
        .sort((a, b) => a - b);
    // A colleague changes one of them.
    expect((await save(percent(9, { id: ids[1] }))).code).toBe(200);
    expect(await change(shown(6, 7))).toBe(200009);
    expect((await test.call('consoleAgentPricesDelete', { ids, was: shown(6, 7) }, as)).code).toBe(200009);
    expect(await values()).toEqual([600, 900]);
    expect(await change(shown(6, 9))).toBe(200);
    expect(await values()).toEqual([1250, 1250]);
    // Undoing gives each what it had, unless a colleague changed one since.
    const restore = async (was: ReturnType<typeof shown>, value: number[]) =>
      (await test.call('consoleAgentPricesPercent', { ids, was, value }, as)).code;
    expect(await restore(shown(6, 9), [600, 900])).toBe(200009);
    expect(await restore(shown(12.5, 12.5), [600])).toBe(200001);
    expect(await restore(shown(12.5, 12.5), [600, 900])).toBe(200);
    expect(await values()).toEqual([600, 900]);
    expect(await change(shown(6, 9))).toBe(200);
    // And removes it.
    await test.call('consoleAgentPricesDelete', { ids: ids.slice(1) }, as);
    expect(await change(shown(12.5, 12.5))).toBe(200009);
    expect((await test.call('consoleAgentPricesDelete', { ids, was: shown(12.5, 12.5) }, as)).data.changed).toBe(1);
  });

  it('goes with its package, and a copy of the product has it too', async () => {
    const { productId, packageId } = tower;
    await save(percent(5, { level: 2, productId, packageId, validBy: 'travel', validFrom: playOn }));
    const copy = (await test.call('consoleProductCopy', { id: productId }, as)).data.id;
    const copied = (await list({ product: copy })).list;
    expect(copied).toMatchObject([{ scope: 'package', value: 500, validBy: 'travel', validFrom: playOn }]);
    expect(copied[0]?.packageId).not.toBe(packageId);
    const { document, revision } = (await test.call('consoleProduct', { id: copy }, as)).data;
    const left = { ...document, packages: [] };
    expect((await test.call('consoleProductSave', { id: copy, revision, document: left }, as)).code).toBe(200);
    expect((await list({ product: copy })).total).toBe(0);
  });
});

describe('the audit', () => {
  it('finds a price whose SKU is of another product, and one for a person who is no distributor', async () => {
    const { house } = test.database;
    const find = async (name: InvariantName) =>
      (await findViolations(house, name)).map((violation) => violation.detail);
    const other = (await findProduct(test, 'Few Seats')).id;
    await sql`INSERT INTO price_rule (owner_id, product_id, sku_id, level, kind, value)
      VALUES (1, ${other}, ${tower.skuId}, 2, 'percent', 100)`.execute(house);
    expect(await find('price: what an agent price is for belongs together')).toEqual([
      `product ${other}, package of ${tower.productId}`,
    ]);
    await sql`INSERT INTO price_rule (owner_id, partner_id, kind, value) SELECT 1, partner_id, 'percent', 100 FROM partner
      WHERE owner_id = 1 AND kind = 'individual' LIMIT 1`.execute(house);
    expect(await find('price: only distributors and their levels have agent prices')).toHaveLength(1);
    await sql`DELETE FROM price_rule WHERE owner_id = 1`.execute(house);
  });
});

type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: Plan[] } & Record<
  string,
  number
>;

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The same handle, whose statements are explained instead of answered. */
function explaining(owner: Owner, plans: Plan[]): Owner {
  const plain = owner.getExecutor();
  const executor = {
    transformQuery: plain.transformQuery.bind(plain),
    compileQuery: plain.compileQuery.bind(plain),
    async executeQuery(query: Parameters<typeof plain.executeQuery>[0]) {
      const explained = { ...query, sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${query.sql}` };
      const { rows } = await plain.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(explained);
      plans.push(...(rows[0]?.['QUERY PLAN'] ?? []).map((item) => item.Plan));
      return { rows: [] };
    },
  };
  return { ...owner, getExecutor: () => executor as never } as Owner;
}

describe('twenty thousand prices', () => {
  it('of nine levels and many partners are looked through by an index, a few rows for each SKU', async () => {
    const house = test.database.house;
    await sql`INSERT INTO partner (owner_id, kind, name, level) SELECT 1, 'corporate', 'Partner ' || n, 1 + n % 9
      FROM generate_series(1, 1000) n`.execute(house);
    await sql`INSERT INTO price_rule (owner_id, partner_id, product_id, kind, value)
      SELECT 1, a.partner_id, p.product_id, 'percent', 100 FROM partner a JOIN product p ON p.owner_id = 1
      WHERE a.owner_id = 1 AND a.kind = 'corporate' ORDER BY a.partner_id, p.product_id`.execute(house);
    await sql`INSERT INTO price_rule (owner_id, level, product_id, type, kind, value, valid_by, valid_from, valid_until)
      SELECT 1, l, p.product_id, NULL::smallint, 'percent', 200 + n, 'travel', ${playOn}::date + n, ${playOn}::date + n
      FROM generate_series(1, 9) l, product p, generate_series(1, 150) n WHERE p.owner_id = 1
      UNION ALL SELECT 1, l, NULL, 3, 'percent', 500, NULL, NULL, NULL FROM generate_series(1, 9) l`.execute(house);
    const count = await sql<{ n: number }>`SELECT count(*)::int AS n FROM price_rule WHERE owner_id = 1`.execute(house);
    expect(count.rows[0]?.n).toBeGreaterThan(20_000);
    await sql`ANALYZE price_rule`.execute(house);
    const pool = openPool(test.databaseUrl, 1);
    const plans: Plan[] = [];
    const owner = explaining(pool.forOwner(1), plans);
    const pricing: Pricing = { partnerId: Number(partnerId), level: 2, today, now: Date.now() };
    const visitor = { verAuthFlag: true, approval: 'approved', partnerId: Number(partnerId), level: 2 };
    await findOffer(owner, tower.productId, { language: 'en', pricing, now: new Date(), content: false });
    await listDays(owner, tower.packageId, pricing, playOn, addDays(playOn, 60));
    await findLines(owner, pricing, [{ skuId: tower.skuId, playOn, session: '', quantity: 1 }]);
    const context = { owner, visitor, now: new Date(), site: { zone: 'Asia/Kuala_Lumpur' } } as unknown as Context;
    await withOwnPrices(context, [{ product_id: Number(tower.productId), from_minor: 10_000 }]);
    await pool.close();
    const scans = plans.map((plan) =>
      nodesOf(plan).filter(
        (node) => node['Relation Name'] === 'price_rule' || node['Index Name']?.startsWith('price_rule'),
      ),
    );
    expect(scans).toHaveLength(4);
    for (const nodes of scans) {
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(nodes.map((node) => node['Index Name'])).toContain('price_rule_found');
      for (const node of nodes)
        expect((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)).toBeLessThan(200);
    }
  });
});
