// Settings of channels as forms (§3 pay channels): each channel declares them once; keys are judged by name, shown by their last letters,
// and tried at the gateway; limits hold where the buyer pays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsIn } from '../../../locales/index.ts';
import { alipayKeys, setUpAlipay } from '../../../tests/build/gateways/set-up-alipay.ts';
import { setUpChillPay } from '../../../tests/build/gateways/set-up-chill-pay.ts';
import { setUpSandbox } from '../../../tests/build/gateways/set-up-sandbox.ts';
import { setUpStripe, stripeKeys } from '../../../tests/build/gateways/set-up-stripe.ts';
import { setUpWechat, wechatKeys } from '../../../tests/build/gateways/set-up-wechat.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { openTheatre, setUp, type Theatre } from '../../../tests/build/set-up-channels.ts';
import { sql } from '../../platform/db.ts';
import { channelOf, type OutsideChannel } from '../channels/index.ts';
import { environmentOf } from '../open-channel.ts';

const casts = [setUpSandbox, setUpStripe, setUpAlipay, setUpWechat, setUpChillPay];
const channels: OutsideChannel[] = [
  'alipay',
  'billionConnect',
  'chillPay',
  'gbPay',
  'iPay88',
  'lianLian',
  'midtrans',
  'sandbox',
  'stripe',
  'telr',
  'wechat',
];

let theatre: Theatre;
let finance: string;
beforeAll(async () => {
  theatre = await openTheatre(casts);
  finance = await theatre.test.signIn('finance@one.example', 'finance-2026');
});
afterAll(() => theatre.close());

const tryKeys = (channel: string, more: { keys?: Record<string, string>; options?: object } = {}, language = 'en') =>
  theatre.test.call('consoleChannelTry', { channel, ...more } as never, { token: finance, language });
const rowOf = async (channel: string) => {
  const { data } = await theatre.test.call('consoleChannels', {}, { token: finance });
  const row = data.list.find((each) => each.channel === channel);
  if (!row) throw new Error(`no row for ${channel}`);
  return row;
};
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: Record<string, string> }).fields ?? {};

describe('what a channel declares', () => {
  it.each(channels)('%s has words for each key, setting and choice', (channel) => {
    const { keys, options } = channelOf(channel).form;
    const english = wordsIn('en');
    const wanted = [
      ...[...keys, ...options].map(({ name }) => `payment.channelHelp.${channel}.${name}`),
      ...options.flatMap((rule) =>
        rule.kind === 'choices' ? rule.choices.map((choice) => `payment.channelChoice.${channel}.${choice}`) : [],
      ),
    ];
    expect(wanted.length).toBeGreaterThan(1);
    expect(wanted.filter((key) => !english[key])).toEqual([]);
  });

  it('is the form that the back office shows, with the last letters of long keys alone', async () => {
    const row = await rowOf('stripe');
    expect(row.keys.map(({ name, label, set, ending }) => ({ name, label, set, ending }))).toEqual([
      { name: 'accountId', label: 'Account ID', set: true, ending: '0001' },
      { name: 'secretKey', label: 'Secret key', set: true, ending: '0001' },
      { name: 'webhookSecret', label: 'Signing secret', set: true, ending: '0001' },
    ]);
    expect(row).toMatchObject({ environment: 'sandbox', environmentChosen: false, triable: true });
    expect(row.optionRules).toMatchObject([{ name: 'methods', kind: 'words', usual: ['card'] }]);
    // A key that is short would be given away by four letters of it.
    expect((await rowOf('sandbox')).keys.map(({ ending }) => ending)).toEqual(['', '0001']);
    expect(JSON.stringify([row, await rowOf('wechat')])).not.toContain(wechatKeys.one.apiV3Key);
  });

  it('distinguishes test from live by the keys, or by the address that the owner chose', async () => {
    const stripe = (secretKey: string) => environmentOf('stripe', { keys: { secretKey }, options: {} });
    expect([stripe('sk_test_ofShop0001'), stripe('rk_live_ofShop0001')]).toEqual(['sandbox', 'production']);
    expect(environmentOf('alipay', { keys: {}, options: { environment: 'sandbox' } })).toBe('sandbox');
    expect((await rowOf('alipay')).environmentChosen).toBe(true);
    expect(fieldsOf(await tryKeys('stripe', { options: { environment: 'sandbox' } }))).toHaveProperty(
      'options.environment',
    );
  });
});

describe('trying keys', () => {
  it('says what the gateway accepts, and what that does not prove', async () => {
    const accepted = { outcome: 'accepted', key: null, text: '' };
    expect((await tryKeys('stripe')).data).toEqual({
      ...{ ...accepted, unproved: ['webhookSecret'], environment: 'sandbox' },
    });
    expect((await tryKeys('alipay')).data).toMatchObject({ ...accepted, unproved: ['sellerId'] });
    expect((await tryKeys('wechat')).data).toMatchObject({ ...accepted, unproved: ['appId'] });
    expect((await tryKeys('sandbox')).data).toMatchObject({ ...accepted, unproved: [] });
  });

  it.each([
    ['stripe', { secretKey: 'sk_test_ofSomebody0001' }, 'secretKey'],
    ['stripe', { accountId: 'acct_somebody0001' }, 'accountId'],
    ['alipay', { appId: '2021000000000009' }, 'appId'],
    ['alipay', { privateKey: alipayKeys.two.privateKey }, 'privateKey'],
    ['wechat', { mchId: '1900000009' }, 'mchId'],
    ['wechat', { merchantSerial: '7700000000000000000000000000000000000009' }, 'merchantSerial'],
    ['wechat', { merchantKey: wechatKeys.two.merchantKey }, 'merchantKey'],
    ['wechat', { apiV3Key: 'apiV3KeyOfNobody0000000000000003' }, 'apiV3Key'],
    ['chillPay', { md5Secret: 'md5-secret-of-nobody' }, 'md5Secret'],
    ['sandbox', { secret: 'secret-of-somebody-0001' }, 'secret'],
  ])('%s names the key that is refused: %o', async (channel, keys, key) => {
    const before = await rowOf(channel);
    const { data } = await tryKeys(channel, { keys });
    expect(data).toMatchObject({ outcome: 'refused', key });
    for (const typed of Object.values(keys)) if (typed.length > 20) expect(data.text).not.toContain(typed);
    expect(await rowOf(channel)).toEqual(before);
  });

  it('names a key of wrong form in the reader’s language, before any gateway is called', async () => {
    const cut = wechatKeys.one.merchantKey.slice(0, 400);
    const answer = await tryKeys('wechat', { keys: { merchantKey: cut, mchId: 'shop', other: 'x' } }, 'zh_CN');
    expect(fieldsOf(answer)).toEqual({
      'keys.merchantKey': '无法读取此密钥：请粘贴完整内容，包括首行和末行',
      'keys.mchId': '格式不正确',
      'keys.other': expect.any(String),
    });
    // The shape of PEM around something that is no key.
    const hollow = `-----BEGIN PRIVATE KEY-----${'A'.repeat(400)}-----END PRIVATE KEY-----`;
    expect(Object.keys(fieldsOf(await tryKeys('wechat', { keys: { merchantKey: hollow } })))).toEqual([
      'keys.merchantKey',
    ]);
  });

  it('is in the log without any key, and for finance alone', async () => {
    await tryKeys('stripe', { keys: { secretKey: stripeKeys.two.secretKey } });
    const { rows } = await sql<{ after: object }>`SELECT after FROM audit_log WHERE act = 'channel-tried'
      AND subject = 'channel stripe' ORDER BY entry_id DESC LIMIT 1`.execute(theatre.test.database.house);
    expect(rows[0]?.after).toEqual({
      ...{ outcome: 'refused', key: 'secretKey', environment: 'sandbox', keysTyped: ['secretKey'] },
    });
    const content = await theatre.test.signIn('content@one.example', 'content-2026');
    expect((await theatre.test.call('consoleChannelTry', { channel: 'stripe' }, { token: content })).http).toBe(421);
    expect((await tryKeys('deposit')).code).toBe(200401);
  });
});

describe('limits', () => {
  it('are shown and held where the buyer pays', async () => {
    const { test } = theatre;
    const member = await test.signIn('member@one.example', 'member-2026');
    const orderNo = await placeOrder(test, member);
    const offer = async () => {
      const { data } = await test.call('payInfo', { id: orderNo }, { token: member });
      return data.channels.find((each) => each.channel === 'sandbox');
    };
    const pay = () => test.call('paying', { id: orderNo, channel: 'sandbox' }, { token: member, key: newKey() });
    const { amountMinor, currency } = (await test.call('payInfo', { id: orderNo }, { token: member })).data.order
      .payable;
    await setUp(test, 'sandbox', 'one', {}, { leastMinor: amountMinor + 1 });
    expect(await offer()).toMatchObject({
      ...{ blocked: 'payBelowLeast', limit: { amountMinor: amountMinor + 1, currency } },
    });
    const low = await pay();
    expect([low.code, low.msg]).toEqual([200416, expect.stringContaining(currency)]);
    await setUp(test, 'sandbox', 'one', {}, { mostMinor: amountMinor - 1 });
    expect(await offer()).toMatchObject({ blocked: 'payAboveMost' });
    expect((await pay()).code).toBe(200417);
    await setUp(test, 'sandbox', 'one', {}, { leastMinor: amountMinor, mostMinor: amountMinor });
    expect(await offer()).toMatchObject({ blocked: null, limit: null });
    expect((await pay()).code).toBe(200);
    const { revision } = await rowOf('sandbox');
    const wrong = { channel: 'sandbox', active: true, feePercent: '0', feeRefundable: false, revision };
    const answer = await test.call('consoleChannelSave', { ...wrong, leastMinor: 2, mostMinor: 1 }, { token: finance });
    expect(Object.keys(fieldsOf(answer))).toEqual(['mostMinor']);
  });
});
