// What an order's history says of its money (§2 order detail, §3): additional payments, with their amounts, for the buyer and for staff.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { buy, makeRoom } from '../../../tests/build/set-up-desk.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  // Someone decides about a cancellation with a fee.
  const rules = JSON.stringify([{ daysBefore: 400, feePercent: 50 }]);
  await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'hills'`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

async function confirmed(): Promise<string> {
  const id = await buy(test, agent, { product: 'Green Hills', quantity: 2 });
  await test.call('consoleConfirm', { id }, { token: staff });
  return id;
}

async function add(id: string, amountMinor: number, reason: string): Promise<string> {
  const added = { id, kind: 'extraTime' as const, amountMinor, reason };
  return (await test.call('consoleSupplementAdd', added, { token: staff })).data.supplementNo;
}

const ofAdditions = (events: { action: string; actorName: string; why: string; amount: object | null }[]) =>
  events
    .filter(({ action }) => action.startsWith('supplement'))
    .map(({ action, actorName, why, amount }) => [action, actorName, why, amount]);
const asBuyer = async (id: string) =>
  ofAdditions((await test.call('orderDetail', { id }, { token: agent })).data.events);

describe('the history of an order (§2 order detail)', () => {
  it('has additional payments that were asked for, made and withdrawn, with amount and reason', async () => {
    const id = await confirmed();
    const supplement = await add(id, 31, 'An hour more');
    const dropped = await add(id, 47, 'Two hours more');
    const paying = { id, channel: 'deposit', supplement };
    expect((await test.call('paying', paying, { token: agent, key: newKey() })).data.status).toBe(103);
    await test.call('consoleSupplementWithdraw', { id, supplementNo: dropped }, { token: staff });
    const [first, second] = [31, 47].map((amountMinor) => expect.objectContaining({ amountMinor }));
    expect(await asBuyer(id)).toEqual([
      ['supplementAsked', '', 'An hour more', first],
      ['supplementAsked', '', 'Two hours more', second],
      ['supplementPaid', 'deposit', 'An hour more', first],
      ['supplementWithdrawn', '', 'Two hours more', second],
    ]);
    const { data } = await test.call('consoleOrder', { id }, { token: staff });
    const names = ofAdditions(data.events).map(([action, name]) => [action, name !== '']);
    expect(names).toContainEqual(['supplementAsked', true]);
    expect(names).toContainEqual(['supplementWithdrawn', true]);
  });

  it('says that an additional payment is no longer due when its order ended', async () => {
    const id = await confirmed();
    await add(id, 31, 'An hour more');
    const { requests } = (await test.call('cancelOrder', { orderNo: id }, { token: agent })).data;
    const asked = requests.find((request) => request.result === 0)?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id: asked, approve: true }, { token: staff })).code).toBe(200);
    expect((await asBuyer(id)).map(([action]) => action)).toEqual(['supplementAsked', 'supplementWithdrawn']);
  });
});
