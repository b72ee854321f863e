// Many orders decided at once (rules §10): each in its own transaction, those that changed meanwhile reported, one reason for all, and
// once when twenty requests arrive together.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buyPending, makeRoom } from '../../tests/build/set-up-desk.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let admin: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
}, 60_000);
afterAll(() => test.close());

const ask = (query: string) =>
  test.call('consoleOrders', { query }, { token: operations }).then((answer) => answer.data);
const logOf = async (act: string, query = '') =>
  (await test.call('consoleLog', { act, query }, { token: admin })).data.list;

describe('many at once', () => {
  it('fifty are confirmed, and each that had changed meanwhile is reported', async () => {
    const orderNos = await buyPending(test, agent, 50);
    const [gone = '', rejected = ''] = orderNos;
    await test.call('cancelOrder', { orderNo: gone }, { token: agent });
    await test.call('consoleReject', { id: rejected, why: 'No guide' }, { token: operations });
    const bulk = { orderNos: [...orderNos.slice(0, 49), '261121NOTHERE1'], act: 'confirm' as const };
    const { list } = (await test.call('consoleBulk', bulk, { token: operations })).data;
    expect(list).toHaveLength(50);
    const problems = list.filter((item) => item.problem);
    expect(problems).toEqual([
      { orderNo: gone, status: null, problem: 'actionNotAllowed' },
      { orderNo: rejected, status: null, problem: 'actionNotAllowed' },
      { orderNo: '261121NOTHERE1', status: null, problem: 'missing' },
    ]);
    expect(list.filter((item) => item.status === 1003)).toHaveLength(47);
    expect((await ask(orderNos[2] ?? '')).list[0]?.status).toBe(1003);
    expect((await ask(orderNos[49] ?? '')).list[0]?.status).toBe(1002);
    const [entry] = await logOf('order-confirmed', orderNos[2]);
    expect(entry).toMatchObject({ staffName: 'Daniel', before: { status: 1002 }, after: { status: 1003 } });
  }, 120_000);

  it('rejecting wants one reason, which every buyer reads', async () => {
    const orderNos = await buyPending(test, agent, 3);
    const bulk = { orderNos, act: 'reject' as const };
    const refused = await test.call('consoleBulk', { ...bulk, why: ' ' }, { token: operations });
    expect([refused.code, refused.data]).toEqual([200001, { fields: { why: 'This field is required' } }]);
    const { list } = (await test.call('consoleBulk', { ...bulk, why: 'The road is closed' }, { token: operations }))
      .data;
    expect(list.map((item) => item.status)).toEqual([4007, 4007, 4007]);
    const answer = (await test.call('orderDetail', { id: orderNos[2] ?? '' }, { token: agent })).data;
    expect(answer.events.find((event) => event.action === 'reject')?.why).toBe('The road is closed');
    expect((await logOf('order-rejected'))[0]?.after).toEqual({ status: 4007, why: 'The road is closed' });
  });

  it('twenty people confirming one order confirm it once', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.call('consoleConfirm', { id }, { token: operations })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await logOf('order-confirmed', id)).toHaveLength(1);
  });
});
