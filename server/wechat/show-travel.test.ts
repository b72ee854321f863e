// A trip on the phone over HTTP (§2 wechat ordeInfo, transferInfo, passenger, driverinfo): by key and by number, who sees it, what it
// shows of the day, and that a key never shows prices, documents, contacts or the buyer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../domain/errors.ts';
import { makeEditor } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buy, buyDoubtful, makeRoom } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { closeOverdue } from '../order/close-order.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  for (const name of ['agent', 'sub', 'open', 'member', 'operations', 'content'])
    tokens[name] = await test.signIn(`${name}@one.example`, `${name}-2026`);
  const editor = makeEditor(test, as('content'));
  const { id } = await findProduct(test, 'Green Hills');
  const answer = await editor.change(id, {
    orderFields: [402, 403, 404, 405, 401, 301, 905, 406, 915],
    travellerFields: [102, 202, 303],
    notices: [{ en: 'Bring a raincoat', zh_CN: '请带雨衣' }, { en: 'No pets' }],
    included: [{ en: 'Lunch' }],
    excluded: [{ en: 'Tips' }],
    instructions: { en: 'Show the voucher.' },
    traffic: { en: 'Take the blue line.' },
  });
  expect(answer.code).toBe(200);
});
afterAll(() => test.close());

const as = (name: string) => ({ token: tokens[name] ?? '' });
const byNumber = (orderNo: string, name: string) => test.call('wechatOrder', { orderNo }, as(name));
const byKey = async (orderNo: string, contact = 'mei@example.com', language = 'en') => {
  const { data } = await test.call('wechatFind', { orderNo, contact });
  return test.call('wechatOrder', { key: data.key }, { language });
};
const secrets = {
  orderFields: {
    ...{
      '402': '1 Beach Road',
      '403': 'Hotel Sunrise',
      '404': 'NOTE-WORD',
      '405': '99887701',
      '401': '9 Home Street',
      deliveryCountry: 'MY',
    },
    ...{ '301': '99887702', areaCode: '65', roomNumber: 'ROOM77', '406': 'MH123', passengerCount: '2' },
  },
  travellers: [
    { '102': 'Lee Wong', '202': 'PASSPORT1', '303': 'traveller-word@example.com' },
    { '102': 'Ana Wong', '202': 'PASSPORT2', '303': 'traveller-word@example.com' },
  ],
  remark: 'REMARK-WORD',
  agentReference: 'REFERENCE-WORD',
};

async function placeSecret(token = tokens.agent ?? ''): Promise<string> {
  const input = await fillOrder(test, token, { product: 'Green Hills', quantity: 2 });
  const contact = { name: 'CONTACT-NAME', email: 'contact-word@example.com', areaCode: '60', phone: '55443322' };
  const answer = await test.call('createOrder', { ...input, ...secrets, contact }, { token, key: newKey() });
  expect([answer.code, answer.data]).toMatchObject([200, {}]);
  return answer.data.orderNo;
}

describe('a trip by its key', () => {
  it('shows what, when, how many, the day and who travels', async () => {
    const orderNo = await placeSecret();
    const { data } = await byKey(orderNo, '55443322');
    expect(data).toMatchObject({
      orderNo,
      status: 1001,
      own: false,
      ownerName: 'Owner one',
      completion: 'done',
      pickup: { address: '1 Beach Road', lat: null, lng: null },
      dropOff: null,
      travellers: [
        { name: 'Lee Wong', missing: [] },
        { name: 'Ana Wong', missing: [] },
      ],
      fields: { '402': '1 Beach Road', '403': 'Hotel Sunrise', '406': 'MH123', passengerCount: '2' },
    });
    expect(Object.keys(data.fields).sort()).toEqual(['402', '403', '406', 'passengerCount']);
    expect(data.stops).toHaveLength(1);
    expect(data.stops[0]).toMatchObject({
      ...{
        subOrderNo: `${orderNo}-1`,
        productName: 'Green Hills Day Tour',
        packageName: 'small-group',
        ticketType: 10001,
      },
      ...{ quantity: 2, playOn, session: '', driven: false, drivers: [], lat: 3.15, lng: 101.7 },
      declaration: {
        notice: 'Bring a raincoat\nNo pets',
        instructions: 'Show the voucher.',
        included: 'Lunch',
        notIncluded: 'Tips',
        howToGetThere: 'Take the blue line.',
      },
    });
    const chinese = (await byKey(orderNo, '55443322', 'zh_CN')).data.stops[0];
    expect([chinese?.productName, chinese?.declaration.notice]).toEqual(['青山一日游', '请带雨衣\nNo pets']);
  });

  it('never shows prices, documents, contacts, remarks or the buyer', async () => {
    const orderNo = await placeSecret();
    const found = await test.call('wechatFind', { orderNo, contact: 'contact-word@example.com' });
    const answer = await test.call('wechatOrder', { key: found.data.key }, as('agent'));
    const whole = JSON.stringify(answer.data);
    expect(whole).toContain('Lee Wong');
    expect(whole).not.toMatch(/PASSPORT|word@|-WORD|CONTACT-NAME|55443322|998877|Home Street|ROOM77|Arif|Agency/);
    expect(whole).not.toMatch(/MYR|minor|price|payable|amount|discount|currency|payStatus|voucherCode|"source"/i);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('is shown of an order that was closed too, with what it was', async () => {
    const withdrawn = await placeOrder(test, tokens.agent ?? '', { quantity: 2 });
    await test.call('cancelOrder', { orderNo: withdrawn }, as('agent'));
    const late = await placeOrder(test, tokens.agent ?? '', { quantity: 2 });
    await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${late}`.execute(
      test.database.house,
    );
    await closeOverdue(test.database, () => new Date());
    for (const [orderNo, status] of [[withdrawn, 4007], [late, 4006]] as const) // biome-ignore format: a table
      expect((await byKey(orderNo)).data).toMatchObject({
        ...{ orderNo, status, completion: 'closed', travellers: [] },
        stops: [{ productName: 'Silver Tower', playOn, status, drivers: [] }],
      });
  });
});

describe('a trip by its number', () => {
  it('is whole for the account that booked, with all details of the day', async () => {
    const orderNo = await placeSecret();
    const { data } = await byNumber(orderNo, 'agent');
    expect(data).toMatchObject({ own: true, fields: secrets.orderFields });
    expect(JSON.stringify(data)).not.toMatch(/PASSPORT|MYR|payable|amountMinor/);
  });

  it('is there for readers of the order in the user centre, and for no one else', async () => {
    const orderNo = await placeOrder(test, tokens.sub ?? '');
    expect((await byNumber(orderNo, 'sub')).code).toBe(200);
    expect((await byNumber(orderNo, 'agent')).code).toBe(200);
    for (const name of ['open', 'member']) expect((await byNumber(orderNo, name)).http, name).toBe(421);
    expect((await byNumber('NOSUCHORDER1', 'agent')).http).toBe(421);
    const there = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    expect((await test.call('wechatOrder', { orderNo }, { token: there, host: 'two.test' })).http).toBe(421);
    expect((await test.call('wechatOrder', { orderNo })).http).toBe(401);
  });

  it('or by its key, but not by both or neither', async () => {
    const orderNo = await placeOrder(test, tokens.agent ?? '');
    const { key } = (await test.call('wechatFind', { orderNo, contact: 'mei@example.com' })).data;
    const fieldsOf = (answer: { data: unknown }) => Object.keys((answer.data as { fields?: object }).fields ?? {});
    const both = await test.call('wechatOrder', { key, orderNo }, as('agent'));
    expect([both.code, fieldsOf(both)]).toEqual([refusals.invalidInput, ['key']]);
    const neither = await test.call('wechatOrder', {}, as('agent'));
    expect([neither.code, fieldsOf(neither)]).toEqual([refusals.invalidInput, ['orderNo']]);
  });
});

describe('the day', () => {
  const driver = {
    name: 'Somchai',
    areaCode: '66',
    phone: '812345678',
    plate: 'AB 1234',
    car: 'White van',
    remark: '',
  };

  it('names the drivers once they are entered, by key and by number', async () => {
    const orderNo = await buy(test, tokens.agent ?? '', { product: 'Airport Car' });
    const first = (await byKey(orderNo)).data;
    expect(first.stops[0]).toMatchObject({ driven: true, drivers: [], carType: 8001, redemption: 'pickup' });
    const input = { id: orderNo, subOrderNo: `${orderNo}-1`, drivers: [driver] };
    expect((await test.call('consoleDriver', input, as('operations'))).code).toBe(200);
    expect((await byKey(orderNo)).data.stops[0]?.drivers).toEqual([driver]);
    expect((await byNumber(orderNo, 'agent')).data.stops[0]?.drivers).toEqual([driver]);
  });

  it('shows the pick-up place and that a person still checks it (§2 wechat gmap)', async () => {
    const orderNo = await buyDoubtful(test, tokens.agent ?? '');
    const place = { address: '1 Beach Road', lat: 9, lng: 9 };
    expect((await byKey(orderNo)).data).toMatchObject({ secondCheck: 'waiting', pickup: place });
    expect((await test.call('consolePickup', { id: orderNo, fine: true }, as('operations'))).code).toBe(200);
    expect((await byKey(orderNo)).data.secondCheck).toBe('fine');
  });

  it('leaves out cancelled lines while others are valid', async () => {
    const { orderNo } = await twoLines();
    const sub = await test.call('cancelOrder', { orderNo, subOrderNo: `${orderNo}-2` }, as('agent'));
    expect(sub.code).toBe(200);
    const stops = (await byNumber(orderNo, 'agent')).data.stops;
    expect(stops.map((stop) => [stop.subOrderNo, stop.quantity])).toEqual([[`${orderNo}-1`, 2]]);
  });

  it('names the travellers as they fill in, and what is missing', async () => {
    const input = await fillOrder(test, tokens.agent ?? '', { product: 'Green Hills', quantity: 2 });
    const later = { ...input, travellers: [{ '102': 'Lee Wong' }], travellersLater: true };
    const { orderNo } = (await test.call('createOrder', later, { ...as('agent'), key: newKey() })).data;
    expect((await byKey(orderNo)).data).toMatchObject({
      completion: 'open',
      travellers: [
        { name: 'Lee Wong', missing: ['202', '303'] },
        { name: '', missing: ['102', '202', '303'] },
      ],
    });
    const link = await test.call('completionLink', { orderNos: [orderNo] }, as('agent'));
    const token = new URL(link.data.address).searchParams.get('token') ?? '';
    const { travellers } = secrets;
    expect((await test.call('intact', { token, orderNo, travellers, complete: true })).code).toBe(200);
    expect((await byKey(orderNo)).data).toMatchObject({
      completion: 'done',
      travellers: [{ name: 'Lee Wong', missing: [] }, { name: 'Ana Wong' }],
    });
  });

  it('has no travellers where the product has none', async () => {
    const { data } = await byKey(await placeOrder(test, tokens.agent ?? ''));
    expect([data.completion, data.travellers]).toEqual(['done', []]);
  });
});

/** Two adults and two children of a tour that a person confirms, paid. */
async function twoLines(): Promise<{ orderNo: string }> {
  const token = tokens.agent ?? '';
  const input = await fillOrder(test, token, { product: 'Green Hills', quantity: 2 });
  const child = await fillOrder(test, token, { product: 'Green Hills', quantity: 2, sku: 1 });
  const lines = [...input.lines, ...child.lines];
  const asked = lines.map((line) => `${line.skuId}:${line.playOn}:${line.session}:${line.quantity}`).join(',');
  const form = await test.call('bookProducts', { lines: asked }, { token });
  const order = { ...input, lines, ...fillFields(form.data), seenTotal: form.data.total };
  const answer = await test.call('createOrder', order, { token, key: newKey() });
  if (answer.code !== 200) throw new Error(`no order: ${answer.msg} ${JSON.stringify(answer.data)}`);
  await test.call('paying', { id: answer.data.orderNo, channel: 'deposit' }, { token, key: newKey() });
  return answer.data;
}
