// Checks the QR code of a voucher without a network (§3 vouchers): with the owner's public keys that the page loaded before.
import { readFacts, readScan, signedText, splitToken, type VoucherFacts } from '../../../../domain/voucher-token.ts';

/** The facts in the code if one of the keys signed it; undefined for everything else, typed codes too. */
export async function checkOffline(text: string, keys: string[]): Promise<VoucherFacts | undefined> {
  const scan = readScan(text);
  const parts = scan && splitToken(scan.token);
  if (!scan || !parts) return undefined;
  const signed = new TextEncoder().encode(signedText(scan.code, parts.facts));
  const signature = bytesOf(parts.signature.replace(/-/g, '+').replace(/_/g, '/'));
  for (const key of keys) if (await isSigned(key, signature, signed)) return readFacts(parts.facts);
  return undefined;
}

/** Also false if the browser does not support the algorithm. */
async function isSigned(key: string, signature: BufferSource, signed: BufferSource): Promise<boolean> {
  try {
    const known = await crypto.subtle.importKey('spki', bytesOf(key), { name: 'Ed25519' }, false, ['verify']);
    return await crypto.subtle.verify({ name: 'Ed25519' }, known, signature, signed);
  } catch {
    return false;
  }
}

function bytesOf(base64: string) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
