// What proves nothing pays nothing: a notice under the empty secret of a way to pay that was never set up, and a genuine notice of one way
// about a payment by another (security rules 16 and 17).
import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, signNotice, type TestGateway } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';
import { channelOf, type OutsideChannel } from './channels/index.ts';
import { toTwenty } from './channels/short-number.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', '{"instructions": {"MYR": {"en": "Account 1"}}}')`.execute(test.database.house);
  member = await test.signIn('member@one.example', 'member-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const saveWithoutKeys = async (channel: OutsideChannel) => {
  const setting = { channel, active: false, feePercent: '0', feeRefundable: false, revision: 0 };
  const saved = await test.call('consoleChannelSave', setting as never, { token: finance });
  expect([saved.code, saved.data]).toEqual([200, { revision: 1 }]);
};

/** An order that is to be paid by a bank transfer, and that transfer's number. */
async function beginTransfer() {
  const orderNo = await placeOrder(test, member);
  const answer = await test.call('paying', { id: orderNo, channel: 'offline' }, { token: member, key: newKey() });
  expect(answer.code).toBe(200);
  const { payable } = (await test.call('orderDetail', { id: orderNo }, { token: member })).data;
  return { orderNo, paymentNo: answer.data.paymentNo, payable };
}

const post = (channel: string, body: string, headers: Record<string, string>) =>
  test.fetch(`/api/pay/notify/${channel}`, { method: 'POST', body, headers });
const asForm = { 'content-type': 'application/x-www-form-urlencoded' };
const isPaid = async (id: string) => (await test.call('isPaySuccess', { id }, { token: member })).data.paid;

describe('a way to pay without its keys', () => {
  it('takes no notice that is signed with the empty secret: iPay88', async () => {
    await saveWithoutKeys('iPay88');
    const { orderNo, paymentNo, payable } = await beginTransfer();
    const sen = String(payable.amountMinor);
    const parts = ['', '', toTwenty(paymentNo), sen, payable.currency, '1'];
    const fields = {
      ...{ MerchantCode: '', PaymentId: '', RefNo: toTwenty(paymentNo), Amount: sen.replace(/(..)$/, '.$1') },
      ...{ Currency: payable.currency, Status: '1', TransId: 'T1', ErrDesc: '', Remark: '' },
    };
    for (const Signature of [
      createHmac('sha512', '').update(parts.join('')).digest('hex'),
      createHash('sha256').update(parts.join('')).digest('hex'),
    ]) {
      const answer = await post('iPay88', new URLSearchParams({ ...fields, Signature }).toString(), asForm);
      expect([answer.status, await answer.text()]).toEqual([400, 'refused']);
    }
    expect(await isPaid(orderNo)).toBe(false);
  });

  it.each([
    'chillPay',
    'midtrans',
    'billionConnect',
    'telr',
    'alipay',
    'wechat',
    'lianLian',
    'gbPay',
    'stripe',
  ] as const)('takes no notice at all: %s', async (channel) => {
    await saveWithoutKeys(channel);
    for (const body of ['', '{}', 'CheckSum=d41d8cd98f00b204e9800998ecf8427e']) {
      const answer = await post(channel, body, asForm);
      expect([channel, answer.status, await answer.text()]).toEqual([channel, 400, 'refused']);
    }
    // The adapter itself refuses it, too, whoever calls it.
    const config = { keys: {}, options: {}, baseUrl: '' };
    const read = () => channelOf(channel).readNotice(config, Buffer.from('OrderNo=1&CheckSum='), {}, new Date());
    expect(noticeOf(read)?.answer).toBeUndefined();
  });
});

/** Undefined where it could not even be read. */
function noticeOf<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

describe('a genuine notice of one way to pay about a payment by another', () => {
  it('pays nothing, ends nothing and is noted for a person (security rule 17)', async () => {
    const { orderNo, paymentNo, payable } = await beginTransfer();
    const event = {
      ...{ merchant: 'shop-one', paymentId: 'p-foreign', transactionId: 't-foreign', reference: paymentNo },
      ...{ ...payable, at: new Date().toISOString() },
    };
    for (const type of ['payment.paid', 'payment.failed']) {
      const { raw, headers } = signNotice({ ...event, eventId: `evt-${type}`, type });
      expect((await post('sandbox', raw, headers)).status).toBe(200);
    }
    expect(await isPaid(orderNo)).toBe(false);
    const info = (await test.call('orderDetail', { id: orderNo }, { token: member })).data;
    expect([info.status, info.payStatus]).toEqual([1001, 102]);
    expect(test.log.filter((line) => line.includes('a genuine notice does not fit its payment'))).toHaveLength(2);
  });
});
