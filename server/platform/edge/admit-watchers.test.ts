// /ready, /metrics and /docs over HTTP: from the installation's own networks, from outside, with and without the token.
import { connect } from 'node:net';
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

  it('is in no frame of another site and runs no script but its own files', async () => {
    const led = await test.fetch('/docs?l=th', { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([302, '/docs']);
    const answer = await test.fetch('/docs');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('script-src');
    expect(await answer.text()).not.toMatch(/<script(?![^>]* src="\/docs\/)/);
  });

  it('is nothing from outside in another spelling of the address', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const spelled = ['/%6detrics', '/%72eady', '/%64ocs', '/%64ocs/json', '/doc%73/json'];
    for (const path of spelled) expect((await test.fetch(path, { headers })).status, path).toBe(404);
  });

  it('is answered from outside with the token', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer token-of-those-who-watch' };
    expect(await statuses(headers)).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('a caller that hung up before its request was looked at', () => {
  /** Nothing of it is left by the time the server reads what it sent. */
  const askAndHangUp = (path: string, headers: string[] = []) =>
    new Promise<void>((resolve) => {
      const lines = [`GET ${path} HTTP/1.1`, 'Host: one.test', ...headers, '', ''];
      const socket = connect(test.house.port, '127.0.0.1', () => {
        socket.write(lines.join('\r\n'));
        socket.resetAndDestroy();
      });
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });
  const countFailures = async () => {
    const lines = (await (await test.fetch('/metrics')).text()).split('\n');
    return lines.filter((line) => /^http_request\w*_count\{.*status="500"/.test(line));
  };

  it('is no failure of ours, neither in the log nor in the measures', async () => {
    const before = test.log.length;
    for (const path of ['/ready', '/metrics', '/api/ucenter/websetting', '/api/region/list', '/'])
      for (let tries = 0; tries < 5; tries += 1) await askAndHangUp(path);
    expect((await test.fetch('/ready')).status).toBe(200);
    expect(test.log.slice(before).filter((line) => line.includes('a request failed'))).toEqual([]);
    expect(await countFailures()).toEqual([]);
  });
});
