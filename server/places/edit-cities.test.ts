// The owner's cities (rules §10, §7 searchRegion): added from the world's list and by hand, named, merged; chosen by products, imports and
// people; and nothing of it is seen by another owner.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { makeEditor, newDocument } from '../../tests/build/edit-products.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter } from '../../tests/build/port-files.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { editCities } from './cities.sql.ts';

let test: TestHouse;
let content: string;
let two: { token: string; host: string };
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  two = { token: await test.signIn('content@two.example', 'content-2026', 'two.test'), host: 'two.test' };
});
afterAll(() => test.close());

const as = () => ({ token: content });
const add = (input: InputOf<'consoleCityAdd'>, who: object = as()) => test.call('consoleCityAdd', input, who);
const listed = async (query = '', who: object = as()) => (await test.call('consoleCities', { query }, who)).data.list;
const merge = (key: string, into: string, who: object = as()) => test.call('consoleCityMerge', { key, into }, who);
const rename = async (key: string, names: object, more: object = {}) => {
  const city = (await listed(key)).find((item) => item.key === key);
  const { revision = 1, zone = 'UTC' } = city ?? {};
  return test.call('consoleCitySave', { key, revision, zone, names: names as { en: string }, ...more }, as());
};
const acts = async (subject: string) =>
  (
    await sql<{ act: string }>`SELECT act FROM audit_log WHERE subject = ${subject} ORDER BY entry_id`.execute(
      test.database.house,
    )
  ).rows.map((row) => row.act);
let number = 0;
/** A product in a city, on the shelf. */
async function sell(city: string, name: string): Promise<string> {
  number += 1;
  const editor = makeEditor(test, as());
  const id = await editor.create(newDocument({ key: `in-city-${number}`, city, names: { en: name, zh_CN: name } }));
  const [pack] = (await editor.open(id)).document.packages;
  await editor.calendar(pack?.id ?? '', [{ on: playOn, session: '', capacity: 9 }]);
  expect((await editor.state(id, 'published')).code).toBe(200);
  return id;
}
const searched = async (query: string) =>
  (await test.call('searchProducts', { query })).data.list.map((item) => item.name);

describe('a city of the world', () => {
  it('is added with its country and zone, is in the list, and is found before the world’s', async () => {
    const { data } = await add({ code: 'w611717' });
    expect(data).toEqual({ key: 'tbilisi', name: 'Tbilisi', zone: 'Asia/Tbilisi', added: true });
    expect(await listed('tbil')).toMatchObject([
      { key: 'tbilisi', country: 'GE', countryName: 'Georgia', zone: 'Asia/Tbilisi', products: 0, isOwn: true },
    ]);
    expect((await add({ code: 'w611717' })).data).toMatchObject({ key: 'tbilisi', added: false });
    const { list } = (await test.call('searchRegion', { query: 'tbilisi' })).data;
    expect(list.map((item) => item.code)).toEqual(['tbilisi']);
    expect(await acts('city tbilisi')).toEqual(['city-added']);
  });

  it('that twenty choose at once is added once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ code: 'w587084' })));
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.data.key))).toEqual(new Set(['baku']));
    expect(answers.filter((answer) => answer.data.added).length).toBe(1);
    const { rows } = await sql`SELECT 1 FROM city WHERE origin = 'w587084'`.execute(test.database.house);
    expect(rows.length).toBe(1);
  });

  it('twice would be possible without the unique key: the index itself refuses a second', async () => {
    const second = sql`INSERT INTO city (city, country, zone, lat, lng, names, owner_id, origin)
      SELECT 'baku-again', country, zone, lat, lng, names, owner_id, origin FROM city WHERE city = 'baku'`;
    await expect(second.execute(test.database.house)).rejects.toMatchObject({ constraint: 'city_origin' });
  });

  it('of another owner is another one, which this owner neither sees nor can use', async () => {
    const { data } = await add({ code: 'w611717' }, two);
    expect(data.added).toBe(true);
    expect(data.key).not.toBe('tbilisi');
    expect((await listed('tbil', two)).map((item) => item.key)).toEqual([data.key]);
    expect((await listed('tbil')).map((item) => item.key)).toEqual(['tbilisi']);
    const stolen = await test.call(
      'consoleProductSave',
      { document: newDocument({ key: 'stolen', city: data.key }) },
      as(),
    );
    expect(stolen.data).toMatchObject({ fields: { city: 'Please choose one' } });
    expect((await merge(data.key, 'testville')).http).toBe(421);
    expect((await merge('tbilisi', data.key)).data).toMatchObject({ fields: { into: 'Please choose one' } });
    expect((await rename(data.key, { en: 'Mine' })).http).toBe(421);
  });

  it('that does not exist is refused by its field', async () => {
    expect((await add({ code: 'w1' })).data).toEqual({ fields: { code: 'Please choose one' } });
    expect((await add({ code: 'atlantis' })).data).toEqual({ fields: { code: 'Please choose one' } });
  });
});

describe('a city by hand', () => {
  it('gets its zone from its position, and is the same when it is sent again', async () => {
    const input = { names: { en: 'Ushguli', zh_CN: ' 乌树故里 ' }, country: 'GE', lat: 42.917, lng: 43.016 };
    expect((await add(input)).data).toEqual({ key: 'ushguli', name: 'Ushguli', zone: 'Asia/Tbilisi', added: true });
    expect((await add(input)).data).toMatchObject({ key: 'ushguli', added: false });
    expect((await listed('ushguli'))[0]?.names).toEqual({ en: 'Ushguli', zh_CN: '乌树故里' });
    expect((await add({ ...input, names: { en: 'Mulakhi' }, zone: 'Europe/Paris' })).data.zone).toBe('Europe/Paris');
  });

  it.each([
    ['names.en', { names: { zh_CN: '无' } }],
    ['country', { country: 'ZZ' }],
    ['country', { country: '' }],
    ['lat', { lat: null }],
    ['lat', { lat: 91 }],
    ['lng', { lng: -181 }],
    ['zone', { zone: 'Mars/Base' }],
  ])('is refused by %s', async (field, change) => {
    const { code, data } = await add({ names: { en: 'X' }, country: 'GE', lat: 42, lng: 43, ...change });
    expect(code).toBe(200001);
    expect(Object.keys((data as unknown as { fields: object }).fields)).toEqual([field]);
  });
});

describe('a product', () => {
  it('takes a city of the world, which becomes the owner’s, and is found by it', async () => {
    const id = await sell('w616052', 'Vine Terrace');
    const document = (await makeEditor(test, as()).open(id)).document;
    expect(document.city).toBe('yerevan');
    expect(await searched('Yerevan')).toEqual(['Vine Terrace']);
    expect(await searched('亚美尼亚')).toEqual(['Vine Terrace']);
    expect(await acts('city yerevan')).toEqual(['city-added']);
  });

  it('that is refused adds no city', async () => {
    const document = newDocument({ key: 'no good', city: 'w2643743' });
    expect((await test.call('consoleProductSave', { document }, as())).code).toBe(200001);
    expect(await listed('london')).toEqual([]);
  });

  it('by twenty at once makes one city', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.call('consoleProductSave', { document: newDocument({ key: `race-${at}`, city: 'w745044' }) }, as()),
      ),
    );
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await listed('istanbul')).toMatchObject([{ key: 'istanbul', products: 20 }]);
  });

  it('names its city in words: with its country in any language, with a region where several have the name', async () => {
    const save = (city: string) =>
      test.call('consoleProductSave', { document: newDocument({ key: `named-${++number}`, city }) }, as());
    const cityOf = async (city: string) =>
      (await makeEditor(test, as()).open((await save(city)).data.id)).document.city;
    expect(await cityOf('Tbilisi, Georgia')).toBe('tbilisi');
    expect(await cityOf('tbilisi, 格鲁吉亚')).toBe('tbilisi');
    expect(await cityOf('Springfield, IL, US')).toBe('springfield');
    expect((await save('Springfield, US')).data).toMatchObject({
      fields: { city: expect.stringContaining('Several') },
    });
    for (const city of ['Tbilisi, France', 'Atlantis, Greece', 'Tbilisi', ', Georgia', '', ',,'])
      expect((await save(city)).data, city).toMatchObject({ fields: { city: 'Please choose one' } });
  });
});

describe('an import', () => {
  it('takes cities by key and by name with country, and says which name is ambiguous', async () => {
    const porter = makePorter(test, as());
    const file = ['testville', 'Ganja, Azerbaijan', 'Springfield, US', 'Atlantis, Greece', 'w611717'].map((city, at) =>
      newDocument({ key: `ported-${at}`, city }),
    );
    const checked = await porter.check(JSON.stringify(file));
    const list = await porter.rows(checked.id, 'bad');
    expect(JSON.stringify(list)).toMatch(/Several cities have this name/);
    expect(JSON.stringify(list)).toMatch(/not known here/);
    expect(await listed('ganja')).toEqual([]);
    await porter.run(checked.id, 'each');
    expect(await listed('ganja')).toMatchObject([{ key: 'ganja', products: 1 }]);
    // Brought in again, the same file changes nothing.
    const again = await porter.check(JSON.stringify([file[1], file[4]]));
    expect(again).toMatchObject({ same: 2, bad: 0 });
  });
});

describe('a person', () => {
  it('lives in any city of the world, without making it one of the owner’s', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const { userNo } = (await test.call('getUserInfo', {}, { token: member })).data;
    const { data } = await test.call('updateUser', { userNo, region: 'w3413829' }, { token: member });
    expect(data).toMatchObject({ region: 'w3413829', zone: 'Atlantic/Reykjavik' });
    expect(await listed('reykja')).toEqual([]);
    const { code } = await test.call('updateUser', { userNo, region: 'w1' }, { token: member });
    expect(code).toBe(200001);
  });
});

describe('a new name', () => {
  it('of an own city is found in the shop, and the key stays', async () => {
    await sell('tbilisi', 'Sulphur Baths');
    expect((await rename('tbilisi', { en: 'Tbilisi', zh_CN: '第比利斯' })).data).toEqual({
      key: 'tbilisi',
      revision: 2,
    });
    expect(
      await until(
        () => searched('第比利斯'),
        (found) => found.length > 0,
      ),
    ).toEqual(['Sulphur Baths']);
    expect((await rename('tbilisi', { en: 'X' }, { revision: 1 })).code).toBe(200009);
    expect((await rename('tbilisi', { en: ' ' })).data).toMatchObject({ fields: { 'names.en': expect.anything() } });
    expect((await rename('tbilisi', { en: 'Tbilisi' }, { zone: 'Asia/Tokyo' })).data).toMatchObject({
      fields: { zone: expect.stringContaining('cannot be changed') },
    });
    expect((await rename('ushguli', { en: 'Ushguli' }, { zone: 'Asia/Baku' })).code).toBe(200);
  });

  it('of a city of the house is this owner’s alone; products move, and the former key still leads there', async () => {
    const before = (await test.call('searchProducts', { city: 'testville' })).data.total;
    const others = (await test.call('searchProducts', { city: 'testville' }, { host: 'two.test' })).data.total;
    expect(before).toBeGreaterThan(3);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => rename('testville', { en: 'Trialtown', zh_CN: '试炼镇' })),
    );
    expect(answers.filter((answer) => answer.code === 200).length).toBe(1);
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([200, 200009]));
    const { key } = answers.find((answer) => answer.code === 200)?.data ?? { key: '' };
    expect(key).toBe('trialtown');
    expect((await listed('testville')).length).toBe(0);
    expect((await listed('trialtown'))[0]).toMatchObject({ name: 'Trialtown', isOwn: true, zone: 'Asia/Kuala_Lumpur' });
    expect((await test.call('searchProducts', { city: key })).data.total).toBe(before);
    expect((await test.call('searchProducts', { city: 'testville' })).data.total).toBe(before);
    const { list } = (await test.call('searchProducts', { query: 'Silver Tower' })).data;
    expect(list[0]?.city).toBe('Trialtown');
    expect(
      (
        await until(
          () => searched('Trialtown'),
          (found) => found.length >= 3,
        )
      ).length,
    ).toBeGreaterThanOrEqual(3);
    // A document that was written before the change, and a place near it.
    const id = await sell('testville', 'Late Comer');
    expect((await makeEditor(test, as()).open(id)).document.city).toBe(key);
    const other = (await test.call('searchProducts', { city: 'testville' }, { host: 'two.test' })).data;
    expect([other.total, other.list[0]?.city]).toEqual([others, 'Testville']);
    expect((await listed('testville', two)).map((item) => item.key)).toEqual(['testville']);
  });
});

describe('merging', () => {
  it('moves products, people and former names, is logged, and the merged city is not offered any more', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const { userNo } = (await test.call('getUserInfo', {}, { token: member })).data;
    const made = await add({ names: { en: 'Old Tbilisi' }, country: 'GE', lat: 41.69, lng: 44.81 });
    const { key } = made.data;
    await sell(key, 'Narikala Walk');
    await test.call('updateUser', { userNo, region: key }, { token: member });
    const house = test.database.house;
    await sql`INSERT INTO price_rule (owner_id, city, level, kind, value)
      VALUES (1, ${key}, 2, 'percent', 500), (1, ${key}, 3, 'percent', 600), (1, 'tbilisi', 3, 'percent', 700)`.execute(
      house,
    );
    await sql`UPDATE coupon SET cities = ARRAY[${key}, 'tbilisi'] WHERE owner_id = 1`.execute(house);
    expect((await merge(key, 'tbilisi')).data).toEqual({ products: 1 });
    const prices =
      await sql`SELECT level, value::int AS value FROM price_rule WHERE city = 'tbilisi' ORDER BY level`.execute(house);
    expect(prices.rows).toEqual([
      { level: 2, value: 500 },
      { level: 3, value: 700 },
    ]);
    const coupons = await sql`SELECT 1 FROM coupon WHERE ${key} = ANY(cities)`.execute(house);
    expect(coupons.rows).toEqual([]);
    expect(await listed('old tbilisi')).toEqual([]);
    expect((await test.call('searchProducts', { city: key })).data.list.map((item) => item.name)).toContain(
      'Narikala Walk',
    );
    expect((await test.call('childAccountInfo', { userNo }, { token: member })).data.region).toBe('tbilisi');
    expect(
      await until(
        () => searched('第比利斯 Narikala'),
        (found) => found.length > 0,
      ),
    ).toEqual(['Narikala Walk']);
    expect(await searched('Old Tbilisi Narikala')).not.toContain('Narikala Walk');
    expect((await test.call('searchRegion', { code: key })).data.list[0]?.code).toBe('tbilisi');
    expect(await acts('city tbilisi')).toContain('city-merged');
    // Chains are followed: names of the first city now lead to the last.
    const last = (await add({ names: { en: 'Capital of Georgia' }, country: 'GE', lat: 41.7, lng: 44.8 })).data.key;
    expect((await merge('tbilisi', last)).code).toBe(200);
    expect((await test.call('searchRegion', { code: key })).data.list[0]?.code).toBe(last);
    expect((await add({ code: 'w611717' })).data).toMatchObject({ key: last, added: false });
  });

  it('is refused into itself, into nothing, from nothing, and where days and cut-offs would move', async () => {
    expect((await merge('yerevan', 'yerevan')).data).toMatchObject({ fields: { into: 'Please choose one' } });
    expect((await merge('yerevan', 'nowhere')).data).toMatchObject({ fields: { into: 'Please choose one' } });
    expect((await merge('nowhere', 'yerevan')).http).toBe(421);
    expect((await merge('yerevan', 'baku')).data).toMatchObject({
      fields: { into: expect.stringContaining('another') },
    });
    // Without products there is nothing to move.
    expect((await merge('mulakhi', 'baku')).code).toBe(200);
  });

  it('at once with twenty products that are being written leaves none behind', async () => {
    const { key } = (await add({ names: { en: 'Sheki' }, country: 'AZ', lat: 41.19, lng: 47.17 })).data;
    const saves = Array.from({ length: 20 }, (_, at) =>
      test.call('consoleProductSave', { document: newDocument({ key: `sheki-${at}`, city: key }) }, as()),
    );
    const answers = await Promise.all([...saves.slice(0, 10), merge(key, 'baku'), ...saves.slice(10)]);
    expect(answers.map((answer) => answer.code)).toEqual(Array.from({ length: 21 }, () => 200));
    expect((await listed('baku'))[0]?.products).toBe(20);
    const { rows } = await sql`SELECT 1 FROM product WHERE city = ${key}`.execute(test.database.house);
    expect(rows.length).toBe(0);
  });

  it('waits for transactions that write into the city: without that, the product would stay behind', async () => {
    const { key } = (await add({ names: { en: 'Lahij' }, country: 'AZ', lat: 40.85, lng: 48.39 })).data;
    let done = false;
    let merging: Promise<{ code: number; data: { products: number } }> | undefined;
    await inTransaction(test.database.forOwner(1), async (owner) => {
      await editCities(owner);
      await sql`UPDATE product SET city = ${key} WHERE owner_id = 1 AND key = 'sheki-0'`.execute(owner);
      merging = merge(key, 'baku').finally(() => {
        done = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(done).toBe(false);
    });
    expect((await merging)?.data).toEqual({ products: 1 });
    const { rows } = await sql`SELECT 1 FROM product WHERE city = ${key}`.execute(test.database.house);
    expect(rows.length).toBe(0);
  });

  it('of two into each other is done once', async () => {
    const [a, b] = [
      (await add({ names: { en: 'Gori' }, country: 'GE', lat: 41.98, lng: 44.11 })).data.key,
      (await add({ names: { en: 'Kutaisi' }, country: 'GE', lat: 42.25, lng: 42.7 })).data.key,
    ];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? merge(a, b) : merge(b, a))));
    expect(answers.filter((answer) => answer.code === 200).length).toBe(1);
  });

  it('knows every column that refers to a city', async () => {
    const { rows } = await sql<{
      place: string;
    }>`SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND (column_name ~ '(^|_)(city|cities)($|_)' OR column_name = 'region') ORDER BY 1`.execute(
      test.database.house,
    );
    // partner.city is typed by the partner, city.region belongs to the name, on_city is made of city, and a trigger writes product_search.
    expect(rows.map((row) => row.place)).toEqual([
      ...['account.region', 'city.city', 'city.region', 'city_merge.from_city', 'city_merge.into_city'],
      ...[
        'coupon.cities',
        'custom_page.of_city',
        'partner.city',
        'poi.city',
        'price_rule.city',
        'price_rule.on_city',
        'product.city',
      ],
      ...['product_hide.city', 'product_search.city', 'promotion.of_city'],
    ]);
  });
});

it('is for content staff only', async () => {
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  for (const token of [finance, await test.signIn('member@one.example', 'member-2026')])
    expect((await test.call('consoleCities', {}, { token })).http === 200).toBe(false);
  expect((await test.call('consoleCityAdd', { code: 'w611717' })).http).toBe(401);
});
