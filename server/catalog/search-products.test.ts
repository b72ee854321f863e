// Searching the demo catalogue over HTTP, as people of 13 languages type: whole words, prefixes, without accents, with
// a typo (§2 search). The wanted product must be on the first page, and the first for the full words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDemo } from '../../demo/load-demo.ts';
import { languages } from '../../domain/languages.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { loadSeed } from '../upkeep/load-seed.ts';

const host = 'demo.test';
let test: TestHouse;

beforeAll(async () => {
  test = await openTestHouse();
  const demo = readDemo({ baseUrl: 'http://127.0.0.1:9', secret: 'secret-of-the-demo', address: 'http://localhost' });
  for (const owner of demo.owners) Object.assign(owner, { hostnames: [{ host, customerService: false }], days: 3 });
  await loadSeed(test.database, demo, () => undefined, new Date());
}, 60_000);
afterAll(() => test.close());

async function find(language: string, query: string): Promise<string[]> {
  const answer = await test.call('searchProducts', { query }, { host, language });
  expect(answer.code).toBe(200);
  return answer.data.list.map((one) => one.name);
}

/** language, words typed, the name that must come first, further spellings that must find it on the first page. */
const examples: [string, string, string, string[]][] = [
  ['zh_CN', '下龙湾', '下龙湾两天一夜游船', ['下龙', '下龙湾 游船', 'ha long']],
  ['en', 'petronas towers', 'Petronas Twin Towers Skybridge Ticket', ['petro', 'petornas', 'PETRONAS twin']],
  [
    'vi',
    'vịnh hạ long',
    'Du thuyền vịnh Hạ Long 2 ngày 1 đêm',
    ['vinh ha long', 'du thuyyen ha long', 'du thuyen ha long'],
  ],
  ['ja_JP', 'ハロン湾', 'ハロン湾クルーズ 1泊2日', ['ハロン', 'はろん湾 ha long', 'クルーズ ハロン']],
  ['zh_TW', '黑風洞', '吉隆坡黑風洞與市區一日遊', ['黑風', '吉隆坡 黑風洞', 'batu caves']],
  ['th', 'ถ้ำบาตู', 'ทัวร์ถ้ำบาตูและเมืองกัวลาลัมเปอร์', ['บาตู', 'ทัวร์ บาตู']],
  [
    'pt_PT',
    'baía de ha long',
    'Cruzeiro na baía de Ha Long, dois dias e uma noite',
    ['baia ha long', 'cruzeiro ha long', 'cruzero ha long'],
  ],
  [
    'ms',
    'menara berkembar',
    'Tiket Jambatan Langit Menara Berkembar Petronas',
    ['menara kembar petronas', 'berkmbar', 'jambatan lang'],
  ],
  ['ko_KR', '하롱베이', '하롱베이 크루즈 1박 2일', ['하롱', '하롱베이 크루즈']],
  ['it_IT', 'grotte di batu', 'Grotte di Batu e Kuala Lumpur', ['grote batu', 'GROTTE']],
  ['in', 'gua batu', 'Tur Gua Batu dan Kota Kuala Lumpur', ['tur gua', 'kuala lunpur gua']],
  [
    'fr_FR',
    'baie d’along',
    'Croisière en baie d’Along, deux jours et une nuit',
    ['croisiere along', 'croisière along', 'crosiere along'],
  ],
  [
    'es_ES',
    'bahía de ha long',
    'Crucero por la bahía de Ha Long, dos días y una noche',
    ['bahia ha long', 'crucero ha long', 'cucero ha long'],
  ],
];

describe('search in every language', () => {
  it('has an example for each of the 13 (§1 languages; §9 languages)', () => {
    expect(examples.map(([language]) => language).sort()).toEqual([...languages].sort());
  });

  it.each(examples)('%s: %s', async (language, words, name, more) => {
    expect((await find(language, words))[0]).toBe(name);
    for (const query of more) expect(await find(language, query), query).toContain(name);
  });

  it('never ends in nothing: words that fit no product propose the nearest things', async () => {
    const answer = await test.call('searchProducts', { query: 'zzzxxqq' }, { host });
    expect(answer.data.total).toBe(0);
    expect(answer.data.instead.length).toBeGreaterThan(0);
  });
});

it.each([
  ['en', 'Attraction tickets'],
  ['zh_CN', '景点门票'],
] as const)('§7: in %s the categories of the shop and of a search have their names', async (language, ticket) => {
  const headers = { l: language };
  const { categories } = (await test.call('categories', {}, { host, headers })).data;
  const found = (await test.call('searchProducts', { query: '', type: 3 }, { host, headers })).data;
  for (const list of [categories, found.types]) expect(list.find(({ key }) => key === '3')?.label).toBe(ticket);
  for (const { label } of [...categories, ...found.types, ...found.subtypes]) expect(label).not.toContain('catalog.');
});

it('§2 home: categories and cities are counted as the catalogue has them, each city with its most popular product', async () => {
  const { categories, cities } = (await test.call('categories', {}, { host })).data;
  const { rows } = await sql<{
    city: string;
    type: number;
    key: string;
    popularity: number;
  }>`SELECT city, type, key, popularity FROM product WHERE on_shelf
    AND owner_id = (SELECT owner_id FROM hostname WHERE host = ${host}) ORDER BY popularity DESC, product_id`.execute(
    test.database.house,
  );
  const byCity = Object.entries(Object.groupBy(rows, ({ city }) => city)).map(([city, list = []]) => ({
    ...{ city, count: list.length, best: list[0], liked: list.reduce((sum, { popularity }) => sum + popularity, 0) },
  }));
  byCity.sort((one, other) => other.liked - one.liked || (one.city < other.city ? -1 : 1));
  expect(cities.length).toBe(12);
  expect(cities.map(({ key, count }) => [key, count])).toEqual(byCity.slice(0, 12).map((one) => [one.city, one.count]));
  for (const [at, { picture }] of cities.entries()) expect(picture.src).toContain(byCity[at]?.best?.key);
  const byType = Object.groupBy(rows, ({ type }) => type);
  expect(Object.fromEntries(categories.map(({ key, count }) => [key, count]))).toEqual(
    Object.fromEntries(Object.entries(byType).map(([type, list = []]) => [type, list.length])),
  );
});
