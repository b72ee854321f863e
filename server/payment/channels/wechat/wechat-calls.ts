// Calls to WeChat Pay v3: signed, with a timeout, and trusted only when the platform signed the answer. Certificates of the
// platform are fetched where the owner set no public key, and cached for half a day.

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import type { ChannelConfig } from '../channel.ts';
import {
  authorize,
  isGenuine,
  openResource,
  type PlatformKey,
  type PlatformKeys,
  type Resource,
  readMerchantKey,
  readPlatformKeys,
  readSigned,
  type Signed,
} from './wechat-signing.ts';

const usualAddress = 'https://api.mch.weixin.qq.com';
const timeoutMilliseconds = 8000;
const refreshMilliseconds = 12 * 3600 * 1000;
/** An unknown serial number triggers a fetch of certificates, but not more often than this. */
const lookAgainMilliseconds = 60_000;

/** WeChat's refusal of a request, by its code. Rate limits (429), server errors (5xx) and timeouts are other errors: nothing is known. */
export class WechatRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code} ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** Public keys are set by the owner; certificates may be fetched. */
const isPublicKeyId = (serial: string) => serial.startsWith('PUB_KEY_ID_');

type Fetched = { keys: Map<string, PlatformKey>; at: number; wanted: boolean };
const fetched = new LRUCache<string, Fetched>({ max: 100 });
const nameOf = ({ baseUrl, keys }: ChannelConfig) => `${baseUrl} ${keys.mchId} ${keys.apiV3Key}`;

/** The owner's keys and the fetched certificates. */
export function platformKeysOf(config: ChannelConfig): PlatformKeys {
  return new Map([...(fetched.get(nameOf(config))?.keys ?? []), ...ownKeys(config)]);
}

const ownKeys = ({ keys }: ChannelConfig) => readPlatformKeys(keys.platformKeys ?? '');

/** A notice named an unknown certificate: the next call fetches certificates. */
export function wantPlatformKey(config: ChannelConfig, serial: string): void {
  if (isPublicKeyId(serial)) return;
  const stored = fetched.get(nameOf(config));
  if (stored) stored.wanted = true;
  else fetched.set(nameOf(config), { keys: new Map(), at: 0, wanted: true });
}

export type Json = Record<string, unknown>;
type Raw = { status: number; body: Buffer; signed: Signed };

type Sent = { method: string; path: string; body: string; mostBytes?: number };

async function send(config: ChannelConfig, { method, path, body, mostBytes }: Sent, now: Date): Promise<Raw> {
  const { mchId = '', merchantSerial: serial = '', merchantKey = '' } = config.keys;
  const timestamp = Math.floor(now.getTime() / 1000);
  const nonce = randomBytes(16).toString('hex').toUpperCase();
  const key = readMerchantKey(merchantKey);
  const publicKeyId = [...ownKeys(config).keys()].find(isPublicKeyId);
  const init: RequestInit = {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      accept: 'application/json',
      'user-agent': 'Kembara',
      authorization: authorize({ mchId, serial, key }, { method, path, body, timestamp, nonce }),
      ...(body ? { 'content-type': 'application/json' } : {}),
      // Which of the platform's keys must sign the answer, while both kinds are valid.
      ...(publicKeyId ? { 'wechatpay-serial': publicKeyId } : {}),
    },
    ...(body ? { body } : {}),
  };
  const answer = await fetchOutside((config.baseUrl || usualAddress) + path, init, mostBytes);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, body: bytes, signed: readSigned((name) => answer.headers.get(name), bytes) };
}

function readJson(body: Buffer): Json {
  try {
    const read: unknown = JSON.parse(body.toString('utf8') || '{}');
    return read && typeof read === 'object' ? (read as Json) : {};
  } catch {
    return {};
  }
}

/** Throws WechatRefusal for a refusal; any other error means that the result is unknown. */
function expectDone({ status, body }: Raw): void {
  if (status >= 200 && status < 300) return;
  const { code, message } = readJson(body);
  if (status < 400 || status === 429 || status >= 500) throw new Error(`WeChat Pay answered ${status} ${code ?? ''}`);
  throw new WechatRefusal(status, String(code ?? ''), String(message ?? ''));
}

/** The answer is not signed by a key of the platform that we know. */
export class UnsignedAnswer extends Error {}
/** The APIv3 key does not open what the platform sealed with it. */
export class UnreadableSeal extends Error {}

const unsigned = () => new UnsignedAnswer('an answer was not signed by WeChat Pay');

/** Sends a request and trusts only signed answers. A refusal may lack a signature, but may not have a wrong one. */
export async function callWechat(
  config: ChannelConfig,
  method: 'GET' | 'POST',
  path: string,
  body: Json | undefined,
  now: Date,
): Promise<Json> {
  await refreshKeys(config, now);
  const raw = await send(config, { method, path, body: body ? JSON.stringify(body) : '' }, now);
  const refused = raw.status >= 300;
  if (!(refused && !raw.signed.signature) && !(await isSigned(config, raw.signed, now))) throw unsigned();
  expectDone(raw);
  return readJson(raw.body);
}

/** Without any key no answer can be trusted. Configured keys may be enough: a merchant with a public key may have no certificates. */
async function refreshKeys(config: ChannelConfig, now: Date): Promise<void> {
  const stored = fetched.get(nameOf(config));
  const age = now.getTime() - (stored?.at ?? 0);
  const stale = stored && age > (stored.wanted ? lookAgainMilliseconds : refreshMilliseconds);
  const nothing = platformKeysOf(config).size === 0;
  if (!stale && !nothing) return;
  try {
    await fetchCertificates(config, now);
  } catch (error) {
    if (nothing) throw error;
    fetched.set(nameOf(config), { keys: stored?.keys ?? new Map(), at: now.getTime(), wanted: false });
  }
}

/** An unknown certificate is fetched once; public keys cannot be fetched. */
async function isSigned(config: ChannelConfig, signed: Signed, now: Date): Promise<boolean> {
  const keys = platformKeysOf(config);
  if (!keys.has(signed.serial) && signed.signature && !isPublicKeyId(signed.serial)) {
    await fetchCertificates(config, now);
    return isGenuine(platformKeysOf(config), signed, now);
  }
  return isGenuine(keys, signed, now);
}

/** The APIv3 key opens only the platform's certificates; the answer must also be signed by one of them, or by a configured key. */
async function fetchCertificates(config: ChannelConfig, now: Date): Promise<void> {
  const raw = await send(config, { method: 'GET', path: '/v3/certificates', body: '' }, now);
  expectDone(raw);
  const { data } = readJson(raw.body) as { data?: { encrypt_certificate: Resource }[] };
  const pems = (data ?? []).map((item) => openCertificate(config, item.encrypt_certificate));
  const keys = readPlatformKeys(pems.join('\n'));
  if (!isGenuine(new Map([...keys, ...ownKeys(config)]), raw.signed, now)) throw unsigned();
  fetched.set(nameOf(config), { keys, at: now.getTime(), wanted: false });
}

function openCertificate({ keys }: ChannelConfig, sealed: Resource): string {
  try {
    return openResource(keys.apiV3Key ?? '', sealed);
  } catch {
    throw new UnreadableSeal('the APIv3 key does not open the certificates of WeChat Pay');
  }
}

/** A file named in an answer, by its path: files are unsigned and checked against the digest in that answer. */
export async function downloadFile(config: ChannelConfig, path: string, mostBytes: number, now: Date): Promise<Buffer> {
  const raw = await send(config, { method: 'GET', path, body: '', mostBytes }, now);
  expectDone(raw);
  return raw.body;
}
