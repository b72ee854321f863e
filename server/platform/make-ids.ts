// Numbers and tokens that identify things to people and machines.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { todayIn } from '../../domain/dates.ts';

/** Without I and O, which read like 1 and 0. */
export const idLetters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The owner's day as yyMMdd, by which its people read the number, then 8 random letters and digits: short enough to read out, too many to
 * guess or collide within a day.
 */
export function makeOrderNo({ site, now }: { site: { zone: string }; now: Date }): string {
  const day = todayIn(site.zone, now.getTime());
  return day.slice(2).replaceAll('-', '') + makeLetters(8);
}

export function makeLetters(length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) text += idLetters[randomInt(idLetters.length)];
  return text;
}

/** Letters and digits out of 256 bits in hexadecimal: always the same for the same bits. */
export function spellBits(hex: string, length: number): string {
  const base = BigInt(idLetters.length);
  let rest = BigInt(`0x${hex}`);
  let text = '';
  for (let at = 0; at < length; at += 1, rest /= base) text += idLetters[Number(rest % base)];
  return text;
}

/** 256 random bits for sessions and links; only the hash is stored. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
