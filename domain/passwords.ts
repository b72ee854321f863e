// Password rule (§5) and the alphabet of e-mailed codes (security rule 41).

import { shownLimits } from './limits.ts';
import { plainWidth } from './phones/plain-width.ts';

/** 6 to 20 characters with a letter and a non-letter (digit or symbol). Returns whether the rule is met. */
export function isPassword(value: string): boolean {
  const length = [...value].length;
  return length >= shownLimits.passwordShortest && length <= 20 && /\p{L}/u.test(value) && /[^\p{L}]/u.test(value);
}

/** 32 letters and digits without 0 1 I O; case does not matter when comparing. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 4;

/** Codes are compared without case, full width and surrounding space. */
export function normalCode(value: string): string {
  return plainWidth(value).trim().toUpperCase();
}

/** An address that mail can be sent to: one @, a dotted host, no spaces or control characters, at most 120 characters (§5). */
export function isEmail(value: string): boolean {
  if (value.length > 120 || /[\p{Cc}\p{Cs}]/u.test(value)) return false;
  return /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(value);
}

/** The form under which an address is stored and looked up. */
export function normalEmail(value: string): string {
  return value.trim().toLowerCase();
}

// Common passwords that fit the rule (security rule 39): made of these words and the digits, marks and
// years people put behind them. The words lead every published list of leaked passwords.
const triedWords = [
  'password passw0rd p@ssw0rd qwerty qwertyuiop asdfgh zxcvbn abc abcd aaa a q qq qwe qaz qazwsx wsx',
  'asd zxc admin administrator root user test guest login welcome letmein iloveyou iloveu love woaini',
  'monkey dragon master hello sunshine princess football baseball superman batman michael shadow secret',
  'pokemon computer internet samsung travel holiday',
].join(' ');
const triedEndings = [
  '0{1,6} 1{1,7} 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 123123 321 654321 666',
  '888 520 1314 5201314 (19|20)\\d\\d',
].join(' ');
const anyOf = (list: string) => `(${list.replaceAll(' ', '|')})`;
const commonWords = new RegExp(`^${anyOf(triedWords)}[@!#.*_-]?${anyOf(triedEndings)}?[@!#.*]?$`, 'i');
const commonRows = new Set([
  '1qaz2wsx',
  '1q2w3e',
  '1q2w3e4r',
  '1q2w3e4r5t',
  'q1w2e3r4',
  'zaq12wsx',
  'a1b2c3',
  'a1b2c3d4',
  'aa123456',
  'abc123456',
  '123456a',
  '123456q',
  '123qwe',
  '123abc',
  '1234qwer',
  'qwer1234',
  'asdf1234',
  'passw0rd!',
  'trustno1',
]);

/** Case, width and composed letters make no difference. */
const plainForm = (text: string) => text.normalize('NFKC').toLowerCase();

/**
 * Whether a password contains a word of 4 letters or more that is known about its person: names of people, companies and shops, addresses
 * up to the @. The name of this software always counts.
 */
export function hasKnownWord(value: string, known: readonly string[]): boolean {
  const password = plainForm(value);
  const texts = known.map((value) => (isEmail(value.trim()) ? value.slice(0, value.lastIndexOf('@')) : value));
  const words = [...texts, 'kembara'].flatMap((text) => plainForm(text).match(/[\p{L}\p{M}]{4,}/gu) ?? []);
  return words.some((word) => password.includes(word));
}

/** Whether a password is common. Case does not matter. */
export function isCommonPassword(value: string): boolean {
  return commonWords.test(value) || commonRows.has(value.toLowerCase());
}
