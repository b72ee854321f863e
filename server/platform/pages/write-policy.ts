// What a page may load and run (security rule 53): only this site's own files, and scripts with the answer's nonce.
import { randomFillSync } from 'node:crypto';

export const policyHeader = 'content-security-policy';

/** The policy around a nonce. */
export function makePolicy(tilesOrigin: string | undefined): (nonce: string) => string {
  const [before = '', after = ''] = [
    "default-src 'self'",
    "script-src 'self' 'nonce-NONCE'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tilesOrigin ? ` ${tilesOrigin}` : ''}`,
    "font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'",
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ]
    .join('; ')
    .split('NONCE');
  return (nonce) => before + nonce + after;
}

const random = Buffer.alloc(18 * 256);
let spent = random.length;

/** 24 characters, like its placeholder; the random bytes are drawn by the hundred, because each draw is expensive. */
export function drawNonce(): string {
  if (spent === random.length) {
    randomFillSync(random);
    spent = 0;
  }
  spent += 18;
  return random.toString('base64url', spent - 18, spent);
}
