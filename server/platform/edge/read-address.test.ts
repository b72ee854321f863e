// The network address that limits count by (security rule 47): all spellings of one IPv6 network are one source.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

/** So many wrong links of suppliers are answered to one source in an hour (supplier/answer-order.ts). */
const misses = 30;
const token = 'x'.repeat(43);
async function countAnswered(addressOf: (at: number) => string): Promise<number> {
  let answered = 0;
  for (let at = 1; at <= misses + 10; at += 1) {
    const headers = { 'x-forwarded-for': addressOf(at) };
    if ((await test.call('supplyOpened', { token }, { headers })).http !== 503) answered += 1;
  }
  return answered;
}

it('is the same for the addresses of one IPv6 network, also where zeros of the network are left out', async () => {
  expect(await countAnswered((at) => `2001:db8:1:2:3::${at.toString(16)}`)).toBe(misses);
  expect(await countAnswered((at) => `2001:db8::${at.toString(16)}`)).toBe(misses);
  expect(await countAnswered((at) => `2a00::${at.toString(16)}:${at}`)).toBe(misses);
  // The same network as the first one.
  expect(await countAnswered((at) => `2001:0DB8:1:2::${at}`)).toBe(0);
});

it('is another one for another network, and for each caller behind a translator of IPv4', async () => {
  expect(await countAnswered((at) => `2001:db8:0:${at.toString(16)}::1`)).toBe(misses + 10);
  expect(await countAnswered((at) => `64:ff9b::203.0.113.${at}`)).toBe(misses + 10);
});
