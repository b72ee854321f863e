// Keys of channels: they go in sealed, work, and never come out again — not in an answer, not in the log of acts, not in a log line,
// not even when a gateway repeats them in its errors.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripeKeys } from '../../tests/build/gateways/set-up-stripe.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { cardholder } from '../../tests/build/set-up-channels.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { findChannel } from './channel.sql.ts';
import { openKeys } from './open-channel.ts';

const keys = stripeKeys.one;
const houseKey = 'the house key of this test';

let test: TestHouse;
let finance: string;
/** A gateway that says in every error what it was sent. */
const parrot = createServer((request, response) => {
  const { authorization } = request.headers;
  const basic = Buffer.from(`${keys.secretKey}:`).toString('base64');
  const message = `you sent ${authorization ? `${authorization} and ${basic}` : 'secret-of-one-0001'}`;
  response.writeHead(400, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { type: 'invalid_request_error', code: message, message } }));
});
const answers: string[] = [];

beforeAll(async () => {
  await new Promise<void>((resolve) => parrot.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(parrot.address() as AddressInfo).port}`;
  test = await openTestHouse({
    env: { SECRET_KEY: houseKey, GATEWAY_STRIPE_URL: url, GATEWAY_SANDBOX_URL: url },
  });
  finance = await test.signIn('finance@one.example', 'finance-2026');
});
afterAll(async () => {
  await test.close();
  parrot.close();
});

const plainSetting = { channel: 'stripe', active: true, feePercent: '2.9', feeRefundable: false };
async function save(more: object, token = finance) {
  const answer = await test.call('consoleChannelSave', { ...plainSetting, ...more } as never, { token });
  answers.push(JSON.stringify(answer));
  return answer;
}
async function show() {
  const answer = await test.call('consoleChannels', {}, { token: finance });
  answers.push(JSON.stringify(answer));
  return answer.data.list;
}
const stripeRow = async () => (await show()).find((item) => item.channel === 'stripe');

describe('setting a channel up', () => {
  it('is refused field by field', async () => {
    const fieldsOf = async (more: object) =>
      Object.keys(((await save({ revision: 0, ...more })).data as { fields?: object }).fields ?? {}).sort();
    expect(await fieldsOf({})).toEqual(['keys.accountId', 'keys.secretKey', 'keys.webhookSecret']);
    expect(await fieldsOf({ keys: { ...keys, webhookSecret: 'nonsense', other: 'x' } })).toEqual([
      'keys.other',
      'keys.webhookSecret',
    ]);
    expect(await fieldsOf({ keys, feePercent: '20.1' })).toEqual(['feePercent']);
    expect(await fieldsOf({ keys, feePercent: '-1' })).toEqual(['feePercent']);
    expect(await fieldsOf({ keys, options: { colour: 'red', methods: 'card' } })).toEqual([
      'options.colour',
      'options.methods',
    ]);
    expect((await save({ channel: 'cowries', revision: 0 })).code).toBe(200401);
    expect((await stripeRow())?.revision).toBe(0);
  });

  it('does not take keys in plain text', async () => {
    const plain = await test.call(
      'consoleChannelSave',
      { ...plainSetting, keys, revision: 0 },
      { token: finance, plain: true },
    );
    expect(plain.code).toBe(200007);
  });

  it('stores the keys sealed, and shows only their names', async () => {
    expect((await save({ keys, revision: 0 })).data).toEqual({ revision: 1 });
    expect(await stripeRow()).toMatchObject({
      active: true,
      feePercent: '2.9',
      ready: true,
      revision: 1,
      notifyUrl: 'http://one.test/api/pay/notify/stripe',
      keys: [
        { name: 'accountId', required: true, set: true },
        { name: 'secretKey', required: true, set: true },
        { name: 'webhookSecret', required: true, set: true },
      ],
    });
    const row = await findChannel(test.database.forOwner(1), 'stripe');
    for (const key of Object.values(keys)) expect(JSON.stringify(row)).not.toContain(key);
    expect(row && openKeys({ owner: test.database.forOwner(1), vault: makeVault(houseKey) }, row)).toEqual(keys);
  });

  it('seals them for one owner and one channel: copied elsewhere they do not open', async () => {
    const row = await findChannel(test.database.forOwner(1), 'stripe');
    if (!row) throw new Error('no row');
    expect(() => openKeys({ owner: test.database.forOwner(2), vault: makeVault(houseKey) }, row)).toThrow();
    expect(() =>
      openKeys({ owner: test.database.forOwner(1), vault: makeVault(houseKey) }, { ...row, channel: 'telr' }),
    ).toThrow();
    expect(() => openKeys({ owner: test.database.forOwner(1), vault: makeVault('another house') }, row)).toThrow();
  });

  it('keeps keys that are left out, and refuses what changed meanwhile', async () => {
    expect(
      (await save({ feePercent: '3', keys: { webhookSecret: 'whsec_another0000001' }, revision: 1 })).data,
    ).toEqual({
      revision: 2,
    });
    expect((await save({ feePercent: '4', revision: 1 })).code).toBe(200009);
    const row = await findChannel(test.database.forOwner(1), 'stripe');
    expect(row && openKeys({ owner: test.database.forOwner(1), vault: makeVault(houseKey) }, row)).toEqual({
      ...keys,
      webhookSecret: 'whsec_another0000001',
    });
    expect(row?.fee_percent).toBe('3');
    expect((await save({ keys, revision: 2 })).data).toEqual({ revision: 3 });
  });

  it('logs the action with the names of keys, never the keys', async () => {
    const { rows } = await sql<{ subject: string; after: { keysChanged: string[] } }>`
      SELECT subject, after FROM audit_log WHERE act = 'channel-saved' ORDER BY entry_id`.execute(test.database.house);
    expect(rows.map((row) => row.after.keysChanged)).toEqual([
      ['accountId', 'secretKey', 'webhookSecret'],
      ['webhookSecret'],
      ['accountId', 'secretKey', 'webhookSecret'],
    ]);
    answers.push(JSON.stringify(rows));
  });
});

it('no key is in any answer or log line, even when the gateway repeats it (§8 payment parameter error)', async () => {
  const member = await test.signIn('member@one.example', 'member-2026');
  const orderNo = await placeOrder(test, member);
  for (const channel of ['sandbox', 'stripe']) {
    const more = channel === 'stripe' ? { cardholder } : {};
    const paying = await test.call('paying', { id: orderNo, channel, ...more }, { token: member, key: newKey() });
    expect(paying.code).toBe(200418);
    answers.push(JSON.stringify(paying));
    for (const headers of [{ 'stripe-signature': 't=1,v1=00' }, { 'x-sandbox-signature': 't=1' }] as Record<
      string,
      string
    >[])
      expect((await test.fetch(`/api/pay/notify/${channel}`, { method: 'POST', body: '{}', headers })).status).toBe(
        400,
      );
  }
  const result = await test.call('isPaySuccess', { id: orderNo }, { token: member });
  expect(result.data.reason).toBe('refused');
  answers.push(JSON.stringify(result), JSON.stringify(await test.call('payInfo', { id: orderNo }, { token: member })));
  const payments = await sql`SELECT * FROM payment WHERE order_no = ${orderNo}`.execute(test.database.house);
  answers.push(JSON.stringify(payments.rows));
  const all = [...test.log, ...answers].join('\n');
  expect(all).toContain('the channel refused a start');
  expect(all).toContain('you sent Bearer [secret]');
  for (const key of [...Object.values(keys), 'whsec_another0000001', 'secret-of-one-0001']) {
    if (key.startsWith('acct_')) continue;
    expect(all).not.toContain(key);
  }
});
