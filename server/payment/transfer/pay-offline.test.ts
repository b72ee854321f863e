// Bank transfers over HTTP (§4 offline payment): vouchers, their limits and who sees them, sent in, verified once, refused and
// sent again, and what the order's deadline does.
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBadHold } from '../../../domain/transfer-rules.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { closeOverdue } from '../../order/close-order.ts';
import { sql } from '../../platform/db.ts';
import { endOverdueTransfers } from './pay-offline.ts';
import { findWhere } from './say-where.ts';

let test: TestHouse;
let member: string;
let agent: string;
let finance: string;
let picture: Buffer;

beforeAll(async () => {
  test = await openTestHouse();
  const instructions = { MYR: { en: 'Account 1' }, USD: { en: 'Account 2', zh_CN: '账户二' } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(test.database.house);
  member = await test.signIn('member@one.example', 'member-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } });
  picture = await grey
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .png()
    .toBuffer();
});
afterAll(() => test.close());

async function begin(token = member, product?: string) {
  const orderNo = await placeOrder(test, token, product ? { product } : {});
  const result = await test.call('paying', { id: orderNo, channel: 'offline' }, { token, key: newKey() });
  expect(result.data).toMatchObject({ status: 102, redirectUrl: null });
  return { orderNo, paymentNo: result.data.paymentNo };
}
async function upload(orderNo: string, bytes: Buffer | string, token = member) {
  const headers = { token, 'content-type': 'image/png' };
  const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  const answer = await test.fetch(`/api/order/offlinepay/file?id=${orderNo}`, { method: 'POST', headers, body });
  return { http: answer.status, ...((await answer.json()) as { code: number; data: { files: { fileId: string }[] } }) };
}
const submit = (orderNo: string, token = member) =>
  test.call('offlineEvaluation', { id: orderNo, remark: 'from my bank' }, { token });
const decide = (id: string, verified = true, seen: 'open' | 'submitted' = 'submitted', reason = '') =>
  test.call('consoleTransferDecide', { id, verified, seen, reason }, { token: finance });
const statusOf = async (orderNo: string) => (await test.call('isPaySuccess', { id: orderNo }, { token: member })).data;
const pass = async (orderNo: string) => {
  await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
};
const tick = async () => {
  const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
  await endOverdueTransfers(
    test.database,
    (owner) => ({ owner, jobs }),
    () => new Date(),
  );
  await closeOverdue(test.database, () => new Date());
};

describe('the places', () => {
  const hoursLeft = async (orderNo: string) => {
    const found = await sql<{
      hours: number;
    }>`SELECT round(extract(epoch FROM pay_by - placed_at) / 3600.0, 1)::float AS hours
      FROM purchase WHERE order_no = ${orderNo}`.execute(test.database.house);
    return found.rows[0]?.hours;
  };
  const setHold = (options: object) =>
    sql`UPDATE channel_setting SET options = options - 'holdHours' - 'holdHoursByLevel' || ${JSON.stringify(options)}::jsonb
      WHERE owner_id = 1 AND channel = 'offline'`.execute(test.database.house);

  it('are held for 48 hours, or the owner’s time, that of a level first (§4 offline payment; decision 0413)', async () => {
    expect(await hoursLeft((await begin()).orderNo)).toBe(48);
    await setHold({ holdHours: 72, holdHoursByLevel: { 0: 6 } });
    expect(await hoursLeft((await begin()).orderNo)).toBe(6);
    await setHold({ holdHours: 72 });
    const { orderNo } = await begin();
    expect(await hoursLeft(orderNo)).toBe(72);
    await setHold({});
    // Another way to pay has the usual minutes; a transfer that is started again counts from the order as before.
    const channel = (name: string) =>
      test.call('paying', { id: orderNo, channel: name }, { token: member, key: newKey() });
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'chillPay', true, '0')
      ON CONFLICT DO NOTHING`.execute(test.database.house);
    await channel('chillPay');
    expect(await hoursLeft(orderNo)).toBeLessThanOrEqual(0.6);
    await sql`DELETE FROM channel_setting WHERE owner_id = 1 AND channel = 'chillPay'`.execute(test.database.house);
  });

  it('are not held into the first day of use (§4 offline payment; decision 0413)', async () => {
    const orderNo = await placeOrder(test, member, {});
    await sql`UPDATE sub_order SET play_on = (now() AT TIME ZONE (terms ->> 'zone'))::date + 1 WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    await test.call('paying', { id: orderNo, channel: 'offline' }, { token: member, key: newKey() });
    const hours = await hoursLeft(orderNo);
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it('the time is a whole number of hours, up to two weeks (§4 offline payment; decision 0413)', () => {
    expect(findBadHold({})).toBeUndefined();
    expect(findBadHold({ holdHours: 48, holdHoursByLevel: { 0: 1, 9: 336 } })).toBeUndefined();
    expect(findBadHold({ holdHours: 0 })).toBe('holdHours');
    expect(findBadHold({ holdHours: 1.5 })).toBe('holdHours');
    expect(findBadHold({ holdHoursByLevel: { 10: 5 } })).toBe('holdHoursByLevel');
    expect(findBadHold({ holdHoursByLevel: { 1: 337 } })).toBe('holdHoursByLevel');
  });
});

describe('vouchers', () => {
  it('are pictures by content of at most 1,048,576 bytes, stored without metadata (§7 downloadFile)', async () => {
    const { orderNo } = await begin();
    expect((await upload(orderNo, 'only text in a png')).code).toBe(200502);
    expect((await upload(orderNo, Buffer.alloc(1_048_577, 1))).code).toBe(200502);
    expect((await upload(orderNo, Buffer.alloc(2_000_000, 1))).code).toBe(200502);
    const gif = await sharp(picture).gif().toBuffer();
    expect((await upload(orderNo, gif)).code).toBe(200502);
    const stored = await upload(orderNo, picture);
    expect(stored.data.files).toHaveLength(1);
    const path = `/api/order/offlinepay/file/downloadFile?fileId=${stored.data.files[0]?.fileId}`;
    const file = await test.fetch(path, { headers: { token: member } });
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="voucher-[\w-]+\.png"$/);
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await file.arrayBuffer());
    const posted = await test.fetch(path.split('?')[0] ?? '', {
      method: 'POST',
      headers: { token: member, 'content-type': 'application/json' },
      body: JSON.stringify({ fileId: stored.data.files[0]?.fileId }),
    });
    expect(Buffer.from(await posted.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(bytes.includes('secret place')).toBe(false);
  });

  it('are nine at most, also when twenty come at once (§5 receipts; §9 receipts)', async () => {
    const { orderNo } = await begin();
    const codes = (await Promise.all(Array.from({ length: 20 }, () => upload(orderNo, picture)))).map(
      (item) => item.code,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(9);
    expect(codes.filter((code) => code === 200503)).toHaveLength(11);
    const info = await test.call('offlineInfo', { id: orderNo }, { token: member });
    expect(info.data.files).toHaveLength(9);
    const fileId = info.data.files[0]?.fileId as string;
    const less = await test.call('offlineFileDelete', { id: orderNo, fileId }, { token: member });
    expect(less.data.files).toHaveLength(8);
    expect((await upload(orderNo, picture)).code).toBe(200);
  });

  it('do not exist for other callers', async () => {
    const { orderNo } = await begin();
    const fileId = (await upload(orderNo, picture)).data.files[0]?.fileId as string;
    const path = `/api/order/offlinepay/file/downloadFile?fileId=${fileId}`;
    expect((await test.fetch(path, { headers: { token: agent } })).status).toBe(421);
    expect((await test.fetch(path)).status).toBe(401);
    const other = await test.signIn('member@two.example', 'member-2026', 'two.test');
    expect((await test.fetch(path, { headers: { token: other }, host: 'two.test' })).status).toBe(421);
    expect((await upload(orderNo, picture, agent)).http).toBe(421);
    expect((await test.call('offlineInfo', { id: orderNo }, { token: agent })).http).toBe(421);
    expect((await submit(orderNo, agent)).http).toBe(421);
    const dropped = await test.call('offlineFileDelete', { id: orderNo, fileId }, { token: agent });
    expect(dropped.http).toBe(421);
    const mine = await begin(agent);
    const crossed = await test.call('offlineFileDelete', { id: mine.orderNo, fileId }, { token: agent });
    expect(crossed.http).toBe(421);
    const desk = `/api/console/transfers/files/${fileId}`;
    const content = await test.signIn('content@one.example', 'content-2026');
    expect((await test.fetch(desk, { headers: { token: content } })).status).toBe(421);
    expect((await test.fetch(desk, { headers: { token: finance } })).status).toBe(200);
  });
});

describe('a transfer', () => {
  it('is sent in with a voucher and settles once, however often it is verified at once (§1 bank transfer)', async () => {
    const { orderNo, paymentNo } = await begin();
    expect((await submit(orderNo)).code).toBe(200504);
    await upload(orderNo, picture);
    expect((await submit(orderNo)).data.state).toBe('submitted');
    expect((await submit(orderNo)).data.state).toBe('submitted');
    expect((await upload(orderNo, picture)).code).toBe(200302);
    const detail = await test.call('orderDetail', { id: orderNo }, { token: member });
    expect(detail.data).toMatchObject({ transferWaits: true, payBy: null, status: 1001 });
    const other = await test.call('paying', { id: orderNo, channel: 'sandbox' }, { token: member, key: newKey() });
    expect(other.code).toBe(200404);
    const queue = await test.call('consoleTransfers', {}, { token: finance });
    expect(queue.data.list.find((item) => item.paymentNo === paymentNo)).toMatchObject({ remark: 'from my bank' });
    const result = await Promise.all(Array.from({ length: 20 }, () => decide(paymentNo)));
    expect(result.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(result.filter((answer) => answer.code === 200009)).toHaveLength(19);
    expect(await statusOf(orderNo)).toMatchObject({ paid: true, status: 1003 });
    const acts = await sql<{ act: string }>`SELECT act FROM audit_log WHERE subject = ${`order ${orderNo}`}`.execute(
      test.database.house,
    );
    expect(acts.rows).toEqual([{ act: 'transfer-verified' }]);
  });

  it('is refused with a reason, and may be sent in again; finance still reads the earlier reasons', async () => {
    const { orderNo, paymentNo } = await begin();
    await upload(orderNo, picture);
    await submit(orderNo);
    await pass(orderNo);
    expect((await decide(paymentNo, false)).code).toBe(200001);
    expect((await decide(paymentNo, false, 'submitted', 'Not on the account')).data.state).toBe('refused');
    const info = await test.call('offlineInfo', { id: orderNo }, { token: member });
    expect(info.data).toMatchObject({ state: 'refused', open: true, reason: 'Not on the account' });
    const detail = await test.call('orderDetail', { id: orderNo }, { token: member });
    expect(detail.data).toMatchObject({ transferWaits: false, transferRefused: true, payBy: expect.any(String) });
    const { list } = (await test.call('orderList', { query: orderNo }, { token: member })).data;
    expect(list).toMatchObject([{ transferWaits: false, transferRefused: true }]);
    const mails = () =>
      sql<{ subject: string; body: string }>`SELECT subject, body FROM mail
        WHERE occasion LIKE ${`order ${orderNo} transferRefused:%`} ORDER BY mail_id`
        .execute(test.database.house)
        .then((found) => found.rows);
    const [first] = await until(mails, (list) => list.length === 1);
    expect(first?.subject).toBe(`Order ${orderNo}: your transfer was not found`);
    expect(first?.body).toContain('Not on the account');
    expect(first?.body).toMatch(/Pay by: .*\d/);
    await tick();
    expect((await submit(orderNo)).data.state).toBe('submitted');
    expect((await decide(paymentNo, false, 'submitted', 'Another amount')).data.state).toBe('refused');
    expect((await until(mails, (list) => list.length === 2))[1]?.body).toContain('Another amount');
    await submit(orderNo);
    const { list: queue } = (await test.call('consoleTransfers', {}, { token: finance })).data;
    expect(queue.find((item) => item.paymentNo === paymentNo)).toMatchObject({
      reason: '',
      refusals: [
        { reason: 'Not on the account', at: expect.any(String), by: 'Farah' },
        { reason: 'Another amount', at: expect.any(String), by: 'Farah' },
      ],
    });
    const again = await test.call('orderDetail', { id: orderNo }, { token: member });
    expect(again.data).toMatchObject({ transferWaits: true, transferRefused: false });
    expect((await decide(paymentNo)).data.outcome).toBe('applied');
    const order = await test.call('orderDetail', { id: orderNo }, { token: member });
    expect(order.data.events.map((event) => event.action)).toEqual([
      'place',
      ...['sendTransfer', 'refuseTransfer', 'sendTransfer', 'refuseTransfer', 'sendTransfer'],
      'pay',
    ]);
  });

  it('is found by finance in whatever state it is, by order, name, e-mail address or amount (§4 offline payment)', async () => {
    const { orderNo, paymentNo } = await begin();
    const find = async (filter: { query?: string; state?: 'open' | 'submitted' }) =>
      (await test.call('consoleTransfers', filter, { token: finance })).data.list.map((item) => item.paymentNo);
    expect(await find({})).not.toContain(paymentNo);
    expect(await find({ query: orderNo.toLowerCase() })).toEqual([paymentNo]);
    expect(await find({ query: orderNo, state: 'open' })).toEqual([paymentNo]);
    expect(await find({ query: orderNo, state: 'submitted' })).toEqual([]);
    expect(await find({ query: 'mei tan', state: 'open' })).toContain(paymentNo);
    expect(await find({ query: 'mei@example.com', state: 'open' })).toContain(paymentNo);
    expect(await find({ query: 'no such name%' })).toEqual([]);
    const { list } = (await test.call('consoleTransfers', { query: orderNo }, { token: finance })).data;
    const minor = list[0]?.amount.amountMinor ?? 0;
    expect(await find({ query: ` ${minor / 100} `, state: 'open' })).toContain(paymentNo);
    expect(await find({ query: (minor / 100).toFixed(2).replace('.', ','), state: 'open' })).toContain(paymentNo);
    expect(await find({ query: `${minor / 100 + 0.01}`, state: 'open' })).not.toContain(paymentNo);
  });

  it('is mailed with its account when it is chosen, once for each currency, and not once it is over', async () => {
    const account = { holder: 'Example Tours', bank: 'Example Bank', number: '1234 5678', swift: '' };
    await sql`UPDATE channel_setting SET options = options || ${JSON.stringify({ accounts: { MYR: account } })}::jsonb
      WHERE owner_id = 1 AND channel = 'offline'`.execute(test.database.house);
    const { orderNo, paymentNo } = await begin();
    const mails = () =>
      sql<{
        occasion: string;
        subject: string;
        body: string;
        html: string;
      }>`SELECT occasion, subject, body, html FROM mail
        WHERE occasion LIKE ${`order ${orderNo} transferChosen:%`} ORDER BY mail_id`
        .execute(test.database.house)
        .then((found) => found.rows);
    const [first] = await until(mails, (list) => list.length === 1);
    const { data } = await test.call('offlineInfo', { id: orderNo }, { token: member });
    const [myr, usd] = data.currencies;
    const sum = ({ amountMinor = 0, currency = '' } = {}) => `${currency}\u00a0${(amountMinor / 100).toFixed(2)}`;
    expect(first?.subject.replace(/\s/g, '\u00a0')).toContain(sum(myr?.payable));
    for (const text of ['Example Tours', 'Example Bank', '1234 5678', 'Account 1', `Reference to give: ${orderNo}`])
      expect(first?.body).toContain(text);
    expect(first?.body).not.toContain('SWIFT');
    expect(first?.body).toMatch(/Pay by: .*\d/);
    expect(first?.html).toContain(`/booking/offlinePay?order=${orderNo}`);

    for (const currency of ['USD', 'MYR', 'USD'] as const)
      await test.call('offlineCurrency', { id: orderNo, currency }, { token: member });
    const second = (await until(mails, (list) => list.length === 2))[1];
    expect(second?.occasion).toBe(`order ${orderNo} transferChosen:${paymentNo}@USD`);
    expect(second?.body).toContain('Account 2');
    expect(second?.body.replace(/\s/g, '\u00a0')).toContain(sum(usd?.payable));
    expect(second?.body).not.toContain('1234 5678');

    // Chosen and sent in before the mail could be written: it would ask for what is done.
    await upload(orderNo, picture);
    await submit(orderNo);
    expect(await findWhere(test.database.forOwner(1), `${paymentNo}@USD`)).toBeUndefined();
    expect(await findWhere(test.database.forOwner(1), `${paymentNo}@MYR`)).toBeUndefined();
    expect((await decide(paymentNo)).data.outcome).toBe('applied');
    expect(await mails()).toHaveLength(2);
  });

  it('is made in another currency where the owner has an account', async () => {
    const { orderNo, paymentNo } = await begin();
    const info = await test.call('offlineInfo', { id: orderNo }, { token: member, language: 'zh_CN' });
    expect(info.data.currencies).toMatchObject([{ instructions: 'Account 1' }, { instructions: '账户二' }]);
    const usd = await test.call('offlineCurrency', { id: orderNo, currency: 'USD' }, { token: member });
    expect(usd.data.payable).toEqual(info.data.currencies[1]?.payable);
    const none = await test.call('offlineCurrency', { id: orderNo, currency: 'JPY' }, { token: member });
    expect(none.code).toBe(200401);
    await upload(orderNo, picture);
    await submit(orderNo);
    expect((await decide(paymentNo)).data.outcome).toBe('applied');
  });

  it('gives way to another way to pay while it was not sent in, and is never for an order priced 0', async () => {
    const { orderNo } = await begin(agent);
    const other = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    expect(other.data.status).toBe(103);
    const free = await placeOrder(test, member, { product: 'Free Walk' });
    const offered = (await test.call('payInfo', { id: free }, { token: member })).data.channels;
    expect(offered.find((item) => item.channel === 'offline')?.blocked).toBe('zeroNotPayable');
    const none = await test.call('paying', { id: free, channel: 'offline' }, { token: member, key: newKey() });
    expect(none.code).toBe(200407);
  });
});

describe("the order's deadline", () => {
  it('leaves a transfer that was sent in, and closes the order of one that was not', async () => {
    const sent = await begin();
    await upload(sent.orderNo, picture);
    await submit(sent.orderNo);
    const not = await begin();
    await upload(not.orderNo, picture);
    await Promise.all([pass(sent.orderNo), pass(not.orderNo)]);
    // What is being checked is nothing to pay any more, whatever the clock says.
    const listed = async ({ orderNo }: { orderNo: string }) =>
      (await test.call('orderList', { query: orderNo }, { token: member })).data.list[0];
    expect(await listed(sent)).toMatchObject({ transferOpen: false, transferWaits: true, payBy: null });
    expect(await listed(not)).toMatchObject({ transferOpen: true, transferWaits: false, payBy: expect.any(String) });
    expect((await submit(not.orderNo)).code).toBe(200403);
    await tick();
    expect(await statusOf(sent.orderNo)).toMatchObject({ status: 1001, payStatus: 102 });
    expect(await statusOf(not.orderNo)).toMatchObject({ status: 4006, payStatus: 104 });
    expect((await decide(sent.paymentNo)).data.outcome).toBe('applied');
    // Money that comes for the closed one takes places again.
    expect((await decide(not.paymentNo, true, 'open')).data.outcome).toBe('applied');
    expect(await statusOf(not.orderNo)).toMatchObject({ paid: true, status: 1003 });
  });

  it('money that finds no places any more is left to a person to give back', async () => {
    const { orderNo, paymentNo } = await begin(member, 'Few Seats');
    await pass(orderNo);
    await tick();
    await placeOrder(test, agent, { product: 'Few Seats', quantity: 5 });
    expect((await decide(paymentNo, true, 'open')).data.outcome).toBe('late');
    const manual = () =>
      sql<{ manual: boolean }>`SELECT manual FROM refund WHERE payment_no = ${paymentNo}`
        .execute(test.database.house)
        .then((found) => found.rows[0]?.manual);
    expect(await until(manual, (value) => value === true)).toBe(true);
  });
});
