// The cryptography of WeChat Pay v3: requests signed with the merchant's key, answers and notices verified by the platform's keys,
// resources decrypted with the APIv3 key. No network calls here.
import {
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';

/** Allowed difference of clocks. */
const windowSeconds = 300;

/** A key of the platform. Certificates expire, public keys are valid until they are removed. */
export type PlatformKey = { key: KeyObject; from: number; to: number };
/** By serial number of the certificate, or by id of the public key, in capitals. */
export type PlatformKeys = ReadonlyMap<string, PlatformKey>;

/** Restores line breaks: a form field may have lost them. */
function mendPem(kind: string, body: string): string {
  const lines = body.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n');
}

export function readMerchantKey(pem: string): KeyObject {
  const match = /-----BEGIN ((?:RSA )?PRIVATE KEY)-----([\sA-Za-z0-9+/=]+)-----END \1-----/.exec(pem);
  if (!match) throw new Error('the merchant key cannot be read');
  return createPrivateKey(mendPem(match[1] as string, match[2] as string));
}

const pemPattern = /(?:(\w+)\s+)?-----BEGIN (PUBLIC KEY|CERTIFICATE)-----([\sA-Za-z0-9+/=]+)-----END \2-----/g;

/** Certificates contain their number; a public key has its id before it. Unreadable ones are left out. */
export function readPlatformKeys(text: string): Map<string, PlatformKey> {
  const keys = new Map<string, PlatformKey>();
  for (const [, id = '', kind = '', body = ''] of text.matchAll(pemPattern)) {
    try {
      const pem = mendPem(kind, body);
      if (kind === 'CERTIFICATE') {
        const { serialNumber, publicKey, validFrom, validTo } = new X509Certificate(pem);
        keys.set(serialNumber.toUpperCase(), {
          key: publicKey,
          from: Date.parse(validFrom),
          to: Date.parse(validTo),
        });
      } else if (id)
        keys.set(id.toUpperCase(), {
          key: createPublicKey(pem),
          from: Number.NEGATIVE_INFINITY,
          to: Number.POSITIVE_INFINITY,
        });
    } catch {
      // Not a key: there may be others.
    }
  }
  return keys;
}

export function textToSign(method: string, path: string, timestamp: number, nonce: string, body: string): string {
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
}

type Signing = { mchId: string; serial: string; key: KeyObject };
type SignedCall = { method: string; path: string; body: string; timestamp: number; nonce: string };

/** The Authorization header of one request. */
export function authorize(
  { mchId, serial, key }: Signing,
  { method, path, body, timestamp, nonce }: SignedCall,
): string {
  const text = textToSign(method, path, timestamp, nonce, body);
  const signature = sign('RSA-SHA256', Buffer.from(text), key).toString('base64');
  const proof = `nonce_str="${nonce}",timestamp="${timestamp}",serial_no="${serial}",signature="${signature}"`;
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",${proof}`;
}

/** Parameters for a payment inside WeChat: four lines, signed as requests are. */
export function payText(appId: string, timeStamp: string, nonceStr: string, pack: string): string {
  return `${appId}\n${timeStamp}\n${nonceStr}\n${pack}\n`;
}

export function signPay(key: KeyObject, text: string): string {
  return sign('RSA-SHA256', Buffer.from(text), key).toString('base64');
}

/** A signed message from WeChat: an answer or a notice. */
export type Signed = { serial: string; timestamp: string; nonce: string; signature: string; body: Buffer };

export function readSigned(header: (name: string) => string | undefined | null, body: Buffer): Signed {
  return {
    serial: (header('wechatpay-serial') ?? '').toUpperCase(),
    timestamp: header('wechatpay-timestamp') ?? '',
    nonce: header('wechatpay-nonce') ?? '',
    signature: header('wechatpay-signature') ?? '',
    body,
  };
}

/** Whether it was signed recently by a currently valid key of the platform. */
export function isGenuine(keys: PlatformKeys, signed: Signed, now: Date): boolean {
  const { serial, timestamp, nonce, signature, body } = signed;
  const known = keys.get(serial);
  if (!known || known.from > now.getTime() || known.to < now.getTime()) return false;
  if (!/^\d{1,12}$/.test(timestamp) || !/^[\w+/=-]{1,128}$/.test(nonce)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) >= windowSeconds) return false;
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), body, Buffer.from('\n')]);
  return verify('RSA-SHA256', text, known.key, Buffer.from(signature, 'base64'));
}

export type Resource = { algorithm: string; nonce: string; associated_data?: string; ciphertext: string };

/** AEAD_AES_256_GCM: the last 16 bytes are the tag. Throws for anything that was not sealed with this key. */
export function openResource(apiV3Key: string, { nonce, associated_data: more = '', ciphertext }: Resource): string {
  const key = Buffer.from(apiV3Key);
  const sealed = Buffer.from(ciphertext, 'base64');
  if (sealed.length < 16) throw new Error('a resource is too short');
  // The published examples have keys of 16 bytes; the owner's has 32 (`keys` of the channel).
  const name = key.length === 16 ? 'aes-128-gcm' : 'aes-256-gcm';
  const cipher = createDecipheriv(name, key, Buffer.from(nonce), { authTagLength: 16 });
  cipher.setAuthTag(sealed.subarray(-16)).setAAD(Buffer.from(more));
  return Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]).toString('utf8');
}
