// Passwords and short codes (security rules 39 and 42): argon2id with 19 MiB and 2 passes, compared in constant time.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { codeAlphabet } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { hashApart } from './hash-apart.ts';

/** 19 MiB and 2 passes (security rule 39). Each hash names its cost, so that this may rise while older hashes still fit. */
const usualCost = { memory: 19_456, passes: 2 };

/** "argon2id$m=<KiB>,t=<passes>$<salt>$<hash>" of a password, in full length and as typed. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await hashApart(password, nonce, cost);
  return `argon2id$m=${cost.memory},t=${cost.passes}$${nonce.toString('base64')}$${hash.toString('base64')}`;
}

/** Whether the password matches. Without a stored hash the same work is done, so that the time reveals nothing (security rule 44). */
export async function fitsPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const { salt, hash, cost } = readHash(stored ?? '');
  const nonce = salt ? Buffer.from(salt, 'base64') : Buffer.alloc(16);
  const derived = await hashApart(password, nonce, cost);
  return hash !== undefined && timingSafeEqual(derived, Buffer.from(hash, 'base64'));
}

/** Hashes from before decision 0172 name no cost: theirs is the usual one. */
function readHash(stored: string): { salt?: string; hash?: string; cost: typeof usualCost } {
  const [, memory, passes, salt, hash] = /^argon2id\$(?:m=(\d+),t=(\d+)\$)?([^$]+)\$([^$]+)$/.exec(stored) ?? [];
  return { salt, hash, cost: memory ? { memory: Number(memory), passes: Number(passes) } : usualCost };
}

/**
 * Slow hash of an e-mailed code. Its salt is keyed by the server's secret key and bound to address and flow: equal codes have different
 * hashes, and the database alone is not enough to try them out.
 */
export async function hashCode({ vault }: Pick<Context, 'vault'>, code: string, boundTo: string): Promise<Buffer> {
  return hashApart(code, Buffer.from(vault.mark(boundTo, 'e-mail code'), 'hex').subarray(0, 16), usualCost);
}

/** Twelve letters and digits without look-alikes, in three groups; fits the rule of §5. For passwords given out once. */
export function makePassword(): string {
  for (;;) {
    const letters = Array.from({ length: 12 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
    if (/[A-Z]/.test(letters)) return letters.replace(/(.{4})(?=.)/g, '$1-');
  }
}
