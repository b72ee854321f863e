// A day that is sold by times needs one (§5 SKU: "entry time or reservation time"): what is missing is the time, not another day.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';

let test: TestHouse;
let agent: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

const missing = { 'lines.0.session': 'Please choose one' };

async function lineOf(query: string, on: string, session: string) {
  const product = await findProduct(test, query);
  return { product, line: { skuId: product.packages[0]?.skus[0]?.id ?? '', playOn: on, session, quantity: 1 } };
}

it('§5 SKU: an entry time that was not chosen is asked for by name, at the check, the form, the quotation and the order', async () => {
  const { product, line } = await lineOf('evening show', playOn, '');
  const as = { token: agent };
  const checked = await test.call('bookCheck', { lines: [line] }, as);
  expect([checked.code, checked.data]).toEqual([200001, { fields: missing }]);
  const form = await test.call('bookProducts', { lines: `${line.skuId}:${playOn}::1` }, as);
  expect([form.code, form.data]).toEqual([200001, { fields: missing }]);
  const quoted = await test.call('skuQuote', { id: line.skuId, playOn, quantity: 1 }, as);
  expect(quoted.data).toEqual({ fields: missing });
  const input = await fillOrder(test, agent, { product: 'evening show', session: '18:00' });
  const placed = await test.call('createOrder', { ...input, id: product.id, lines: [line] }, { ...as, key: newKey() });
  expect([placed.code, placed.data]).toEqual([200001, { fields: missing }]);
});

it('§5 Dates: a time may be sent with seconds', async () => {
  const { line } = await lineOf('evening show', playOn, '18:00:00');
  const checked = await test.call('bookCheck', { lines: [line] });
  expect([checked.code, checked.data.lines.length]).toEqual([200, 1]);
  const wrong = await test.call('bookCheck', { lines: [{ ...line, session: '18:00:30' }] });
  expect(wrong.data).toEqual({ fields: { 'lines.0.session': 'Please enter a time such as 14:30' } });
});

it('another time, and a day without any, are not sold', async () => {
  const other = await lineOf('evening show', playOn, '03:07');
  expect((await test.call('bookCheck', { lines: [other.line] })).code).toBe(200204);
  const later = await lineOf('evening show', '2099-01-01', '');
  expect((await test.call('bookCheck', { lines: [later.line] })).code).toBe(200204);
});

it('a check-out for something that is no stay is not asked for with this product', async () => {
  const { line } = await lineOf('silver tower', playOn, '');
  const answer = await test.call('bookCheck', { lines: [{ ...line, untilOn: '2099-01-01' }] });
  expect(answer.data).toEqual({ fields: { 'lines.0.untilOn': 'This is not asked for with this product' } });
});
