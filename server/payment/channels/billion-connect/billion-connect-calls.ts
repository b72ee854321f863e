// Calls to Billion Connect (§3 channel 6): one address, JSON, MD5 over the secret and the exact body. An answer is not signed; a refusal
// comes as a code inside HTTP 200.

import { createHash, timingSafeEqual } from 'node:crypto';
import { fetchOutside, mostAnswerBytes } from '../../../platform/observe/fetch-outside.ts';
import { type ChannelConfig, ChannelRefused } from '../channel.ts';

const usualUrl = 'https://apiint-flow.billionconnect.com';
const mainlandUrl = 'https://api-flow.billionconnect.com';
const path = '/Flow/saler/2.0/invoke';
const timeoutMilliseconds = 10_000;
const done = '1000';

export type TradeAnswer<Data> = { code: string; message: string; data: Data | undefined };

export function signBillion(secret: string, body: string | Buffer): string {
  return createHash('md5').update(secret).update(body).digest('hex');
}

export function isSignedByBillion(secret: string, body: Buffer, signature: string): boolean {
  const computed = Buffer.from(signBillion(secret, body));
  const other = Buffer.from(signature.toLowerCase());
  return computed.length === other.length && timingSafeEqual(computed, other);
}

/** The supplier's clock is that of Beijing: "2026-11-23 08:00:00". */
export function beijingTime(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Throws where there is no clear answer. */
export async function invoke<Data>(
  { keys, options, baseUrl }: ChannelConfig,
  tradeType: string,
  tradeData: object,
  now: Date,
  mostBytes = mostAnswerBytes,
): Promise<TradeAnswer<Data>> {
  const body = JSON.stringify({ tradeType, tradeTime: beijingTime(now), tradeData });
  const address = baseUrl || (options.mainland === true ? mainlandUrl : usualUrl);
  const answer = await fetchOutside(
    new URL(path, address),
    {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMilliseconds),
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        'x-channel-id': keys.appKey ?? '',
        'x-sign-method': 'md5',
        'x-sign-value': signBillion(keys.appSecret ?? '', body),
      },
      body,
    },
    mostBytes,
  );
  if (!answer.ok) throw new Error(`Billion Connect answered ${answer.status}`);
  const result: unknown = await answer.json();
  const { tradeCode, tradeMsg, tradeData: data } = (result ?? {}) as Record<string, unknown>;
  if (typeof tradeCode !== 'string') throw new Error('Billion Connect gave no code');
  return { code: tradeCode, message: String(tradeMsg ?? ''), data: (data ?? undefined) as Data | undefined };
}

/** The same where anything but 1000 is a refusal. */
export async function invokeOrRefuse<Data>(...parameters: Parameters<typeof invoke>): Promise<Data> {
  const { code, message, data } = await invoke<Data>(...parameters);
  if (code !== done) throw new ChannelRefused(`${code} ${message}`.trim());
  if (!data) throw new Error('Billion Connect gave no data');
  return data;
}

export const isDone = ({ code }: TradeAnswer<unknown>) => code === done;
