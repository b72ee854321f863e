// Suggestions while typing and the links of an empty result (§2 search), and that no cache shows one reader's language or currency to
// another.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../domain/languages.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const suggest = async (query: string, language: Language = 'en') =>
  (await test.call('keyQuery', { query }, { language })).data;

describe('while typing', () => {
  it('a category is proposed in the reader’s language, with how many products it has', async () => {
    const count = (await test.call('searchProducts', { type: 3 })).data.total;
    expect((await suggest('attraction ticket')).categories).toEqual([
      { type: 3, subtype: null, name: 'Attraction tickets', count },
    ]);
    const [chinese] = (await suggest('门票', 'zh_CN')).categories;
    expect([chinese?.type, chinese?.count]).toEqual([3, count]);
    expect((await suggest('attraction', 'zh_CN')).categories).toEqual([]);
  });

  it('a kind of a category is proposed by its own name', async () => {
    const { categories } = await suggest('hik');
    expect(categories.map((one) => [one.type, one.subtype, one.count])).toEqual([[2, 205, 1]]);
  });

  it('a city is found in any language and by its country, and named in the reader’s', async () => {
    const count = (await test.call('searchProducts', { city: 'testville' })).data.total;
    for (const query of ['testv', '试城', 'テスト', 'malay', '马来'])
      expect((await suggest(query)).cities, query).toEqual([
        { key: 'testville', name: 'Testville', country: 'Malaysia', count },
      ]);
    expect((await suggest('testv', 'zh_CN')).cities[0]?.name).toBe('试城');
  });

  it('products are proposed by the beginning of a word and with a slip of the keyboard', async () => {
    expect((await suggest('silv')).products.map((one) => one.name)).toEqual(['Silver Tower']);
    expect((await suggest('silvr towr')).products.map((one) => one.name)).toEqual(['Silver Tower']);
    expect(await suggest('zzzz')).toEqual({ categories: [], cities: [], products: [] });
    expect(await suggest(' ')).toEqual({ categories: [], cities: [], products: [] });
  });

  it('what is off the shelf is neither proposed nor counted', async () => {
    const all = (await test.call('searchProducts', {}, { host: 'two.test' })).data.total;
    await sql`UPDATE product SET on_shelf = false WHERE key = 'yen-show'`.execute(test.database.house);
    const two = await test.call('keyQuery', { query: 'testv' }, { host: 'two.test' });
    expect(two.data.cities[0]?.count).toBe(all - 1);
    expect((await test.call('keyQuery', { query: 'evening' }, { host: 'two.test' })).data.products).toEqual([]);
    await sql`UPDATE product SET on_shelf = true WHERE key = 'yen-show'`.execute(test.database.house);
  });
});

describe('an empty result', () => {
  const search = async (input: object) => (await test.call('searchProducts', input as never)).data;

  it('proposes the words of the shop that are close to those typed, and they find something', async () => {
    const found = await search({ query: 'xyzzyq silverr' });
    expect(found.total).toBe(0);
    expect(found.suggestion).toEqual({ query: 'silver', count: 1 });
    expect((await search({ query: 'silver' })).total).toBe(1);
  });

  it('leaves words out that only together find nothing', async () => {
    const found = await search({ query: 'silver evening' });
    expect([found.total, found.suggestion?.count]).toEqual([0, 1]);
    expect(['silver', 'evening']).toContain(found.suggestion?.query);
  });

  it('says when only the filters are in the way', async () => {
    const found = await search({ query: 'silver', type: 1 });
    expect(found.total).toBe(0);
    expect(found.suggestion).toEqual({ query: 'silver', count: 1 });
    expect(found.instead.map((one) => one.name)).toEqual(['Green Hills Day Tour']);
  });

  it('proposes nothing when nothing is close, and no result goes without things to look at', async () => {
    const found = await search({ query: 'qqqqqqqq' });
    expect(found.suggestion).toBeNull();
    expect(found.instead.length).toBeGreaterThan(0);
    expect((await search({ query: 'silver' })).suggestion).toBeNull();
  });
});

describe('cards by id', () => {
  it('come in the order asked, in the reader’s language and currency, without what is gone', async () => {
    const all = (await test.call('searchProducts', {})).data.list;
    const [first, second] = all;
    const ids = [second?.id ?? '', '999999', first?.id ?? ''];
    await sql`UPDATE product SET on_shelf = false WHERE product_id = ${first?.id}`.execute(test.database.house);
    const found = await test.call('searchProducts', { ids }, { language: 'zh_CN', currency: 'CNY' });
    expect(found.data.list.map((one) => [one.id, one.from.currency])).toEqual([[second?.id, 'CNY']]);
    await sql`UPDATE product SET on_shelf = true WHERE product_id = ${first?.id}`.execute(test.database.house);
    expect((await test.call('searchProducts', { ids: ['1 OR 1'] })).code).toBe(200001);
  });
});

describe('the cache of suggestions', () => {
  it('never mixes languages, currencies, owners or partners', async () => {
    const readers = (['en', 'zh_CN', 'vi'] as const).flatMap((language) =>
      (['MYR', 'CNY', 'USD'] as const).map((currency) => ({ language, currency })),
    );
    const names = { en: 'Silver Tower', zh_CN: '银塔观景台', vi: 'Tháp Bạc' };
    const prices = { MYR: 10_000, CNY: 16_129, USD: 2262 };
    const asks = [...readers, ...readers, ...readers].map(async (reader) => {
      const { data } = await test.call('searchProducts', { query: 'silver' }, reader);
      const { cities } = (await test.call('keyQuery', { query: 'testv' }, reader)).data;
      const city = reader.language === 'zh_CN' ? '试城' : 'Testville';
      expect([data.list[0]?.name, data.list[0]?.from, data.list[0]?.city, cities[0]?.name]).toEqual([
        names[reader.language],
        { amountMinor: prices[reader.currency], currency: reader.currency },
        city,
        city,
      ]);
    });
    await Promise.all(asks);
    const own = (await test.call('searchProducts', { query: 'silver' })).data.list[0]?.id;
    const other = (await test.call('searchProducts', { query: 'silver' }, { host: 'two.test' })).data.list[0]?.id;
    expect(own).not.toBe(other);
  });

  it('does not show an agent’s price to others', async () => {
    const token = await test.signIn('agent@one.example', 'agent-2026');
    await sql`INSERT INTO price_rule (owner_id, partner_id, kind, value) SELECT 1, partner_id, 'percent', 1000 FROM partner
      WHERE owner_id = 1 AND kind = 'corporate'`.execute(test.database.house);
    const price = async (as: { token?: string }) =>
      (await test.call('searchProducts', { query: 'silver tower' }, as)).data.list[0]?.from.amountMinor;
    expect(await Promise.all([price({}), price({ token }), price({}), price({ token })])).toEqual([
      10_000, 9000, 10_000, 9000,
    ]);
  });
});
