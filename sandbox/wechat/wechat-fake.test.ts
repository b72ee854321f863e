// The stand-in for WeChat Pay against published values and against the protocol's texts, by requests signed here. The portal is
// not involved.
import { createHash, createPublicKey, createVerify, randomBytes, sign, X509Certificate } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from './run-fake.ts';
import { serveWechat, type WechatFake } from './serve-wechat.ts';
import { requestText, sealText, verifyText } from './sign-messages.ts';

const merchant = newKey();
const names = {
  mchId: '1900000009',
  appId: 'wx00000000000000ff',
  apiV3Key: '0123456789abcdef0123456789abcdef',
  serial: '77AA',
};
let fake: WechatFake;
beforeAll(async () => {
  fake = await serveWechat({
    port: 0,
    merchant: { ...names, publicKey: createPublicKey(merchant) },
    retrySeconds: [0.05, 0.05],
  });
});
afterAll(() => fake.close());

type Bend = {
  mchid?: string;
  at?: number;
  nonce?: string;
  signed?: string;
  serial?: string;
  headers?: Record<string, string>;
};

async function send(method: string, path: string, body: object | undefined, bend: Bend = {}) {
  const { mchid = names.mchId, at = Math.floor(Date.now() / 1000), nonce = randomBytes(16).toString('hex') } = bend;
  const raw = body ? JSON.stringify(body) : '';
  const text = bend.signed ?? `${method}\n${path}\n${at}\n${nonce}\n${raw}\n`;
  const signature = sign('sha256', Buffer.from(text), merchant).toString('base64');
  return fetch(fake.url + path, {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'test',
      authorization: `WECHATPAY2-SHA256-RSA2048 mchid="${mchid}",nonce_str="${nonce}",timestamp="${at}",serial_no="${bend.serial ?? names.serial}",signature="${signature}"`,
      ...bend.headers,
    },
    ...(raw ? { body: raw } : {}),
  });
}

type Told = Record<string, unknown> & { code?: string };
const call = async (method: string, path: string, body?: object, bend?: Bend): Promise<[number, Told]> => {
  const answer = await send(method, path, body, bend);
  const text = await answer.text();
  return [answer.status, text ? (JSON.parse(text) as Told) : {}];
};
const codeOf = async (...asked: Parameters<typeof call>) => {
  const [status, { code }] = await call(...asked);
  return `${status} ${code ?? ''}`.trim();
};
const control = async <Answer>(path: string, body: object): Promise<Answer> => {
  const headers = { authorization: `Bearer ${names.apiV3Key}` };
  return (await (
    await fetch(`${fake.url}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  ).json()) as Answer;
};
const order = (number: string, more: object = {}) => ({
  appid: names.appId,
  mchid: names.mchId,
  description: 'A day out',
  out_trade_no: number,
  attach: number,
  notify_url: 'https://shop.invalid/notify',
  amount: { total: 10_000, currency: 'CNY' },
  ...more,
});
const native = '/v3/pay/transactions/native';
const byNumber = (number: string) => `/v3/pay/transactions/out-trade-no/${number}`;

describe('on paper', () => {
  // Published: wechatpay-apiv3/wechatpay-go 0.2.21, core/auth/verifiers and utils tests (Apache-2.0).
  const published = `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VCTd91fnUn73Xy9DLvt/V62TVxRTEEstVdeRaZ3B3leO0pldE806mXO4RwdHXagHQ4vGeZN0yqm++rDsGK+U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOmDeJf2vg6byms9RUipiq4SzbJKqJFlUpbuIPDpSpWz10PYmyCNeDGUUK65E5h2B834uxl1zNLYQCrkdBzb8oUxwYeP5a2DNxmjL5lsJML7DGr5znsevnoqGRwTm9fxCGfy8wus7hwKz6clt3Whmmda7UAdb1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtkaSef4FdEEgEXJiw0VAJT8wIDAQAB`;
  const signature = `BKyAfU4iMCuvXMXS0Wzam3V/cnxZ+JaqigPM5OhljS2iOT95OO6Fsuml2JkFANJU9K6q9bLlDhPXuoVz+pp4hAm6pHU4ld815U4jsKu1RkyaII+1CYBUYC8TK0XtJ8FwUXXz8vZHh58rrAVN1XwNyvD1vfpxrMT4SL536GLwvpUHlCqIMzoZUguLli/K8V29QiOhuH6IEqLNJn8e9b3nwNcQ7be3CzYGpDAKBfDGPCqCv8Rw5zndhlffk2FEA70G4hvMwe51qMN/RAJbknXG23bSlObuTCN7Ndj1aJGH6/L+hdwfLpUtJm4QYVazzW7DFD27EpSQEqA8bX9+8m1rLg==`;

  it('signatures are those that WeChat publishes', () => {
    const key = createPublicKey({ key: Buffer.from(published, 'base64'), format: 'der', type: 'spki' });
    expect(verifyText('source', signature, key)).toBe(true);
    expect(verifyText('sources', signature, key)).toBe(false);
    const text = requestText('GET', '/v3/certificates', '1624523846', 'A1B2C3D4E5F6G7', '');
    expect(text).toBe('GET\n/v3/certificates\n1624523846\nA1B2C3D4E5F6G7\n\n');
  });

  it('what is sealed is what WeChat publishes', () => {
    const sealed = sealText('Hello World', 'testAPIv3Key0000', 'Dl56FrqWQJF1t9LtC3vEUsniZKvbqdR8', 'wCq51qZv4Yfg');
    expect(sealed.ciphertext).toBe('FsdXzxryWfKwvLJKf8LG/ToRPTRh8RN9wROC');
  });
});

describe('requests', () => {
  it.each<[string, Bend]>([
    ['another merchant', { mchid: '1900000001' }],
    ['another certificate', { serial: '77BB' }],
    ['an old time', { at: Math.floor(Date.now() / 1000) - 400 }],
    ['other words than were sent', { signed: 'GET\n/v3/certificates\n1\n2\n\n' }],
    ['no words at all', { headers: { authorization: 'Bearer x' } }],
  ])('of %s are not taken', async (_, bend) => {
    expect(await codeOf('GET', '/v3/certificates', undefined, bend)).toBe('401 SIGN_ERROR');
  });

  it('are taken once, and their answers are signed by the named certificate', async () => {
    const answer = await send('GET', '/v3/certificates', undefined, { nonce: 'once' });
    expect(await codeOf('GET', '/v3/certificates', undefined, { nonce: 'once' })).toBe('401 SIGN_ERROR');
    const body = await answer.text();
    const { data } = JSON.parse(body) as { data: { serial_no: string }[] };
    const header = (name: string) => answer.headers.get(`wechatpay-${name}`) ?? '';
    expect(header('serial')).toBe(data[0]?.serial_no);
    const moved = await send('GET', '/v3/certificates', undefined, {
      headers: { 'wechatpay-serial': fake.publicKey.id },
    });
    const text = `${moved.headers.get('wechatpay-timestamp')}\n${moved.headers.get('wechatpay-nonce')}\n${await moved.text()}\n`;
    const verifier = createVerify('sha256').update(text);
    expect(
      verifier.verify(createPublicKey(fake.publicKey.key), moved.headers.get('wechatpay-signature') ?? '', 'base64'),
    ).toBe(true);
  });

  it('certificates are such that others can read them', async () => {
    const { makePlatformKey } = await import('./run-fake.ts');
    const { certificate, serial, key } = makePlatformKey();
    const read = new X509Certificate(certificate);
    expect(read.serialNumber).toBe(serial);
    expect(read.verify(createPublicKey(key))).toBe(true);
    expect(Date.parse(read.validTo)).toBeGreaterThan(Date.now());
  });
});

describe('orders', () => {
  it.each<[string, object, string]>([
    ['another currency', { amount: { total: 100, currency: 'MYR' } }, '400 PARAM_ERROR'],
    ['nothing to pay', { amount: { total: 0 } }, '400 PARAM_ERROR'],
    ['parts of a fen', { amount: { total: 1.5 } }, '400 PARAM_ERROR'],
    ['a short number', { out_trade_no: 'A1' }, '400 PARAM_ERROR'],
    ['a long name', { description: '游'.repeat(43) }, '400 PARAM_ERROR'],
    ['a query in the address', { notify_url: 'https://shop.invalid/?a=1' }, '400 PARAM_ERROR'],
    ['an open address', { notify_url: 'http://shop.invalid/notify' }, '400 PARAM_ERROR'],
    ['an unknown field', { colour: 'red' }, '400 PARAM_ERROR'],
    ["another merchant's app", { appid: 'wxother' }, '400 APPID_MCHID_NOT_MATCH'],
    ['a time that is over', { time_expire: '2020-01-01T00:00:00+08:00' }, '400 PARAM_ERROR'],
  ])('are refused for %s', async (_, more, wanted) => {
    expect(await codeOf('POST', native, order('REFUSED01', more))).toBe(wanted);
    expect(await codeOf('GET', `${byNumber('REFUSED01')}?mchid=${names.mchId}`)).toBe('404 ORDER_NOT_EXIST');
  });

  it('are one for the same words, and refused for others under the same number', async () => {
    const [, first] = await call('POST', native, order('SAME0001'));
    expect(first.code_url).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/);
    expect((await call('POST', native, order('SAME0001')))[1]).toEqual(first);
    const dearer = order('SAME0001', { amount: { total: 1, currency: 'CNY' } });
    expect(await codeOf('POST', native, dearer)).toBe('403 OUT_TRADE_NO_USED');
  });

  it('on phones want to know who pays from where', async () => {
    const h5 = '/v3/pay/transactions/h5';
    expect(await codeOf('POST', h5, order('PHONE001'))).toBe('400 PARAM_ERROR');
    const scene_info = { payer_client_ip: '203.0.113.7', h5_info: { type: 'Wap' } };
    const [, result] = await call('POST', h5, order('PHONE001', { scene_info }));
    const page = `${result.h5_url}&redirect_url=${encodeURIComponent('https://shop.invalid/back')}`;
    expect(await (await fetch(page)).text()).toContain('¥100.00');
    const paid = await fetch(page, { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'https://shop.invalid/back']);
  });

  it('close until they are paid; paid ones go back in parts, never beyond, once per number', async () => {
    await call('POST', native, order('CLOSE001'));
    const close = (number: string) => codeOf('POST', `${byNumber(number)}/close`, { mchid: names.mchId });
    expect(await close('CLOSE001')).toBe('204');
    expect(await codeOf('POST', native, order('CLOSE001'))).toBe('403 ORDER_CLOSED');
    await call('POST', native, order('PAID0001'));
    await control('orders/PAID0001', { outcome: 'pay-silent' });
    expect(await close('PAID0001')).toBe('400 INVALID_REQUEST');
    const back = (number: string, refund: number) =>
      codeOf('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: 'PAID0001',
        out_refund_no: number,
        amount: { refund, total: 10_000, currency: 'CNY' },
      });
    expect(await back('R1', 4000)).toBe('200');
    expect(await back('R1', 4000)).toBe('200');
    expect(await back('R1', 5000)).toBe('400 INVALID_REQUEST');
    expect(await back('R2', 7000)).toBe('400 INVALID_REQUEST');
    expect(await back('R2', 6000)).toBe('200');
    const [, result] = await call('GET', '/v3/refund/domestic/refunds/R1');
    expect(result).toMatchObject({ status: 'SUCCESS', amount: { refund: 4000, total: 10_000 } });
    expect((await call('GET', `${byNumber('PAID0001')}?mchid=${names.mchId}`))[1].trade_state).toBe('REFUND');
  });
});

it('the bill of a day that is over fits its digest, and there is none of today or of a quiet day', async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  await call('POST', native, order('BILL0001'));
  await control('orders/BILL0001', { outcome: 'pay-silent', at: yesterday.toISOString() });
  const dayOf = (at: Date) => new Date(at.getTime() + 8 * 3600_000).toISOString().slice(0, 10);
  const path = (day: string) => `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`;
  const [, result] = await call('GET', path(dayOf(yesterday)));
  const { pathname, search } = new URL(String(result.download_url));
  const file = await send('GET', pathname + search, undefined);
  expect(file.headers.get('wechatpay-signature')).toBeNull();
  const bill = gunzipSync(Buffer.from(await file.arrayBuffer()));
  expect(createHash('sha1').update(bill).digest('hex')).toBe(result.hash_value);
  expect(bill.toString()).toContain(',`BILL0001,');
  expect(await codeOf('GET', path(dayOf(new Date())))).toBe('400 INVALID_REQUEST');
  expect(await codeOf('GET', path('2020-01-01'))).toBe('400 NO_STATEMENT_EXIST');
});

it('notices are sent again until they are accepted, each time with a new signature', async () => {
  const seen: (string | undefined)[] = [];
  const shop = createServer((request, response) => {
    request.resume();
    seen.push(request.headers['wechatpay-nonce'] as string);
    response.writeHead(seen.length === 1 ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const notify_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
  await call('POST', native, order('TELL0001', { notify_url }));
  await control('orders/TELL0001', { outcome: 'pay' });
  for (let tries = 0; seen.length < 2 && tries < 50; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(new Set(seen).size).toBe(2);
  shop.close();
});
