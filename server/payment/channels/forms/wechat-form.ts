// What an owner sets for WeChat Pay, named as its merchant platform names it. API v3 has no test environment.
import { createPrivateKey } from 'node:crypto';
import type { ChannelForm } from '../channel.ts';

const pem = '[\\sA-Za-z0-9+/=]{100,4000}';
const inPem = (label: string) => `-----BEGIN ${label}-----${pem}-----END ${label}-----`;

export const wechatForm: ChannelForm = {
  keys: [
    { name: 'mchId', label: 'mchid (商户号)', required: true, shape: /^\d{8,12}$/, looks: '1900000001' },
    { name: 'appId', label: 'AppID', required: true, shape: /^wx\w{10,30}$/, looks: 'wx…' },
    { name: 'apiV3Key', label: 'APIv3密钥', required: true, shape: /^[\x21-\x7e]{32}$/, looks: '32 × A–z 0–9' },
    {
      ...{ name: 'merchantSerial', label: '商户API证书序列号', required: true, shape: /^[0-9A-F]{8,64}$/i },
      looks: '40 × 0–9 A–F',
    },
    {
      ...{ name: 'merchantKey', label: '商户API私钥 (apiclient_key.pem)', required: true },
      ...{ looks: '-----BEGIN PRIVATE KEY-----…', long: true, read: createPrivateKey },
      shape: new RegExp(`^-----BEGIN ((?:RSA )?PRIVATE KEY)-----${pem}-----END \\1-----$`),
    },
    // Of the official account, for payment inside WeChat; without it a QR code is shown.
    { name: 'appSecret', label: 'AppSecret', required: false, shape: /^[0-9a-f]{32}$/i, looks: '32 × 0–9 a–f' },
    // Public keys with their id before each, or certificates; several while one takes the place of another. Without any the
    // platform's certificates are fetched.
    {
      ...{ name: 'platformKeys', label: '微信支付公钥 / 平台证书', required: false, long: true },
      looks: 'PUB_KEY_ID_… -----BEGIN PUBLIC KEY-----…',
      shape: new RegExp(`^(?:(?:\\w{8,64}\\s+${inPem('PUBLIC KEY')}|${inPem('CERTIFICATE')})\\s*){1,4}$`),
    },
  ],
  options: [{ name: 'h5', label: 'H5支付', kind: 'switch', usual: true }],
  environment: { isTest: () => false },
};
