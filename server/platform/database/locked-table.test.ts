// Another session holds a table that every page reads: visitors are answered soon, in words that do not speak of their haste (§8).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../../tests/build/place-orders.ts';

let test: TestHouse;
let member: string;

beforeAll(async () => {
  test = await openTestHouse({ screens: true, env: { LONGEST_WAIT_SECONDS: '2' } });
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(() => test.close());

/** Runs `work` while another session holds the table. */
async function whileHeld<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const client = await test.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    return await work();
  } finally {
    client.release(true);
  }
}

const noAnswer = 'The shop does not answer for a moment. Please try again shortly.';
const page = async (path: string) => {
  const answer = await test.fetch(path, { headers: { cookie: 'c=MYR; lang=en', accept: 'text/html' } });
  const text = await answer.text();
  return {
    status: answer.status,
    again: answer.headers.get('retry-after'),
    words: text.includes(noAnswer) ? noAnswer : text,
  };
};
const callOf = async (asking: Promise<{ http: number; msg: string; headers: Headers }>) => {
  const { http, msg, headers } = await asking;
  return { status: http, again: headers.get('retry-after'), words: msg };
};

it('§8 whoever looks, searches or books while another session holds the products reads that the shop does not answer', async () => {
  const wanted = await fillOrder(test, member, { product: 'Free Walk' });
  const ask = (at: number) => [
    page(`/?l=en&x=${at}`),
    page(`/search/1?l=en&x=${at}`),
    callOf(test.call('searchProducts', { query: `tower ${at}` })),
    callOf(test.call('productDetail', { id: wanted.id })),
    callOf(test.call('createOrder', wanted, { token: member, key: newKey() })),
  ];
  // More than there are connections: some wait for one of these.
  const answers = await whileHeld('product', () => Promise.all(Array.from({ length: 12 }, (_, at) => ask(at)).flat()));
  for (const answer of answers) expect(answer).toEqual({ status: 503, again: '2', words: noAnswer });
  expect(test.log.some((line) => line.includes('a row or table was not free for a call'))).toBe(true);
  expect((await test.call('createOrder', wanted, { token: member, key: newKey() })).code).toBe(200);
});
