// /ready, /metrics and /docs through the door: from the house's own networks, from outside, with and without the token.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;

beforeAll(async () => {
  test = await openTestHouse({ env: { METRICS_TOKEN: 'token-of-those-who-watch' } });
});

afterAll(() => test.close());

const addresses = ['/ready', '/metrics', '/docs', '/docs/json', '/ready?x=1'];
const statuses = (headers: Record<string, string>, host = 'one.test') =>
  Promise.all(addresses.map(async (path) => (await test.fetch(path, { host, headers })).status));

describe('what those who run the house ask', () => {
  it('is answered from its own networks', async () => {
    expect(await statuses({})).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses({ 'x-forwarded-for': '10.1.2.3' })).toEqual([200, 200, 200, 200, 200]);
  });

  it('is nothing from outside, on known and unknown hosts alike', async () => {
    for (const host of ['one.test', 'nobody.test'])
      expect(await statuses({ 'x-forwarded-for': '203.0.113.9' }, host)).toEqual([404, 404, 404, 404, 404]);
    expect(await statuses({ 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer wrong' })).toEqual(
      Array(5).fill(404),
    );
  });

  it('is answered from outside with the token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer token-of-those-who-watch' };
    expect(await statuses(headers)).toEqual([200, 200, 200, 200, 200]);
  });
});
