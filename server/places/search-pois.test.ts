// The installation's own list of places: found in the reader's language and in any other, by IATA code, by city and country; and as the
// source of addresses of a site without a provider.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { loadGazetteer } from './load-gazetteer.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

const search = async (input: Record<string, string>, language = 'en') =>
  (await test.call('searchPois', input as never, { language })).data.list;
const first = async (name: string, language?: string) => (await search({ name }, language))[0]?.name;

describe('a place is found', () => {
  it.each([
    ['en', 'changi', 'Singapore Changi Airport (SIN)'],
    ['zh_CN', '樟宜机场', '新加坡樟宜机场 (SIN)'],
    ['ja_JP', 'チャンギ', 'シンガポール・チャンギ国際空港 (SIN)'],
    ['ko_KR', '창이', '싱가포르 창이 국제공항 (SIN)'],
    ['th', 'ชางงี', 'ท่าอากาศยานชางงี สิงคโปร์ (SIN)'],
    ['vi', 'san bay noi bai', 'Sân bay quốc tế Nội Bài (HAN)'],
    ['zh_TW', '關西國際', '關西國際機場 (KIX)'],
  ])('in %s', async (language, name, answer) => {
    expect(await first(name, language)).toBe(answer);
  });

  it('by a name beside filters that are left empty (§7 searchPois)', async () => {
    expect(await search({ name: 'changi', cityId: '', countryId: '', orderType: '' })).toEqual(
      await search({ name: 'changi' }),
    );
  });

  it('by words of another language than the reader’s, named in the reader’s', async () => {
    expect(await first('東京駅', 'ko_KR')).toBe('도쿄역');
    expect(await first('Suvarnabhumi', 'zh_CN')).toBe('素万那普机场 (BKK)');
  });

  it.each(['kul', 'NRT', 'icn', 'DPS'])('by its IATA code %s before anything else', async (code) => {
    expect(await first(code)).toContain(`(${code.toUpperCase()})`);
  });

  it('by another name that people use', async () => {
    expect(await first('KLIA')).toBe('Kuala Lumpur International Airport (KUL)');
    expect(await first('Don Muang')).toBe('Don Mueang International Airport (DMK)');
  });

  it('by words in any order, without accents, and despite a slip of the pen', async () => {
    expect(await first('airport chiang international')).toBe('Chiang Mai International Airport (CNX)');
    expect(await first('Ho Hoan Kiem', 'vi')).toBe('Hồ Hoàn Kiếm');
    expect(await first('Suvarnabumi')).toBe('Suvarnabhumi Airport (BKK)');
  });

  it('with country, position, kind and an address in words', async () => {
    const [place] = await search({ name: 'HND' }, 'ja_JP');
    expect(place).toMatchObject({
      provider: 'gazetteer',
      countryCode: 'JP',
      types: ['airport'],
      attribution: '',
      lat: 35.5494,
      lng: 139.7798,
      address: '日本',
    });
  });
});

describe('lists', () => {
  it('hold what a city or country has, by kind or by name', async () => {
    const kyoto = await search({ cityId: 'kyoto', orderType: 'kind' });
    expect(kyoto.map((item) => item.types[0])).toEqual(['station', 'sight', 'sight', 'sight']);
    const names = (await search({ cityId: 'kyoto', orderType: 'name' })).map((item) => item.name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    const malaysia = await search({ name: 'airport', countryId: 'MY' });
    expect(malaysia.length).toBeGreaterThan(3);
    expect(new Set(malaysia.map((item) => item.countryCode))).toEqual(new Set(['MY']));
    expect(await search({ name: 'airport', countryId: 'malaysia' })).toEqual(malaysia);
  });

  it('hold the catalogue’s cities too', async () => {
    expect(await search({ name: '试城' })).toMatchObject([
      { id: 'c-testville', name: 'Testville', address: 'Malaysia', types: ['city'], lat: 3.1, lng: 101.6 },
    ]);
  });

  it('are empty for nothing asked, for signs, and for words that nothing has', async () => {
    expect(await search({})).toEqual([]);
    expect(await search({ name: '%%%___' })).toEqual([]);
    expect(await search({ name: "'; DROP TABLE poi; --" })).toEqual([]);
    expect(await search({ name: 'xqzwvk' })).toEqual([]);
  });

  it('show an owner’s own places to that owner alone', async () => {
    await sql`INSERT INTO poi (owner_id, kind, country, lat, lng, names, words)
      VALUES (1, 'hotel', 'MY', 3, 101, '{"en": "Hidden Palm Hotel"}', ' hidden palm hotel | ')`.execute(
      test.database.house,
    );
    expect(await first('hidden palm')).toBe('Hidden Palm Hotel');
    const other = await test.call('searchPois', { name: 'hidden palm' }, { host: 'two.test' });
    expect(other.data.list).toEqual([]);
  });
});

describe('the list itself', () => {
  it('is loaded once however often, by several at the same time, and is mended when it was changed', async () => {
    const count = async () =>
      (await sql<{ n: number }>`SELECT count(*)::int AS n FROM poi`.execute(test.database.house)).rows[0]?.n;
    const before = await count();
    expect(before).toBeGreaterThan(100);
    await sql`UPDATE poi SET lat = 0 WHERE code = 'PEN'`.execute(test.database.house);
    await Promise.all([1, 2, 3].map(() => loadGazetteer(test.database)));
    expect(await count()).toBe(before);
    expect((await search({ name: 'PEN' }))[0]?.lat).toBe(5.2971);
  });
});

describe('without a provider’s key', () => {
  it('addresses come from the same list, the nearest first', async () => {
    const near = await test.call('searchGooglePlaces', { query: 'international airport', lat: 37.5, lng: 127 });
    expect(near.data.list[0]?.name).toBe('Gimpo International Airport (GMP)');
    const [place] = near.data.list;
    const detail = await test.call('getGooglePlacesDetail', { id: place?.id ?? '' }, { language: 'ko_KR' });
    expect(detail.data).toMatchObject({ name: '김포국제공항 (GMP)', lat: 37.5587, provider: 'gazetteer' });
    expect((await test.call('getGooglePlacesDetail', { id: 'c-testville' })).data.name).toBe('Testville');
  });

  it('an id that there is not is not here', async () => {
    for (const id of ['p999999999', 'c-nowhere', 'ChIJhotel'])
      expect((await test.call('getGooglePlacesDetail', { id })).http, id).toBe(421);
    expect((await test.call('getGooglePlacesDetail', { id: '../secrets' })).code).toBe(200001);
  });

  it('the map has no tiles and knows its landmarks by the reader’s names', async () => {
    const { data } = await test.call('mapSettings', {}, { language: 'ko_KR' });
    expect(data.tilesUrl).toBeNull();
    expect(data.landmarks).toContainEqual({ kind: 'station', name: '서울역', lat: 37.5547, lng: 126.9707 });
  });
});
