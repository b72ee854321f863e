// How Mafengwo's open platform encrypts and signs (§3 order source 4): AES-256-CBC with blocks of 32 bytes filled up, and an MD5 over who,
// what, when and the text.
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

const blockBytes = 32;
const vectorBytes = 16;

export function encryptMafengwo(text: string, key: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const pad = blockBytes - (bytes.length % blockBytes);
  const cipher = createCipheriv('aes-256-cbc', key, key.slice(0, vectorBytes)).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString(
    'base64',
  );
}

/** Undefined for what was not encrypted with this key. */
export function decryptMafengwo(text: string, key: string): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.slice(0, vectorBytes)).setAutoPadding(false);
    const bytes = Buffer.concat([decipher.update(text, 'base64'), decipher.final()]);
    const pad = bytes.at(-1) ?? 0;
    return pad >= 1 && pad <= blockBytes ? bytes.subarray(0, bytes.length - pad).toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}

type MafengwoHead = { partnerId: string; action: string; timestamp: string; nonce: string };

export const signMafengwo = ({ partnerId, action, timestamp, nonce }: MafengwoHead, data: string, key: string) =>
  createHash('md5')
    .update(partnerId + action + timestamp + key + nonce + data)
    .digest('hex');
