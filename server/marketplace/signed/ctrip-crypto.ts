// How Ctrip's open platform encrypts and signs its messages (§3 order sources 2 and 10): AES-128-CBC, each byte written as two letters of a
// to p, and an MD5 over account, service, time, text, version and the key for signing.
import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

export type CtripSecret = { aesKey: string; aesIv: string; signKey: string };

const letterOfA = 'a'.charCodeAt(0);

const spell = (bytes: Buffer): string =>
  [...bytes].map((byte) => String.fromCharCode(letterOfA + (byte >> 4), letterOfA + (byte & 15))).join('');

export function encryptCtrip(text: string, { aesKey, aesIv }: CtripSecret): string {
  const cipher = createCipheriv('aes-128-cbc', aesKey, aesIv);
  return spell(Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]));
}

/** Undefined for what was not encrypted with these keys. */
export function decryptCtrip(letters: string, { aesKey, aesIv }: CtripSecret): string | undefined {
  if (!/^(?:[a-p]{2})+$/.test(letters)) return undefined;
  const bytes = Buffer.from(
    (letters.match(/../g) ?? []).map(
      (pair) => ((pair.charCodeAt(0) - letterOfA) << 4) + pair.charCodeAt(1) - letterOfA,
    ),
  );
  try {
    const decipher = createDecipheriv('aes-128-cbc', aesKey, aesIv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

export type CtripHeader = { accountId: string; serviceName: string; requestTime: string; version: string };

export const signCtrip = (
  { accountId, serviceName, requestTime, version }: CtripHeader,
  body: string,
  signKey: string,
) =>
  createHash('md5')
    .update(accountId + serviceName + requestTime + body + version + signKey)
    .digest('hex');

export function isSignedByCtrip(header: CtripHeader & { sign: string }, body: string, signKey: string): boolean {
  const [received, right] = [header.sign.toLowerCase(), signCtrip(header, body, signKey)].map((text) =>
    Buffer.from(text),
  );
  return received?.length === right?.length && timingSafeEqual(received as Buffer, right as Buffer);
}

/** A message of ours. */
export function sealCtrip(header: CtripHeader, content: object, secret: CtripSecret) {
  const body = encryptCtrip(JSON.stringify(content), secret);
  return { header: { ...header, sign: signCtrip(header, body, secret.signKey) }, body };
}
