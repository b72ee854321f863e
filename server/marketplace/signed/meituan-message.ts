// How Meituan signs and encrypts (§3 order source 3, decision 0500): an HMAC-SHA1 over method, path and date in the header, AES-128-CBC
// around the message. Two forms are known, the whole body encrypted or its field `body` alone; an answer has the form of its question.
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

export type MeituanSecret = { appKey: string; signKey: string; aesKey: string };

export const signMeituan = (method: string, path: string, date: string, secret: string): string =>
  createHmac('sha1', secret).update(`${method} ${path}\n${date}`).digest('base64');

export function isSignedByMeituan(
  { method, path, date, authorization }: { method: string; path: string; date: string; authorization: string },
  { appKey, signKey }: MeituanSecret,
): boolean {
  const [received, right] = [authorization, `MWS ${appKey}:${signMeituan(method, path, date, signKey)}`].map((text) =>
    Buffer.from(text),
  );
  return received?.length === right?.length && timingSafeEqual(received as Buffer, right as Buffer);
}

/** 32 hex digits are 16 bytes. Of 16 letters sources say both: they are the bytes, or hex digits of 8 bytes that are written twice. */
function keysOf(text: string): Buffer[] {
  const isHex = /^[0-9a-f]+$/i.test(text);
  if (text.length === 32 && isHex) return [Buffer.from(text, 'hex')];
  return [Buffer.from(text), ...(isHex ? [Buffer.from(text + text, 'hex')] : [])].filter((key) => key.length === 16);
}

/** The key with its halves swapped. */
const vectorOf = (key: Buffer) => Buffer.concat([key.subarray(8), key.subarray(0, 8)]);

function encryptMeituan(text: string, key: Buffer): string {
  const cipher = createCipheriv('aes-128-cbc', key, vectorOf(key));
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

export type MeituanOpened = { data: unknown; key: Buffer; isWhole: boolean };

function open(text: string, aesKey: string, isWhole: boolean): MeituanOpened | undefined {
  for (const key of keysOf(aesKey))
    try {
      const decipher = createDecipheriv('aes-128-cbc', key, vectorOf(key));
      const plain = Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString('utf8');
      return { data: readExact(plain), key, isWhole };
    } catch {
      // The other reading of the key.
    }
  return undefined;
}

/** Order numbers have more digits than a number holds: those are read as text. */
const readExact = (text: string): unknown =>
  JSON.parse(text, ((_name: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value) as never);

/** Undefined for what was not encrypted with this key. */
export function readMeituan(sent: string, aesKey: string): MeituanOpened | undefined {
  if (/^[\w+/=\s]+$/.test(sent)) {
    const whole = open(sent, aesKey, true);
    return whole && { ...whole, data: bodyOf(whole.data) };
  }
  try {
    const body = bodyOf(JSON.parse(sent));
    return typeof body === 'string' ? open(body, aesKey, false) : undefined;
  } catch {
    return undefined;
  }
}

/** What it answers to a message of ours: as plain text, or all of it encrypted. Undefined for anything else. */
export function readMeituanAnswer(sent: string, aesKey: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return open(sent, aesKey, true)?.data;
  }
}

const bodyOf = (message: unknown) => (message as { body?: unknown } | null)?.body ?? message;

/** A message of ours, all of it encrypted. */
export function sealMeituan(message: object, aesKey: string): string {
  const [key] = keysOf(aesKey);
  if (!key) throw new Error('a key of Meituan has another length');
  return encryptMeituan(JSON.stringify(message), key);
}

export type MeituanReply = {
  code: number;
  describe: string;
  body?: { orderId?: string } | object[] | undefined;
  /** Beside the answer's list of days. */
  partnerDealId?: string | undefined;
};

const isList = (body: MeituanReply['body']): body is object[] => Array.isArray(body);

/** `orderId` goes back as the number that it came as. */
export function writeMeituan(
  { code, describe, body, partnerDealId }: MeituanReply,
  partnerId: string,
  how: MeituanOpened | undefined,
): string {
  const head = { code, describe, partnerId: asNumber(partnerId), ...(partnerDealId ? { partnerDealId } : {}) };
  if (!how) return JSON.stringify(head);
  const inside = isList(body)
    ? body
    : body && { ...body, ...(body.orderId ? { orderId: asNumber(body.orderId) } : {}) };
  if (how.isWhole) return encryptMeituan(JSON.stringify({ ...head, body: inside }), how.key);
  return JSON.stringify({ ...head, ...(inside ? { body: encryptMeituan(JSON.stringify(inside), how.key) } : {}) });
}

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
/** Longer than a number holds, and written as one. */
export const asNumber = (digits: string) => (/^(?:0|[1-9]\d*)$/.test(digits) ? rawJSON(digits) : digits);
