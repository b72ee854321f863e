// What an owner sets for LianLian Pay. One account is either of the global checkout or of the wallet API of mainland China.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { ChannelForm } from '../channel.ts';

const keyShape = /^(-----BEGIN [A-Z ]{3,30}-----\s+)?[A-Za-z0-9+/\s]{200,7000}={0,2}(\s+-----END [A-Z ]{3,30}-----)?$/;
const bare = (key: string) => Buffer.from(key.replace(/-----[^-]+-----/g, ''), 'base64');

/** LianLian hands keys out as bare base64; PEM is taken too. */
export const lianLianPrivateKey = (key: string): KeyObject =>
  createPrivateKey({ key: bare(key), format: 'der', type: 'pkcs8' });
export const lianLianPublicKey = (key: string): KeyObject =>
  createPublicKey({ key: bare(key), format: 'der', type: 'spki' });

export const lianLianForm: ChannelForm = {
  keys: [
    {
      name: 'merchantId',
      label: 'merchant_id / oid_partner',
      required: true,
      shape: /^\w{6,40}$/,
      looks: '2020…, 18 × 0–9',
    },
    { name: 'subMerchantId', label: 'sub_merchant_id', required: false, shape: /^\w{6,40}$/, looks: '2020…, 18 × 0–9' },
    {
      ...{
        name: 'privateKey',
        label: 'RSA private key (PKCS#8)',
        required: true,
        shape: keyShape,
        looks: 'MIIEvQIBADANBgkq…',
      },
      ...{ long: true, read: lianLianPrivateKey },
    },
    {
      ...{
        name: 'publicKey',
        label: 'LianLian public key',
        required: true,
        shape: keyShape,
        looks: 'MIIBIjANBgkqhkiG…',
      },
      ...{ long: true, read: lianLianPublicKey },
    },
  ],
  options: [
    { name: 'wallet', label: 'Wallet API (CNY)', kind: 'switch', usual: false },
    { name: 'wechatCode', label: 'pay_type I', kind: 'switch', usual: false },
    { name: 'hongKong', label: 'gpapi-hk', kind: 'switch', usual: false },
    { name: 'country', label: 'country', kind: 'words', shape: /^[A-Z]{2}$/, usual: ['CN'] },
  ],
  environment: { sandboxUrl: 'https://celer-api.lianlianpay-inc.com' },
};
