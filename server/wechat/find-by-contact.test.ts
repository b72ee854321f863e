// Finding an order by its number and its contact over HTTP (§2 wechat/orderOne): the ways people type both, one answer for every
// mismatch, limits, keys that open one order of one owner for 30 days, and the completion link mailed to the contact.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NotHere, refusals } from '../../domain/errors.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { makeRoom } from '../../tests/build/set-up-desk.ts';
import type { Context } from '../platform/context.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { openFound, sealFound } from './seal-found.ts';

let test: TestHouse;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());
afterEach(() => vi.useRealTimers());

let sources = 0;
/** Each try from an address of its own, unless a test is about addresses. */
const elsewhere = () => {
  sources += 1;
  return { headers: { 'x-forwarded-for': `10.81.${sources >> 8}.${sources & 255}` } };
};
const find = (orderNo: string, contact: string, as: object = elsewhere()) =>
  test.call('wechatFind', { orderNo, contact }, as);
const open = (key: string, as: object = elsewhere()) => test.call('wechatOrder', { key }, as);

type Changed = { contact?: object; travellersLater?: boolean; language?: string };
async function place({ contact = {}, travellersLater = false, language = 'en' }: Changed = {}): Promise<string> {
  const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  const order = {
    ...input,
    contact: { ...input.contact, ...contact },
    ...(travellersLater && { travellers: [], travellersLater }),
  };
  const answer = await test.call('createOrder', order, { token: agent, key: newKey(), language });
  if (answer.code !== 200) throw new Error(`no order: ${answer.code} ${answer.msg}`);
  return answer.data.orderNo;
}
async function keyTo(orderNo: string): Promise<string> {
  const { data } = await find(orderNo, 'mei@example.com');
  return data.key;
}
/** Another letter in the middle: the last one of a part may hold no bits. */
const flip = (part: string) => (part[0] === 'a' ? 'b' : 'a') + part.slice(1);
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: Record<string, string> }).fields;

describe('an order is found', () => {
  let orderNo: string;
  let other: string;
  let typed: Record<string, string>;
  beforeAll(async () => {
    orderNo = await place();
    other = await place({ contact: { phone: '0123456789' } });
    typed = {
      plain: orderNo,
      small: orderNo.toLowerCase(),
      spaced: ` ${orderNo.slice(0, 6)} ${orderNo.slice(6)} `,
      dashed: `${orderNo.slice(0, 6)}-${orderNo.slice(6, 10)}–${orderNo.slice(10)}`,
      wide: orderNo.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    };
  });

  it.each(['plain', 'small', 'spaced', 'dashed', 'wide'])('by its number typed %s', async (way) => {
    const answer = await find(typed[way] ?? '', 'mei@example.com');
    expect(answer.code).toBe(200);
    expect((await open(answer.data.key)).data.orderNo).toBe(orderNo);
  });

  it.each([
    ['an address in capitals', ' MEI@Example.COM '],
    ['the number alone', '12345678'],
    ['the number with spaces and dashes', '12-345 678'],
    ['the number with its country', '+60 12345678'],
    ['the number as dialled abroad', '0060 1234 5678'],
  ])('by its contact given as %s', async (_, contact) => {
    expect((await find(orderNo, contact)).code).toBe(200);
  });

  it.each(['0123456789', '123456789', '+60 123456789', '+60 (0)123456789'])(
    'whether or not the number is given with its zero: %s',
    async (contact) => {
      expect((await find(other, contact)).code).toBe(200);
    },
  );
});

describe('nothing is found', () => {
  it.each([
    ['another address', 'lee@example.com'],
    ['an address that only begins the same', 'mei@example.co'],
    ['a number that only ends the same', '345678'],
    ['another country’s number', '+65 12345678'],
    ['the contact’s name', 'Mei Tan'],
    ['a number among words', 'call 12345678'],
    ['the agent who booked', 'agent@one.example'],
    ['signs', '%'],
  ])('with %s', async (_, contact) => {
    const answer = await find(await place(), contact);
    expect([answer.http, answer.code, answer.data]).toEqual([200, refusals.orderNotFound, {}]);
  });

  it('and a wrong number is answered exactly as a wrong contact, in the reader’s language', async () => {
    const orderNo = await place();
    const as = { language: 'zh_CN' };
    const wrong = await find(orderNo, 'lee@example.com', { ...elsewhere(), ...as });
    const unknown = await find('261121ABCDEFGH', 'mei@example.com', { ...elsewhere(), ...as });
    expect(wrong.msg).toBe('没有找到相符的订单。请核对订单号以及联系人的邮箱或手机号。');
    for (const part of ['http', 'code', 'msg', 'data'] as const) expect(unknown[part]).toEqual(wrong[part]);
  });

  it('where the contact gave no number, by any number', async () => {
    const orderNo = await place({ contact: { areaCode: '', phone: '' } });
    for (const contact of ['0', '60', '000']) expect((await find(orderNo, contact)).code).toBe(refusals.orderNotFound);
    expect((await find(orderNo, 'mei@example.com')).code).toBe(200);
  });

  it('and what is empty is asked for by its field', async () => {
    const answer = await find(' - ', '  ');
    expect([answer.code, fieldsOf(answer)]).toEqual([
      refusals.invalidInput,
      { orderNo: 'This field is required', contact: 'This field is required' },
    ]);
  });

  it('at another owner’s shop, with or without the key', async () => {
    const orderNo = await place();
    const there = { ...elsewhere(), host: 'two.test' };
    expect((await find(orderNo, 'mei@example.com', there)).code).toBe(refusals.orderNotFound);
    expect((await open(await keyTo(orderNo), there)).http).toBe(421);
  });
});

describe('tries', () => {
  it('of one place end after twenty in an hour, whatever they are for', async () => {
    const orderNo = await place();
    const as = elsewhere();
    for (let at = 0; at < 20; at += 1) expect((await find(`26112100000${at}`, 'a@b.example', as)).http).toBe(200);
    const answer = await find(orderNo, 'mei@example.com', as);
    expect([answer.http, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect((await find(orderNo, 'mei@example.com')).code).toBe(200);
  });

  it('at one order end after ten, when twenty come at once from any address', async () => {
    const [orderNo, other] = [await place(), await place()];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => find(orderNo, `guess${at}@example.com`)));
    expect(answers.filter((answer) => answer.http === 200).map((answer) => answer.code)).toEqual(
      Array(10).fill(refusals.orderNotFound),
    );
    expect(answers.filter((answer) => answer.http === 503)).toHaveLength(10);
    // Nor does the right contact go through now, nor another way to write the number.
    expect((await find(orderNo, 'mei@example.com')).http).toBe(503);
    expect((await find(orderNo.toLowerCase(), 'mei@example.com')).http).toBe(503);
    expect((await find(other, 'mei@example.com')).code).toBe(200);
  });

  it('at a number that does not exist end as early', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => find('261121NOORDER', 'mei@example.com')));
    expect(answers.filter((answer) => answer.http === 503)).toHaveLength(10);
  });
});

describe('a key', () => {
  it('opens for 30 days and not longer (§9 WeChat look-up)', async () => {
    const key = await keyTo(await place());
    const day = 86_400_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * day - 60_000 });
    expect((await open(key)).http).toBe(200);
    vi.setSystemTime(Date.now() + 120_000);
    expect((await open(key)).http).toBe(421);
    expect((await test.call('wechatSendLink', { key }, elsewhere())).http).toBe(421);
  });

  it('that was bent or made up opens nothing', async () => {
    const key = await keyTo(await place());
    const parts = key.split('.');
    const body = parts[3] ?? '';
    const bend = (at: number) => parts.map((part, place) => (place === at ? flip(part) : part)).join('.');
    const own = Buffer.from(JSON.stringify({ ownerId: 1, orderNo: 'X', until: 9e15 })).toString('base64url');
    const madeUp = [[...parts.slice(0, 3), own].join('.'), key.slice(0, -8), `v1...${body}`, 'v1.a.b.c', 'x'];
    for (const bent of [bend(0), bend(1), bend(2), bend(3), ...madeUp]) expect((await open(bent)).http, bent).toBe(421);
    expect((await open(key)).http).toBe(200);
  });

  it('opens nothing once staff replaced the contact by which it was found', async () => {
    const orderNo = await place();
    const [byEmail, byPhone] = [await keyTo(orderNo), (await find(orderNo, '12345678')).data.key];
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    const seen = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };
    const change = { id: orderNo, seen, ...seen, email: 'may@example.com' };
    expect((await test.call('consoleContact', change, { token: staff })).code).toBe(200);
    expect((await open(byEmail)).http).toBe(421);
    expect((await test.call('wechatSendLink', { key: byEmail }, elsewhere())).http).toBe(421);
    expect((await open(byPhone)).http).toBe(200);
  });

  it('that the house sealed for something else opens nothing', () => {
    const vault = makeVault('of a test');
    const context = { vault, owner: { id: 1 }, now: new Date() } as unknown as Context;
    const key = sealFound(context, 'ORDER001');
    expect(openFound(context, key)).toBe('ORDER001');
    const inside = JSON.stringify({ ownerId: 1, orderNo: 'ORDER001', until: Date.now() + 60_000 });
    expect(() => openFound(context, vault.seal(inside, 'another purpose'))).toThrow(NotHere);
    expect(() => openFound({ ...context, owner: { ...context.owner, id: 2 } }, key)).toThrow(NotHere);
    expect(() => openFound({ ...context, vault: makeVault('another house') }, key)).toThrow(NotHere);
  });

  it('is used six hundred times an hour from one place', async () => {
    const [key, from] = [await keyTo(await place()), elsewhere()];
    expect((await open(key, from)).http).toBe(200);
    await sql`UPDATE attempt SET count = 599 WHERE bucket = ${`found:${from.headers['x-forwarded-for']}`}`.execute(
      test.database.house,
    );
    expect((await open(key, from)).http).toBe(200);
    expect((await open(key, from)).http).toBe(503);
    expect((await open(key)).http).toBe(200);
  });

  it('differs each time and holds nothing that can be read', async () => {
    const orderNo = await place();
    const [one, two] = [await keyTo(orderNo), await keyTo(orderNo)];
    expect(one).not.toBe(two);
    for (const part of one.split('.')) expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(orderNo);
  });
});

describe('the link for the travellers', () => {
  const mail = (key: string, as: object = elsewhere()) => test.call('wechatSendLink', { key }, as);
  const person = (name: string) => ({ '102': name, '202': 'P1234' });

  it('goes to the order’s contact in the order’s language, whose address is shown in part', async () => {
    const orderNo = await place({ contact: { email: 'Lin.Mei@example.com' }, travellersLater: true, language: 'th' });
    const { key } = (await find(orderNo, 'lin.mei@example.com')).data;
    const answer = await mail(key);
    expect([answer.code, answer.data]).toEqual([200, { sentTo: 'l•••@example.com' }]);
    const ask = async () =>
      (await test.mails('lin.mei@example.com')).find((mail) => mail.occasion.startsWith('completion '));
    const sent = await until(ask, Boolean);
    expect(sent?.html).toContain('lang="th"');
    const token = /\/completion\?token=([^&\s]+)/.exec(sent?.body ?? '')?.[1] ?? '';
    const info = await test.call('intactInfo', { token });
    expect(info.data.orders.map((order) => order.orderNo)).toEqual([orderNo]);
    const done = { token, orderNo, travellers: [person('One'), person('Two')], complete: true };
    expect((await test.call('intact', done)).data).toMatchObject({ state: 'done' });
    expect((await mail(key)).code).toBe(refusals.completionDone);
  });

  it('is mailed three times an hour for one order, and no more from twenty at once', async () => {
    const key = await keyTo(await place({ travellersLater: true }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => mail(key)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.http === 503)).toHaveLength(17);
  });

  it('is mailed twenty times an hour from one place, whatever the orders', async () => {
    const from = elsewhere();
    const answers: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      const email = `place${at}@example.com`;
      const { key } = (await find(await place({ contact: { email }, travellersLater: true }), email)).data;
      for (let again = 0; again < 3; again += 1) answers.push((await mail(key, from)).http);
    }
    expect(answers).toEqual([...Array(20).fill(200), 503]);
  });

  it('is not made for an order that was closed, nor where no field is left to fill in', async () => {
    const closed = await place({ travellersLater: true });
    expect((await test.call('cancelOrder', { orderNo: closed }, { token: agent })).code).toBe(200);
    expect((await mail(await keyTo(closed))).code).toBe(refusals.actionNotAllowed);
    expect((await mail(await keyTo(await place()))).code).toBe(refusals.completionDone);
  });
});
