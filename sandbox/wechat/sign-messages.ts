// WeChat Pay v3's schemes, written from their description: SHA-256 with RSA over lines that each end in LF, base64; resources sealed with
// AES-256-GCM, the tag behind the text.
import { createCipheriv, createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto';

const linesOf = (...parts: (string | number)[]) => parts.map((part) => `${part}\n`).join('');

export function signText(text: string, key: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64');
}

export function verifyText(text: string, signature: string, key: KeyObject): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(key, signature, 'base64');
}

/** What a merchant signs of a request. */
export function requestText(method: string, path: string, timestamp: string, nonce: string, body: string): string {
  return linesOf(method, path, timestamp, nonce, body);
}

/** What the platform signs of an answer or a notice. */
export function answerText(timestamp: string | number, nonce: string, body: string): string {
  return linesOf(timestamp, nonce, body);
}

/** What a merchant signs for the app of a payment inside WeChat. */
export function payText(appId: string, timeStamp: string, nonceStr: string, pack: string): string {
  return linesOf(appId, timeStamp, nonceStr, pack);
}

export type Sealed = {
  original_type: string;
  algorithm: 'AEAD_AES_256_GCM';
  ciphertext: string;
  associated_data: string;
  nonce: string;
};

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const randomLetters = (length: number) =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');

export function sealText(text: string, apiV3Key: string, kind: string, nonce = randomLetters(12)): Sealed {
  const bits = Buffer.byteLength(apiV3Key) * 8;
  const cipher = createCipheriv(bits === 128 ? 'aes-128-gcm' : 'aes-256-gcm', apiV3Key, nonce);
  cipher.setAAD(Buffer.from(kind));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    original_type: kind,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: ciphertext.toString('base64'),
    associated_data: kind,
    nonce,
  };
}
