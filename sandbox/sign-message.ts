// Signatures of both directions: the merchant signs its requests, the gateway signs its notices.
// Checked on the raw bytes, in constant time, and only within five minutes of the time they name.
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-sandbox-signature';
export const MERCHANT_HEADER = 'x-sandbox-merchant';
const TOLERANCE_SECONDS = 300;

type SignedRequest = { method: string; path: string; rawBody: Uint8Array | string };

/** `path` is the request target with its query, exactly as sent. */
export function signRequest(secret: string, request: SignedRequest, atSeconds: number): string {
  return write(atSeconds, digest(secret, [`${atSeconds}.${request.method}.${request.path}.`, request.rawBody]));
}

export function signNotice(secret: string, rawBody: Uint8Array | string, atSeconds: number): string {
  return write(atSeconds, digest(secret, [`${atSeconds}.`, rawBody]));
}

export function isRequestSigned(
  secret: string,
  request: SignedRequest,
  header: string | undefined,
  nowSeconds: number,
): boolean {
  const claim = readSignature(header, nowSeconds);
  if (!claim) return false;
  const expected = digest(secret, [`${claim.at}.${request.method}.${request.path}.`, request.rawBody]);
  return timingSafeEqual(expected, claim.mac);
}

export function isNoticeSigned(
  secret: string,
  rawBody: Uint8Array | string,
  header: string | undefined,
  nowSeconds: number,
): boolean {
  const claim = readSignature(header, nowSeconds);
  return claim !== null && timingSafeEqual(digest(secret, [`${claim.at}.`, rawBody]), claim.mac);
}

function digest(secret: string, parts: readonly (Uint8Array | string)[]): Buffer {
  const mac = createHmac('sha256', secret);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

function write(atSeconds: number, mac: Buffer): string {
  return `t=${atSeconds},v1=${mac.toString('hex')}`;
}

// The time stays the text that was signed: 017 and 17 are the same number but not the same message.
function readSignature(header: string | undefined, nowSeconds: number): { at: string; mac: Buffer } | null {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  const [, at, hex] = match ?? [];
  if (at === undefined || hex === undefined) return null;
  if (Math.abs(nowSeconds - Number(at)) > TOLERANCE_SECONDS) return null;
  return { at, mac: Buffer.from(hex, 'hex') };
}
