// Calls to Telr (§3 channel 13): orders as JSON, money back as XML under a key of its own. Errors come inside HTTP 200.

import { decimalOf } from '../../../../domain/money.ts';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import { type ChannelConfig, ChannelRefused, type RefundInput } from '../channel.ts';

const usualUrl = 'https://secure.telr.com';
const timeoutMilliseconds = 10_000;

export const isTestOf = ({ options }: Pick<ChannelConfig, 'options'>) => options.environment === 'sandbox';

async function post({ baseUrl }: ChannelConfig, path: string, type: string, body: string): Promise<string> {
  const answer = await fetchOutside(`${baseUrl || usualUrl}/gateway/${path}`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: { 'content-type': type },
    body,
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`Telr answered ${answer.status}`);
  return text;
}

export type OrderAnswer = {
  order?: {
    ref?: string;
    url?: string;
    cartid?: string;
    test?: number | string;
    amount?: number | string;
    currency?: string;
    status?: { code?: number | string; text?: string };
    transaction?: { ref?: string; status?: string; type?: string };
  };
  error?: { message?: string; note?: string };
};

export async function askOrder(
  config: ChannelConfig,
  method: 'create' | 'check',
  fields: object,
): Promise<OrderAnswer> {
  const { storeId, authKey } = config.keys;
  const body = JSON.stringify({ method, store: Number(storeId), authkey: authKey, ...fields });
  const answer: unknown = JSON.parse(await post(config, 'order.json', 'application/json', body));
  if (!answer || typeof answer !== 'object') throw new Error('Telr answered without fields');
  return answer;
}

export const problemOf = ({ error }: OrderAnswer) => `${error?.message ?? ''} ${error?.note ?? ''}`.trim();

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

type Xml = { [name: string]: string | Xml };

function writeXml(fields: Xml): string {
  return Object.entries(fields)
    .map(([name, value]) => `<${name}>${typeof value === 'string' ? escapeXml(value) : writeXml(value)}</${name}>`)
    .join('');
}

/** What was written about the transaction: A is done, D and E are refusals, anything else is unknown. */
type RemoteAnswer = { status: string; code: string; message: string; ref: string };

export async function askTelrRefund(
  config: ChannelConfig,
  { payment, refundNo, amount }: RefundInput,
): Promise<RemoteAnswer> {
  const { storeId = '', remoteKey } = config.keys;
  if (!remoteKey) throw new ChannelRefused('no key of the Remote API: refund it at Telr by hand');
  if (!payment.transactionId) throw new ChannelRefused('Telr has no sale for this payment');
  const tran = {
    ...{ type: 'refund', class: 'ecom', cartid: payment.paymentNo, description: refundNo },
    ...{ test: isTestOf(config) ? '1' : '0', currency: amount.currency, amount: decimalOf(amount) },
    ref: payment.transactionId,
  };
  const body = `<?xml version="1.0" encoding="UTF-8"?>${writeXml({ remote: { store: storeId, key: remoteKey, tran } })}`;
  const text = await post(config, 'remote.xml', 'application/xml', body);
  const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return { status: read('status'), code: read('code'), message: read('message'), ref: read('tranref') };
}
