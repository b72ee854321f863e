// What a sub-account keeps to itself reaches no sibling (§1 order visibility): a word in every field of its order is looked for in each
// list, count, filter, detail, file and mail of the sibling; the main account sees it, so it is there to be found.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { readPdfText } from '../../tests/build/read-pdf.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let main: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

const word = 'Kanarienvogel';
const secret = { password: 'helper-2026', confirmation: 'helper-2026' };

async function enter(username: string, orderVisibility: 1 | 2): Promise<string> {
  const form = { username, name: username, email: `${username}@one.example`, orderVisibility, ...secret };
  const made = await test.call('createChildAccount', form as never, { token: main });
  expect(made.code, JSON.stringify(made)).toBe(200);
  return test.signIn(username, 'helper-2026');
}

/** An order with the word in every field a buyer may write and in its driver; paid, with remarks, and with a partial cancel request. */
async function placeMarked(token: string): Promise<string> {
  const input = await fillOrder(test, token, { quantity: 2 });
  const order = {
    ...input,
    contact: { ...input.contact, name: `${word} Contact`, email: `${word}@example.com` },
    remark: `${word} remark`,
    agentReference: `${word}-1`,
  };
  const placed = await test.call('createOrder', order, { token, key: newKey() });
  expect(placed.code, placed.msg).toBe(200);
  const { orderNo } = placed.data;
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
  expect(paid.data.status).toBe(103);
  const asked = { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1, remark: `${word} cancel` };
  expect((await test.call('cancelOrder', asked, { token })).code).toBe(200);
  await sql`INSERT INTO driver (owner_id, sub_order_no, position, name)
    VALUES (1, ${`${orderNo}-1`}, 0, ${`${word} Driver`})`.execute(test.database.house);
  return orderNo;
}

/** Everything that a person can see: lists, filters, the order itself, statement, and files. */
async function gather(token: string, orderNo: string): Promise<string> {
  const as = { token };
  const calls = await Promise.all([
    test.call('orderList', { size: 50 }, as),
    test.call('orderList', { query: word }, as),
    test.call('orderList', { query: orderNo }, as),
    test.call('creaters', {}, as),
    test.call('orderDetail', { id: orderNo }, as),
    test.call('payInfo', { id: orderNo }, as),
    test.call('isPaySuccess', { id: orderNo }, as),
    test.call('cancelRequests', { query: orderNo }, as),
    test.call('journeyOf', { orderNo }, as),
    test.call('wechatOrder', { orderNo }, as),
    test.call('bill', {}, as),
  ]);
  const paths = [
    `order/export?query=${word}`,
    'order/export?',
    'pay/bill/export?format=csv',
    ...['vouchers', 'itinerary', 'invoice', 'calendar'].map((kind) => `order/download/${kind}?orderNo=${orderNo}`),
    `order/download/voucher?subOrderNo=${orderNo}-1`,
  ];
  const files = await Promise.all(
    paths.map(async (path) => {
      const answer = await test.fetch(`/api/${path}`, { headers: { token, l: 'en' } });
      // Else a wrong address would hide what is looked for.
      if (token === main) expect(answer.status, path).toBe(200);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return answer.headers.get('content-type') === 'application/pdf' ? readPdfText(bytes) : bytes.toString();
    }),
  );
  return [...calls.map((call) => JSON.stringify(call.data)), ...files].join('\n');
}

it('a sibling finds nothing of it anywhere, in lists, counts, files or mails; with sharing it does', async () => {
  const [sharing, keeping] = [await enter('Sharing7', 1), await enter('Keeping7', 2)];
  const orderNo = await placeMarked(keeping);
  const seen = await gather(main, orderNo);
  for (const value of [
    `${word} Contact`,
    `${word} remark`,
    `${word}-1`,
    `${word}@example.com`,
    `${word} Driver`,
    orderNo,
  ])
    expect(seen, value).toContain(value);
  const found = await gather(sharing, orderNo);
  expect(found).not.toContain(word);
  expect(found).not.toContain(orderNo);
  expect((await test.call('orderList', { query: word }, { token: sharing })).data.total).toBe(0);
  // Its payment is on the company's statement, which says why there is no number.
  expect(found).toContain('Order of another account');
  expect(seen).not.toContain('Order of another account');
  const mails = await sql<{ n: number }>`SELECT count(*)::int AS n FROM mail
    WHERE recipient ILIKE 'sharing7%' AND (subject || html || body) LIKE ${`%${orderNo}%`}`.execute(
    test.database.house,
  );
  expect(mails.rows[0]?.n).toBe(0);

  const shared = await placeMarked(sharing);
  expect(await gather(main, shared)).toContain(word);
  expect(await gather(keeping, shared)).not.toContain(shared);
});
