// Products hidden from levels and partners (rules §11, decision 0285) in every call that shows products (§2, §7): search with its counts,
// suggestions, the product's page, related products, home rows, calendars, quotations, files, and the order itself.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enterAsGuest } from '../../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let content: string;
let agent: string;
let member: string;
let tower: Awaited<ReturnType<typeof findProduct>>;
let partnerId: string;

beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  tower = await findProduct(test, 'Silver Tower');
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  partnerId = (await test.call('consolePartners', { query: 'agent@' }, { token: operations })).data.list[0]?.id ?? '';
});
afterAll(() => test.close());

const staff = () => ({ token: content });
type Asker = { token?: string };
const hide = (rule: object) => test.call('consoleHiddenAdd', rule as never, staff());
const listed = async () => (await test.call('consoleHidden', { size: 50 }, staff())).data.list;
const showAll = async () => {
  const ids = (await listed()).map((row) => row.id);
  if (ids.length) await test.call('consoleHiddenDelete', { ids }, staff());
};
beforeEach(showAll);

const search = async (as: Asker = {}, more: object = {}) =>
  (await test.call('searchProducts', { query: '', ...more } as never, as)).data;
const finds = async (as: Asker = {}) =>
  (await search(as, { query: 'silver' })).list.some((item) => item.id === tower.id);
const opens = async (as: Asker = {}) => (await test.call('productDetail', { id: tower.id }, as)).http;

/** What the doors give, each as whether the tower is there. */
async function lookEverywhere(as: Asker): Promise<Record<string, boolean>> {
  const packageId = tower.packages[0]?.id ?? '';
  const all = await search(as);
  const tickets = all.types.find((type) => type.key === '3')?.count;
  const [typed, categories, rows, page, alone, calendar, pickup, given] = await Promise.all([
    test.call('keyQuery', { query: 'silv' }, as),
    test.call('categories', {}, as),
    test.call('promotions', {}, as),
    test.call('productDetail', { id: tower.id }, as),
    test.call('packageDetail', { id: packageId }, as),
    test.call('inventories', { packageId, from: playOn, to: playOn }, as),
    test.call('pickupPackages', { id: tower.id, lat: 1, lng: 1 }, as),
    search(as, { ids: [tower.id] }),
  ]);
  const neighbour = await findProduct(test, 'Few Seats');
  const related = (await test.call('productDetail', { id: neighbour.id }, as)).data.related;
  const sku = tower.packages[0]?.skus[0]?.id ?? '';
  const check = await test.call('bookCheck', { lines: [{ skuId: sku, playOn, session: '', quantity: 1 }] }, as);
  return {
    search: await finds(as),
    searchAll: all.list.some((item) => item.id === tower.id),
    ticketCount: tickets === 3,
    totalIsList: all.total === all.list.length,
    citiesCount: all.cities.reduce((sum, city) => sum + city.count, 0) === all.total,
    typing: typed.data.products.some((product) => product.id === tower.id),
    categories: categories.data.categories.find((category) => category.key === '3')?.count === 3,
    homeRow: rows.data.rows.some((row) => row.products.some((product) => product.id === tower.id)),
    page: page.http === 200,
    package: alone.http === 200,
    calendar: calendar.http === 200,
    pickup: pickup.http === 200,
    seenRow: given.list.length === 1,
    related: related.some((item) => item.id === tower.id),
    check: check.code === 200,
  };
}
const whole = { totalIsList: true, citiesCount: true };
const doors = ['search', 'searchAll', 'ticketCount', 'typing', 'categories', 'homeRow', 'page', 'package', 'calendar'];
const all = (seen: boolean) => ({
  ...Object.fromEntries([...doors, 'pickup', 'seenRow', 'related', 'check'].map((door) => [door, seen])),
  ...whole,
});

describe('a product hidden from a level', () => {
  it('is nowhere for the level with the next request, everywhere for the others, and back at once', async () => {
    for (const as of [{}, { token: member }, { token: agent }]) expect(await lookEverywhere(as)).toEqual(all(true));
    expect((await hide({ productId: tower.id, level: 2 })).code).toBe(200);
    expect(await lookEverywhere({ token: agent })).toEqual(all(false));
    for (const as of [{}, { token: member }]) expect(await lookEverywhere(as)).toEqual(all(true));
    await showAll();
    expect(await lookEverywhere({ token: agent })).toEqual(all(true));
  });

  it('from retail is hidden from visitors, guests and members, and not from agents', async () => {
    const guest = await enterAsGuest(test, 'walker@hidden.example');
    await hide({ productId: tower.id, level: 0 });
    for (const as of [{}, { token: member }, { token: guest }]) expect(await lookEverywhere(as)).toEqual(all(false));
    expect(await lookEverywhere({ token: agent })).toEqual(all(true));
    const readMap = async () => (await test.fetch('/sitemap/en-1.xml')).text();
    expect(await readMap()).not.toContain(`/${tower.id}?l=en<`);
    await showAll();
    expect(await readMap()).toContain(`/${tower.id}?l=en<`);
  });
});

describe('a rule', () => {
  it('for a type or a city hides all of it, from one partner alone', async () => {
    for (const rule of [{ type: 3 }, { city: 'testville' }]) {
      await showAll();
      await hide({ ...rule, partnerId });
      expect(await finds({ token: agent })).toBe(false);
      expect(await opens({ token: agent })).toBe(421);
      expect([await finds(), await finds({ token: member })]).toEqual([true, true]);
    }
    expect((await search({ token: agent })).total).toBe(0);
  });

  it('is made once however often it is asked, and every mistake is named', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => hide({ productId: tower.id, level: 2 })));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
    const choose = 'Please choose one';
    const fieldsOf = async (rule: object) => ((await hide(rule)).data as unknown as { fields: object }).fields;
    expect(await fieldsOf({ level: 2 })).toEqual({ productId: choose });
    expect(await fieldsOf({ productId: '999999', level: 2 })).toEqual({ productId: choose });
    expect(await fieldsOf({ type: 99, level: 2 })).toEqual({ type: choose });
    expect(await fieldsOf({ city: 'nowhere', level: 2 })).toEqual({ city: choose });
    expect(await fieldsOf({ type: 3 })).toEqual({ level: choose });
    expect(await fieldsOf({ type: 3, partnerId: '999999' })).toEqual({ partnerId: choose });
    expect(Object.keys(await fieldsOf({ type: 3, city: 'testville', level: 2 }))).toEqual(['productId']);
  });

  it('is logged, and not there for other roles and other owners', async () => {
    await hide({ productId: tower.id, level: 2 });
    await showAll();
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const log = (await test.call('consoleLog', { query: 'product', size: 50 }, { token: admin })).data.list.filter(
      (item) => item.act.startsWith('hidden'),
    );
    expect(log[0]).toMatchObject({ act: 'hidden-deleted', subject: `product ${tower.id}`, before: { level: 2 } });
    expect(log[1]).toMatchObject({ act: 'hidden-added', after: { level: 2 } });
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    expect((await test.call('consoleHidden', {}, { token: finance })).http).toBe(421);
    const foreign = { token: await test.signIn('content@two.example', 'content-2026', 'two.test'), host: 'two.test' };
    await hide({ type: 3, level: 0 });
    expect((await test.call('consoleHidden', {}, foreign)).data.total).toBe(0);
    expect((await test.call('searchProducts', { query: 'silver' }, { host: 'two.test' })).data.total).toBe(1);
    expect(await fieldsOfForeign(foreign)).toEqual({ partnerId: 'Please choose one' });
  });
  const fieldsOfForeign = async (as: { token: string; host: string }) =>
    ((await test.call('consoleHiddenAdd', { type: 3, partnerId }, as)).data as unknown as { fields: object }).fields;

  it('goes with its city when that is merged into another', async () => {
    const city = { names: { en: 'Hidden Bay' }, country: 'MY', lat: 3.2, lng: 101.5 };
    const { key } = (await test.call('consoleCityAdd', city as never, staff())).data;
    for (const value of [key, 'testville']) await hide({ city: value, level: 2 });
    await hide({ city: key, level: 3 });
    expect((await test.call('consoleCityMerge', { key, into: 'testville' } as never, staff())).code).toBe(200);
    expect((await listed()).map((row) => [row.city, row.level])).toEqual([
      ['testville', 2],
      ['testville', 3],
    ]);
  });
});

describe('what was prepared before it was hidden', () => {
  it('an order is refused', async () => {
    const order = await fillOrder(test, agent);
    const place = () => test.call('createOrder', order, { token: agent, key: newKey() });
    await hide({ productId: tower.id, partnerId });
    expect((await place()).http).toBe(421);
    await showAll();
    expect((await place()).code).toBe(200);
  });

  it('a line of a quotation cannot be sold any more, and the sheet of net prices leaves it out', async () => {
    const sku = tower.packages[0]?.skus[0]?.id;
    const line = { productId: tower.id, skuId: sku, playOn, quantity: 2 };
    const terms = { language: 'en', currency: 'MYR', validUntil: playOn } as const;
    const { id } = (await test.call('quotationSave', { ...terms, lines: [line] } as never, { token: agent })).data as {
      id: string;
    };
    const rates = async () =>
      (
        await test.fetch(`/api/product/netrates?from=${playOn}&until=${playOn}&format=csv`, {
          headers: { token: agent, l: 'en' },
        })
      ).text();
    expect(await rates()).toContain('Silver Tower');
    await hide({ productId: tower.id, level: 2 });
    const saved = (await test.call('quotation', { id }, { token: agent })).data;
    expect(saved.lines[0]?.problem).toBe('');
    const again = await test.call('quotationSave', { ...terms, lines: [line] } as never, { token: agent });
    const { id: next } = again.data as { id: string };
    const shown = (await test.call('quotation', { id: next }, { token: agent })).data;
    expect(shown.lines[0]?.problem).not.toBe('');
    expect((await test.call('dtaQuoteList', { ids: [tower.id] }, { token: agent })).data.list).toEqual([]);
    expect(await rates()).not.toContain('Silver Tower');
  });

  it('an owner that hides nothing is asked nothing more: the condition is answered once', async () => {
    const plan = await sql<{
      'QUERY PLAN': string;
    }>`EXPLAIN (COSTS OFF) SELECT 1 FROM product p WHERE p.owner_id = 1 AND p.on_shelf
      AND (NOT EXISTS (SELECT 1 FROM product_hide h WHERE h.owner_id = 1 AND h.audience = ANY(ARRAY[NULL::bigint, 0]))
        OR NOT EXISTS (SELECT 1 FROM product_hide h WHERE h.owner_id = 1 AND h.audience = ANY(ARRAY[NULL::bigint, 0])
          AND (h.product_id = p.product_id OR h.type = p.type OR h.city = p.city)))`.execute(test.database.house);
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('InitPlan');
  });
});
