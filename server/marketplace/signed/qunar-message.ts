// Qunar's messages (§3 order source 8): XML as Base64, signed by an MD5 over the key and that text. Read without entities of their own.
import { createHash, timingSafeEqual } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';

export const signQunar = (data: string, key: string) =>
  createHash('md5')
    .update(key + data)
    .digest('hex');

/** Public implementations write the digits in either case. */
export function isSignedByQunar(data: string, signed: string, key: string): boolean {
  const [received, right] = [signed.toLowerCase(), signQunar(data, key)].map((text) => Buffer.from(text));
  return received?.length === right?.length && timingSafeEqual(received as Buffer, right as Buffer);
}

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true });

type QunarMessage = { header?: unknown; body?: unknown };

/** Header and body; undefined for what is no such message. */
export function readQunar(data: string, root: 'request' | 'response' = 'request'): QunarMessage | undefined {
  const text = Buffer.from(data, 'base64').toString('utf8');
  if (text.includes('<!')) return undefined;
  try {
    return (parser.parse(text) as Partial<Record<string, QunarMessage>>)[root];
  } catch {
    return undefined;
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const tag = (name: string, value: string | number) =>
  `<${name}>${String(value).replace(/[&<>"']/g, (letter) => escapes[letter] ?? '')}</${name}>`;

export type QunarReply = { bodyType: string; code: string; describe: string; order?: Record<string, string | number> };

const chinaHours = 8;
const timeOf = (now: Date) =>
  new Date(now.getTime() + chinaHours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

type Fields = Record<string, string | number>;
const write = (list: Fields) =>
  Object.entries(list)
    .map(([name, value]) => tag(name, value))
    .join('');

const head = { application: 'Qunar.Menpiao.Agent', processor: 'SupplierDataExchangeProcessor', version: 'v2.0.1' };
const creatorOf = (now: Date) => ({ createUser: 'SupplierSystemName', createTime: timeOf(now) });

/** Signed with the same key. */
function wrap(root: 'Request' | 'Response', header: Fields, order: Fields, key: string) {
  const space = `http://piao.qunar.com/2013/QMenpiao${root}Schema`;
  const instance = ['http://www.w3.org', '2001', 'XMLSchema-instance'].join('/');
  const name = root.toLowerCase();
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="${space}" xmlns:xsi="${instance}"><header>${write(header)}</header>` +
    `<body xsi:type="${header.bodyType}"><orderInfo>${write(order)}</orderInfo></body></${name}>`;
  const data = Buffer.from(xml, 'utf8').toString('base64');
  return { data, signed: signQunar(data, key).toUpperCase(), securityType: 'MD5' };
}

export function writeQunar({ bodyType, code, describe, order = {} }: QunarReply, key: string, now: Date) {
  return wrap('Response', { ...head, bodyType, ...creatorOf(now), code, describe }, order, key);
}

export type QunarNotice = { bodyType: string; supplierIdentity: string; order: Fields };

/** A message of ours. */
export function askQunar({ bodyType, supplierIdentity, order }: QunarNotice, key: string, now: Date) {
  return wrap('Request', { ...head, bodyType, ...creatorOf(now), supplierIdentity }, order, key);
}
