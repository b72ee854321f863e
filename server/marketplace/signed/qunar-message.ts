// Qunar's messages (§3 order source 8): XML as Base64, signed by an MD5 over the key and that text. Read without entities of their own.
import { createHash, timingSafeEqual } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';

export const signQunar = (data: string, key: string) =>
  createHash('md5')
    .update(key + data)
    .digest('hex');

/** Public implementations write the digits in either case. */
export function isSignedByQunar(data: string, signed: string, key: string): boolean {
  const [given, right] = [signed.toLowerCase(), signQunar(data, key)].map((text) => Buffer.from(text));
  return given?.length === right?.length && timingSafeEqual(given as Buffer, right as Buffer);
}

const parser = new XMLParser({ removeNSPrefix: true, parseTagValue: false, ignoreAttributes: true });

/** The request's header and body; undefined for what is no such message. */
export function readQunar(data: string): { header?: unknown; body?: unknown } | undefined {
  const text = Buffer.from(data, 'base64').toString('utf8');
  if (text.includes('<!')) return undefined;
  try {
    const { request } = parser.parse(text) as { request?: { header?: unknown; body?: unknown } };
    return request;
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

/** Signed with the same key. */
export function writeQunar({ bodyType, code, describe, order = {} }: QunarReply, key: string, now: Date) {
  const space = 'http://piao.qunar.com/2013/QMenpiaoResponseSchema';
  const instance = ['http://www.w3.org', '2001', 'XMLSchema-instance'].join('/');
  const head = { application: 'Qunar.Menpiao.Agent', processor: 'SupplierDataExchangeProcessor', version: 'v2.0.1' };
  const header = { ...head, bodyType, createUser: 'SupplierSystemName', createTime: timeOf(now), code, describe };
  const write = (list: Record<string, string | number>) =>
    Object.entries(list)
      .map(([name, value]) => tag(name, value))
      .join('');
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?><response xmlns="${space}" xmlns:xsi="${instance}">` +
    `<header>${write(header)}</header><body xsi:type="${bodyType}"><orderInfo>${write(order)}</orderInfo></body></response>`;
  const data = Buffer.from(xml, 'utf8').toString('base64');
  return { data, signed: signQunar(data, key).toUpperCase(), securityType: 'MD5' };
}
