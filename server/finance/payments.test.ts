// Payments as finance finds them: by what is known of them, closely with attempts, notices and refunds; and when keys were set.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { openGateway, signNotice, type TestGateway } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const find = async (input: InputOf<'consolePayments'>) =>
  (await test.call('consolePayments', input, { token: finance })).data;
const pay = async (orderNo: string, channel: string) => {
  const answer = await test.call('paying', { id: orderNo, channel }, { token: agent, key: newKey() });
  return { paymentNo: answer.data.paymentNo, gatewayId: String(answer.data.redirectUrl).split('/').at(-1) ?? '' };
};

describe('payments', () => {
  it('are found by order, state, channel, day, words and amount', async () => {
    const orderNo = await placeOrder(test, agent);
    const { paymentNo } = await pay(orderNo, 'sandbox');
    const other = await placeOrder(test, agent);
    const paid = await pay(other, 'deposit');
    const numbers = async (input: InputOf<'consolePayments'>) => (await find(input)).list.map((item) => item.paymentNo);
    expect(await numbers({ order: orderNo.toLowerCase() })).toEqual([paymentNo]);
    expect(await numbers({ status: '103' })).toEqual([paid.paymentNo]);
    expect(await numbers({ channel: 'sandbox' })).toEqual([paymentNo]);
    expect(await numbers({ query: 'agency', status: '102' })).toEqual([paymentNo]);
    expect(await numbers({ query: 'nobody' })).toEqual([]);
    expect(await numbers({ query: '100.00', status: '102' })).toEqual([paymentNo]);
    expect(await numbers({ query: '100,00', status: '103' })).toEqual([paid.paymentNo]);
    expect(await numbers({ query: '99,99' })).toEqual([]);
    expect(await numbers({ status: 'trouble' })).toEqual([]);
    const here = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' }).format(new Date());
    expect(await numbers({ from: here, to: here })).toHaveLength(2);
    expect(await numbers({ to: '2020-01-01' })).toEqual([]);
    const all = await find({});
    expect([all.total, all.channels]).toEqual([2, ['deposit', 'sandbox']]);
    expect(all.list[0]).toMatchObject({ partnerName: 'Agency', outcome: 'applied', orderNo: other });
  });

  it('show their attempts, the answers of the gateway and the refunds', async () => {
    const orderNo = await placeOrder(test, agent);
    const first = await pay(orderNo, 'sandbox');
    await gateway.act(first.gatewayId, 'decline');
    const declined = { eventId: 'evt-no', type: 'payment.failed', merchant: 'shop-one', paymentId: first.gatewayId };
    const body = { reference: first.paymentNo, currency: 'MYR', amountMinor: 10_000, at: new Date().toISOString() };
    const { raw, headers } = signNotice({ ...declined, ...body, reason: 'declined' });
    await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
    const second = await pay(orderNo, 'deposit');
    const { data } = await test.call('consolePayment', { id: second.paymentNo }, { token: finance });
    expect(data.attempts.map((attempt) => [attempt.paymentNo, attempt.status])).toEqual([
      [first.paymentNo, 104],
      [second.paymentNo, 103],
    ]);
    expect(data.refunds).toEqual([]);
    const before = await test.call('consolePayment', { id: first.paymentNo }, { token: finance });
    expect(before.data.notices).toMatchObject([{ eventId: 'evt-no', state: 'applied' }]);
    expect((await test.call('consolePayment', { id: 'NONE1234' }, { token: finance })).http).toBe(421);
  });

  it('are for finance and admins of the owner alone', async () => {
    const { list } = await find({});
    const id = list[0]?.paymentNo ?? '';
    for (const who of ['operations', 'content', 'supplier'] as const) {
      const token = await test.signIn(`${who}@one.example`, `${who}-2026`);
      for (const name of ['consolePayments', 'consoleDifferences', 'consoleChannelDates', 'consoleRefunds'] as const)
        expect((await test.call(name, {}, { token })).http, `${who} ${name}`).toBe(421);
      expect((await test.call('consolePayment', { id }, { token })).http).toBe(421);
    }
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    expect((await test.call('consolePayment', { id }, { token: admin })).code).toBe(200);
    expect((await test.call('consolePayments', {}, { token: agent })).http).toBe(401);
    const abroad = { token: await test.signIn('finance@two.example', 'finance-2026', 'two.test'), host: 'two.test' };
    expect((await test.call('consolePayments', {}, abroad)).data.total).toBe(0);
    expect((await test.call('consolePayment', { id }, abroad)).http).toBe(421);
  });
});

describe('a way to pay', () => {
  const setting = { channel: 'sandbox', active: true, feePercent: '0', feeRefundable: false };
  const rowOf = async (channel: string) =>
    (await test.call('consoleChannels', {}, { token: finance })).data.list.find((item) => item.channel === channel);

  it('shows when a key was set, and never the key', async () => {
    const { data } = await test.call('consoleChannelDates', {}, { token: finance });
    expect(data.list).toEqual([]);
    const keys = { secret: 'secret-of-one-0002' };
    const revision = (await rowOf('sandbox'))?.revision ?? 0;
    expect((await test.call('consoleChannelSave', { ...setting, keys, revision }, { token: finance })).code).toBe(200);
    const after = await test.call('consoleChannelDates', {}, { token: finance });
    expect(after.data.list).toMatchObject([{ channel: 'sandbox', key: 'secret' }]);
    const shown = JSON.stringify([after.data, await rowOf('sandbox')]);
    expect(shown).not.toContain('secret-of-one');
    expect(shown).toContain('0002');
  });

  it('by transfer takes texts by currency and language, guarded and logged, and buyers read them', async () => {
    const offline = { ...setting, channel: 'offline' };
    const instructions = { MYR: { en: 'Bank of Tests\n123-456', zh_CN: '测试银行' }, USD: { en: 'Dollar Bank 9' } };
    const fieldsOf = ({ data }: { data: unknown }) => (data as { fields: object }).fields;
    const save = (options: object, revision = 0) =>
      test.call('consoleChannelSave', { ...offline, options: options as never, revision }, { token: finance });
    for (const bad of [
      { XXX: {} },
      { MYR: { en: 1 } },
      { MYR: { xx: 'a' } },
      { MYR: { en: 'a'.repeat(2001) } },
      ['MYR'],
    ])
      expect((await save({ instructions: bad })).data).toHaveProperty('fields', {
        'options.instructions': expect.anything(),
      });
    const account = {
      holder: 'Sunrise Travel',
      bank: 'Euro Bank',
      number: 'DE89 3704 0044 0532 0130 00',
      swift: 'COBADEFF',
    };
    for (const [accounts, field] of [
      [{ EUR: { ...account, swift: 'COBA1' } }, 'options.accounts.EUR.swift'],
      [{ EUR: { ...account, bank: 'b'.repeat(141) } }, 'options.accounts.EUR.bank'],
      [{ XXX: account }, 'options.accounts.XXX'],
      ['EUR', 'options.accounts'],
    ] as const)
      expect(Object.keys(fieldsOf(await save({ accounts })))).toEqual([field]);
    const options = { instructions, accounts: { EUR: account } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(options)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 200009)).toHaveLength(19);
    expect((await rowOf('offline'))?.options).toEqual(options);
    const log = await sql<{
      after: object;
    }>`SELECT after FROM audit_log WHERE act = 'channel-saved' AND subject = 'channel offline'`.execute(
      test.database.house,
    );
    expect(log.rows).toMatchObject([{ after: { options } }]);
    const orderNo = await placeOrder(test, agent);
    await pay(orderNo, 'offline');
    const info = await test.call('offlineInfo', { id: orderNo }, { token: agent, language: 'zh_CN' });
    expect(info.data.currencies.map((currency) => currency.instructions)).toEqual(['测试银行', 'Dollar Bank 9']);
    expect(info.data.currencies[0]?.account).toBeNull();
  });
});
