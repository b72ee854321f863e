// Password rule (§5) and the alphabet of e-mailed codes (security rule 41).

/** 6 to 20 characters with a letter and a non-letter (digit or symbol). Returns whether the rule is met. */
export function isPassword(value: string): boolean {
  const length = [...value].length;
  return length >= 6 && length <= 20 && /\p{L}/u.test(value) && /[^\p{L}]/u.test(value);
}

/** 32 letters and digits without 0 1 I O; case does not matter when comparing. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 4;

/** Codes are compared without case and surrounding space. */
export function normalCode(value: string): string {
  return value.trim().toUpperCase();
}

/** An address that mail can be sent to: one @, a dotted host, no spaces, at most 120 characters (§5). */
export function isEmail(value: string): boolean {
  return value.length <= 120 && /^[^\s@<>"(),:;\\[\]]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}$/i.test(value);
}

/** The form under which an address is stored and looked up. */
export function normalEmail(value: string): string {
  return value.trim().toLowerCase();
}
