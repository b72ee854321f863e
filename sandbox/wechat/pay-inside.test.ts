// The stand-in for payment inside WeChat against the protocol's texts: the payer, the order for that person, the signature that the
// app checks. The portal is not involved.
import { createPublicKey, sign, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from './run-fake.ts';
import { serveWechat, type WechatFake } from './serve-wechat.ts';
import { payText } from './sign-messages.ts';

const merchant = newKey();
const names = {
  mchId: '1900000009',
  appId: 'wx00000000000000ff',
  apiV3Key: '0123456789abcdef0123456789abcdef',
  serial: '77AA',
};
const appSecret = 'abcdefabcdefabcdefabcdefabcdef00';
const person = 'oPersonOfTheFakesOwnTest0001';
let fake: WechatFake;
beforeAll(async () => {
  fake = await serveWechat({ port: 0, merchant: { ...names, appSecret, publicKey: createPublicKey(merchant) } });
  await control('person', { openid: person });
});
afterAll(() => fake.close());

const control = async <Answer>(path: string, body: object): Promise<Answer> => {
  const headers = { authorization: `Bearer ${names.apiV3Key}` };
  const answer = await fetch(`${fake.url}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Answer;
};

const back = 'https://shop.invalid/back?order=1';
async function authorize(change: Record<string, string> = {}, order?: string[]): Promise<[number, URL | undefined]> {
  const asked: Record<string, string> = {
    appid: names.appId,
    redirect_uri: back,
    response_type: 'code',
    scope: 'snsapi_base',
    state: 'abc123',
    ...change,
  };
  const query = (order ?? Object.keys(asked))
    .map((name) => `${name}=${encodeURIComponent(asked[name] ?? '')}`)
    .join('&');
  const answer = await fetch(`${fake.url}/connect/oauth2/authorize?${query}`, { redirect: 'manual' });
  const target = answer.headers.get('location');
  return [answer.status, target ? new URL(target) : undefined];
}
const newCode = async () => (await authorize())[1]?.searchParams.get('code') ?? '';

async function exchange(code: string, change: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const asked = { appid: names.appId, secret: appSecret, code, grant_type: 'authorization_code', ...change };
  const answer = await fetch(`${fake.url}/sns/oauth2/access_token?${new URLSearchParams(asked)}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain']);
  return (await answer.json()) as Record<string, unknown>;
}

async function begin(openid: unknown): Promise<[number, Record<string, unknown>]> {
  const [at, nonce] = [Math.floor(Date.now() / 1000), crypto.randomUUID().replaceAll('-', '')];
  const path = '/v3/pay/transactions/jsapi';
  const number = `TRIP${crypto.randomUUID().slice(0, 8)}`;
  const body = JSON.stringify({
    appid: names.appId,
    mchid: names.mchId,
    description: 'A day out',
    out_trade_no: number,
    notify_url: 'https://shop.invalid/notify',
    amount: { total: 100, currency: 'CNY' },
    ...(openid === undefined ? {} : { payer: { openid } }),
  });
  const signature = sign('sha256', Buffer.from(`POST\n${path}\n${at}\n${nonce}\n${body}\n`), merchant).toString(
    'base64',
  );
  const authorization = `WECHATPAY2-SHA256-RSA2048 mchid="${names.mchId}",nonce_str="${nonce}",timestamp="${at}",serial_no="77AA",signature="${signature}"`;
  const headers = { accept: 'application/json', 'user-agent': 'test', authorization };
  const answer = await fetch(fake.url + path, { method: 'POST', headers, body });
  return [answer.status, (await answer.json()) as Record<string, unknown>];
}

it('signs as WeChat publishes it (pay.weixin.qq.com/doc/v3/merchant/4012365341, with its example key)', () => {
  const example = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAptpm+qvIDCh/9wjU26SQCK26ogYkBhDrYxnAaw2JbbBsp1oDbHKk+1r381NeBUG2HEFAuU+Fr72u5ot3yKdzoF/FajAzQNKnm569/D3upKoi8mYBaST15Uig8j8qoUW1U217LL0jEHlSnHV3lcaDTXqDpTRR4Bfz9IqOgJgFZ8/oTfEomSrjrLYef81Eyxr7ZIMQXEKKEK7V4UXKS0+/fDsiG/cXidhzt8UbTL9vqXqxM2+IDImyO+FAc/tkBG55LmzxPto1Nq0WbnZzRM/wTzrd0I/8NlevxtFbphg4evlHjFNI7+GrqR87ViEwuAJJ9Je5QQjct5YJfFRWiZ5CMQIDAQAB
-----END PUBLIC KEY-----`;
  const result =
    'mI35pfNEQV6777ke/1T+LJLQDNTm7yeoUJH+j/adPGhmCCi0PbgkvYQTRcXH0uibcLVtvFLdGLpmoYO9FV6lBBsTAjuhh5YOvQi0e2g3e0yytitiNET9FEuqM0pjnKfRW4K6LIZDdbWJv9KhZUx3DrJa5TL7OJ7VdADVivxVySIlPVKjGwuCXzuXSJes0UcILgWQUMyha5/3nYofuHtS7r+KYyMuxD+oJ9VM1Qdxk4UIG59CP5Y3wtYIFybyF3bdu1caHTRRX+DLyMXyYA/IrTmiW01c4RPjpHBX5Dk1sZyY1zVsWNsvMHr2e1NTWtBxKJ+qk5N61J7caYoepHFaxw==';
  const nonce = '593BEC0C930BF1AFEB40B4A08C8FB242';
  const text = payText('wx2421b1c4370ec43b', '1554208460', nonce, 'prepay_id=wx201410272009395522657a690389285100');
  expect(verify('RSA-SHA256', Buffer.from(text), createPublicKey(example), Buffer.from(result, 'base64'))).toBe(true);
});

describe('who pays', () => {
  it('is identified by a code that comes back with the state, good once', async () => {
    const [status, target] = await authorize();
    expect([status, target?.searchParams.get('state'), target?.searchParams.get('order')]).toEqual([
      302,
      'abc123',
      '1',
    ]);
    const code = target?.searchParams.get('code') ?? '';
    expect(await exchange(code)).toMatchObject({ openid: person, scope: 'snsapi_base' });
    expect(await exchange(code)).toMatchObject({ errcode: 40163 });
  });

  it('is not revealed to a wrong account, secret or code, nor without consent', async () => {
    const code = await newCode();
    expect(await exchange(code, { appid: 'wx1' })).toMatchObject({ errcode: 40013 });
    expect(await exchange(code, { secret: 'x' })).toMatchObject({ errcode: 40125 });
    expect(await exchange('x')).toMatchObject({ errcode: 40029 });
    expect(await exchange('')).toMatchObject({ errcode: 41008 });
    expect(await exchange(code)).toMatchObject({ openid: person });
    await control('person', { openid: '' });
    expect((await authorize())[1]?.searchParams.has('code')).toBe(false);
    await control('person', { openid: person });
  });

  it.each([
    [{ appid: 'wx1' }],
    [{ scope: 'snsapi_userinfo' }],
    [{ response_type: 'token' }],
    [{ state: 'with-a-dash' }],
    [{ state: 'x'.repeat(129) }],
    [{ redirect_uri: 'javascript:1' }],
  ])('is not asked for %o', async (change) => {
    expect((await authorize(change as Record<string, string>))[0]).toBe(400);
  });

  it('is not asked in another order of the names', async () => {
    expect((await authorize({}, ['state', 'appid', 'redirect_uri', 'response_type', 'scope']))[0]).toBe(400);
  });
});

describe('the order and the app', () => {
  it('an order is for a person of this account', async () => {
    for (const openid of [undefined, '', 'oNobodyOfThisAccount00000001', 7]) expect((await begin(openid))[0]).toBe(400);
    await exchange(await newCode());
    expect(await begin(person)).toEqual([200, { prepay_id: expect.stringMatching(/^wx\w+$/) }]);
  });

  it('the app pays what the merchant signed, for that person, once', async () => {
    await exchange(await newCode());
    const [, { prepay_id: id }] = await begin(person);
    const words = {
      appId: names.appId,
      timeStamp: String(Math.floor(Date.now() / 1000)),
      nonceStr: 'N1',
      package: `prepay_id=${id}`,
    };
    const paySign = sign('sha256', Buffer.from(`${Object.values(words).join('\n')}\n`), merchant).toString('base64');
    const good = { ...words, signType: 'RSA', paySign };
    const ask = (asked: object, wish = 'pay') => control<{ err_msg: string; why?: string }>('inside', { asked, wish });
    for (const [change, why] of [
      [{ nonceStr: 'N2' }, 'invalid paySign'],
      [{ signType: 'MD5' }, 'invalid signType'],
      [{ appId: 'wx1' }, 'invalid appid'],
      [{ timeStamp: `${words.timeStamp}000` }, 'timeStamp counts seconds'],
      [{ timeStamp: Number(words.timeStamp) }, 'parameters are texts'],
      [{ more: 'x' }, 'invalid parameters'],
    ] as const)
      expect(await ask({ ...good, ...change })).toEqual({ err_msg: 'get_brand_wcpay_request:fail', why });
    await control('person', { openid: 'oSomebodyElse000000000000001' });
    expect(await ask(good)).toMatchObject({ why: 'the order is of another person' });
    await control('person', { openid: person });
    expect(await ask(good, 'cancel')).toEqual({ err_msg: 'get_brand_wcpay_request:cancel' });
    expect(await ask(good)).toEqual({ err_msg: 'get_brand_wcpay_request:ok' });
    expect((await ask(good)).err_msg).toBe('get_brand_wcpay_request:fail');
  });
});
