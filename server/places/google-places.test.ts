// Addresses by Google Places, against a server with the same interface: which requests it gets, how its answers are used, and that its
// failures become a polite refusal.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../domain/limits.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { servePlaces, type TestPlaces } from '../../tests/build/serve-places.ts';

let test: TestHouse;
let google: TestPlaces;
beforeAll(async () => {
  google = await servePlaces();
  test = await openTestHouse({ env: { GOOGLE_PLACES_KEY: google.key, GOOGLE_PLACES_URL: google.url } });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(() => google.asked.splice(0));

const search = (query: string, more: object = {}, as: object = {}) =>
  test.call('searchGooglePlaces', { query, ...more }, as);

describe('suggestions', () => {
  it('are places only: predicted questions and unusable ids are left out', async () => {
    const { data } = await search('hotel');
    expect(data.list).toEqual([
      {
        provider: 'google',
        id: 'ChIJhotel',
        name: 'Khách sạn Mường Thanh 芒青酒店',
        address: 'Trần Phú, Nha Trang',
        lat: null,
        lng: null,
        countryCode: '',
        types: ['lodging', 'establishment'],
        attribution: 'Google Maps',
      },
    ]);
  });

  it('are asked for in the reader’s language, near the point that is known', async () => {
    await search('hotel', { lat: 12.2, lng: 109.2 }, { language: 'zh_TW' });
    await search('hotel', {}, { language: 'in' });
    const [near, plain] = google.asked;
    expect(near).toMatchObject({ method: 'POST', path: '/v1/places:autocomplete', key: google.key });
    expect(near?.body).toEqual({
      input: 'hotel',
      languageCode: 'zh-TW',
      locationBias: { circle: { center: { latitude: 12.2, longitude: 109.2 }, radius: 50_000 } },
    });
    expect(plain?.body).toEqual({ input: 'hotel', languageCode: 'id' });
  });

  it('give way to a search of the whole text where there are none', async () => {
    const { data } = await search('60 Trần Phú, Nha Trang');
    expect(google.asked.map((places) => places.path)).toEqual(['/v1/places:autocomplete', '/v1/places:searchText']);
    expect(google.asked[1]?.mask).toContain('places.location');
    expect(data.list).toEqual([
      {
        provider: 'google',
        id: 'ChIJhotel',
        name: 'Khách sạn Mường Thanh 芒青酒店',
        address: '60 Trần Phú, Lộc Thọ, Nha Trang, Việt Nam',
        lat: 12.2388,
        lng: 109.1967,
        countryCode: 'VN',
        types: ['lodging', 'point_of_interest', 'establishment'],
        attribution: 'Google Maps',
      },
    ]);
  });

  it('and search may both find nothing: Google then answers an empty object', async () => {
    expect((await search('zzz')).data).toEqual({ list: [] });
    expect((await search('   ')).data).toEqual({ list: [] });
  });
});

describe('one place', () => {
  it('is returned with its position', async () => {
    const { data } = await test.call('getGooglePlacesDetail', { id: 'ChIJhotel' }, { language: 'ja_JP' });
    expect(data).toMatchObject({ name: 'Khách sạn Mường Thanh 芒青酒店', lat: 12.2388, countryCode: 'VN' });
    expect(google.asked).toMatchObject([{ path: '/v1/places/ChIJhotel?languageCode=ja', method: 'GET' }]);
    expect(google.asked[0]?.mask).toBe('id,displayName,formattedAddress,location,types,addressComponents');
  });

  it('that Google does not know is not here', async () => {
    expect((await test.call('getGooglePlacesDetail', { id: 'ChIJgone' })).http).toBe(421);
  });

  it('is not asked for with an id that could lead elsewhere', async () => {
    expect((await test.call('getGooglePlacesDetail', { id: 'a?fields=*' })).code).toBe(200001);
    expect(google.asked).toEqual([]);
  });
});

describe('a provider that fails', () => {
  it('by its quota is a refusal in words', async () => {
    const answer = await search('quota');
    expect([answer.http, answer.code]).toEqual([200, 200702]);
    expect(answer.msg).toContain('address');
    expect((await test.call('getGooglePlacesDetail', { id: 'ChIJquota' })).code).toBe(200702);
  });

  it('by silence is given up after five seconds', async () => {
    const began = Date.now();
    expect((await search('slow')).code).toBe(200702);
    expect(Date.now() - began).toBeGreaterThan(4500);
    expect(Date.now() - began).toBeLessThan(7000);
  });

  it('by talking without end is cut off', async () => {
    expect((await search('flood')).code).toBe(200702);
  });

  it('by sending us elsewhere is not followed', async () => {
    expect((await search('redirect')).code).toBe(200702);
    expect(google.asked.map((places) => places.path)).toEqual(['/v1/places:autocomplete']);
  });

  it('never shows its key, neither to callers nor in the log', async () => {
    expect(test.log.length).toBeGreaterThan(0);
    expect(test.log.join('\n')).not.toContain(google.key);
  });
});

describe('the server that plays Google', () => {
  const ask = (path: string, headers: Record<string, string>, body?: object) =>
    fetch(google.url + path, { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) });
  it('refuses a missing field mask and a wrong key, as Google does', async () => {
    const key = { 'x-goog-api-key': google.key };
    expect((await ask('/places:searchText', key, { textQuery: 'x' })).status).toBe(400);
    expect((await ask('/places/ChIJhotel', key)).status).toBe(400);
    expect((await ask('/places/ChIJhotel', { 'x-goog-api-key': 'other', 'x-goog-fieldmask': 'id' })).status).toBe(403);
  });
});

describe('one caller', () => {
  it('cannot ask without end, because each question costs', async () => {
    const headers = { 'x-forwarded-for': '10.44.0.1' };
    const answers: number[] = [];
    for (let at = 0; at < limits.placeSearchesPerSourceHour + 1; at += 20)
      answers.push(
        ...(await Promise.all(Array.from({ length: 20 }, async () => (await search('hotel', {}, { headers })).http))),
      );
    expect(answers.filter((answer) => answer === 200).length).toBe(limits.placeSearchesPerSourceHour);
    expect(new Set(answers)).toEqual(new Set([200, 503]));
  });
});
