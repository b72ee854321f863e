// Orders that an agent's own system places (§1 inner API, §3 order source and agent types): they carry where they come from, and are
// paid, changed and cancelled there, not in the portal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../domain/errors.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';

let test: TestHouse;
let agent: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

/** The same session as a browser sends it. */
const inPortal = () => ({ headers: { cookie: `kb=${agent}`, 'sec-fetch-site': 'same-origin' } });

async function place(as: object, ownSystem: boolean, token = agent) {
  const body = await fillOrder(test, token);
  return test.call('createOrder', { ...body, ownSystem }, { key: newKey(), ...as });
}

const sourceOf = async (orderNo: string) =>
  (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.source;

async function setAgentType(agentType: number) {
  const admin = await test.signIn('admin@one.example', 'admin-2026');
  const found = await test.call('consolePartners', { query: 'agent@one.example' }, { token: admin });
  const id = found.data.list[0]?.id ?? '';
  const { revision, level } = (await test.call('consolePartner', { id }, { token: admin })).data;
  const answer = await test.call('consolePartnerLevel', { id, revision, level, agentType }, { token: admin });
  expect(answer.code).toBe(200);
  expect((await test.call('consolePartner', { id }, { token: admin })).data).toMatchObject({ level, agentType });
}

describe('the source of an order', () => {
  it('is Open API, or the platform that the owner named for the agent; people’s orders are the agent’s own (§3 order sources)', async () => {
    const open = await place({ token: agent }, true);
    expect(open.code).toBe(200);
    expect(await sourceOf(open.data.orderNo)).toBe(9);
    await setAgentType(2);
    const ctrip = await place({ token: agent }, true);
    expect(await sourceOf(ctrip.data.orderNo)).toBe(2);
    expect(await sourceOf((await place({ token: agent }, false)).data.orderNo)).toBe(0);
    const list = await test.call('orderList', { source: 2 }, { token: agent });
    expect(list.data.list.map((item) => item.orderNo)).toEqual([ctrip.data.orderNo]);
    await setAgentType(0);
  });

  it('cannot be claimed by a browser, nor by a member', async () => {
    const browser = await place(inPortal(), true);
    expect([browser.code, Object.keys((browser.data as unknown as { fields: object }).fields)]).toEqual([
      200001,
      ['ownSystem'],
    ]);
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await place({ token: member }, true, member)).code).toBe(200001);
  });
});

describe('in the portal such an order', () => {
  it('is shown, with nothing to press, and neither paid nor cancelled; its own system does both', async () => {
    const { orderNo } = (await place({ token: agent }, true)).data;
    const shown = (await test.call('orderDetail', { id: orderNo }, inPortal())).data;
    expect(shown).toMatchObject({ source: 9, elsewhere: true, actions: [], payBy: null });
    const own = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(own).toMatchObject({ elsewhere: false, actions: ['withdraw'] });
    expect(own.payBy).not.toBeNull();
    const wish = { id: orderNo, channel: 'deposit' };
    for (const answer of [
      await test.call('payInfo', { id: orderNo }, inPortal()),
      await test.call('paying', wish, { key: newKey(), ...inPortal() }),
      await test.call('cancelOrder', { orderNo }, inPortal()),
    ])
      expect(answer.code).toBe(refusals.handledElsewhere);
    expect((await test.call('cancelOrder', { orderNo }, inPortal())).msg).toMatch(/own system/);
    expect((await test.call('orderDetail', { id: orderNo }, { token: agent })).data.status).toBe(1001);
    expect((await test.call('payInfo', { id: orderNo }, { token: agent })).code).toBe(200);
    expect((await test.call('cancelOrder', { orderNo }, { token: agent })).code).toBe(200);
    expect((await test.call('orderDetail', { id: orderNo }, { token: agent })).data.status).toBe(4007);
  });

  it('stays the owner’s to decide, and its own orders stay the portal’s', async () => {
    const { orderNo } = (await place({ token: agent }, true)).data;
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    expect((await test.call('consoleOrder', { id: orderNo }, { token: operations })).data.source).toBe(9);
    const people = await placeOrder(test, agent);
    expect((await test.call('orderDetail', { id: people }, inPortal())).data).toMatchObject({
      elsewhere: false,
      actions: ['withdraw'],
    });
    expect((await test.call('cancelOrder', { orderNo: people }, inPortal())).code).toBe(200);
  });
});
