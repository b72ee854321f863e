// What an owner sets for Alipay, named as its open platform names it, and how its keys are read.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { ChannelForm } from '../channel.ts';

/** The products that the owner contracted at Alipay: 当面付, 电脑网站支付, 手机网站支付. */
export const alipayWays = ['qr', 'page', 'wap'] as const;
export type AlipayWay = (typeof alipayWays)[number];

/** Alipay's key tool gives bare base64; PEM is taken too. */
export const keyShape =
  /^(-----BEGIN [A-Z ]{3,30}-----\s+)?[A-Za-z0-9+/\s]{200,7000}={0,2}(\s+-----END [A-Z ]{3,30}-----)?$/;

const bare = (key: string) => Buffer.from(key.replace(/-----[^-]+-----/g, ''), 'base64');

function firstThatReads(...ways: (() => KeyObject)[]): KeyObject {
  for (const read of ways.slice(0, -1)) {
    try {
      return read();
    } catch {}
  }
  return (ways.at(-1) as () => KeyObject)();
}

/** PKCS#1 for servers of other languages, PKCS#8 as for Java: the tool makes either. */
export function privateKeyOf(key: string): string {
  const read = (type: 'pkcs1' | 'pkcs8') => () => createPrivateKey({ key: bare(key), format: 'der', type });
  return firstThatReads(read('pkcs8'), read('pkcs1')).export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

export function publicKeyOf(key: string): string {
  const read = (type: 'pkcs1' | 'spki') => () => createPublicKey({ key: bare(key), format: 'der', type });
  return firstThatReads(read('spki'), read('pkcs1')).export({ format: 'der', type: 'spki' }).toString('base64');
}

export const alipayForm: ChannelForm = {
  keys: [
    { name: 'appId', label: 'APPID (应用ID)', required: true, shape: /^\d{16}$/, looks: '2021…, 16 × 0–9' },
    { name: 'sellerId', label: 'PID (商户号)', required: true, shape: /^2088\d{12}$/, looks: '2088…, 16 × 0–9' },
    {
      ...{ name: 'privateKey', label: '应用私钥 (RSA2)', required: true, shape: keyShape, looks: 'MIIEvQIBADANBgkq…' },
      ...{ long: true, read: privateKeyOf },
    },
    {
      ...{ name: 'alipayPublicKey', label: '支付宝公钥', required: true, shape: keyShape, looks: 'MIIBIjANBgkqhkiG…' },
      ...{ long: true, read: publicKeyOf },
    },
  ],
  options: [{ name: 'ways', label: '当面付 · 电脑网站支付 · 手机网站支付', kind: 'choices', choices: alipayWays }],
  environment: { sandboxUrl: 'https://openapi-sandbox.dl.alipaydev.com' },
};
