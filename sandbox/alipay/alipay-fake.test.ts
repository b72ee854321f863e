// The stand-in for Alipay against published values and against Alipay's own SDK: signatures, refusals, numbers, notices, bills. The
// house is not involved.
import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AlipaySdk } from 'alipay-sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  publishedKey,
  publishedNotice,
  publishedSignature,
  publishedText,
} from '../../tests/build/gateways/alipay-vector.ts';
import { type AlipayFake, serveAlipay } from './serve-alipay.ts';
import { isSigned, noticeText, signNotice, signText, textToSign } from './sign-messages.ts';

const appId = '2021000000000009';
const sellerId = '2088000000000009';
const controlToken = 'for-the-test';
const pairOf = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: KeyObject) => key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }) as string;
const [ofApp, ofAlipay, ofStranger] = [pairOf(), pairOf(), pairOf()];

let fake: AlipayFake;
let client: AlipaySdk;
beforeAll(async () => {
  fake = await serveAlipay({
    ...{ port: 0, appId, sellerId, controlToken, retrySeconds: [0.05, 0.05] },
    appPublicKey: pem(ofApp.publicKey),
    ownPrivateKey: pem(ofAlipay.privateKey),
  });
  client = clientWith(ofApp.privateKey);
});
afterAll(() => fake.close());
beforeEach(() => control('settings', { muted: true, aheadSeconds: 0, withheld: [] }));

function clientWith(privateKey: KeyObject, id = appId): AlipaySdk {
  return new AlipaySdk({
    ...{ appId: id, gateway: `${fake.url}/gateway.do`, camelcase: false, keyType: 'PKCS8' as const },
    privateKey: pem(privateKey),
    alipayPublicKey: pem(ofAlipay.publicKey),
  });
}

async function control<Told = Record<string, unknown>>(path: string, body?: object): Promise<Told> {
  const headers = { authorization: `Bearer ${controlToken}` };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return (await (await fetch(`${fake.url}/control/${path}`, init)).json()) as Told;
}

let count = 0;
const newNo = () => `T_${++count}`;
const ask = (method: string, bizContent: object, by = client, more: object = {}) =>
  by.exec(method, { ...more, bizContent }, { validateSign: true });
const precreate = (no: string, more: object = {}) =>
  ask('alipay.trade.precreate', { out_trade_no: no, total_amount: '88.80', subject: '一日游', ...more });
const act = (no: string, outcome: string) => control<{ error?: string }>(`trades/${no}`, { outcome });

describe('signatures', () => {
  it('are over the text that Alipay published, in the way it published', () => {
    const fields = { ...publishedNotice, sign_type: 'RSA2', sign: publishedSignature };
    expect(noticeText(fields)).toBe(publishedText);
    const key = createPublicKey({ key: Buffer.from(publishedKey, 'base64'), format: 'der', type: 'spki' });
    expect(isSigned(noticeText(fields), publishedSignature, pem(key))).toBe(true);
    expect(isSigned(noticeText({ ...fields, total_amount: '0.11' }), publishedSignature, pem(key))).toBe(false);
    expect(isSigned(publishedText, 'no base64!', pem(key))).toBe(false);
  });

  it('of notices are believed by the SDK, and only while nothing is changed', () => {
    const fields = Object.fromEntries(new URLSearchParams(signNotice(publishedNotice, pem(ofAlipay.privateKey))));
    expect(client.checkNotifySignV2(fields)).toBe(true);
    expect(client.checkNotifySignV2({ ...fields, trade_status: 'TRADE_CLOSED' })).toBe(false);
  });

  it('of calls leave out what is empty and cover everything else', () => {
    expect(textToSign({ b: '2', sign: 'x', a: '1', c: '', sign_type: 'RSA2' })).toBe('a=1&b=2&sign_type=RSA2');
  });

  it('of answers are over their own bytes, slashes escaped', async () => {
    const raw = await fetch(client.pageExec('alipay.trade.query', 'GET', { bizContent: { out_trade_no: 'a/b' } })).then(
      (answer) => answer.text(),
    );
    const [, text = '', sign = ''] = /^\{"alipay_trade_query_response":(\{.*\}),"sign":"([^"]+)"\}$/.exec(raw) ?? [];
    expect(verify('RSA-SHA256', Buffer.from(text), ofAlipay.publicKey, Buffer.from(sign, 'base64'))).toBe(true);
    const { qr_code: code } = await precreate(newNo());
    expect(code).toMatch(/^https:\/\/qr\.alipay\.com\//);
  });
});

describe('what Alipay refuses', () => {
  it('another key, another application, a field changed on the way', async () => {
    const asked = (by: AlipaySdk) => ask('alipay.trade.query', { out_trade_no: 'T_0' }, by);
    expect(await asked(clientWith(ofStranger.privateKey))).toMatchObject({
      code: '40002',
      sub_code: 'isv.invalid-signature',
    });
    expect(await asked(clientWith(ofApp.privateKey, '2021000000000008'))).toMatchObject({
      sub_code: 'isv.invalid-app-id',
    });
    const url = new URL(client.pageExec('alipay.trade.query', 'GET', { bizContent: { out_trade_no: 'T_0' } }));
    url.searchParams.set('biz_content', '{"out_trade_no":"T_1"}');
    expect(await (await fetch(url)).text()).toContain('isv.invalid-signature');
    for (const [name, why] of [
      ['sign', 'isv.missing-signature'],
      ['app_id', 'isv.missing-app-id'],
      ['timestamp', 'isv.missing-timestamp'],
      ['method', 'isv.missing-method'],
    ] as const) {
      const without = new URL(url);
      without.searchParams.delete(name);
      expect(await (await fetch(without)).text()).toContain(why);
    }
    expect(signText('a', pem(ofApp.privateKey))).toHaveLength(344);
  });

  it.each([
    ['a title with "&"', { subject: 'a & b' }],
    ['three decimals', { total_amount: '1.005' }],
    ['nothing to pay', { total_amount: '0.00' }],
    ['a hyphen in the number', { out_trade_no: 'A-1' }],
    ["another way's product", { product_code: 'QUICK_WAP_WAY' }],
    ['a time that is over', { time_expire: '2020-01-01 00:00:00' }],
  ])('%s', async (_, more) => {
    expect(await precreate(newNo(), more)).toMatchObject({ code: '40004', sub_code: 'ACQ.INVALID_PARAMETER' });
  });

  it('a product without a contract', async () => {
    await control('settings', { withheld: ['FACE_TO_FACE_PAYMENT'] });
    expect(await precreate(newNo())).toMatchObject({ sub_code: 'ACQ.ACCESS_FORBIDDEN' });
  });
});

describe('trades', () => {
  const about = (method: string, no: string, more: object = {}) => ask(method, { out_trade_no: no, ...more });
  const unknown = { code: '40004', sub_code: 'ACQ.TRADE_NOT_EXIST' };

  it('do not exist before a buyer comes, and end by closing or by time', async () => {
    const no = newNo();
    await precreate(no);
    expect(await about('alipay.trade.query', no)).toMatchObject(unknown);
    expect(await about('alipay.trade.close', no)).toMatchObject(unknown);
    await act(no, 'scan');
    expect(await about('alipay.trade.query', no)).toMatchObject({ code: '10000', trade_status: 'WAIT_BUYER_PAY' });
    expect(await about('alipay.trade.close', no)).toMatchObject({ code: '10000', out_trade_no: no });
    expect(await about('alipay.trade.close', no)).toMatchObject({ sub_code: 'ACQ.TRADE_STATUS_ERROR' });
    expect(await act(no, 'pay')).toEqual({ error: 'ACQ.TRADE_HAS_CLOSE' });
  });

  it('that were paid are neither closed nor started again', async () => {
    const no = newNo();
    await precreate(no);
    await act(no, 'pay');
    expect(await about('alipay.trade.query', no)).toMatchObject({
      trade_status: 'TRADE_SUCCESS',
      total_amount: '88.80',
    });
    expect(await about('alipay.trade.close', no)).toMatchObject({ sub_code: 'ACQ.TRADE_STATUS_ERROR' });
    expect(await precreate(no)).toMatchObject({ sub_code: 'ACQ.TRADE_HAS_SUCCESS' });
  });

  it('are refunded in parts under numbers, never beyond; a repetition moves nothing', async () => {
    const no = newNo();
    await precreate(no);
    await act(no, 'pay');
    const give = (amount: string, part: string) =>
      about('alipay.trade.refund', no, { refund_amount: amount, out_request_no: part });
    const know = (part: string) => about('alipay.trade.fastpay.refund.query', no, { out_request_no: part });
    expect(await know('r1')).toEqual(expect.not.objectContaining({ refund_status: expect.anything() }));
    expect(await give('80.00', 'r1')).toMatchObject({ fund_change: 'Y', refund_fee: '80.00' });
    expect(await give('80.00', 'r1')).toMatchObject({ fund_change: 'N', refund_fee: '80.00' });
    expect(await give('79.00', 'r1')).toMatchObject({ sub_code: 'ACQ.DISCORDANT_REPEAT_REQUEST' });
    expect(await give('8.81', 'r2')).toMatchObject({ sub_code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' });
    expect(await know('r1')).toMatchObject({ refund_status: 'REFUND_SUCCESS', refund_amount: '80.00' });
    await give('8.80', 'r2');
    expect(await about('alipay.trade.query', no)).toMatchObject({ trade_status: 'TRADE_CLOSED' });
  });

  it('are listed on the bill of a past day', async () => {
    const bill = (day: string) =>
      ask('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day });
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect(await bill(today)).toMatchObject({ sub_code: 'isv.invalid_arguments' });
    expect(await bill('2020-01-01')).toMatchObject({ sub_code: 'isp.bill_not_exist' });
    await control('settings', { aheadSeconds: 86_400 });
    const { bill_download_url: url } = await bill(today);
    const zip = Buffer.from(await (await fetch(url as string)).arrayBuffer());
    expect([zip.subarray(0, 4).toString('latin1'), zip.includes('PK\x05\x06')]).toEqual(['PK\x03\x04', true]);
  });
});

it('notices come again with the same name until the answer is "success"', async () => {
  const heard: Record<string, string>[] = [];
  const shop = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    heard.push(Object.fromEntries(new URLSearchParams(body)));
    response.end(heard.length < 3 ? 'ok' : 'success');
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  await control('settings', { muted: false });
  const no = newNo();
  const notify_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  await ask('alipay.trade.precreate', { out_trade_no: no, total_amount: '1.00', subject: 'x' }, client, { notify_url });
  await act(no, 'pay');
  await expect.poll(() => heard.length, { timeout: 3000 }).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(heard).toHaveLength(3);
  expect(new Set(heard.map((item) => item.notify_id)).size).toBe(1);
  expect(heard.every((item) => client.checkNotifySignV2(item))).toBe(true);
  expect(heard[0]).toMatchObject({ out_trade_no: no, trade_status: 'TRADE_SUCCESS', seller_id: sellerId });
  shop.close();
});

it('control asks for its token', async () => {
  expect((await fetch(`${fake.url}/control/deliveries`)).status).toBe(401);
});
