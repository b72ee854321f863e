// How a secret call travels (§7, rules §2): `{ key, iv, body }`. The body is AES-256-GCM under a fresh key, that key is under
// the site's RSA-OAEP-SHA256 public key, and `_token_` inside is a one-time nonce. It adds to TLS and does not replace it.

export type SealedCall = { key: string; iv: string; body: string };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 16 random characters. */
function makeNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => letters[byte % 64]).join('');
}

/** Seals a call's input. `publicKey` is the site's SPKI in base64 (webSettings). Web Crypto: browsers have it on https and localhost. */
export async function sealCall(input: Record<string, unknown>, publicKey: string): Promise<SealedCall> {
  const { subtle } = crypto;
  const rsa = await subtle.importKey('spki', bytesOf(publicKey), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ]);
  const raw = crypto.getRandomValues(new Uint8Array(32));
  const aes = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify({ ...input, _token_: makeNonce() }));
  const [body, key] = await Promise.all([
    subtle.encrypt({ name: 'AES-GCM', iv }, aes, plain),
    subtle.encrypt({ name: 'RSA-OAEP' }, rsa, raw),
  ]);
  return { key: textOf(key), iv: textOf(iv.buffer), body: textOf(body) };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function textOf(buffer: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(''));
}
