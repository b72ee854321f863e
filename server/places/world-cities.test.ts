// Cities of the world (§7 searchRegion): found by the beginning of a word in Latin letters, some by CLDR's names in others, distinguished
// by region, each with its zone, and never listed twice beside the owner's cities.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { readCities } from './choose-city.ts';
import { findZone, isSameZone, isZone, listZones } from './find-zone.ts';
import { findInWorld, findNamesakes, searchWorld } from './search-world.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const regions = async (input: object, language = 'en') =>
  (await test.call('searchRegion', input, { language: language as 'en' })).data.list;

describe('searchRegion', () => {
  it('answers cities of the world that no owner has, with country and zone (§7)', async () => {
    expect(await regions({ query: 'Tbili' })).toContainEqual({
      code: 'w611717',
      name: 'Tbilisi',
      country: 'GE',
      countryName: 'Georgia',
      zone: 'Asia/Tbilisi',
      lat: expect.closeTo(41.69, 1),
      lng: expect.closeTo(44.83, 1),
    });
    expect((await regions({ query: 'tbilisi' }, 'ja_JP'))[0]).toMatchObject({ countryName: 'ジョージア' });
    expect((await regions({ code: 'w611717' }))[0]?.name).toBe('Tbilisi');
    expect(await regions({ code: 'w1' })).toEqual([]);
    expect(await regions({ code: 'nowhere' })).toEqual([]);
  });

  it.each([
    ['Łódź', 'PL'],
    ['lodz', 'PL'],
    ['zurich', 'CH'],
    ['ZÜRICH', 'CH'],
    ['Tromso', 'NO'],
    ['pai', 'TH'],
  ])('folds letters, and the whole name comes before longer ones: %s', async (query, country) => {
    expect((await regions({ query }))[0]?.country).toBe(country);
  });

  it('distinguishes cities of one name, and narrows them down by the text after a comma', async () => {
    const found = await regions({ query: 'Springfield' });
    expect(new Set(found.map((item) => `${item.country} ${item.region ?? ''}`)).size).toBe(found.length);
    expect((await regions({ query: 'Springfield, IL' })).map((region) => region.code)).toEqual(['w4250542']);
    expect(new Set((await regions({ query: 'san jose', country: 'CR' })).map((region) => region.country))).toEqual(
      new Set(['CR']),
    );
  });

  it('has no city twice that the owner has already, and the owner’s come first', async () => {
    await sql`INSERT INTO country (country, key, names) VALUES ('FR', 'france', '{"en": "France"}')`.execute(
      test.database.house,
    );
    await sql`INSERT INTO city (city, country, zone, lat, lng, names)
      VALUES ('lyon', 'FR', 'Europe/Paris', 45.75, 4.85, '{"en": "Lyon", "zh_CN": "里昂"}')`.execute(
      test.database.house,
    );
    const found = await regions({ query: 'lyon' });
    expect(found[0]?.code).toBe('lyon');
    expect(found.filter((item) => item.country === 'FR' && item.name === 'Lyon').length).toBe(1);
    expect((await regions({ code: 'w2996944' }))[0]?.code).toBe('lyon');
  });

  it('finds no city of the world for one letter, for unknown names in other scripts or for an empty text', async () => {
    for (const query of ['', 'x', '没有这个城市', '%', '..']) {
      const found = await regions({ query });
      expect(found.filter((item) => /^w\d/.test(item.code))).toEqual([]);
    }
  });
});

describe('searchRegion in other scripts', () => {
  it.each([
    ['洛杉矶', 'Los Angeles'],
    ['雪梨', 'Sydney'],
    ['シドニー', 'Sydney'],
    ['시드니', 'Sydney'],
    ['มอสโก', 'Moscow'],
    ['多伦', 'Toronto'],
  ])('finds the cities that CLDR names: %s (§7 searchRegion)', async (query, name) => {
    expect((await regions({ query })).map((region) => region.name)).toContain(name);
  });
});

describe('searchRegion by other names', () => {
  it.each([
    ['Penang', 'George Town', 'MY'],
    ['penan', 'George Town', 'MY'],
    ['槟城', 'George Town', 'MY'],
    ['KL', 'Kuala Lumpur', 'MY'],
    ['Saigon', 'Ho Chi Minh City', 'VN'],
    ['München', 'Munich', 'DE'],
    ['Cologne, Germany', 'Köln', 'DE'],
    ['京都', 'Kyoto', 'JP'],
  ])('finds a city as people call it: %s (§7 searchRegion)', async (query, name, country) => {
    const [first] = (await regions({ query })).filter((region) => region.country === country);
    expect(first?.name).toBe(name);
    expect(await regions({ query, country: 'BR' })).not.toContainEqual(expect.objectContaining({ name }));
  });

  it.each([
    ['Saigon', ['Ho Chi Minh City']],
    ['sao paulo', ['São Paulo']],
    ['Cologne, Germany', ['Köln']],
    // The beginning of a name is none.
    ['Saigo', []],
  ])('says which one is meant by a whole name: %s (§7 searchRegion)', async (query, names) => {
    const exact = (await regions({ query })).filter((region) => region.exact);
    expect(exact.map(({ name }) => name)).toEqual(names);
  });

  it('finds the owner’s own city, and means it by that name', async () => {
    await sql`INSERT INTO city (city, country, zone, lat, lng, names)
      VALUES ('melaka', 'MY', 'Asia/Kuala_Lumpur', 2.196, 102.248, '{"en": "Malacca"}')`.execute(test.database.house);
    expect(await regions({ query: 'Melaka' })).toMatchObject([{ code: 'melaka', exact: true }]);
    expect((await regions({ query: '马六甲' }, 'zh_CN')).map(({ code }) => code)).toEqual(['melaka']);
    const { forOwner } = test.database;
    expect((await readCities(forOwner(1), ['Melaka, Malaysia'])).get('Melaka, Malaysia')).toMatchObject({
      city: { city: 'melaka' },
    });
    expect((await readCities(forOwner(1), ['Penang, Malaysia'])).get('Penang, Malaysia')).toMatchObject({
      world: { name: 'George Town' },
    });
    // Another country has a city of exactly that name.
    expect((await readCities(forOwner(1), ['Cologne, Germany'])).get('Cologne, Germany')).toMatchObject({
      world: { name: 'Köln' },
    });
  });
});

describe('a caller', () => {
  it('asks 1200 times an hour, of however many at once, and others go on', async () => {
    const ask = (from: string) =>
      test.call('searchRegion', { query: 'tbilisi' }, { headers: { 'x-forwarded-for': from } });
    await ask('10.77.0.1');
    await sql`UPDATE attempt SET count = 1190 WHERE bucket = 'regions 10.77.0.1'`.execute(test.database.house);
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('10.77.0.1')));
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(10);
    expect(answers.filter(({ http }) => http === 503)).toHaveLength(30);
    expect((await ask('10.77.0.2')).http).toBe(200);
  });
});

describe('the list', () => {
  it('is read whole: its first and its last line are found, and every line has its parts', async () => {
    expect((await searchWorld('shanghai', 5))[0]).toEqual({
      ...{ id: 1796236, name: 'Shanghai', country: 'CN', region: '' },
      ...{ lat: 31.222, lng: 121.458 },
    });
    let count = 0;
    const seen = new Set<number>();
    for (const text of ['sa', 'ma', 'new', 'vil'])
      for (const city of await searchWorld(text, 3000)) {
        count += 1;
        seen.add(city.id);
        if (!(city.name && /^[A-Z]{2}$/.test(city.country) && Math.abs(city.lat) <= 90 && Math.abs(city.lng) <= 180))
          throw new Error(JSON.stringify(city));
      }
    expect(count).toBeGreaterThan(5000);
    expect(await findInWorld('w611717')).toMatchObject({ name: 'Tbilisi', country: 'GE' });
    expect(await findInWorld('w99999999999')).toBeUndefined();
    expect((await findNamesakes('Springfield')).length).toBeGreaterThan(15);
  });
});

describe('a zone by coordinates', () => {
  it.each([
    [41.69, 44.83, 'GE', 'Asia/Tbilisi'],
    [48.2, 16.37, 'AT', 'Europe/Vienna'],
    [28.6, 77.2, 'IN', 'Asia/Kolkata'],
    [10.76, 106.66, 'VN', 'Asia/Ho_Chi_Minh'],
    [21.3, -157.86, 'US', 'Pacific/Honolulu'],
    [-17.53, 178.68, 'FJ', 'Pacific/Fiji'],
  ])('%d, %d in %s', async (lat, lng, country, zone) => {
    expect(await findZone(lat, lng, country)).toBe(zone);
  });

  it.each([
    ['Kuala Selangor', 3.35, 101.25, 'MY', 'Asia/Kuala_Lumpur'],
    ['Tumpat', 6.198, 102.171, 'MY', 'Asia/Kuala_Lumpur'],
    ['Jayapura', -2.533, 140.717, 'ID', 'Asia/Jayapura'],
    ['Ushuaia', -54.81, -68.313, 'AR', 'America/Argentina/Ushuaia'],
    ['Füssen', 47.571, 10.701, 'DE', 'Europe/Berlin'],
    ['Blaine', 48.994, -122.747, 'US', 'America/Los_Angeles'],
  ])('of %s, which the rough map puts across a border, is of its country', async (_, lat, lng, country, zone) => {
    expect(isSameZone(await findZone(lat, lng, country), zone)).toBe(true);
  });

  it('of a country with one zone is that zone, whatever the rough map says', async () => {
    // Vienna's coordinates, asked for Georgia: the map says Vienna, the country has one zone.
    expect(isSameZone(await findZone(48.2, 16.37, 'GE'), 'Asia/Tbilisi')).toBe(true);
    expect(listZones('US').length).toBeGreaterThan(20);
    expect([isZone('Asia/Calcutta'), isZone('Nowhere/City'), isSameZone('Asia/Calcutta', 'Asia/Kolkata')]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
