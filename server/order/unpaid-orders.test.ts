// Unpaid orders of who costs nothing are bounded, so that nobody holds a season's places for nothing (§4, decision 0790).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusals } from '../../domain/errors.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';

const most = 3;
let test: TestHouse;
let member: string;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const token = await test.signIn('admin@one.example', 'admin-2026');
  const { name, currency, limitDefaults, ...settings } = (await test.call('consoleSettings', {}, { token })).data;
  expect(limitDefaults.unpaidOrdersPerAccount).toBe(200);
  const limits = { unpaidOrdersPerAccount: most };
  expect((await test.call('consoleSettingsSave', { ...settings, limits }, { token })).code).toBe(200);
});
afterAll(() => test.close());

async function order(token: string, times: number) {
  const input = await fillOrder(test, token);
  const calls = Array.from({ length: times }, () => test.call('createOrder', input, { token, key: newKey() }));
  return Promise.all(calls);
}

it('a member who orders at the same moment has as many unpaid orders as the owner allows, and the next when one is cancelled', async () => {
  const answers = await order(member, 8);
  const placed = answers.filter((answer) => answer.code === 200);
  expect(placed.length).toBe(most);
  const refused = answers.filter((answer) => answer.code !== 200);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([refusals.unpaidFull]));
  expect(refused[0]?.msg).toBe('You can have 3 unpaid orders at a time. Please pay or cancel one first.');
  const orderNo = placed[0]?.data.orderNo ?? '';
  expect((await test.call('cancelOrder', { orderNo }, { token: member, key: newKey() })).code).toBe(200);
  // Sent twice under one key, as a browser does whose first answer was lost: one order, and its answer twice.
  const input = await fillOrder(test, member);
  const as = { token: member, key: newKey() };
  const twins = await Promise.all([1, 2, 3].map(() => test.call('createOrder', input, as)));
  expect(new Set(twins.map(({ data }) => data?.orderNo)).size).toBe(1);
  expect(twins.map(({ code }) => code)).toEqual([200, 200, 200]);
  const again = { orderNo: twins[0]?.data.orderNo ?? '' };
  expect((await test.call('cancelOrder', again, { token: member, key: newKey() })).code).toBe(200);
  const codes = (await order(member, 2)).map(({ code }) => code);
  expect(codes.sort()).toEqual([200, refusals.unpaidFull]);
});

it('an agency that the owner approved is not bounded', async () => {
  const codes = (await order(agent, most + 2)).map(({ code }) => code);
  expect(codes).toEqual(codes.map(() => 200));
});
