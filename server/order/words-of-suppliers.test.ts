// A supplier asks the owner to cancel, and the owner answers (§3 order applier 3): what they write to each other names costs, and no buyer
// reads it, nor the name of the supplier's person.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';

let test: TestHouse;
let agent: string;
let supplier: string;
let operations: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

const words = /Our cost rose to 80|Agreed were 60|Suda/;

/** Asked by the supplier, and answered. */
async function askAndAnswer(decision: { approve: true } | { approve: false; reason: number }): Promise<string> {
  const [id = ''] = await buyPending(test, agent, 1);
  expect((await test.call('consoleConfirm', { id }, { token: supplier })).code).toBe(200);
  const ask = { id, subOrderNo: `${id}-1`, remark: 'Our cost rose to 80' };
  expect((await test.call('consoleSupplyCancel', ask, { token: supplier })).code).toBe(200);
  expect(await readByBuyer(id)).not.toMatch(words);
  const { list } = (await test.call('consoleCancels', { applier: 3 }, { token: operations })).data;
  const requestId = list.find((row) => row.orderNo === id)?.id ?? '';
  const answer = { id: requestId, text: 'Agreed were 60', ...decision };
  expect((await test.call('consoleCancelDecide', answer, { token: operations })).code).toBe(200);
  return id;
}

/** All that the buyer reads of the order. */
async function readByBuyer(id: string): Promise<string> {
  const { code, data } = await test.call('cancelRequests', { query: id }, { token: agent });
  expect([code, data.list.length]).toEqual([200, 1]);
  const detail = await test.call('orderDetail', { id }, { token: agent });
  const messages = await test.call('remarks', { a: id, b: 1 }, { token: agent });
  return JSON.stringify([data.list, detail.data, messages.data]);
}

describe('§3 order applier 3: the words of a supplier to the owner', () => {
  it('and the refusal stay between the two, and staff and supplier go on reading them', async () => {
    const id = await askAndAnswer({ approve: false, reason: 1 });
    expect(await readByBuyer(id)).not.toMatch(words);
    const { lines } = (await test.call('consoleSupply', { id }, { token: supplier })).data;
    expect(lines[0]?.asked).toMatchObject([{ remark: 'Our cost rose to 80', answer: 'Agreed were 60' }]);
    const seen = await test.call('consoleCancels', { result: 2, orderNo: id }, { token: operations });
    expect(seen.data.list).toMatchObject([{ remark: 'Our cost rose to 80', rejectText: 'Agreed were 60' }]);
  });

  it('and the refusal are not in the answer to a buyer who cancels, either', async () => {
    const id = await askAndAnswer({ approve: false, reason: 1 });
    const cancelled = await test.call('cancelOrder', { orderNo: id, remark: 'Rain' }, { token: agent });
    expect([cancelled.code, cancelled.data.requests.map(({ applier }) => applier).sort()]).toEqual([200, [1, 3]]);
    expect(JSON.stringify(cancelled.data)).not.toMatch(words);
    expect(JSON.stringify(cancelled.data)).toContain('Rain');
  });

  it('and the approval stay between the two', async () => {
    const id = await askAndAnswer({ approve: true });
    expect(await readByBuyer(id)).not.toMatch(words);
  });

  it('are not the buyer’s own, nor the owner’s to the buyer, which the buyer reads', async () => {
    const [id = ''] = await buyPending(test, agent, 1);
    await test.call('consoleConfirm', { id }, { token: supplier });
    const apply = { id, subOrderNo: `${id}-1`, remark: 'The road is closed' };
    expect((await test.call('consoleCancelApply', apply, { token: operations })).code).toBe(200);
    const { list } = (await test.call('consoleCancels', { applier: 2, orderNo: id }, { token: operations })).data;
    const refuse = { id: list[0]?.id ?? '', approve: false, reason: 1, text: 'It is open again' };
    expect((await test.call('consoleCancelDecide', refuse, { token: operations })).code).toBe(200);
    const read = await readByBuyer(id);
    for (const text of ['The road is closed', 'It is open again']) expect(read).toContain(text);
    expect(read).not.toContain('Daniel');
  });
});
