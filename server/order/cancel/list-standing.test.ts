// An order with lines on several days, in the lists of orders (§3 lines).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { buyOnTwoDays } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';

let test: TestHouse;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

const nextDay = addDays(playOn, 1);

it('is listed under the first day of what stands of it (§3 lines)', async () => {
  const orderNo = await buyOnTwoDays(test, agent, { adult: nextDay, child: playOn });
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const dayIn = async () => {
    const own = await test.call('orderList', { query: orderNo }, { token: agent });
    const theirs = await test.call('consoleOrders', { query: orderNo }, { token: staff });
    return [own.data.list[0]?.playOn, theirs.data.list[0]?.playOn];
  };
  expect(await dayIn()).toEqual([playOn, playOn]);
  const asked = { orderNo, subOrderNo: `${orderNo}-2`, remark: 'Ill' };
  const [request] = (await test.call('cancelOrder', asked, { token: agent })).data.requests;
  await test.call('consoleCancelDecide', { id: request?.id ?? '', approve: true }, { token: staff });
  expect(await dayIn()).toEqual([nextDay, nextDay]);
});

it('is found and sorted by the days of what stands of it, or of all once nothing does (§7 list)', async () => {
  const moved = await buyOnTwoDays(test, agent, { adult: nextDay, child: playOn });
  // Placed later: of two on the same day it comes first.
  const other = await buyOnTwoDays(test, agent, { adult: nextDay, child: nextDay });
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const cancel = async (line: number) => {
    const asked = { orderNo: moved, subOrderNo: `${moved}-${line}`, remark: 'Ill' };
    const { requests } = (await test.call('cancelOrder', asked, { token: agent })).data;
    const id = requests.find((request) => request.result === 0)?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: staff })).code).toBe(200);
  };
  const firstOf = async () => {
    const { list } = (await test.call('orderList', { sort: 'play' }, { token: agent })).data;
    return list.map((row) => row.orderNo).filter((orderNo) => orderNo === moved || orderNo === other);
  };
  const isOn = async (day: string) => {
    const days = { playFrom: day, playTo: day };
    const own = await test.call('orderList', { ...days, query: moved }, { token: agent });
    const theirs = await test.call('consoleOrders', { ...days, query: moved }, { token: staff });
    return [own.data.total, theirs.data.total];
  };
  expect(await firstOf()).toEqual([moved, other]);
  expect([await isOn(playOn), await isOn(nextDay)]).toEqual([[1, 1], [1, 1]]); // biome-ignore format: pairs
  await cancel(2);
  expect(await firstOf()).toEqual([other, moved]);
  expect([await isOn(playOn), await isOn(nextDay)]).toEqual([[0, 0], [1, 1]]); // biome-ignore format: pairs
  await cancel(1);
  expect(await firstOf()).toEqual([moved, other]);
  expect([await isOn(playOn), await isOn(nextDay)]).toEqual([[1, 1], [1, 1]]); // biome-ignore format: pairs
});
