// Alipay's translation against its fake alone, without the installation: published signatures, ways to pay, requests and answers.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publishedKey, publishedNotice, publishedSignature } from '../../../../tests/build/gateways/alipay-vector.ts';
import {
  act,
  askedOf,
  configOf,
  desktop,
  openAlipay,
  outNo,
  paid,
  phone,
  query,
  start,
  startInput,
} from '../../../../tests/build/gateways/open-alipay.ts';
import { alipayKeys, alipayUrl, controlAlipay } from '../../../../tests/build/gateways/set-up-alipay.ts';
import { ChannelRefused, type StartInput } from '../channel.ts';
import { keyShape } from '../forms/alipay-form.ts';
import { findBadOptions } from '../forms/judge-form.ts';
import { alipay } from './alipay.ts';
import { readYuan, toChinaTime } from './alipay-calls.ts';

openAlipay();

describe('signatures', () => {
  const config = configOf({ keys: { ...alipayKeys.one, appId: '2019073166072302', alipayPublicKey: publishedKey } });
  const read = (change: Record<string, string> = {}, own = config) => {
    const fields = { ...publishedNotice, sign_type: 'RSA2', sign: publishedSignature, ...change };
    return alipay.readNotice(own, Buffer.from(new URLSearchParams(fields).toString()), {}, new Date());
  };

  it('are those that Alipay published for a notice', () => {
    expect(read()).toEqual({ eventId: '2019081500222155624068450559358070', paymentNo: '' });
  });

  it.each([
    ['another amount', { total_amount: '0.11' }],
    ['one field more', { passback_params: 'x' }],
    ['an old kind of signature', { sign_type: 'RSA' }],
    ['an unknown kind of signature', { sign_type: 'none' }],
    ['no signature', { sign: '' }],
    ['a broken signature', { sign: publishedSignature.replace('Q', 'R') }],
  ])('are refused with %s', (_, change) => {
    expect(read(change)).toBeUndefined();
  });

  it('of a notice for another application, with a field given twice, or of no form at all are refused', () => {
    expect(read({}, configOf({ keys: { ...config.keys, appId: '2019073166072303' } }))).toBeUndefined();
    const whole = `${new URLSearchParams({ ...publishedNotice, sign_type: 'RSA2', sign: publishedSignature })}`;
    const readRaw = (text: string) => alipay.readNotice(config, Buffer.from(text), {}, new Date());
    expect(readRaw(whole)).toBeDefined();
    expect(readRaw(`${whole}&total_amount=0.10`)).toBeUndefined();
    expect(readRaw('{"app_id":"2019073166072302"}')).toBeUndefined();
    expect(readRaw('')).toBeUndefined();
  });

  it('are made with a key of either form, bare or as PEM', async () => {
    const der = createPrivateKey({
      key: Buffer.from(alipayKeys.one.privateKey, 'base64'),
      format: 'der',
      type: 'pkcs8',
    });
    for (const type of ['pkcs1', 'pkcs8'] as const) {
      const privateKey = der.export({ type, format: 'pem' }) as string;
      expect(keyShape.test(privateKey.trim())).toBe(true);
      const answer = await start(startInput(), configOf({ keys: { ...alipayKeys.one, privateKey } }));
      expect(answer.data.qrText).toContain('https://qr.alipay.com/');
    }
    for (const key of [alipayKeys.one.privateKey, publishedKey]) expect(keyShape.test(key)).toBe(true);
    for (const slip of ['', 'abc', `${publishedKey}!`]) expect(keyShape.test(slip)).toBe(false);
  });

  it('under answers are checked: one that is not signed by Alipay proves nothing', async () => {
    const input = await paid();
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const alipayPublicKey = stranger.export({ type: 'spki', format: 'der' }).toString('base64');
    const config = configOf({ keys: { ...alipayKeys.one, alipayPublicKey } });
    await expect(query(input, config)).rejects.not.toBeInstanceOf(ChannelRefused);
    await expect(query(input, configOf({ keys: { ...alipayKeys.one, alipayPublicKey: '' } }))).rejects.toThrow();
    expect(await query(input)).toMatchObject({ state: 'paid' });
  });
});

it('counts in yuan and in the time of China', () => {
  expect(readYuan('161.29')).toEqual({ amountMinor: 16_129, currency: 'CNY' });
  expect(readYuan('100')).toEqual({ amountMinor: 10_000, currency: 'CNY' });
  expect(readYuan('0.1')).toEqual({ amountMinor: 10, currency: 'CNY' });
  for (const bad of ['-1.00', '1.005', '1e3', '', ' 1', undefined, 5]) expect(readYuan(bad)).toBeUndefined();
  expect(toChinaTime(new Date('2026-11-21T17:30:05.999Z'))).toBe('2026-11-22 01:30:05');
});

describe('ways to pay', () => {
  const wayOf = (url: string | null) => new URL(String(url)).searchParams.get('method');
  const contentOf = (url: string | null) => JSON.parse(new URL(String(url)).searchParams.get('biz_content') ?? '{}');

  it('a desktop gets a code for the wallet and a page', async () => {
    const input = startInput();
    const { payUrl, providerRef, data } = await start(input);
    expect([providerRef, data]).toEqual([null, { qrText: expect.stringContaining('https://qr.alipay.com/') }]);
    expect(wayOf(payUrl)).toBe('alipay.trade.page.pay');
    expect(contentOf(payUrl)).toEqual({
      out_trade_no: outNo(input),
      total_amount: '161.29',
      subject: 'One   Co Tours  海 岛 26112112',
      time_expire: toChinaTime(input.expiresAt),
      passback_params: outNo(input),
      product_code: 'FAST_INSTANT_TRADE_PAY',
    });
    const page = await fetch(String(payUrl));
    expect(await page.text()).toContain('¥ 161.29');
  });

  it('a phone gets the mobile page and no code', async () => {
    const input = startInput(phone);
    const { payUrl, data } = await start(input);
    expect([wayOf(payUrl), data]).toEqual(['alipay.trade.wap.pay', { away: true }]);
    expect(contentOf(payUrl)).toMatchObject({ product_code: 'QUICK_WAP_WAY', quit_url: input.cancelUrl });
    expect(await (await fetch(String(payUrl))).text()).toContain('¥ 161.29');
    const paying = await fetch(`${alipayUrl()}/cashier/${outNo(input)}`, { method: 'POST', redirect: 'manual' });
    const back = new URL(String(paying.headers.get('location')));
    expect(`${back.origin}${back.pathname}`).toBe('http://one.test/booking/complete');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ order: '26112112', total_amount: '161.29' });
  });

  it.each([
    [['page'], phone, 'alipay.trade.page.pay', { away: true }],
    [['wap'], desktop, 'alipay.trade.wap.pay', { away: true }],
    [['page', 'wap'], desktop, 'alipay.trade.page.pay', { away: true }],
    [['qr'], phone, null, { qrText: expect.any(String) }],
  ])('are those that the owner chose: %s', async (ways, agent, method, data) => {
    const answer = await start(startInput(agent), configOf({ options: { ways } }));
    expect([answer.payUrl && wayOf(answer.payUrl), answer.data]).toEqual([method, data]);
  });

  it('can only be chosen from what Alipay has', () => {
    expect(findBadOptions(alipay.form, {})).toEqual([]);
    expect(findBadOptions(alipay.form, { ways: ['qr', 'wap'] })).toEqual([]);
    for (const ways of [[], ['app'], 'qr', null]) expect(findBadOptions(alipay.form, { ways })).toEqual(['ways']);
    expect(findBadOptions(alipay.form, { gateway: 'http://elsewhere' })).toEqual(['gateway']);
  });

  it('without the contract for codes there is the page; with codes alone nothing', async () => {
    await controlAlipay('settings', { withheld: ['FACE_TO_FACE_PAYMENT'] });
    const answer = await start(startInput());
    expect([wayOf(answer.payUrl), answer.data]).toEqual(['alipay.trade.page.pay', { away: true }]);
    await expect(start(startInput(), configOf({ options: { ways: ['qr'] } }))).rejects.toBeInstanceOf(ChannelRefused);
  });

  it('are for yuan alone', async () => {
    const input = startInput(desktop, { amount: { amountMinor: 10_000, currency: 'MYR' } });
    await expect(start(input)).rejects.toBeInstanceOf(ChannelRefused);
    expect(await controlAlipay(`trades/${outNo(input)}`)).toEqual({ wish: null, trade: null });
  });

  it('keys that Alipay does not know are a clear no, a number that was paid meanwhile is not', async () => {
    const keys = { ...alipayKeys.one, privateKey: alipayKeys.two.privateKey };
    await expect(start(startInput(), configOf({ keys }))).rejects.toBeInstanceOf(ChannelRefused);
    await expect(start(await paid())).rejects.not.toBeInstanceOf(ChannelRefused);
  });
});

describe('questions', () => {
  it('follow the trade: not opened, opened, paid, finished', async () => {
    const input = startInput();
    await start(input);
    expect(await query(input)).toMatchObject({ state: 'pending', reason: 'not opened yet' });
    await act(input, 'scan');
    expect(await query(input)).toMatchObject({ state: 'pending', reason: 'WAIT_BUYER_PAY' });
    await act(input, 'pay');
    const answer = {
      ...{ state: 'paid', merchant: alipay.merchant(configOf()), paymentNo: input.paymentNo, amount: input.amount },
      ...{ providerRef: expect.stringMatching(/^\d{28}$/), transactionId: expect.stringMatching(/^\d{28}$/) },
    };
    expect(await query(input)).toEqual(answer);
    await act(input, 'finish');
    expect(await query(input)).toEqual(answer);
  });

  it('about a number that was not paid in time end it', async () => {
    const input = startInput();
    expect(await query(input, configOf(), new Date(Date.now() + 19 * 60_000))).toMatchObject({ state: 'pending' });
    const later = new Date(Date.now() + 21 * 60_000);
    expect(await query(input, configOf(), later)).toMatchObject({ state: 'failed', reason: 'never started' });
    const scanned = startInput();
    await start(scanned);
    await act(scanned, 'scan');
    await controlAlipay('settings', { aheadSeconds: 901 });
    expect(await query(scanned)).toMatchObject({ state: 'failed', reason: 'closed' });
  });

  it('without a clear answer say nothing', async () => {
    const input = await paid();
    for (const mode of ['error', 'refuse', 'lose']) {
      await controlAlipay('settings', { mode, method: 'trade.query', times: mode === 'error' ? 1 : 2 });
      await expect(query(input)).rejects.not.toBeInstanceOf(ChannelRefused);
    }
    expect(await query(input)).toMatchObject({ state: 'paid' });
  });

  it('closing ends what waits, returns what was paid, and knows what was never opened', async () => {
    const closing = (input: StartInput) => alipay.close(configOf(), askedOf(input), new Date());
    const waiting = startInput();
    await start(waiting);
    expect(await closing(waiting)).toMatchObject({ state: 'failed', reason: 'never started' });
    await act(waiting, 'scan');
    expect(await closing(waiting)).toMatchObject({ state: 'failed', reason: 'closed' });
    expect(await closing(waiting)).toMatchObject({ state: 'failed', reason: 'closed' });
    const input = await paid();
    expect(await closing(input)).toMatchObject({ state: 'paid', paymentNo: input.paymentNo });
  });
});
