// iPay88's signatures: the merchant's key and the values without gaps, amounts by their digits alone.
import { createHash, createHmac } from 'node:crypto';

export type Kind = 'HMACSHA512' | 'SHA256' | 'SHA1';

export function sign(kind: string, key: string, values: readonly string[]): string {
  const text = [key, ...values].join('');
  if (kind === 'HMACSHA512') return createHmac('sha512', key).update(text).digest('hex');
  const hash = createHash(kind === 'SHA1' ? 'sha1' : 'sha256').update(text);
  return kind === 'SHA1' ? hash.digest('base64') : hash.digest('hex');
}

export const digits = (amount: string) => amount.replace(/\D/g, '');
