// Readers who leave before their page is made.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;
beforeAll(async () => {
  // No proxy: the address of a caller is that of the connection, and is gone with it.
  test = await openTestHouse({ screens: true, env: { TRUSTED_PROXIES: '' } });
});
afterAll(() => test.close());

/** Status of a page that is made for one reader alone; undefined when the reader left after so many milliseconds. */
function read(leaveAfter?: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { host: 'one.test', accept: 'text/html' };
    const asking = request(`${test.base}/search?s=key`, { headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    });
    asking.on('error', () => resolve(undefined)).end();
    if (leaveAfter !== undefined) setTimeout(() => asking.destroy(), leaveAfter);
  });
}

it('are no error in the log: nothing is wrong', async () => {
  for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 30 }, (_, at) => read(at)));
  expect(await read()).toBe(200);
  expect(test.log.filter((line) => line.includes('a page failed'))).toEqual([]);
});
