// Alipay's signatures, written from its description: every field but the signature, sorted by name, joined as name=value with "&"; RSA
// with SHA-256 ("RSA2") over the UTF-8 text, in base64. Answers are signed over their own text.
import { createSign, createVerify } from 'node:crypto';

export type Fields = Record<string, string>;

const join = (fields: Fields, isSigned: (name: string) => boolean) =>
  Object.keys(fields)
    .filter(isSigned)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

/** Of a call and of the way back to the shop: empty fields do not count. */
export const textToSign = (fields: Fields) => join(fields, (name) => name !== 'sign' && fields[name] !== '');

/** Of a notice: all its fields. */
export const noticeText = (fields: Fields) => join(fields, (name) => name !== 'sign' && name !== 'sign_type');

export function signText(text: string, privateKeyPem: string): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKeyPem, 'base64');
}

export function isSigned(text: string, signature: string, publicKeyPem: string): boolean {
  try {
    return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKeyPem, signature, 'base64');
  } catch {
    return false;
  }
}

/** A notice as it is posted. */
export function signNotice(fields: Fields, privateKeyPem: string): string {
  const sign = signText(noticeText(fields), privateKeyPem);
  return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign }).toString();
}
