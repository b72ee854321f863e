// Completion links over HTTP (§4 booking completion, §7 intact): the holder of the link fills in the travellers of an order placed
// without them, completes it once, and sees nothing but travellers' fields and product facts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let member: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(() => test.close());

const person = (name: string) => ({ '102': name, '202': 'P1234' });

async function placeLater(travellers: Record<string, string>[] = [], token = agent): Promise<string> {
  const input = await fillOrder(test, token, { product: 'Green Hills', quantity: 2 });
  const later = { ...input, travellers, travellersLater: true, agentReference: 'SECRET-REF' };
  const answer = await test.call('createOrder', later, { token, key: newKey() });
  expect([answer.code, answer.data]).toMatchObject([200, {}]);
  return answer.data.orderNo;
}
async function linkTo(orderNos: string[], token = agent): Promise<string> {
  const answer = await test.call('completionLink', { orderNos }, { token });
  expect(answer.code).toBe(200);
  return new URL(answer.data.address).searchParams.get('token') ?? '';
}
const info = (token: string) => test.call('intactInfo', { token });
const fill = (
  token: string,
  orderNo: string,
  travellers: Record<string, string>[],
  complete: boolean,
  language = 'en',
) => test.call('intact', { token, orderNo, travellers, complete }, { language });
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: Record<string, string> }).fields;

describe('an order with travellers to come', () => {
  it('is accepted without them only on request; given values must be valid', async () => {
    const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
    const order = (more: object) =>
      test.call('createOrder', { ...input, travellers: [], ...more }, { token: agent, key: newKey() });
    expect((await order({})).code).toBe(200001);
    expect(fieldsOf(await order({ travellersLater: true, travellers: [{ '102': '王' }] }))).toEqual({
      'travellers.0.102': 'Please use Latin letters, as in the passport',
    });
  });

  it('is saved, gone on with later and completed; the voucher’s line has the names (§1 completion links)', async () => {
    const orderNo = await placeLater([{ '102': 'Mei Tan' }]);
    const own = await test.call('getIncompleteOrderList', {}, { token: agent });
    expect(own.data.list.find((item) => item.orderNo === orderNo)).toMatchObject({
      state: 'open',
      travellerCount: 2,
      missing: [
        { traveller: 0, fields: ['202'] },
        { traveller: 1, fields: ['102', '202'] },
      ],
    });
    const token = await linkTo([orderNo]);
    const first = (await info(token)).data.orders[0];
    expect(first).toMatchObject({ travellerFields: ['102', '202'], travellers: [{ '102': 'Mei Tan' }, {}] });
    const saved = await fill(token, orderNo, [person('Mei Tan'), { '102': ' Lee ' }], false);
    expect(saved.data).toEqual({ state: 'open', missing: [{ traveller: 1, fields: ['202'] }] });
    const early = await fill(token, orderNo, [person('Mei Tan'), { '102': 'Lee' }], true, 'zh_CN');
    expect([early.code, Object.keys(fieldsOf(early) ?? {})]).toEqual([200001, ['travellers.1.202']]);
    expect((await info(token)).data.orders[0]?.travellers).toEqual([person('Mei Tan'), { '102': 'Lee' }]);
    expect((await fill(token, orderNo, [person('Mei Tan'), person('Lee')], true)).data).toEqual({
      state: 'done',
      missing: [],
    });
    const detail = await test.call('orderDetail', { id: orderNo }, { token: agent });
    expect(detail.data.lines[0]?.travellers).toEqual([person('Mei Tan'), person('Lee')]);
    expect(detail.data.events.at(-1)).toMatchObject({ action: 'fill' });
    const after = await test.call('getIncompleteOrderList', { orderNo }, { token: agent });
    expect(after.data.list).toEqual([]);
  });

  it('cannot be changed by its link once complete, and what was filled in is not shown again', async () => {
    const orderNo = await placeLater();
    const token = await linkTo([orderNo]);
    await fill(token, orderNo, [person('One'), person('Two')], true);
    for (const complete of [true, false])
      expect((await fill(token, orderNo, [person('Other'), person('Two')], complete)).code).toBe(200311);
    expect((await test.call('completionLink', { orderNos: [orderNo] }, { token: agent })).code).toBe(200311);
    expect((await info(token)).data.orders[0]).toMatchObject({ state: 'done', travellers: [] });
  });

  it('is completed once by twenty at the same time', async () => {
    const orderNo = await placeLater();
    const token = await linkTo([orderNo]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        fill(token, orderNo, [person(`Racer ${'ABCDEFGHIJKLMNOPQRST'[at]}`), person('Two')], true),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200311)]);
    const winner = answers.findIndex((answer) => answer.code === 200);
    const detail = await test.call('orderDetail', { id: orderNo }, { token: agent });
    expect(detail.data.lines[0]?.travellers[0]?.['102']).toBe(`Racer ${'ABCDEFGHIJKLMNOPQRST'[winner]}`);
    expect(detail.data.events.filter((event) => event.action === 'fill')).toHaveLength(1);
  });
});

describe('a link', () => {
  it('that is unknown, guessed, of another shop or too old opens nothing', async () => {
    const orderNo = await placeLater();
    const token = await linkTo([orderNo]);
    const wrong = { headers: { 'x-forwarded-for': '10.71.0.1' } };
    expect((await test.call('intactInfo', { token: `${token}x` }, wrong)).code).toBe(200107);
    expect((await test.call('intactInfo', { token }, { ...wrong, host: 'two.test' })).code).toBe(200107);
    await sql`UPDATE completion_link SET expires_at = now() - interval '1 second' WHERE ${orderNo} = ANY(order_nos)`.execute(
      test.database.house,
    );
    expect((await info(token)).code).toBe(200107);
    expect((await fill(token, orderNo, [], false)).code).toBe(200107);
    expect((await test.call('getIncompleteOrderList', { token })).code).toBe(200107);
  });

  it('is guessed thirty times an hour at most from one address', async () => {
    const from = { headers: { 'x-forwarded-for': '10.71.0.2' } };
    const guess = () => test.call('intactInfo', { token: newKey() }, from);
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    expect(answers.filter((answer) => answer.http === 503)).toHaveLength(10);
  });

  it('lasts to the end of the day after travel, and only its hash is stored', async () => {
    const orderNo = await placeLater();
    const token = await linkTo([orderNo]);
    const stored = await sql<{ fine: boolean; text: string }>`SELECT
        expires_at = ((SELECT max(play_on) + 2 FROM sub_order WHERE order_no = ${orderNo})::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur') AS fine,
        completion_link::text AS text FROM completion_link WHERE ${orderNo} = ANY(order_nos)`.execute(
      test.database.house,
    );
    expect(stored.rows).toHaveLength(1);
    expect(stored.rows[0]?.fine).toBe(true);
    expect(stored.rows[0]?.text).not.toContain(token);
  });

  it('reaches its own orders only, and of them the fields that are asked for', async () => {
    const [orderNo, other] = [await placeLater(), await placeLater()];
    const token = await linkTo([orderNo]);
    expect((await fill(token, other, [person('One'), person('Two')], true)).http).toBe(421);
    const odd = await fill(token, orderNo, [{ '102': 'One', '104': '1990-01-01', '111': 'x', '998': 'y' }], false);
    expect(Object.keys(fieldsOf(odd) ?? {}).sort()).toEqual([
      'travellers.0.104',
      'travellers.0.111',
      'travellers.0.998',
    ]);
    expect(Object.keys(fieldsOf(await fill(token, orderNo, [{}, {}, person('Three')], false)) ?? {})).toEqual([
      'travellers.2.102',
      'travellers.2.202',
    ]);
    const more = { token, orderNo, travellers: [], complete: false, remark: 'x' };
    expect((await test.call('intact', more as never)).code).toBe(200001);
    const both = await linkTo([orderNo, other]);
    expect((await info(both)).data.orders.map((order) => order.orderNo)).toEqual([orderNo, other]);
    expect((await test.call('getIncompleteOrderList', { token: both })).data.list).toHaveLength(2);
  });

  it('is made by those who see the order only', async () => {
    const orderNo = await placeLater();
    expect((await test.call('completionLink', { orderNos: [orderNo] }, { token: member })).http).toBe(421);
    expect((await test.call('completionLink', { orderNos: [orderNo] })).http).toBe(401);
    expect((await test.call('getIncompleteOrderList', {})).http).toBe(401);
    const own = await test.call('getIncompleteOrderList', {}, { token: member });
    expect(own.data.list.some((item) => item.orderNo === orderNo)).toBe(false);
  });

  it('of a withdrawn order fills in nothing', async () => {
    const orderNo = await placeLater();
    const token = await linkTo([orderNo]);
    expect((await test.call('cancelOrder', { orderNo, remark: '' }, { token: agent })).code).toBe(200);
    expect((await fill(token, orderNo, [person('One'), person('Two')], true)).code).toBe(200302);
    expect((await info(token)).data.orders[0]).toMatchObject({ state: 'closed', travellers: [] });
  });

  it('shows no price, no contact and nothing of the agent', async () => {
    const orderNo = await placeLater([person('Mei')]);
    const token = await linkTo([orderNo]);
    const answers = [
      await info(token),
      await test.call('getIncompleteOrderList', { token }),
      await fill(token, orderNo, [person('Mei')], false),
    ].map((item) => JSON.stringify(item.data));
    for (const text of answers)
      expect(text).not.toMatch(/amount|price|MYR|20000|mei@example|12345678|Arif|Agency|SECRET|agent|status|101/i);
  });
});

describe('a mailed link', () => {
  let mailed = '';
  it('goes to the traveller in the language chosen, without prices, and opens the order', async () => {
    const orderNo = await placeLater();
    mailed = orderNo;
    const send = (email: string) =>
      test.call('completionSend', { orderNos: [orderNo], email, language: 'th' }, { token: agent });
    expect(fieldsOf(await send('nobody'))).toEqual({ email: 'Please enter a valid e-mail address' });
    expect((await send('traveller@example.com')).code).toBe(200);
    const ask = async () =>
      (await test.mails('traveller@example.com')).find((mail) => mail.occasion.startsWith('completion '));
    const mail = await until(ask, Boolean);
    expect(mail?.html).toContain('lang="th"');
    expect(mail?.body).toContain('กรอกข้อมูล');
    expect(mail?.body).not.toMatch(/MYR|200\.00|Mei|Arif|SECRET/);
    const link = /http:\/\/one\.test(\/completion\?token=\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const token = new URL(link, 'http://one.test').searchParams.get('token') ?? '';
    expect((await info(token)).data.orders[0]?.orderNo).toBe(orderNo);
  });

  it('leads to the owner’s own address, whatever host it was asked on', async () => {
    const house = test.database.house;
    const orderNo = mailed;
    await sql`UPDATE owner SET address = NULL WHERE owner_id = 1`.execute(house);
    await sql`INSERT INTO hostname (host, owner_id) VALUES ('zz.one.test', 1)`.execute(house);
    const email = 'elsewhere@example.com';
    const answer = await test.call(
      'completionSend',
      { orderNos: [orderNo], email, language: 'en' },
      { token: agent, host: 'zz.one.test' },
    );
    expect(answer.code).toBe(200);
    const ask = () =>
      sql<{ body: string }>`SELECT body FROM mail WHERE recipient = ${email}`
        .execute(house)
        .then((found) => found.rows[0]?.body ?? '');
    expect(await until(ask, Boolean)).toContain('https://one.test/completion?token=');
    await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(house);
  });
});
