// The cryptography of WeChat Pay v3 held against published values: wechatpay-apiv3/wechatpay-go 0.2.21 (Apache-2.0), tests of verifiers,
// notify and utils. Those have keys of 16 bytes; one of 32 was computed by hand.
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChannelConfig } from '../channel.ts';
import { wechat } from './wechat.ts';
import {
  authorize,
  isGenuine,
  openResource,
  payText,
  readMerchantKey,
  readPlatformKeys,
  textToSign,
} from './wechat-signing.ts';

const published = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA2VCTd91fnUn73Xy9DLvt/V62TVxRTEEstVdeRaZ3B3leO0pldE806mXO4RwdHXagHQ4vGeZN0yqm++rDsGK+U3AH7kejyD2pXshNP9Cq5YwbptiLGtjcquw4HNxJQUOmDeJf2vg6byms9RUipiq4SzbJKqJFlUpbuIPDpSpWz10PYmyCNeDGUUK65E5h2B834uxl1zNLYQCrkdBzb8oUxwYeP5a2DNxmjL5lsJML7DGr5znsevnoqGRwTm9fxCGfy8wus7hwKz6clt3Whmmda7UAdb1c08hEQFVRbF14AR73xbnd8N0obCWJPCbzMCtkaSef4FdEEgEXJiw0VAJT8wIDAQAB
-----END PUBLIC KEY-----`;
const serial = 'D7CE59D1F522D701';
const callback = Buffer.from(
  '{"id":"3119dfba-e649-5eec-ab1e-3412bc4d2e17","create_time":"2021-06-24T16:37:26+08:00","resource_type":"encrypt-resource","event_type":"PAYSCORE.USER_OPEN_SERVICE","summary":"签约成功","resource":{"original_type":"payscore","algorithm":"AEAD_AES_256_GCM","ciphertext":"YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQfQrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZttevRMOoPKMifozg6XPWjIZumks/GpT48lI4NizyeaqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21YJXYR7dEBXFgRLiNIKRgO5JdXh1hccRUAlyVWxE54PXpnQ==","associated_data":"payscore","nonce":"Kj7QIyUiYx1q"}}',
);
const signature =
  'tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTOQrVdG4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1IBLX70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8VTxY406ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==';
const headers = {
  'wechatpay-serial': serial,
  'wechatpay-timestamp': '1624523846',
  'wechatpay-nonce': 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz',
  'wechatpay-signature': signature,
};
const at = (seconds: number) => new Date(seconds * 1000);
const keys = { mchId: '1234567890', apiV3Key: 'testMchAPIv3Key0', platformKeys: `${serial}\n${published}` };
const read = (seconds: number, more: Record<string, string> = {}, raw: Buffer = callback, other = headers) => {
  const config: ChannelConfig = { keys: { ...keys, ...more }, options: {}, baseUrl: '' };
  return wechat.readNotice(config, raw, other, at(seconds));
};

describe('signatures', () => {
  it('are those that WeChat publishes', () => {
    const known = readPlatformKeys(keys.platformKeys).get(serial);
    const answer =
      'BKyAfU4iMCuvXMXS0Wzam3V/cnxZ+JaqigPM5OhljS2iOT95OO6Fsuml2JkFANJU9K6q9bLlDhPXuoVz+pp4hAm6pHU4ld815U4jsKu1RkyaII+1CYBUYC8TK0XtJ8FwUXXz8vZHh58rrAVN1XwNyvD1vfpxrMT4SL536GLwvpUHlCqIMzoZUguLli/K8V29QiOhuH6IEqLNJn8e9b3nwNcQ7be3CzYGpDAKBfDGPCqCv8Rw5zndhlffk2FEA70G4hvMwe51qMN/RAJbknXG23bSlObuTCN7Ndj1aJGH6/L+hdwfLpUtJm4QYVazzW7DFD27EpSQEqA8bX9+8m1rLg==';
    expect(known && verify('RSA-SHA256', Buffer.from('source'), known.key, Buffer.from(answer, 'base64'))).toBe(true);
  });

  it('of requests cover method, address, time, nonce and body', () => {
    const text = textToSign('GET', '/v3/certificates', 1_624_523_846, 'A1B2C3D4E5F6G7', '');
    expect(text).toBe('GET\n/v3/certificates\n1624523846\nA1B2C3D4E5F6G7\n\n');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const asking = { method: 'POST', path: '/v3/x?y=1', body: '{"a":1}', timestamp: 7, nonce: 'N1' };
    const header = authorize({ mchId: '1900000001', serial: '77AA', key: privateKey }, asking);
    const match =
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="N1",timestamp="7",serial_no="77AA",signature="([^"]+)"$/.exec(
        header,
      );
    const signed = Buffer.from('POST\n/v3/x?y=1\n7\nN1\n{"a":1}\n');
    expect(verify('sha256', signed, createPublicKey(privateKey), Buffer.from(match?.[1] ?? '', 'base64'))).toBe(true);
  });
});

describe('payment inside WeChat', () => {
  it('signs the four lines that WeChat publishes (pay.weixin.qq.com/doc/v3/merchant/4012365341, with its example key)', () => {
    const example = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAptpm+qvIDCh/9wjU26SQCK26ogYkBhDrYxnAaw2JbbBsp1oDbHKk+1r381NeBUG2HEFAuU+Fr72u5ot3yKdzoF/FajAzQNKnm569/D3upKoi8mYBaST15Uig8j8qoUW1U217LL0jEHlSnHV3lcaDTXqDpTRR4Bfz9IqOgJgFZ8/oTfEomSrjrLYef81Eyxr7ZIMQXEKKEK7V4UXKS0+/fDsiG/cXidhzt8UbTL9vqXqxM2+IDImyO+FAc/tkBG55LmzxPto1Nq0WbnZzRM/wTzrd0I/8NlevxtFbphg4evlHjFNI7+GrqR87ViEwuAJJ9Je5QQjct5YJfFRWiZ5CMQIDAQAB
-----END PUBLIC KEY-----`;
    const answer =
      'mI35pfNEQV6777ke/1T+LJLQDNTm7yeoUJH+j/adPGhmCCi0PbgkvYQTRcXH0uibcLVtvFLdGLpmoYO9FV6lBBsTAjuhh5YOvQi0e2g3e0yytitiNET9FEuqM0pjnKfRW4K6LIZDdbWJv9KhZUx3DrJa5TL7OJ7VdADVivxVySIlPVKjGwuCXzuXSJes0UcILgWQUMyha5/3nYofuHtS7r+KYyMuxD+oJ9VM1Qdxk4UIG59CP5Y3wtYIFybyF3bdu1caHTRRX+DLyMXyYA/IrTmiW01c4RPjpHBX5Dk1sZyY1zVsWNsvMHr2e1NTWtBxKJ+qk5N61J7caYoepHFaxw==';
    const text = payText(
      'wx2421b1c4370ec43b',
      '1554208460',
      '593BEC0C930BF1AFEB40B4A08C8FB242',
      'prepay_id=wx201410272009395522657a690389285100',
    );
    expect(verify('RSA-SHA256', Buffer.from(text), createPublicKey(example), Buffer.from(answer, 'base64'))).toBe(true);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const merchantKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const config: ChannelConfig = { keys: { appId: 'wx2421b1c4370ec43b', merchantKey }, options: {}, baseUrl: '' };
    const given = wechat.inside?.handOver(config, { prepayId: 'wx2014' }, at(1_554_208_460));
    expect(given).toMatchObject({ appId: 'wx2421b1c4370ec43b', timeStamp: '1554208460', signType: 'RSA' });
    const signed = Buffer.from(`wx2421b1c4370ec43b\n1554208460\n${given?.nonceStr}\nprepay_id=wx2014\n`);
    const made = Buffer.from(given?.paySign ?? '', 'base64');
    expect(given?.package).toBe('prepay_id=wx2014');
    expect(verify('sha256', signed, createPublicKey(privateKey), made)).toBe(true);
  });
});

describe('resources', () => {
  it.each([
    [
      'testAPIv3Key0000',
      'wCq51qZv4Yfg',
      'Dl56FrqWQJF1t9LtC3vEUsniZKvbqdR8',
      'FsdXzxryWfKwvLJKf8LG/ToRPTRh8RN9wROC',
      'Hello World',
    ],
    [
      '0123456789abcdef0123456789abcdef',
      'abcdefghijkl',
      'transaction',
      'Eu69zaqBCIwQaJNlb7tiHQ9k+Fz80zx5YzOYHKwl/geBbi9ljwuu9FA=',
      '{"trade_state":"SUCCESS"}',
    ],
  ])('open under %s as published', (key, nonce, associated_data, ciphertext, wanted) => {
    const resource = { algorithm: 'AEAD_AES_256_GCM', nonce, associated_data, ciphertext };
    expect(openResource(key, resource)).toBe(wanted);
    expect(() => openResource(key, { ...resource, associated_data: 'refund' })).toThrow();
    expect(() => openResource(key, { ...resource, nonce: 'abcdefghijkm' })).toThrow();
    expect(() => openResource(key.replace(/.$/, 'x'), resource)).toThrow();
    expect(() => openResource(key, { ...resource, ciphertext: ciphertext.slice(0, 16) })).toThrow();
  });
});

describe('a published notice', () => {
  it('is genuine for five minutes, and none of ours', () => {
    expect(createHash('sha256').update(callback).digest('hex')).toBe(
      'b6fdfc5e4afdc463950d873c4fdc3c494df05965016225c6a1e8e2e887cdc94d',
    );
    expect(read(1_624_523_846)).toEqual({ eventId: expect.stringContaining('PAYSCORE'), paymentNo: '' });
    expect(read(1_624_523_846 + 299)).toBeDefined();
    expect(read(1_624_523_846 - 299)).toBeDefined();
    expect(read(1_624_523_846 + 300)).toBeUndefined();
    expect(read(1_624_523_846 - 300)).toBeUndefined();
  });

  it.each<[string, Record<string, string>, Buffer, typeof headers]>([
    ['another APIv3 key', { apiV3Key: 'testMchAPIv3Key1' }, callback, headers],
    ['no key of the platform', { platformKeys: '' }, callback, headers],
    ['the key under another name', { platformKeys: `D7CE59D1F522D702\n${published}` }, callback, headers],
    ['one byte more', {}, Buffer.concat([callback, Buffer.from(' ')]), headers],
    ['another nonce', {}, callback, { ...headers, 'wechatpay-nonce': 'EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBy' }],
    ['a probe signature', {}, callback, { ...headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${signature}` }],
    ['no signature', {}, callback, { ...headers, 'wechatpay-signature': '' }],
  ])('is refused for %s', (_, more, raw, other) => {
    expect(read(1_624_523_846, more, raw, other)).toBeUndefined();
  });
});

describe('keys', () => {
  const shapeOf = (name: string) => wechat.form.keys.find((key) => key.name === name)?.shape ?? /never/;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim();

  it('may have lost their line breaks on the way', () => {
    for (const text of [pem, pem.replaceAll('\n', ' '), pem.replaceAll('\n', '')]) {
      expect(shapeOf('merchantKey').test(text)).toBe(true);
      expect(readMerchantKey(text).equals(privateKey)).toBe(true);
    }
    expect(readPlatformKeys(keys.platformKeys.replaceAll('\n', ' ')).has(serial)).toBe(true);
  });

  it('of the platform may be several, and what is none is refused', () => {
    const two = `PUB_KEY_ID_0116\n${published}\n${keys.platformKeys}`;
    expect(shapeOf('platformKeys').test(two)).toBe(true);
    expect([...readPlatformKeys(two).keys()]).toEqual(['PUB_KEY_ID_0116', serial]);
    for (const text of [published, pem, `${serial} x`, `${two} and more`])
      expect(shapeOf('platformKeys').test(text)).toBe(false);
    expect(shapeOf('merchantKey').test(published)).toBe(false);
    expect(shapeOf('apiV3Key').test(keys.apiV3Key)).toBe(false);
  });

  it('that ran out hold no more', () => {
    const known = readPlatformKeys(keys.platformKeys).get(serial);
    if (!known) throw new Error('the key was not read');
    const signed = {
      serial,
      timestamp: '1624523846',
      nonce: headers['wechatpay-nonce'],
      signature,
      body: callback,
    };
    const now = at(1_624_523_846);
    const until = (to: number) => new Map([[serial, { ...known, to }]]);
    expect(isGenuine(until(now.getTime()), signed, now)).toBe(true);
    expect(isGenuine(until(now.getTime() - 1), signed, now)).toBe(false);
  });
});
