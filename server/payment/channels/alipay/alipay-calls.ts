// Calls to Alipay's open platform (§3 channel 2) through its SDK: RSA2 both ways, every answer's signature checked, numbers,
// yuan and China time in its format, and which refusals are final.
import type { AlipaySdk, ProxyAgent } from 'alipay-sdk';
import { LRUCache } from 'lru-cache';
import { type Money, money } from '../../../../domain/money.ts';
import { loadBrought, loadLate } from '../../../platform/load-late.ts';
import { type ChannelConfig, ChannelRefused } from '../channel.ts';
import { privateKeyOf, publicKeyOf } from '../forms/alipay-form.ts';

const alipay = loadLate<{ AlipaySdk: typeof AlipaySdk }>('alipay-sdk');

type Opener = { skipErrorResponses: boolean; maxSize: number };
type Sender = { Agent: new (options: { maxResponseSize: number }) => { compose(opener: unknown): ProxyAgent } };
type Openers = { interceptors: { decompress(options: Opener): unknown } };

/** Alipay's answers have some thousand bytes; one that comes packed, which no one asked for, is counted unpacked, too. */
const mostAnswerBytes = 262_144;
let sender: ProxyAgent | undefined;
function limitedSender(): ProxyAgent {
  if (sender) return sender;
  const { Agent } = loadBrought<Sender>('urllib', 'alipay-sdk');
  const { decompress } = loadBrought<Openers>('undici', 'alipay-sdk').interceptors;
  const opener = decompress({ skipErrorResponses: false, maxSize: mostAnswerBytes });
  sender = new Agent({ maxResponseSize: mostAnswerBytes }).compose(opener);
  return sender;
}

const usualUrl = 'https://openapi.alipay.com';
const timeoutMilliseconds = 8000;
const chinaMilliseconds = 8 * 3_600_000;

const clients = new LRUCache<string, AlipaySdk>({ max: 100 });

export function clientOf({ keys, baseUrl }: ChannelConfig): AlipaySdk {
  const { appId = '', privateKey = '', alipayPublicKey = '' } = keys;
  const name = [baseUrl, appId, privateKey, alipayPublicKey].join(' ');
  let client = clients.get(name);
  if (!client) {
    client = new (alipay().AlipaySdk)({
      appId,
      privateKey: privateKeyOf(privateKey),
      keyType: 'PKCS8',
      // Without it the SDK would believe unsigned answers; an empty one throws here.
      alipayPublicKey: publicKeyOf(alipayPublicKey),
      gateway: `${(baseUrl || usualUrl).replace(/\/+$/, '')}/gateway.do`,
      timeout: timeoutMilliseconds,
      // Only its own sender can be replaced by one with a limit.
      proxyAgent: limitedSender(),
      camelcase: false,
    });
    clients.set(name, client);
  }
  return client;
}

type Content = Record<string, string>;

/** The SDK stamps requests with the machine's time zone; Alipay expects China's. */
const paramsOf = (content: Content, now: Date, more: Record<string, string>) => ({
  timestamp: toChinaTime(now),
  ...more,
  bizContent: content,
});

export type AlipayAnswer = { code: string; sub_code?: string; msg?: string } & Record<string, unknown>;

export async function askAlipay(
  config: ChannelConfig,
  method: string,
  content: Content,
  now: Date,
  more: Record<string, string> = {},
): Promise<AlipayAnswer> {
  return clientOf(config).exec(method, paramsOf(content, now, more), { validateSign: true });
}

/** A signed address that the buyer's browser follows. */
export function signPage(
  config: ChannelConfig,
  method: string,
  content: Content,
  now: Date,
  more: Record<string, string>,
): string {
  return clientOf(config).pageExec(method, 'GET', paramsOf(content, now, more));
}

export const isAccepted = ({ code }: AlipayAnswer) => code === '10000';

/** Business errors that may pass: a repeat with the same number may succeed. */
const passing = /SYSTEM_ERROR|BALANCE_NOT_ENOUGH|unknow|^aop\./i;

/** Only "business failed" is a final refusal. Invalid keys, rate limits and missing answers do not decide about the money. */
export function alipayRefusalOf({ code, sub_code: why, msg }: AlipayAnswer): Error {
  const text = `${code} ${why ?? msg ?? ''}`;
  return code === '40004' && !passing.test(why ?? '') ? new ChannelRefused(text) : new Error(`Alipay answered ${text}`);
}

/** Yuan with at most two decimals, never below zero. */
export function readYuan(text: unknown): Money | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) : null;
  return match ? money(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')), 'CNY') : undefined;
}

/** "yyyy-MM-dd HH:mm:ss" in China, which keeps one time and no summer time. */
export function toChinaTime(at: Date): string {
  return new Date(at.getTime() + chinaMilliseconds).toISOString().slice(0, 19).replace('T', ' ');
}

/** Alipay's numbers hold letters, digits and "_"; ours have "-" where an additional payment is meant, and never "_". */
export const toOutNo = (paymentNo: string) => paymentNo.replaceAll('-', '_');
export const fromOutNo = (outNo: string) => outNo.replaceAll('_', '-');
