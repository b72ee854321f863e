// The file of a person who is the contact of an agency's order (decision 0787): what the order says about the person, nothing of what the
// agency pays, writes and reads.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';

let test: TestHouse;
let orderNo: string;
let net: number;
const email = 'customer@mail.example';

beforeAll(async () => {
  test = await openTestHouse();
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const operations = await test.signIn('operations@one.example', 'operations-2026');
  const contact = { name: 'Wilhelmina Customer', email, areaCode: '60', phone: '127788990' };
  const placed = await test.call(
    'createOrder',
    {
      ...(await fillOrder(test, agent)),
      contact,
      agentReference: 'AGENCY-77',
      notify: [{ to: 'account', email: '', language: 'en' }],
    },
    { token: agent, key: newKey() },
  );
  expect(placed.code, JSON.stringify(placed.data)).toBe(200);
  orderNo = placed.data.orderNo;
  const key = newKey();
  expect((await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key })).code).toBe(200);
  await test.call('remark', { orderNo, text: 'We keep a third of it' }, { token: agent });
  await test.call('consoleNoteAdd', { id: orderNo, text: 'This agency haggles' }, { token: operations });
  net = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data.payable.amountMinor;
  await until(
    async () => (await test.mails('agent@one.example')).filter((mail) => mail.occasion.includes(orderNo)),
    (mails) => mails.length > 0,
  );
});
afterAll(() => test.close());

const read = async (token: string, path = '/api/ucenter/personaldata/file') => {
  const answer = await test.fetch(path, { headers: { token } });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  return Buffer.from(await answer.arrayBuffer()).toString('utf8');
};
const secrets = [
  'AGENCY-77',
  'We keep a third',
  'This agency haggles',
  'agent@one.example',
  'payable_minor',
  'payments',
];

describe('§6 personal data of the contact of another’s order', () => {
  it('are the contact and the journey, without the agency’s price, references, messages and mails', async () => {
    const file = await read(await enterAsGuest(test, email));
    for (const word of [orderNo, 'Wilhelmina Customer', '127788990', 'play_on']) expect(file).toContain(word);
    for (const word of [...secrets, String(net)]) expect(file, word).not.toContain(word);
  });

  it('are the same in the file that staff send to the person', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const file = await read(admin, `/api/console/personaldata/file?email=${encodeURIComponent(email)}`);
    expect(file).toContain('Wilhelmina Customer');
    for (const word of secrets) expect(file, word).not.toContain(word);
  });

  it('are with its price and messages of an order that the person placed, and of its mails those to the person', async () => {
    const guest = await enterAsGuest(test, email);
    const own = await placeOrder(test, guest);
    await test.call('remark', { orderNo: own, text: 'Is there a lift?' }, { token: guest });
    await until(
      async () => (await test.mails('operations@one.example')).filter((mail) => mail.occasion.includes(own)),
      (mails) => mails.length > 0,
    );
    const file = await read(guest);
    for (const word of [own, 'payable_minor', 'Is there a lift?']) expect(file).toContain(word);
    expect(file).not.toContain('operations@one.example');
  });
});
