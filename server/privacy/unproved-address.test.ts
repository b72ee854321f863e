// Personal data of an account whose address no one proved (decision 0083): a main account may open a sub-account with another person's
// address. What belongs to that address is not the account's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/open-database.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { readConfig } from '../platform/config.ts';
import { sql } from '../platform/db.ts';
import { makeVault, storeHouseKey } from '../platform/vault.ts';
import { eraseAgain, listErased } from './erase-again.ts';

let test: TestHouse;
let trap: string;
let guest: string;
let orderNo: string;
const email = 'victim@mail.example';
const password = 'helper-2026';

beforeAll(async () => {
  test = await openTestHouse();
  const main = await test.signIn('agent@one.example', 'agent-2026');
  const made = await test.call(
    'createChildAccount',
    { username: 'Trap001', email, name: 'Trap Setter', password, confirmation: password },
    { token: main },
  );
  expect(made.code, JSON.stringify(made.data)).toBe(200);
  guest = await enterAsGuest(test, email);
  const contact = { name: 'Wilhelmina Victim', email, areaCode: '60', phone: '127788990' };
  const placed = await test.call(
    'createOrder',
    { ...(await fillOrder(test, guest)), contact },
    { token: guest, key: newKey() },
  );
  expect(placed.code).toBe(200);
  orderNo = placed.data.orderNo;
  trap = await test.signIn('Trap001', password);
});
afterAll(() => test.close());

const house = () => test.database.house;
const fileOf = async (token: string, path = '/api/ucenter/personaldata/file') => {
  const answer = await test.fetch(path, { headers: { token } });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return Buffer.from(await answer.arrayBuffer()).toString('latin1');
};

describe('a sub-account with the address of another person', () => {
  it('exports itself and nothing of that person', async () => {
    const file = await fileOf(trap);
    expect(file).toContain('Trap Setter');
    expect(file).not.toContain(orderNo);
    expect(file).not.toContain('Wilhelmina');
  });

  it('is not in the file that staff send to that person', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const file = await fileOf(admin, `/api/console/personaldata/file?email=${encodeURIComponent(email)}`);
    expect(file).toContain(orderNo);
    // The mail about the account is there: it went to the person.
    expect(file).not.toContain('"username": "Trap001"');
  });

  it('sees nothing of what that person has open', async () => {
    expect((await test.call('personalData', {}, { token: trap })).data.obstacles).toEqual([]);
  });

  it('is erased without the bookings of that person', async () => {
    // Nothing of the person is open any more, which would stop the erasure.
    const cancelled = await test.call('cancelOrder', { orderNo }, { token: guest });
    expect(cancelled.code, JSON.stringify(cancelled)).toBe(200);
    expect((await test.call('personalDataErase', { password, reviews: 'erased' }, { token: trap })).code).toBe(200);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const [request] = (await test.call('consolePersons', { query: '' }, { token: admin })).data.requests;
    const erased = await test.call(
      'consolePersonErase',
      { request: request?.id ?? '', email: '', reviews: 'erased' },
      { token: admin },
    );
    expect(erased.code, JSON.stringify(erased.data)).toBe(200);
    const { rows } = await sql<{ name: string }>`SELECT contact ->> 'name' AS name FROM purchase
      WHERE order_no = ${orderNo}`.execute(house());
    expect(rows).toEqual([{ name: 'Wilhelmina Victim' }]);
    expect((await test.call('getUserInfo', {}, { token: trap })).http).toBe(401);
  });

  it('is erased again after a restore, and the person is not', async () => {
    const list = await listErased(test.database);
    // As a restored backup has it: the account is there, and was long before.
    await sql`UPDATE account SET status = 1, email = ${email}, username = 'Trap001', created_at = now() - interval '1 day'
      WHERE kind = 'sub' AND status = -2`.execute(house());
    const { houseKey, dataFolder } = readConfig({}, root);
    const vault = makeVault(storeHouseKey(houseKey, dataFolder));
    expect(await eraseAgain(test.database, list, { vault, now: new Date() })).toEqual({ erased: 1, blocked: 0 });
    const { rows } = await sql<{ kind: string }>`SELECT kind FROM account WHERE email = ${email}`.execute(house());
    expect(rows).toEqual([{ kind: 'guest' }]);
  });
});
