// Passwords and short codes (security rules 39 and 42): argon2id with 19 MiB and 2 passes, compared in constant time.
import { argon2, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { codeAlphabet } from '../../domain/passwords.ts';

const derive = promisify(argon2);
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 } as const;

/** "argon2id$<salt>$<hash>" of a password, in full length and as typed. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce, ...cost });
  return `argon2id$${nonce.toString('base64')}$${hash.toString('base64')}`;
}

/** Whether the password fits. Without a stored hash the same work is done, so that the time tells nothing (security rule 44). */
export async function fitsPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const [, salt, hash] = (stored ?? '').split('$');
  const nonce = salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16);
  const given = await derive('argon2id', { message: password, nonce, ...cost });
  return hash !== undefined && timingSafeEqual(given, Buffer.from(hash, 'base64'));
}

/** Keyed slow hash of an e-mailed code; the key is the code's own address and flow, so equal codes never look equal. */
export async function hashCode(code: string, boundTo: string): Promise<Buffer> {
  const nonce = createHmac('sha256', 'kembara e-mail code').update(boundTo).digest().subarray(0, 16);
  return derive('argon2id', { message: code, nonce, ...cost });
}

/** Twelve letters and digits without look-alikes, in three groups; fits the rule of §5. For passwords given out once. */
export function makePassword(): string {
  for (;;) {
    const letters = Array.from({ length: 12 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
    if (/[A-Z]/.test(letters)) return letters.replace(/(.{4})(?=.)/g, '$1-');
  }
}
