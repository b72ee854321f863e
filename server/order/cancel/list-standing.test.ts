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
