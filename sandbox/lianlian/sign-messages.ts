// Both signatures of LianLian, written from its descriptions: SHA1withRSA over a flattened body, MD5withRSA over sorted fields.
import { createSign, createVerify } from 'node:crypto';

export type Body = { [name: string]: unknown };

/** Keys sorted, objects opened without their names, items one after another, nulls left out. */
export function flatten(body: Body): string {
  const parts: string[] = [];
  const walk = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) for (const item of value) walk(name, item);
    else if (typeof value === 'object') for (const key of Object.keys(value).sort()) walk(key, (value as Body)[key]);
    else parts.push(`${name}=${String(value)}`);
  };
  walk('', body);
  return parts.join('&');
}

export function walletText(body: Body): string {
  return Object.keys(body)
    .filter((name) => name !== 'sign' && body[name] !== '' && body[name] !== null)
    .sort()
    .map((name) => `${name}=${String(body[name])}`)
    .join('&');
}

export const signWith = (hash: 'SHA1' | 'MD5', text: string, privateKey: string): string =>
  createSign(`RSA-${hash}`).update(text).sign(privateKey, 'base64');

export const fitsKey = (hash: 'SHA1' | 'MD5', text: string, signature: string, publicKey: string): boolean =>
  createVerify(`RSA-${hash}`).update(text).verify(publicKey, signature, 'base64');
