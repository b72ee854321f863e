// Whom a gateway writes to about a payment (§1 agents, decision 0791): its receipt names the amount, so of an agency's order it gets the
// agency's own address and telephone, and of everybody else's those of the order's contact.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iPay88Keys } from '../../tests/build/gateways/set-up-ipay88.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { setUp } from '../../tests/build/set-up-channels.ts';

let test: TestHouse;
const contact = { name: 'Wilhelmina Customer', email: 'customer@mail.example', areaCode: '60', phone: '127788990' };

beforeAll(async () => {
  test = await openTestHouse();
  await setUp(test, 'iPay88', 'one', iPay88Keys.one);
});
afterAll(() => test.close());

/** What the buyer's browser posts to the gateway. */
async function formOf(email: string, password: string): Promise<Record<string, string>> {
  const token = await test.signIn(email, password);
  const input = { ...(await fillOrder(test, token)), contact };
  const placed = await test.call('createOrder', input, { token, key: newKey() });
  expect(placed.code, JSON.stringify(placed.data)).toBe(200);
  const id = placed.data.orderNo;
  const started = await test.call('paying', { id, channel: 'iPay88' }, { token, key: newKey() });
  expect(started.code, started.msg).toBe(200);
  return started.data.form?.fields ?? {};
}

describe('§4 payment at a gateway', () => {
  it('names the agency as the payer of its order, and the customer nowhere', async () => {
    const fields = await formOf('agent@one.example', 'agent-2026');
    expect(fields.UserEmail).toBe('agent@one.example');
    expect(JSON.stringify(fields)).not.toMatch(/customer@mail|127788990|Wilhelmina/);
  });

  it('names the contact of the order of a member, who pays the price that everybody reads', async () => {
    const fields = await formOf('member@one.example', 'member-2026');
    expect(fields).toMatchObject({ UserEmail: contact.email, UserContact: '60127788990' });
  });
});
